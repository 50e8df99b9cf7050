import InteractionCore

/// A session as one version of its experience decides it.
struct PlayedVersion {
  private(set) var session: Session
  private var counter: FigureCounter

  init(_ session: Session, at start: Instant) {
    self.session = session
    self.counter = FigureCounter(session.snapshot, at: start)
  }

  /// Handles an event. Returns its directives, which are counted.
  mutating func play(_ event: InteractionEvent) -> [Directive] {
    let directives = self.session.handle(event)
    guard !directives.isEmpty else { return [] }
    for directive in directives {
      self.counter.count(directive, cause: event.kind.label)
    }
    return directives
  }

  /// Returns the figures until `time`.
  mutating func figures(until time: Instant) -> FigureValues { self.counter.values(until: time) }

  /// Returns whether both show the same, whatever the generations.
  func shows(theSameAs other: PlayedVersion) -> Bool {
    self.session.snapshot.settings.map(\.state) == other.session.snapshot.settings.map(\.state)
  }
}

extension Directive {
  /// Returns whether both show the same for the same cause. The numbers of directives, events and
  /// generations depend on earlier directives and on skipped samples, and do not count.
  func isSame(as other: Directive) -> Bool {
    self.at == other.at && self.replacesAll == other.replacesAll
      && self.timeline == other.timeline && self.effects == other.effects
      && self.hasSameCause(as: other)
      && self.settings.lazy.map(\.state).elementsEqual(other.settings.lazy.map(\.state))
  }

  private func hasSameCause(as other: Directive) -> Bool {
    if case .event = self.cause, case .event = other.cause { return true }
    return self.cause == other.cause
  }

  static func areSame(_ some: [Directive], _ others: [Directive]) -> Bool {
    some.count == others.count && zip(some, others).allSatisfy { $0.isSame(as: $1) }
  }
}
