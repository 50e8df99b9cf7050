import InteractionService
import NIOCore
import Synchronization

/// The number of open connections, of listeners for the same callers together.
package final class ConnectionCount: Sendable {
  /// How many that are refused may have yet to close: until then they hold a descriptor, too.
  static let spare = 8

  let limit: Int
  private let open = Mutex(0)

  init(limit: Int) {
    self.limit = limit
  }

  /// Counts one more, until ``release()``. False if that is one too many, which has to be closed.
  func admit() -> Bool {
    self.open.withLock { open in
      open += 1
      return open <= self.limit
    }
  }

  func release() {
    self.open.withLock { $0 -= 1 }
  }

  /// How many more may be taken on, those that will be refused included.
  var room: Int { self.open.withLock { max(self.limit + Self.spare - $0, 0) } }

  /// How many are open.
  var current: Int { self.open.withLock { $0 } }
}
