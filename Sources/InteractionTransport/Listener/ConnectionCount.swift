import InteractionService
import NIOCore
import Synchronization

/// How many connections are open, on all listeners together.
package final class ConnectionCount: Sendable {
  /// How many that are refused may have yet to close: until then they hold a descriptor, too.
  static let spare = 8

  let limit: Int
  private let open = Mutex(0)

  package init(limits: ConnectionLimits) {
    self.limit =
      limits.connections
      ?? (try? DescriptorBudget.ofProcess(cores: System.coreCount))?.connections ?? 64
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
