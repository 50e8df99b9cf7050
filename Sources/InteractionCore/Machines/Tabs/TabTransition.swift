/// The pages of two tabs changing places (rules X1–X7): by an animation, or under a finger that the
/// client follows on the device while the engine decides the outcome.
package struct TabTransition: Hashable, Sendable {
  /// What moves the pages.
  package enum Phase: Hashable, Sendable {
    /// Nothing.
    ///
    /// Can transition to: ``running``, ``interactive``.
    case idle
    /// The animation of a directive.
    ///
    /// Can transition to: ``idle``.
    case running(Run)
    /// A finger.
    ///
    /// Can transition to: ``idle``, ``running``.
    case interactive(from: Int, to: Int)
  }

  /// An animation that moves the pages.
  package struct Run: Hashable, Sendable {
    package var from: Int
    package var to: Int
    /// The directive that it came with.
    package var directive: UInt64
    /// When it counts as over if the client says nothing.
    package var until: Instant
    /// What it leads to.
    package var outcome: TransitionOutcome
    /// Whether a finger's release started it, so that the client may have let go before the verdict
    /// reached it (rule D7).
    package var followsRelease: Bool

    package init(
      from: Int, to: Int, directive: UInt64, until: Instant, outcome: TransitionOutcome,
      followsRelease: Bool = false
    ) {
      self.from = from
      self.to = to
      self.directive = directive
      self.until = until
      self.outcome = outcome
      self.followsRelease = followsRelease
    }
  }

  /// What a drag of the pages comes to.
  package enum Effect: Hashable, Sendable {
    /// What ran is over.
    case completed(Completion)
    /// A finger moves the pages of these tabs.
    case took(from: Int, to: Int)
    /// The finger let go, so far along: the tab changes.
    case switched(from: Int, to: Int, translation: Double)
    /// The finger let go, so far along: the pages go back.
    case returned(from: Int, to: Int, translation: Double)
  }

  /// The end of a transition.
  package struct Completion: Hashable, Sendable {
    package var number: UInt32
    package var from: Int
    package var to: Int
    package var outcome: TransitionOutcome
    /// The tabs whose pages return to their places (rule X5).
    package var reset: [Int]

    package init(
      number: UInt32, from: Int, to: Int, outcome: TransitionOutcome, reset: [Int]
    ) {
      self.number = number
      self.from = from
      self.to = to
      self.outcome = outcome
      self.reset = reset
    }
  }

  package var phase: Phase
  /// Counts the transitions.
  package var number: UInt32
  /// How the newest one ended.
  package var last: Completion?
  /// Whether a finger drags that may take the pages (rule X7).
  package var isDragged: Bool
  /// Whether swiping is on.
  package var swipes: Bool
  /// Whether a tab has been switched to yet (rule X2).
  package var hasSwitched: Bool

  package init(
    phase: Phase = .idle, number: UInt32 = 0, last: Completion? = nil, isDragged: Bool = false,
    swipes: Bool = false, hasSwitched: Bool = false
  ) {
    self.phase = phase
    self.number = number
    self.last = last
    self.isDragged = isDragged
    self.swipes = swipes
    self.hasSwitched = hasSwitched
  }

  /// When the running animation counts as over.
  package var deadline: Instant? {
    guard case .running(let run) = self.phase else { return nil }
    return run.until
  }

  /// The tabs whose pages are moving: their carousels pause (rule X6).
  package var movingTabs: (from: Int, to: Int)? {
    switch self.phase {
    case .idle: nil
    case .running(let run): (run.from, run.to)
    case .interactive(let from, let to): (from, to)
    }
  }
}

extension TabTransition {
  /// An animation starts with `directive`.
  package mutating func start(
    from: Int, to: Int, directive: UInt64, until: Instant, outcome: TransitionOutcome = .finished,
    followsRelease: Bool = false
  ) {
    // A drag that becomes an animation stays the same transition.
    if case .interactive = self.phase {} else { self.number &+= 1 }
    if outcome == .finished { self.hasSwitched = true }
    self.phase = .running(
      Run(
        from: from, to: to, directive: directive, until: until, outcome: outcome,
        followsRelease: followsRelease))
  }

  /// Whatever moves the pages ends now, because something else begins (rule X4).
  package mutating func finish(by rule: Held<TransitionDefinition>) -> Completion? {
    self.isDragged = false
    switch self.phase {
    case .idle:
      return nil
    case .running(let run):
      // Without a guard the new transition cuts the old one off.
      let outcome = rule.finishesRunning ? run.outcome : .cancelled
      return self.complete(run.from, run.to, outcome, by: rule)
    case .interactive(let from, let to):
      return self.complete(from, to, .cancelled, by: rule)
    }
  }

  /// The client says that the animation of `directive` is over.
  package mutating func animationEnded(
    _ directive: UInt64, _ outcome: AnimationOutcome, by rule: Held<TransitionDefinition>
  ) -> Completion? {
    guard case .running(let run) = self.phase, run.directive == directive else { return nil }
    switch outcome {
    case .finished: return self.complete(run.from, run.to, run.outcome, by: rule)
    case .cancelled: return self.complete(run.from, run.to, .cancelled, by: rule)
    }
  }

  /// The deadline has passed.
  package mutating func expire(by rule: Held<TransitionDefinition>) -> Completion? {
    guard case .running(let run) = self.phase else { return nil }
    return self.complete(run.from, run.to, run.outcome, by: rule)
  }

  /// The client let go before the verdict reached it (rule D7). Returns the tab to go back to.
  package mutating func letGo(by rule: Held<TransitionDefinition>) -> (Completion, back: Int)? {
    guard case .running(let run) = self.phase, run.followsRelease, run.outcome == .finished
    else { return nil }
    return (self.complete(run.from, run.to, .cancelled, by: rule), run.from)
  }

  /// The first switch of a session that does not slide (rule X2: `literal`).
  package mutating func startCompleted(
    from: Int, to: Int, by rule: Held<TransitionDefinition>
  ) -> Completion {
    self.number &+= 1
    self.hasSwitched = true
    return self.complete(from, to, .finished, by: rule)
  }

  mutating func complete(
    _ from: Int, _ to: Int, _ outcome: TransitionOutcome, by rule: Held<TransitionDefinition>
  ) -> Completion {
    self.phase = .idle
    let reset = outcome == .cancelled && !rule.resetsBoth ? [from] : [from, to]
    let completion = Completion(
      number: self.number, from: from, to: to, outcome: outcome, reset: reset)
    self.last = completion
    return completion
  }
}
