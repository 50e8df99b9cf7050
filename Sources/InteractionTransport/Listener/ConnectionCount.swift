import InteractionService
import NIOCore
import Synchronization

/// The number of open connections, of listeners for the same callers together.
package final class ConnectionCount: Sendable {
  /// How many that are refused may have yet to close: until then they hold a descriptor, too.
  static let spare = 8

  let limit: Int
  private let accepts: @Sendable () -> Bool
  private let open = Mutex(0)

  /// - Parameter accepts: False while there is no room for any connection, however few there are.
  init(limit: Int, accepts: @escaping @Sendable () -> Bool = { true }) {
    self.limit = limit
    self.accepts = accepts
  }

  /// Counts one more, until ``release()``. False if that is one too many, which has to be closed.
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

  /// How many more may be taken on, those that will be refused included.
  var room: Int { self.open.withLock { max(self.limit + Self.spare - $0, 0) } }

  /// How many are open.
  var current: Int { self.open.withLock { $0 } }
}
