extension Directive {
  /// All values of ``label``.
  package static let labels = ["animate", "set", "snapshot"] + Effect.labels

  /// The metric label: that of the first effect, otherwise "set", "animate" or "snapshot".
  package var label: String {
    if self.replacesAll { return "snapshot" }
    return self.effects.first?.label ?? (self.timeline == nil ? "set" : "animate")
  }
}
