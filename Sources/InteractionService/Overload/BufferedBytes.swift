import Metrics
import Synchronization

/// The bytes buffered for the clients of all connections: incomplete requests, unread responses and
/// frames.
///
/// Above the limit, calls are ended until a quarter is free: of the caller with the most bytes, the
/// call that has waited longest first.
@available(InteractionEngine 1.0, *)
package final class BufferedBytes: Sendable {
  /// A call with buffered bytes.
  struct Holder: Sendable {
    let account: Account
    /// The order in which calls began to buffer.
    let since: UInt64
    var bytes = 0
    /// True once the call was asked to end.
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

  /// The buffered bytes that were reported.
  package var total: Int { self.state.withLock { $0.total } }

  /// Sets the bytes of an account, 0 for none. Ends calls if the total exceeds the limit.
  private func report(_ bytes: Int, of account: Account) {
    let victims = self.state.withLock { state in
      state.set(bytes, of: account)
      self.waiting.set(Double(state.total))
      return state.total > self.limit ? state.victims(leaving: self.limit / 4 * 3) : []
    }
    self.end(victims)
  }

  /// Ends calls until half of the bytes are free, under memory pressure.
  func relieve() {
    self.end(self.state.withLock { $0.victims(leaving: $0.total / 2) })
  }

  private func end(_ victims: [Account]) {
    self.ended.increment(by: victims.count)
    for victim in victims { victim.end() }
  }

  /// The account of a call.
  final class Account: Sendable {
    let caller: String
    let end: @Sendable () -> Void
    private let budget: BufferedBytes

    init(_ budget: BufferedBytes, caller: String, end: @escaping @Sendable () -> Void) {
      self.budget = budget
      self.caller = caller
      self.end = end
    }

    func report(_ bytes: Int) { self.budget.report(bytes, of: self) }
  }

  /// The buffered bytes of one call, reported in steps: most calls never reach one.
  ///
  /// A value owned by the call, changed by one thread at a time.
  package struct Share: Sendable {
    /// The step of reports, in bytes.
    static let step = 16 << 10

    private let account: Account
    private var held = 0
    private var reported = 0

    /// - Parameters:
    ///   - caller: The caller, whose own calls are ended first.
    ///   - end: Ends the call, asynchronously, from any thread.
    package init(
      of budget: BufferedBytes, caller: String, end: @escaping @Sendable () -> Void
    ) {
      self.account = Account(budget, caller: caller, end: end)
    }

    /// Adds to the buffered bytes; `count` may be negative.
    package mutating func change(by count: Int) {
      self.held += count
      guard abs(self.held - self.reported) >= Self.step || self.held == 0 && self.reported > 0
      else { return }
      self.reported = self.held
      self.account.report(self.held)
    }

    /// Releases all bytes at the end of the call.
    package mutating func clear() {
      self.change(by: -self.held)
    }
  }
}

@available(InteractionEngine 1.0, *)
extension BufferedBytes.State {
  mutating func set(_ bytes: Int, of account: BufferedBytes.Account) {
    let id = ObjectIdentifier(account)
    self.count += 1
    var holder = self.holders[id] ?? BufferedBytes.Holder(account: account, since: self.count)
    self.total += bytes - holder.bytes
    holder.bytes = bytes
    self.holders[id] = bytes > 0 ? holder : nil
  }

  /// Returns the calls to end so that at most `goal` bytes are left.
  mutating func victims(leaving goal: Int) -> [BufferedBytes.Account] {
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
    var victims: [BufferedBytes.Account] = []
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
    /// The calls; after sorting, the longest waiting one is last.
    private var calls: [BufferedBytes.Holder] = []

    mutating func add(_ holder: BufferedBytes.Holder) {
      self.bytes += holder.bytes
      self.calls.append(holder)
    }

    mutating func sort() {
      self.calls.sort { $0.since > $1.since }
    }

    mutating func removeOldest() -> BufferedBytes.Holder? {
      guard let oldest = self.calls.popLast() else { return nil }
      self.bytes -= oldest.bytes
      return oldest
    }
  }
}
