import Synchronization

/// The remaining cuts of a session's connections, over all engines.
final class CutBudget: Sendable {
  private let cuts: Int?
  private let proxies = Mutex<[ChaosProxy]>([])
  private let isClosed = Atomic(false)
  private let isEnded = Atomic(false)

  /// - Parameter cuts: The number of cuts; nil for no limit.
  init(_ cuts: Int?) {
    self.cuts = cuts
  }

  func watch(_ proxy: ChaosProxy) {
    self.proxies.withLock { $0.append(proxy) }
  }

  /// The number of cuts made.
  var spent: Int { self.proxies.withLock { $0.reduce(0) { $0 + $1.counters.cuts } } }

  /// True if no further cuts are to be made.
  var isSpent: Bool { self.isInterrupted || self.cuts.map { self.spent >= $0 } ?? false }

  /// True if all planned cuts were made, or there is no limit.
  var isExhausted: Bool { self.cuts == nil || self.isSpent }

  /// True if the run was interrupted.
  var isInterrupted: Bool { self.isEnded.load(ordering: .relaxed) }

  /// Stops cutting; the session is to end as soon as it can.
  func end() {
    self.isEnded.store(true, ordering: .relaxed)
  }

  /// Marks the session as ended.
  func close() {
    self.isClosed.store(true, ordering: .relaxed)
  }

  var isOver: Bool { self.isClosed.load(ordering: .relaxed) }
}
