import InteractionCore

// Overloads with the rule as a value; sessions pass it in place.

extension SecondFloor {
  mutating func handle(
    _ input: Input, by rule: FloorDefinition.Rule, in context: Context
  ) -> [Effect] {
    self.handle(input, by: Boxed(rule), in: context)
  }
}

extension TabTransition {
  mutating func handle(
    _ drag: PageDrag, by rule: TransitionDefinition, in context: SwipeContext
  ) -> [Effect] {
    self.handle(drag, by: Boxed(rule), in: context)
  }

  mutating func animationEnded(
    _ directive: UInt64, _ outcome: AnimationOutcome, by rule: TransitionDefinition
  ) -> Completion? {
    self.animationEnded(directive, outcome, by: Boxed(rule))
  }

  mutating func finish(by rule: TransitionDefinition) -> Completion? {
    self.finish(by: Boxed(rule))
  }

  mutating func expire(by rule: TransitionDefinition) -> Completion? {
    self.expire(by: Boxed(rule))
  }

  mutating func letGo(by rule: TransitionDefinition) -> (Completion, back: Int)? {
    self.revertRelease(by: Boxed(rule))
  }
}
