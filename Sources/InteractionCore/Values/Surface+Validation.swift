extension Surface {
  /// The violated limits, if any; field paths are those of the wire contract.
  public var violations: [Violation] {
    var problems = ViolationCollector()
    for (edge, name) in [(self.viewport.width, "width"), (self.viewport.height, "height")] {
      problems.require(
        edge >= 1 && edge <= EventLimits.edge, "surface.\(name)",
        "is \(plain(edge)); must be 1 to \(plain(EventLimits.edge)) pt")
    }
    for (scale, name) in [(self.scale, "scale"), (self.textScale, "text_scale")] {
      problems.require(
        scale > 0 && scale <= EventLimits.scale, "surface.\(name)",
        "is \(plain(scale)); must be more than 0 and at most \(plain(EventLimits.scale))")
    }
    for (inset, name) in [
      (self.insets.top, "top"), (self.insets.left, "left"), (self.insets.bottom, "bottom"),
      (self.insets.right, "right"),
    ] {
      problems.require(
        inset >= 0 && inset <= EventLimits.edge, "surface.insets.\(name)",
        "is \(plain(inset)); must be 0 to \(plain(EventLimits.edge)) pt")
    }
    return problems.found
  }
}
