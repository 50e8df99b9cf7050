import InteractionChaos
import Synchronization

/// How often a session's connections are still to be cut, whichever engine they lead to.
final class CutBudget: Sendable {
  private let cuts: Int?
  private let proxies = Mutex<[ChaosProxy]>([])
  private let isClosed = Atomic(false)

  /// - Parameter cuts: How often in all; nil for no end.
  init(_ cuts: Int?) {
    self.cuts = cuts
  }

  func watch(_ proxy: ChaosProxy) {
    self.proxies.withLock { $0.append(proxy) }
  }

  /// How often they have been cut.
  var spent: Int { self.proxies.withLock { $0.reduce(0) { $0 + $1.counters.cuts } } }

  /// Whether nothing is cut any more.
  var isSpent: Bool { self.cuts.map { self.spent >= $0 } ?? false }

  /// Whether enough has been cut.
  var isMet: Bool { self.cuts == nil || self.isSpent }

  /// Says that the session is over.
  func close() {
    self.isClosed.store(true, ordering: .relaxed)
  }

  var isOver: Bool { self.isClosed.load(ordering: .relaxed) }
}
