/// The transition between the pages of two tabs (rules X1–X7): an animation, or a drag that the
/// client tracks while the engine decides the outcome.
package struct TabTransition: Hashable, Sendable {
  /// The phase of the transition.
  package enum Phase: Hashable, Sendable {
    /// No transition.
    ///
    /// Can transition to: ``running``, ``interactive``.
    case idle
    /// The animation of a directive runs.
    ///
    /// Can transition to: ``idle``.
    case running(TransitionAnimation)
    /// A finger moves the pages.
    ///
    /// Can transition to: ``idle``, ``running``.
    case interactive(from: Int, to: Int)
  }

  /// A running animation of the pages.
  package struct TransitionAnimation: Hashable, Sendable {
    package var from: Int
    package var to: Int
    /// The sequence number of its directive.
    package var directive: UInt64
    /// The time of the watchdog timeout.
    package var until: Instant
    /// The outcome at its end.
    package var outcome: TransitionOutcome
    /// A Boolean value that indicates whether a finger's release started the animation, so that the
    /// client's hold may have timed out before the decision arrived (rule D7).
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

  /// The effect of a drag of the pages.
  package enum Effect: Hashable, Sendable {
    /// The previous transition has ended.
    case completed(Completion)
    /// A finger has started to move the pages of these tabs.
    case began(from: Int, to: Int)
    /// The finger lifted at `translation`, pt: the tab changes.
    case switched(from: Int, to: Int, translation: Double)
    /// The finger lifted at `translation`, pt: the pages return.
    case returned(from: Int, to: Int, translation: Double)
  }

  /// The end of a transition.
  package struct Completion: Hashable, Sendable {
    package var number: UInt32
    package var from: Int
    package var to: Int
    package var outcome: TransitionOutcome
    /// The tabs whose pages return to their positions (rule X5).
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
  /// The number of transitions so far.
  package var number: UInt32
  /// The completion of the latest transition; nil before the first.
  package var last: Completion?
  /// True while a finger drags that may move the pages (rule X7).
  package var isDragged: Bool
  /// A Boolean value that indicates whether swiping is enabled.
  package var swipes: Bool
  /// A Boolean value that indicates whether a tab has been switched to in this session (rule X2).
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

  /// The time of the running animation's watchdog timeout; nil if none runs.
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
  /// Starts an animation with `directive`.
  package mutating func start(
    from: Int, to: Int, directive: UInt64, until: Instant, outcome: TransitionOutcome = .finished,
    followsRelease: Bool = false
  ) {
    // A drag and the animation after it are one transition.
    if case .interactive = self.phase {} else { self.number &+= 1 }
    if outcome == .finished { self.hasSwitched = true }
    self.phase = .running(
      TransitionAnimation(
        from: from, to: to, directive: directive, until: until, outcome: outcome,
        followsRelease: followsRelease))
  }

  /// Ends the running transition because another one begins (rule X4).
  package mutating func finish(by rule: TransitionDefinition) -> Completion? {
    self.isDragged = false
    switch self.phase {
    case .idle:
      return nil
    case .running(let run):
      // Without `finishesRunning` the new transition interrupts the old one.
      let outcome = rule.finishesRunning ? run.outcome : .cancelled
      return self.complete(run.from, run.to, outcome, by: rule)
    case .interactive(let from, let to):
      return self.complete(from, to, .cancelled, by: rule)
    }
  }

  /// Handles the client's report that the animation of `directive` has ended.
  package mutating func animationEnded(
    _ directive: UInt64, _ outcome: AnimationOutcome, by rule: TransitionDefinition
  ) -> Completion? {
    guard case .running(let run) = self.phase, run.directive == directive else { return nil }
    switch outcome {
    case .finished: return self.complete(run.from, run.to, run.outcome, by: rule)
    case .cancelled: return self.complete(run.from, run.to, .cancelled, by: rule)
    }
  }

  /// Ends the animation whose deadline has passed.
  package mutating func expire(by rule: TransitionDefinition) -> Completion? {
    guard case .running(let run) = self.phase else { return nil }
    return self.complete(run.from, run.to, run.outcome, by: rule)
  }

  /// Reverts a release, because the client's hold timed out before the decision arrived (rule D7).
  /// Returns the tab to go back to.
  package mutating func revertRelease(by rule: TransitionDefinition) -> (
    Completion, back: Int
  )? {
    guard case .running(let run) = self.phase, run.followsRelease, run.outcome == .finished
    else { return nil }
    return (self.complete(run.from, run.to, .cancelled, by: rule), run.from)
  }

  /// Completes the first switch of a session without a slide (rule X2: `literal`).
  package mutating func startCompleted(
    from: Int, to: Int, by rule: TransitionDefinition
  ) -> Completion {
    self.number &+= 1
    self.hasSwitched = true
    return self.complete(from, to, .finished, by: rule)
  }

  mutating func complete(
    _ from: Int, _ to: Int, _ outcome: TransitionOutcome, by rule: TransitionDefinition
  ) -> Completion {
    self.phase = .idle
    let reset = outcome == .cancelled && !rule.resetsBoth ? [from] : [from, to]
    let completion = Completion(
      number: self.number, from: from, to: to, outcome: outcome, reset: reset)
    self.last = completion
    return completion
  }
}
