import Foundation
import Synchronization

/// How many connections are open, on all listeners together.
package final class ConnectionCount: Sendable {
  private let limit: Int
  private let open = Mutex(0)

  package init(limits: ConnectionLimits) {
    self.limit = limits.connections ?? max(Self.descriptors / 2, 64)
  }

  /// Counts one more; false if that is one too many.
  func admit() -> Bool {
    self.open.withLock { open in
      guard open < self.limit else { return false }
      open += 1
      return true
    }
  }

  /// How many are open.
  var current: Int { self.open.withLock { $0 } }

  func release() {
    self.open.withLock { $0 -= 1 }
  }

  /// How many descriptors the process may have; it asks for as many as it can get.
  private static let descriptors: Int = {
    var limit = rlimit()
    guard getrlimit(.init(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1_024 }
    let allowed = limit.rlim_cur
    limit.rlim_cur = limit.rlim_max
    let now = setrlimit(.init(RLIMIT_NOFILE.rawValue), &limit) == 0 ? limit.rlim_cur : allowed
    return Int(clamping: now)
  }()
}
