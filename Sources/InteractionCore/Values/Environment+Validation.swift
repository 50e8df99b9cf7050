extension Environment {
  /// What is wrong with the environment, if anything; field paths are those of the wire contract.
  public var violations: [Violation] {
    var problems = Problems()
    for (edge, name) in [(self.viewport.width, "width"), (self.viewport.height, "height")] {
      problems.require(
        edge > 0 && edge <= EventLimits.edge, "environment.\(name)",
        "is \(edge); must be more than 0 and at most \(EventLimits.edge) pt")
    }
    problems.require(
      self.scale > 0 && self.scale <= EventLimits.scale, "environment.scale",
      "is \(self.scale); must be more than 0 and at most \(EventLimits.scale)")
    for (inset, name) in [
      (self.insets.top, "top"), (self.insets.left, "left"), (self.insets.bottom, "bottom"),
      (self.insets.right, "right"),
    ] {
      problems.require(
        inset >= 0 && inset <= EventLimits.edge, "environment.insets.\(name)",
        "is \(inset); must be 0 to \(EventLimits.edge) pt")
    }
    return problems.found
  }
}
