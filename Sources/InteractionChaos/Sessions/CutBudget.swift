import Synchronization

/// How often a session's connections are still to be cut, whichever engine they lead to.
final class CutBudget: Sendable {
  private let cuts: Int?
  private let proxies = Mutex<[ChaosProxy]>([])
  private let isClosed = Atomic(false)
  private let isEnded = Atomic(false)

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
  var isSpent: Bool { self.isOff || self.cuts.map { self.spent >= $0 } ?? false }

  /// Whether enough has been cut.
  var isMet: Bool { self.cuts == nil || self.isSpent }

  /// Whether the run ends before its time.
  var isOff: Bool { self.isEnded.load(ordering: .relaxed) }

  /// Cuts no more: the session is to end as soon as it can.
  func end() {
    self.isEnded.store(true, ordering: .relaxed)
  }

  /// Says that the session is over.
  func close() {
    self.isClosed.store(true, ordering: .relaxed)
  }

  var isOver: Bool { self.isClosed.load(ordering: .relaxed) }
}
