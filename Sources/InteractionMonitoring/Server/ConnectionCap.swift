import NIOCore
import Synchronization

/// The open connections. If one exceeds the limit, the oldest is closed, so that new clients are
/// answered in spite of idle connections.
final class ConnectionCap: Sendable {
  private let limit: Int
  /// The connections, oldest first.
  private let connections = Mutex<[any Channel]>([])

  init(limit: Int) {
    self.limit = limit
  }

  /// Adds a connection until it closes. Closes the oldest if the limit is exceeded.
  func add(_ connection: any Channel) {
    let oldest: (any Channel)? = self.connections.withLock { connections in
      connections.append(connection)
      return connections.count > self.limit ? connections.removeFirst() : nil
    }
    oldest?.close(promise: nil)
    connection.closeFuture.whenComplete { _ in
      self.connections.withLock { $0.removeAll { $0 === connection } }
    }
  }
}
