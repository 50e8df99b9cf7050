/// Builds an SVG document out of a few shapes.
struct SVG {
  private var body: [String] = []
  let width: Double
  var height: Double

  init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  mutating func rect(
    x: Double, y: Double, width: Double, height: Double, _ style: String, radius: Double = 0
  ) {
    self.body.append(
      "<rect x=\"\(n(x))\" y=\"\(n(y))\" width=\"\(n(width))\" height=\"\(n(height))\""
        + (radius > 0 ? " rx=\"\(n(radius))\"" : "") + " class=\"\(style)\"/>")
  }

  mutating func line(x1: Double, y1: Double, x2: Double, y2: Double, _ style: String) {
    self.body.append(
      "<line x1=\"\(n(x1))\" y1=\"\(n(y1))\" x2=\"\(n(x2))\" y2=\"\(n(y2))\" class=\"\(style)\"/>")
  }

  mutating func circle(x: Double, y: Double, radius: Double, _ style: String) {
    self.body.append(
      "<circle cx=\"\(n(x))\" cy=\"\(n(y))\" r=\"\(n(radius))\" class=\"\(style)\"/>")
  }

  mutating func polyline(_ points: [(x: Double, y: Double)], _ style: String) {
    let list = points.map { "\(n($0.x)),\(n($0.y))" }.joined(separator: " ")
    self.body.append("<polyline points=\"\(list)\" class=\"\(style)\"/>")
  }

  mutating func text(
    _ text: String, x: Double, y: Double, _ style: String, anchor: String = "start"
  ) {
    let escaped = text.map { character in
      switch character {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      default: String(character)
      }
    }.joined()
    self.body.append(
      "<text x=\"\(n(x))\" y=\"\(n(y))\" text-anchor=\"\(anchor)\" class=\"\(style)\">"
        + "\(escaped)</text>")
  }

  /// The document, with a style sheet for light and dark surroundings.
  func document(title: String, styles: String) -> String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(n(self.width)) \(n(self.height))" \
    width="\(n(self.width))" height="\(n(self.height))" role="img" aria-label="\(title)">
    <style>
    \(styles)
    </style>
    \(self.body.joined(separator: "\n"))
    </svg>

    """
  }
}

/// A coordinate with at most one decimal: finer than any screen shows.
private func n(_ value: Double) -> String {
  guard value.isFinite else { return "0" }
  let rounded = (min(max(value, -1e6), 1e6) * 10).rounded() / 10
  return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
}
