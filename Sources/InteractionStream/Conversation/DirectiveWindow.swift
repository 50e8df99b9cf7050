package import InteractionCore
import InteractionWire

/// Directives on their way to the client: what it has not acknowledged is bounded, and what exceeds
/// that waits.
///
/// Once many wait, one that a newer one makes pointless is left out, and of snapshots only the
/// newest is ever kept; the number of what is left out travels with the newer one. All that wait
/// leave together in one frame, since a client applies a frame whole or not at all: so it never
/// sees a gap.
@available(InteractionEngine 1.0, *)
package struct DirectiveWindow: Hashable, Sendable {
  /// A frame's last directive and size, while it is not acknowledged.
  private struct Sent: Hashable, Sendable {
    let last: UInt64
    let bytes: Int
  }

  /// The last directive that the client says it has applied.
  package private(set) var applied: UInt64
  /// The last directive that was sent.
  private(set) var sent: UInt64
  private var frames: [Sent] = []
  private(set) var bytes = 0
  /// What waits, in order.
  package private(set) var waiting: [Directive] = []
  private var superseded: [UInt64: [UInt64]] = [:]
  /// Since when something waits without anything being acknowledged, in server time.
  private(set) var waitingSince: Instant?
  /// Since when the client has owed an acknowledgement, in server time: more directives are
  /// unacknowledged than the contract allows.
  private(set) var overdueSince: Instant?

  /// Since when the client has acknowledged nothing, though it should have; nil if it need not.
  var stalledSince: Instant? {
    guard let waitingSince else { return self.overdueSince }
    return self.overdueSince.map { min($0, waitingSince) } ?? waitingSince
  }

  /// A window for a client that has applied everything up to `applied`.
  init(applied: UInt64) {
    self.applied = applied
    self.sent = applied
  }

  /// Directives that were sent and are not acknowledged.
  package var unacknowledged: Int { Int(clamping: self.sent - self.applied) }

  /// Whether newer directives have to wait.
  func isFull(by limits: StreamLimits) -> Bool {
    self.unacknowledged >= limits.unacknowledgedDirectives
      || self.bytes >= limits.unacknowledgedBytes
  }

  /// A frame that ends with directive `last` was encoded in so many bytes.
  mutating func note(bytes: Int, through last: UInt64) {
    guard last > self.applied else { return }
    self.frames.append(Sent(last: last, bytes: bytes))
    self.bytes += bytes
  }

  /// The client has applied everything up to `directive`.
  mutating func acknowledge(_ directive: UInt64, at now: Instant) {
    guard directive > self.applied else { return }
    self.applied = directive
    self.sent = max(self.sent, directive)
    let done = self.frames.prefix { $0.last <= directive }
    self.bytes -= done.reduce(0) { $0 + $1.bytes }
    self.frames.removeFirst(done.count)
    if self.waitingSince != nil { self.waitingSince = now }
    if self.overdueSince != nil { self.overdueSince = nil }
  }

  /// What may leave now of what waits and of `new`, in one frame; those that the client has applied
  /// already, before it lost its connection, are left out. The last frame holds all that there is.
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
      if !self.waiting.isEmpty, self.waitingSince == nil { self.waitingSince = now }
      return ([], [:])
    }
    defer {
      self.waiting = []
      self.superseded = [:]
      self.waitingSince = nil
    }
    if let last = self.waiting.lastSequence { self.sent = last }
    self.noteOverdue(at: now, by: limits)
    return (self.waiting, self.superseded)
  }

  private mutating func noteOverdue(at now: Instant, by limits: StreamLimits) {
    guard self.overdueSince == nil, self.unacknowledged > limits.owedDirectives else { return }
    self.overdueSince = now
  }

  /// Mostly they all are, and none has to be copied.
  private func unsent(of new: [Directive]) -> [Directive] {
    guard let first = new.indices.first, new[first].sequence <= self.sent else { return new }
    return Array(new.drop { $0.sequence <= self.sent })
  }

  /// Lets a directive wait; once many do, what it makes pointless is left out.
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
  /// Whether a client that has not seen `older` need not, once it sees this: all that it would set
  /// is set anew, and it does nothing besides. Another tab and another page are steps on a way:
  /// what plays for the next step starts where they end.
  fileprivate func replaces(_ older: Directive) -> Bool {
    guard older.effects.isEmpty, !older.settings.isEmpty else { return false }
    if older.replacesAll { return self.replacesAll }
    return older.settings.allSatisfy { former in
      former.aspect != .selection && former.aspect != .navigation
        && self.settings.contains { $0.aspect == former.aspect }
    }
  }
}
