import InteractionMarkup

/// Builds an SVG document of a few shapes with style classes.
struct SVG {
  private var body: [String] = []
  let width: Double

  init(width: Double) {
    self.width = width
  }

  mutating func rect(
    x: Double, y: Double, width: Double, height: Double, _ style: String, radius: Double = 0
  ) {
    self.add(
      "rect", style,
      [
        "x": .number(x), "y": .number(y), "width": .number(width), "height": .number(height),
        "rx": radius > 0 ? .number(radius) : nil,
      ])
  }

  mutating func line(x1: Double, y1: Double, x2: Double, y2: Double, _ style: String) {
    self.add(
      "line", style, ["x1": .number(x1), "y1": .number(y1), "x2": .number(x2), "y2": .number(y2)])
  }

  mutating func circle(x: Double, y: Double, radius: Double, _ style: String) {
    self.add("circle", style, ["cx": .number(x), "cy": .number(y), "r": .number(radius)])
  }

  /// Adds a short arrow to the right.
  mutating func arrow(x: Double, y: Double, _ style: String) {
    self.line(x1: x, y1: y, x2: x + 7, y2: y, style)
    self.line(x1: x + 4, y1: y - 3, x2: x + 7, y2: y, style)
    self.line(x1: x + 4, y1: y + 3, x2: x + 7, y2: y, style)
  }

  /// Adds a line through `points`, simplified without a visible change.
  mutating func polyline(_ points: [PlotPoint], _ style: String) {
    let list = points.withoutStraightParts.map {
      "\(Markup.number($0.x, parts: 100)),\(Markup.number($0.y, parts: 100))"
    }
    self.add("polyline", style, ["points": .text(list.joined(separator: " "))])
  }

  /// Adds a text, with fainter words before and after it.
  mutating func text(
    _ text: String, x: Double, y: Double, _ style: String, anchor: Anchor = .start,
    before: String = "", after: String = ""
  ) {
    func faint(_ words: String) -> String {
      words.isEmpty ? "" : Markup.element("tspan", ["class": "faint"], Markup.escaped(words))
    }
    let gap = before.isEmpty || text.isEmpty ? "" : " "
    let end = after.isEmpty || text.isEmpty ? "" : " "
    self.add(
      "text", style,
      [
        "x": .number(x), "y": .number(y),
        "text-anchor": anchor == .start ? nil : .text(anchor.rawValue),
      ], "\(faint(before))\(gap)\(Markup.escaped(text))\(end)\(faint(after))")
  }

  private mutating func add(
    _ name: String, _ style: String, _ attributes: Markup.Attributes, _ content: String? = nil
  ) {
    self.body.append(
      Markup.element(name, ["class": .text(style)], more: attributes, content))
  }

  /// Returns the document, with a style sheet for light and dark mode.
  func document(height: Double, title: String, styles: String) -> String {
    let back = Markup.element(
      "rect", ["class": "back", "width": "100%", "height": "100%", "rx": "8"])
    return Markup.document(
      width: self.width, height: height, label: title,
      [Markup.element("style", "\n\(styles)\n"), back] + self.body)
  }

  /// The anchor of a text.
  enum Anchor: String {
    case start
    case middle
    case end
  }
}
