import InteractionCore

/// The reports that the engine waits for.
struct PendingReports: Hashable, Sendable {
  /// A running animation whose end has to be reported.
  struct AwaitedEnd: Hashable, Sendable {
    var directive: UInt64
    var aspect: Setting.Aspect
    var end: Instant
  }

  private var awaited: [AwaitedEnd] = []
  /// The reports that are due.
  private(set) var unsent: [InteractionEvent.Kind] = []

  /// The time of the next animation end; nil if none is awaited.
  var nextEnd: Instant? { self.awaited.lazy.map(\.end).min() }

  /// Returns whether an awaited animation has ended by `now`.
  func isDue(at now: Instant) -> Bool { self.awaited.contains { $0.end <= now } }

  mutating func take() -> [InteractionEvent.Kind] {
    defer { self.unsent = [] }
    return self.unsent
  }

  mutating func add(_ report: InteractionEvent.Kind) {
    self.unsent.append(report)
  }

  mutating func await(_ animation: AwaitedEnd) {
    self.awaited.append(animation)
  }

  /// Adds reports of the animations that have ended by `now`.
  mutating func advance(to now: Instant) {
    for awaited in self.awaited where awaited.end <= now {
      self.unsent.append(.animationEnded(directive: awaited.directive, outcome: .finished))
    }
    self.awaited.removeAll { $0.end <= now }
  }

  /// Drops the awaited ends of an aspect, which newer settings supersede.
  mutating func forget(_ aspect: Setting.Aspect) {
    self.awaited.removeAll { $0.aspect == aspect }
  }

  /// Reports as cancelled the animations that a snapshot stops while they are under way in it (rule
  /// D5).
  mutating func cancelAll(under settings: [Setting]) {
    for awaited in self.awaited
    where settings.contains(where: { $0.aspect == awaited.aspect && $0.state.isAnimating }) {
      self.unsent.append(.animationEnded(directive: awaited.directive, outcome: .cancelled))
    }
    self.awaited = []
  }
}
