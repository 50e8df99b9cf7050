/// The rocket: a view that changes its look past an offset of a list (rules R1–R11).
package struct ThresholdToggle: Hashable, Sendable {
  /// What stands between the toggle and its next switch.
  package enum Phase: Hashable, Sendable {
    /// The latch is clear: samples decide nothing.
    ///
    /// Can transition to: ``armed``, ``ordered``, ``returning``.
    case resting
    /// A drag has set the latch (rule R2). `reference` is what the next sample is compared with:
    /// the previous one, or the drag's start offset (rule R3).
    ///
    /// Can transition to: ``resting``, ``ordered``, ``returning``.
    case armed(reference: Double)
    /// An order stands until the next drag or programmatic move (rule R10).
    ///
    /// Can transition to: ``armed``, ``resting``, ``returning``.
    case ordered
    /// The list scrolls to its top and does not flip the look back on the way (rule R8); over at
    /// `until` if no sample comes.
    ///
    /// Can transition to: ``resting``, ``armed``, ``ordered``.
    case returning(until: Instant)
  }

  /// What can happen to a toggle.
  package enum Input: Hashable, Sendable {
    /// A step of the list that drives it.
    case step(ScrollTracker.Step)
    /// A step of another list (only `literal` looks at those).
    case otherStep(ScrollTracker.Step)
    /// An outside caller orders a look (rule R10).
    case order(Look)
    /// The selected tab was tapped again (rule R8).
    case reselect
    /// The surface changed or came back into view (rule R6).
    case reconsider(animated: Bool)
    /// The scroll to the top has been silent for too long.
    case expire
  }

  /// Where the toggle stands while something happens to it.
  package struct Context: Hashable, Sendable {
    /// Session time.
    package var now: Instant
    /// The offset that the input carries, pt; for ``Input/otherStep(_:)`` the other list's.
    package var y: Double
    /// The viewport's height, pt: a larger step does not animate (rule R5).
    package var viewportHeight: Double
    /// Whether the toggle can be seen (rule R9).
    package var isVisible: Bool

    package init(now: Instant, y: Double, viewportHeight: Double, isVisible: Bool) {
      self.now = now
      self.y = y
      self.viewportHeight = viewportHeight
      self.isVisible = isVisible
    }
  }

  /// What the toggle decided.
  package enum Decision: Hashable, Sendable {
    /// It switched to its current look.
    case swap(animated: Bool)
    /// It switched back, and the list is to scroll to its top (rule R8).
    case swapAndReturn
  }

  /// How long a silent scroll to the top lasts (rule R8).
  package static let returnTime = TimeSpan.seconds(2)

  package var phase: Phase
  package var look: Look

  package init(phase: Phase = .resting, look: Look = .below) {
    self.phase = phase
    self.look = look
  }

  /// When the scroll to the top counts as over.
  package var deadline: Instant? {
    switch self.phase {
    case .resting, .armed, .ordered: nil
    case .returning(let until): until
    }
  }

  /// Whether a tap on its tab is swallowed because the list already scrolls to its top.
  package var isReturning: Bool { self.deadline != nil }

  package mutating func handle(
    _ input: Input, by rule: ToggleDefinition.Rule, in context: Context
  ) -> Decision? {
    switch input {
    case .step(let step):
      return self.handle(step, by: rule, in: context)
    case .otherStep(.joined), .otherStep(.dragged), .otherStep(.coasted), .otherStep(.jumped):
      guard rule.seesEverySource else { return nil }
      return self.sample(by: rule, in: context)
    case .otherStep(.began), .otherStep(.appeared), .otherStep(.lifted), .otherStep(.slipped),
      .otherStep(.settled), .otherStep(.cancelled), .otherStep(.jumpBegan), .otherStep(.jumpEnded):
      // Another list's drags neither set nor clear the latch.
      return nil
    case .order(let look):
      self.leaveLatch(for: .ordered, by: rule)
      if look == self.look && rule.redundancy == .ignored { return nil }
      self.look = look
      return .swap(animated: context.isVisible || rule.switchesHidden)
    case .reselect:
      return self.reselect(by: rule, in: context)
    case .reconsider(let animated):
      switch self.phase {
      case .resting, .armed: return self.reconcile(by: rule, in: context, animated: animated)
      case .ordered, .returning: return nil
      }
    case .expire:
      guard case .returning = self.phase else { return nil }
      self.phase = .resting
      return self.reconcile(by: rule, in: context)
    }
  }

  private mutating func handle(
    _ step: ScrollTracker.Step, by rule: ToggleDefinition.Rule, in context: Context
  ) -> Decision? {
    switch (self.phase, step) {
    case (_, .began):
      // Also the finger that grabs a list on its way to the top.
      self.phase = .armed(reference: rule.seesOverscroll ? context.y : max(context.y, 0))
      return self.reconcile(by: rule, in: context)
    case (_, .joined):
      return self.handle(rule.startsUnseen ? .began : .dragged, by: rule, in: context)
    case (_, .appeared):
      return rule.startsUnseen ? self.handle(.began, by: rule, in: context) : nil

    case (.returning, .dragged):
      // A finger that never left the list holds it: there is no way to the top.
      self.phase = .resting
      return self.reconcile(by: rule, in: context)
    case (.resting, .dragged), (.resting, .coasted), (.resting, .jumped),
      (.armed, .dragged), (.armed, .coasted), (.armed, .jumped),
      (.ordered, .dragged), (.ordered, .coasted), (.ordered, .jumped),
      (.returning, .coasted), (.returning, .jumped):
      return self.sample(by: rule, in: context)

    case (.resting, .lifted), (.armed, .lifted), (.ordered, .lifted), (.returning, .lifted),
      (.resting, .slipped), (.armed, .slipped), (.ordered, .slipped), (.returning, .slipped):
      // The latch outlives the finger (rule R2).
      return nil

    case (.armed, .settled), (.armed, .cancelled):
      guard rule.latch != .untilFired else { return nil }
      self.phase = .resting
      return self.reconcile(by: rule, in: context)
    case (.resting, .settled), (.resting, .cancelled):
      return self.reconcile(by: rule, in: context)
    case (.ordered, .settled), (.ordered, .cancelled):
      // The order outlives the drag that it interrupted.
      return nil
    case (.returning, .settled), (.returning, .cancelled):
      // What the scroll to the top cut short ends here; the scroll itself goes on.
      return nil

    case (.ordered, .jumpBegan):
      self.phase = .resting
      return nil
    case (.resting, .jumpBegan), (.armed, .jumpBegan), (.returning, .jumpBegan):
      return nil
    case (.returning, .jumpEnded):
      self.phase = .resting
      return self.reconcile(by: rule, in: context)
    case (.resting, .jumpEnded), (.armed, .jumpEnded):
      return self.reconcile(by: rule, in: context)
    case (.ordered, .jumpEnded):
      // Ordered in the middle of the move: it stands until the next one.
      return nil
    }
  }

  private mutating func sample(
    by rule: ToggleDefinition.Rule, in context: Context
  ) -> Decision? {
    switch self.phase {
    case .resting, .ordered:
      return nil
    case .returning:
      self.phase = .returning(until: context.now + Self.returnTime)
      return nil
    case .armed(let reference):
      let y = context.y
      if y < 0 && !rule.seesOverscroll {
        // The floor owns this sample; the next one at 0 or more comes from 0 (rule S4).
        self.phase = .armed(reference: 0)
        return nil
      }
      if rule.direction == .crossing {
        self.phase = .armed(reference: y)
      }
      guard context.isVisible || rule.switchesHidden,
        let look = Self.crossed(from: reference, to: y, by: rule),
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

  /// The look that a movement from `reference` to `y` calls for, if it crosses a line (R1, R3).
  static func crossed(
    from reference: Double, to y: Double, by rule: ToggleDefinition.Rule
  ) -> Look? {
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
    self.leaveLatch(for: .returning(until: context.now + Self.returnTime), by: rule)
    self.look = .below
    return .swapAndReturn
  }

  /// Takes up `phase`, unless only firing may clear the latch that is set (rule R2: `literal`).
  private mutating func leaveLatch(for phase: Phase, by rule: ToggleDefinition.Rule) {
    if case .armed = self.phase, rule.latch == .untilFired { return }
    self.phase = phase
  }

  /// Makes the look follow the resting offset (rule R6).
  private mutating func reconcile(
    by rule: ToggleDefinition.Rule, in context: Context, animated: Bool = true
  ) -> Decision? {
    guard rule.reconciles, context.isVisible,
      let look = rule.look(at: context.y), look != self.look
    else { return nil }
    self.look = look
    return .swap(animated: animated)
  }
}
