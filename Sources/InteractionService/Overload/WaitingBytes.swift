import Metrics
import Synchronization

/// The bytes that wait for clients, of all connections together: requests that are not whole,
/// answers and frames that are not read.
///
/// Over the limit, calls end until a quarter is free: of the caller with the most bytes, the one
/// that has waited longest first.
@available(InteractionEngine 1.0, *)
package final class WaitingBytes: Sendable {
  /// A call with bytes that wait.
  struct Holder: Sendable {
    let account: Account
    /// The order in which they began to wait.
    let since: UInt64
    var bytes = 0
    /// True once it has been told to end.
    var isEnding = false
  }

  struct State: Sendable {
    var holders: [ObjectIdentifier: Holder] = [:]
    var total = 0
    var count: UInt64 = 0
  }

  private let limit: Int
  private let state = Mutex(State())
  private let waiting = Meter(label: "interaction_waiting_bytes")
  private let ended = Counter(label: "interaction_waiting_calls_ended_total")

  package init(limit: Int) {
    self.limit = limit
  }

  /// Bytes that wait now, as far as they were reported.
  package var total: Int { self.state.withLock { $0.total } }

  /// An account has so many bytes now, or none any more. Ends calls if there are too many in all.
  private func report(_ bytes: Int, of account: Account) {
    let victims = self.state.withLock { state in
      state.set(bytes, of: account)
      self.waiting.set(Double(state.total))
      return state.total > self.limit ? state.victims(leaving: self.limit / 4 * 3) : []
    }
    self.end(victims)
  }

  /// Ends calls until half of the bytes are left: memory is short.
  func halve() {
    self.end(self.state.withLock { $0.victims(leaving: $0.total / 2) })
  }

  private func end(_ victims: [Account]) {
    self.ended.increment(by: victims.count)
    for victim in victims { victim.end() }
  }

  /// A call as the budget knows it.
  final class Account: Sendable {
    let caller: String
    let end: @Sendable () -> Void
    private let budget: WaitingBytes

    init(_ budget: WaitingBytes, caller: String, end: @escaping @Sendable () -> Void) {
      self.budget = budget
      self.caller = caller
      self.end = end
    }

    func report(_ bytes: Int) { self.budget.report(bytes, of: self) }
  }

  /// The bytes of one call, reported in steps: most calls never have enough to be reported.
  ///
  /// A value of the call's own, changed by one thread at a time.
  package struct Share: Sendable {
    /// Bytes of a step.
    static let step = 16 << 10

    private let account: Account
    private var held = 0
    private var reported = 0

    /// - Parameters:
    ///   - caller: Whose call it is: calls of one caller give way to each other first.
    ///   - end: Has the call ended, on any thread; returns before that is done.
    package init(
      of budget: WaitingBytes, caller: String, end: @escaping @Sendable () -> Void
    ) {
      self.account = Account(budget, caller: caller, end: end)
    }

    /// So many bytes more wait, or fewer.
    package mutating func change(by count: Int) {
      self.held += count
      guard abs(self.held - self.reported) >= Self.step || self.held == 0 && self.reported > 0
      else { return }
      self.reported = self.held
      self.account.report(self.held)
    }

    /// The call is over: nothing of it waits any more.
    package mutating func clear() {
      self.change(by: -self.held)
    }
  }
}

@available(InteractionEngine 1.0, *)
extension WaitingBytes.State {
  mutating func set(_ bytes: Int, of account: WaitingBytes.Account) {
    let id = ObjectIdentifier(account)
    self.count += 1
    var holder = self.holders[id] ?? WaitingBytes.Holder(account: account, since: self.count)
    self.total += bytes - holder.bytes
    holder.bytes = bytes
    self.holders[id] = bytes > 0 ? holder : nil
  }

  /// The calls that have to end for so many bytes to be left.
  mutating func victims(leaving goal: Int) -> [WaitingBytes.Account] {
    var left = self.total
    var callers: [String: Caller] = [:]
    for holder in self.holders.values {
      if holder.isEnding {
        left -= holder.bytes
      } else {
        callers[holder.account.caller, default: Caller()].add(holder)
      }
    }
    for caller in callers.keys { callers[caller]?.sort() }
    var victims: [WaitingBytes.Account] = []
    while left > goal, let most = callers.max(by: { $0.value.bytes < $1.value.bytes })?.key,
      let holder = callers[most]?.removeOldest()
    {
      victims.append(holder.account)
      self.holders[ObjectIdentifier(holder.account)]?.isEnding = true
      left -= holder.bytes
    }
    return victims
  }

  /// The calls of one caller.
  private struct Caller {
    private(set) var bytes = 0
    /// The one that has waited longest comes last, once they are sorted.
    private var calls: [WaitingBytes.Holder] = []

    mutating func add(_ holder: WaitingBytes.Holder) {
      self.bytes += holder.bytes
      self.calls.append(holder)
    }

    mutating func sort() {
      self.calls.sort { $0.since > $1.since }
    }

    mutating func removeOldest() -> WaitingBytes.Holder? {
      guard let oldest = self.calls.popLast() else { return nil }
      self.bytes -= oldest.bytes
      return oldest
    }
  }
}
