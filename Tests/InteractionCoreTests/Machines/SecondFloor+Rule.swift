import InteractionCore

extension SecondFloor {
  /// Takes the rule as a value; sessions pass it in place.
  mutating func handle(
    _ input: Input, by rule: FloorDefinition.Rule, in context: Context
  ) -> [Effect] {
    self.handle(input, by: Boxed(rule), in: context)
  }
}
