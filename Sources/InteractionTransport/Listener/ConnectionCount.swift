import InteractionService
import NIOCore
import Synchronization

/// The number of open connections, shared by the listeners for the same callers.
package final class ConnectionCount: Sendable {
  /// The number of refused connections that may not have closed yet, and still hold a descriptor.
  static let spare = 8

  let limit: Int
  private let accepts: @Sendable () -> Bool
  private let open = Mutex(0)

  /// - Parameter accepts: Returns false while the process has no room for any connection, whatever
  ///   their number.
  init(limit: Int, accepts: @escaping @Sendable () -> Bool = { true }) {
    self.limit = limit
    self.accepts = accepts
  }

  /// Counts a connection until ``release()``. Returns false beyond the limit; the connection must
  /// then be closed.
  func admit() -> Bool {
    let count = self.open.withLock { open in
      open += 1
      return open
    }
    return count <= self.limit && self.accepts()
  }

  func release() {
    self.open.withLock { $0 -= 1 }
  }

  /// The number of connections that may still be accepted, including those that will be refused.
  var room: Int { self.open.withLock { max(self.limit + Self.spare - $0, 0) } }

  /// The number of open connections.
  var current: Int { self.open.withLock { $0 } }
}
