/// The state machine of a view that changes its look at an offset of a list, such as the rocket
/// (rules R1–R11).
package struct ThresholdToggle: Hashable, Sendable {
  /// The phase of the toggle's latch.
  package enum Phase: Hashable, Sendable {
    /// The latch is clear: samples have no effect.
    ///
    /// Can transition to: ``armed``, ``commanded``, ``scrollingToTop``.
    case resting
    /// A drag has set the latch (rule R2). `reference` is the offset with which the next sample is
    /// compared: the previous sample's, or the drag's start offset (rule R3).
    ///
    /// Can transition to: ``resting``, ``commanded``, ``scrollingToTop``.
    case armed(reference: Double)
    /// A commanded look holds until the next drag or programmatic scroll (rule R10).
    ///
    /// Can transition to: ``armed``, ``resting``, ``scrollingToTop``.
    case commanded
    /// The list scrolls to its top without switching the look on the way (rule R8); the scroll
    /// counts as ended at `until` without samples.
    ///
    /// Can transition to: ``resting``, ``armed``, ``commanded``.
    case scrollingToTop(until: Instant)
  }

  /// An input of the toggle.
  package enum Input: Hashable, Sendable {
    /// A scroll step of the toggle's list.
    case step(ScrollTracker.Step)
    /// A scroll step of another list (used only by `literal`).
    case otherStep(ScrollTracker.Step)
    /// A command to show this look (rule R10).
    case command(ToggleLook)
    /// A tap on the selected tab (rule R8).
    case reselect
    /// A change of the surface, or the toggle became visible again (rule R6).
    case reconcile(animated: Bool)
    /// The scroll to the top has timed out.
    case expire
  }

  /// The surroundings of the toggle at the time of an input.
  package struct Context: Hashable, Sendable {
    /// Session time.
    package var now: Instant
    /// The offset of the input, pt; for ``Input/otherStep(_:)`` that of the other list.
    package var y: Double
    /// The distance that the list has travelled since it last changed direction, pt; 0 unless the
    /// toggle switches by direction (rule R12).
    package var distance: Double
    /// The viewport's height, pt: larger steps are not animated (rule R5).
    package var viewportHeight: Double
    /// A Boolean value that indicates whether the toggle is visible (rule R9).
    package var isVisible: Bool

    package init(
      now: Instant, y: Double, distance: Double = 0, viewportHeight: Double, isVisible: Bool
    ) {
      self.now = now
      self.y = y
      self.distance = distance
      self.viewportHeight = viewportHeight
      self.isVisible = isVisible
    }
  }

  /// A decision of the toggle.
  package enum Decision: Hashable, Sendable {
    /// The look has changed.
    case swap(animated: Bool)
    /// The look has changed back, and the list has to scroll to its top (rule R8).
    case switchAndScrollToTop
  }

  /// The timeout of a scroll to the top without samples (rule R8).
  package static let returnTime = TimeSpan.seconds(2)

  package var phase: Phase
  package var look: ToggleLook

  package init(phase: Phase = .resting, look: ToggleLook = .below) {
    self.phase = phase
    self.look = look
  }

  /// The time at which the scroll to the top times out; nil if none runs.
  package var deadline: Instant? {
    switch self.phase {
    case .resting, .armed, .commanded: nil
    case .scrollingToTop(let until): until
    }
  }

  /// A Boolean value that indicates whether the list already scrolls to its top, so that a tap on
  /// its tab is ignored.
  package var isReturning: Bool { self.deadline != nil }

  package mutating func handle(
    _ input: Input, by rule: ToggleDefinition.Rule, in context: Context
  ) -> Decision? {
    switch input {
    case .step(let step):
      return self.handle(step, by: rule, in: context)
    case .otherStep(.resumed), .otherStep(.moved), .otherStep(.decelerated),
      .otherStep(.programmaticMoved):
      guard rule.seesEverySource else { return nil }
      return self.sample(by: rule, in: context)
    case .otherStep(.began), .otherStep(.beganUnreported), .otherStep(.ended),
      .otherStep(.endedAfterRelease),
      .otherStep(.settled), .otherStep(.cancelled), .otherStep(.programmaticBegan),
      .otherStep(.programmaticEnded):
      // Drags of other lists neither set nor clear the latch.
      return nil
    case .command(let look):
      self.clearLatch(entering: .commanded, by: rule)
      if look == self.look && rule.redundancy == .ignored { return nil }
      self.look = look
      return .swap(animated: context.isVisible || rule.switchesHidden)
    case .reselect:
      return self.reselect(by: rule, in: context)
    case .reconcile(let animated):
      switch self.phase {
      case .resting, .armed: return self.reconcile(by: rule, in: context, animated: animated)
      case .commanded, .scrollingToTop: return nil
      }
    case .expire:
      guard case .scrollingToTop = self.phase else { return nil }
      self.phase = .resting
      return self.reconcile(by: rule, in: context)
    }
  }

  private mutating func handle(
    _ step: ScrollTracker.Step, by rule: ToggleDefinition.Rule, in context: Context
  ) -> Decision? {
    switch (self.phase, step) {
    case (_, .began):
      // Includes a finger that catches the list on its way to the top.
      self.phase = .armed(reference: rule.seesOverscroll ? context.y : max(context.y, 0))
      return self.reconcile(by: rule, in: context)
    case (_, .resumed):
      return self.handle(rule.startsUnseen ? .began : .moved, by: rule, in: context)
    case (_, .beganUnreported):
      return rule.startsUnseen ? self.handle(.began, by: rule, in: context) : nil

    case (.scrollingToTop, .moved):
      // A finger still holds the list, so it does not scroll to the top.
      self.phase = .resting
      return self.reconcile(by: rule, in: context)
    case (.resting, .moved), (.resting, .decelerated), (.resting, .programmaticMoved),
      (.armed, .moved), (.armed, .decelerated), (.armed, .programmaticMoved),
      (.commanded, .moved), (.commanded, .decelerated), (.commanded, .programmaticMoved),
      (.scrollingToTop, .decelerated), (.scrollingToTop, .programmaticMoved):
      return self.sample(by: rule, in: context)

    case (.resting, .ended), (.armed, .ended), (.commanded, .ended), (.scrollingToTop, .ended),
      (.resting, .endedAfterRelease), (.armed, .endedAfterRelease),
      (.commanded, .endedAfterRelease), (.scrollingToTop, .endedAfterRelease):
      // The latch stays set when the finger lifts (rule R2).
      return nil

    case (.armed, .settled), (.armed, .cancelled):
      guard rule.latch != .untilFired else { return nil }
      self.phase = .resting
      return self.reconcile(by: rule, in: context)
    case (.resting, .settled), (.resting, .cancelled):
      return self.reconcile(by: rule, in: context)
    case (.commanded, .settled), (.commanded, .cancelled):
      // The command outlives the drag that it interrupted.
      return nil
    case (.scrollingToTop, .settled), (.scrollingToTop, .cancelled):
      // The movement that the scroll to the top interrupted ends here; the scroll itself continues.
      return nil

    case (.commanded, .programmaticBegan):
      self.phase = .resting
      return nil
    case (.resting, .programmaticBegan), (.armed, .programmaticBegan),
      (.scrollingToTop, .programmaticBegan):
      return nil
    case (.scrollingToTop, .programmaticEnded):
      self.phase = .resting
      return self.reconcile(by: rule, in: context)
    case (.resting, .programmaticEnded), (.armed, .programmaticEnded):
      return self.reconcile(by: rule, in: context)
    case (.commanded, .programmaticEnded):
      // Commanded during the programmatic scroll: the look holds until the next one.
      return nil
    }
  }

  private mutating func sample(
    by rule: ToggleDefinition.Rule, in context: Context
  ) -> Decision? {
    switch self.phase {
    case .resting, .commanded:
      return nil
    case .scrollingToTop:
      self.phase = .scrollingToTop(until: context.now + Self.returnTime)
      return nil
    case .armed(let reference):
      let y = context.y
      if y < 0 && !rule.seesOverscroll {
        // Overscroll belongs to the floor; the next sample at 0 or more is compared with 0 (rule
        // S4).
        self.phase = .armed(reference: 0)
        return nil
      }
      if rule.direction == .crossing {
        self.phase = .armed(reference: y)
      }
      guard context.isVisible || rule.switchesHidden,
        let look = Self.look(from: reference, by: rule, in: context),
        look != self.look || rule.redundancy == .sent
      else { return nil }
      self.look = look
      if rule.latch != .everyCrossing {
        self.phase = .resting
      }
      let isLeap = abs(y - reference) > context.viewportHeight
      return .swap(animated: rule.animatesLeaps || !isLeap)
    }
  }

  /// Returns the look that a movement from `reference` selects, if any (rules R1, R3, R12).
  static func look(
    from reference: Double, by rule: ToggleDefinition.Rule, in context: Context
  ) -> ToggleLook? {
    if let travel = rule.travel { return travel.look(at: context.y, after: context.distance) }
    return self.crossed(from: reference, to: context.y, by: rule)
  }

  /// Returns the look on the other side of the line that a movement from `reference` to `y`
  /// crosses, if any (rules R1, R3).
  static func crossed(
    from reference: Double, to y: Double, by rule: ToggleDefinition.Rule
  ) -> ToggleLook? {
    let up = rule.threshold + rule.hysteresis
    let down = rule.threshold - rule.hysteresis
    switch rule.direction {
    case .crossing:
      if reference <= up && y > up { return .above }
      if reference >= down && y < down { return .below }
    case .fromDragStart:
      if y > reference {
        if y > up { return .above }
      } else if y < down {
        return .below
      }
    }
    return nil
  }

  private mutating func reselect(
    by rule: ToggleDefinition.Rule, in context: Context
  ) -> Decision? {
    guard rule.returnsOnReselect, self.look == .above, !self.isReturning else { return nil }
    self.clearLatch(entering: .scrollingToTop(until: context.now + Self.returnTime), by: rule)
    self.look = .below
    return .switchAndScrollToTop
  }

  /// Enters `phase`, unless the latch is set and only firing may clear it (rule R2: `literal`).
  private mutating func clearLatch(entering phase: Phase, by rule: ToggleDefinition.Rule) {
    if case .armed = self.phase, rule.latch == .untilFired { return }
    self.phase = phase
  }

  /// Switches to the look that the resting offset calls for (rule R6).
  private mutating func reconcile(
    by rule: ToggleDefinition.Rule, in context: Context, animated: Bool = true
  ) -> Decision? {
    guard rule.reconciles, context.isVisible,
      let look = rule.look(at: context.y, after: context.distance), look != self.look
    else { return nil }
    self.look = look
    return .swap(animated: animated)
  }
}
