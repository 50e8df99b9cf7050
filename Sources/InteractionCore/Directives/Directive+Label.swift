extension Directive {
  /// Every ``label``.
  package static let labels = ["animate", "set", "snapshot"] + Effect.labels

  /// The kind of directive, as metrics and reports name it: its first effect's, or one of three.
  package var label: String {
    if self.replacesAll { return "snapshot" }
    return self.effects.first?.label ?? (self.timeline == nil ? "set" : "animate")
  }
}
