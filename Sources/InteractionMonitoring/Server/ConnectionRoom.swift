import NIOCore
import Synchronization

/// The connections that are served. One too many ends the oldest: the client that asks now is
/// answered, however many connections say nothing.
final class ConnectionRoom: Sendable {
  private let limit: Int
  /// The oldest first.
  private let connections = Mutex<[any Channel]>([])

  init(limit: Int) {
    self.limit = limit
  }

  /// A connection begins, until it closes. Closes the oldest if there is one too many.
  func enter(_ connection: any Channel) {
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
