package import InteractionCore
import InteractionWire

/// The flow control of directives: those that are unacknowledged are bounded, and further ones
/// wait.
///
/// If many wait, superseded directives are conflated; of snapshots only the newest is ever kept.
/// The sequence numbers of superseded directives are sent with the directive that supersedes them.
/// All waiting directives leave in one frame, which a client applies atomically: it never sees a
/// gap.
@available(InteractionEngine 1.0, *)
package struct DirectiveWindow: Hashable, Sendable {
  /// The last directive and the size of an unacknowledged frame.
  private struct Sent: Hashable, Sendable {
    let last: UInt64
    let bytes: Int
  }

  /// The last directive that the client has acknowledged.
  package private(set) var applied: UInt64
  /// The last directive that was sent.
  private(set) var sent: UInt64
  private var frames: [Sent] = []
  private(set) var bytes = 0
  /// The waiting directives, in order.
  package private(set) var waiting: [Directive] = []
  private var superseded: [UInt64: [UInt64]] = [:]
  /// The server time since which directives wait without any acknowledgement; nil if none wait.
  private(set) var blockedSince: Instant?
  /// The server time since which an acknowledgement is overdue: more directives are unacknowledged
  /// than the contract allows. Nil if none is.
  private(set) var overdueSince: Instant?

  /// The server time since which the client has failed to acknowledge; nil if nothing is
  /// outstanding.
  var stalledSince: Instant? {
    guard let blockedSince else { return self.overdueSince }
    return self.overdueSince.map { min($0, blockedSince) } ?? blockedSince
  }

  /// Creates the window of a client that has applied the directives up to `applied`.
  init(applied: UInt64) {
    self.applied = applied
    self.sent = applied
  }

  /// The number of directives that are sent and not acknowledged.
  package var unacknowledged: Int { Int(clamping: self.sent - self.applied) }

  /// Returns whether new directives must wait.
  func isFull(by limits: StreamLimits) -> Bool {
    self.unacknowledged >= limits.unacknowledgedDirectives
      || self.bytes >= limits.unacknowledgedBytes
  }

  /// Records the encoded size of a frame that ends with directive `last`.
  mutating func note(bytes: Int, through last: UInt64) {
    guard last > self.applied else { return }
    self.frames.append(Sent(last: last, bytes: bytes))
    self.bytes += bytes
  }

  /// Records that the client has applied the directives up to `directive`.
  mutating func acknowledge(_ directive: UInt64, at now: Instant) {
    guard directive > self.applied else { return }
    self.applied = directive
    self.sent = max(self.sent, directive)
    let done = self.frames.prefix { $0.last <= directive }
    self.bytes -= done.reduce(0) { $0 + $1.bytes }
    self.frames.removeFirst(done.count)
    if self.blockedSince != nil { self.blockedSince = now }
    if self.overdueSince != nil { self.overdueSince = nil }
  }

  /// Returns the directives to send now, in one frame, from the waiting and the `new` ones. Those
  /// that the client applied before it reconnected are skipped.
  ///
  /// - Parameter isLast: True for the final frame, which takes all.
  mutating func admit(
    _ new: [Directive], at now: Instant, by limits: StreamLimits, isLast: Bool = false
  ) -> (directives: [Directive], superseded: [UInt64: [UInt64]]) {
    let new = self.unsent(of: new)
    if self.waiting.isEmpty && (isLast || !self.isFull(by: limits)) {
      if let last = new.lastSequence { self.sent = last }
      self.noteOverdue(at: now, by: limits)
      return (new, [:])
    }
    for directive in new { self.wait(directive, by: limits) }
    if self.isFull(by: limits) && !isLast {
      if !self.waiting.isEmpty, self.blockedSince == nil { self.blockedSince = now }
      return ([], [:])
    }
    defer {
      self.waiting = []
      self.superseded = [:]
      self.blockedSince = nil
    }
    if let last = self.waiting.lastSequence { self.sent = last }
    self.noteOverdue(at: now, by: limits)
    return (self.waiting, self.superseded)
  }

  private mutating func noteOverdue(at now: Instant, by limits: StreamLimits) {
    guard self.overdueSince == nil, self.unacknowledged > limits.overdueDirectives else { return }
    self.overdueSince = now
  }

  /// Returns the directives that were not sent; usually all, without a copy.
  private func unsent(of new: [Directive]) -> [Directive] {
    guard let first = new.indices.first, new[first].sequence <= self.sent else { return new }
    return Array(new.drop { $0.sequence <= self.sent })
  }

  /// Queues a directive, and conflates those that it supersedes if many wait.
  private mutating func wait(_ directive: Directive, by limits: StreamLimits) {
    if self.waiting.count >= limits.conflatedAbove || directive.replacesAll {
      var numbers: [UInt64] = []
      self.waiting.removeAll { older in
        guard directive.replaces(older) else { return false }
        numbers += (self.superseded.removeValue(forKey: older.sequence) ?? []) + [older.sequence]
        return true
      }
      if !numbers.isEmpty { self.superseded[directive.sequence] = numbers.sorted() }
    }
    self.waiting.append(directive)
  }
}

@available(InteractionEngine 1.0, *)
extension Directive {
  /// Returns whether this directive supersedes `older`: it sets everything anew that `older` sets,
  /// and `older` has no effects. Only a snapshot supersedes a snapshot. Selections and navigation
  /// are never superseded, since the animation of a step starts at the end of the one before.
  fileprivate func replaces(_ older: Directive) -> Bool {
    guard older.effects.isEmpty, !older.settings.isEmpty else { return false }
    if older.replacesAll { return self.replacesAll }
    return older.settings.allSatisfy { former in
      former.aspect != .selection && former.aspect != .navigation
        && self.settings.contains { $0.aspect == former.aspect }
    }
  }
}
