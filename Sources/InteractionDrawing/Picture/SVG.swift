/// Builds an SVG document out of a few shapes; what they look like is up to the style sheet.
struct SVG {
  private var body: [String] = []
  let width: Double

  init(width: Double) {
    self.width = width
  }

  mutating func rect(
    x: Double, y: Double, width: Double, height: Double, _ style: String, radius: Double = 0
  ) {
    let round = radius > 0 ? " rx=\"\(n(radius))\"" : ""
    self.body.append(
      "<rect class=\"\(style)\" x=\"\(n(x))\" y=\"\(n(y))\" width=\"\(n(width))\""
        + " height=\"\(n(height))\"\(round)/>")
  }

  mutating func line(x1: Double, y1: Double, x2: Double, y2: Double, _ style: String) {
    self.body.append(
      "<line class=\"\(style)\" x1=\"\(n(x1))\" y1=\"\(n(y1))\" x2=\"\(n(x2))\" y2=\"\(n(y2))\"/>")
  }

  mutating func circle(x: Double, y: Double, radius: Double, _ style: String) {
    self.body.append(
      "<circle class=\"\(style)\" cx=\"\(n(x))\" cy=\"\(n(y))\" r=\"\(n(radius))\"/>")
  }

  /// A short arrow to the right.
  mutating func arrow(x: Double, y: Double, _ style: String) {
    self.line(x1: x, y1: y, x2: x + 7, y2: y, style)
    self.line(x1: x + 4, y1: y - 3, x2: x + 7, y2: y, style)
    self.line(x1: x + 4, y1: y + 3, x2: x + 7, y2: y, style)
  }

  /// A line through `points`; those that change nothing to be seen are left out.
  mutating func polyline(_ points: [Dot], _ style: String) {
    let list = points.withoutStraightParts.map { "\(n($0.x, parts: 100)),\(n($0.y, parts: 100))" }
    self.body.append(
      "<polyline class=\"\(style)\" points=\"\(list.joined(separator: " "))\"/>")
  }

  /// A text, with fainter words before and after it.
  mutating func text(
    _ text: String, x: Double, y: Double, _ style: String, anchor: Anchor = .start,
    before: String = "", after: String = ""
  ) {
    func faint(_ words: String) -> String {
      words.isEmpty ? "" : "<tspan class=\"faint\">\(words.escaped)</tspan>"
    }
    let gap = before.isEmpty || text.isEmpty ? "" : " "
    let end = after.isEmpty || text.isEmpty ? "" : " "
    self.body.append(
      "<text class=\"\(style)\" x=\"\(n(x))\" y=\"\(n(y))\"\(anchor.attribute)>"
        + "\(faint(before))\(gap)\(text.escaped)\(end)\(faint(after))</text>")
  }

  /// The document, with a style sheet for light and dark surroundings.
  func document(height: Double, title: String, styles: String) -> String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(n(self.width)) \(n(height))" \
    width="\(n(self.width))" height="\(n(height))" role="img" aria-label="\(title.escaped)">
    <style>
    \(styles)
    </style>
    <rect class="back" width="100%" height="100%" rx="8"/>
    \(self.body.joined(separator: "\n"))
    </svg>

    """
  }

  /// Which end of a text stands at its place.
  enum Anchor {
    case start
    case middle
    case end

    fileprivate var attribute: String {
      switch self {
      case .start: ""
      case .middle: " text-anchor=\"middle\""
      case .end: " text-anchor=\"end\""
      }
    }
  }
}

extension String {
  /// As text or an attribute's value; what no XML document may hold shows as a replacement mark.
  fileprivate var escaped: String {
    var text = ""
    for scalar in self.unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "\u{0}" ... "\u{1F}", "\u{7F}" ... "\u{9F}", "\u{FFFE}", "\u{FFFF}": text += "\u{FFFD}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

/// A coordinate with at most one decimal, or two: finer than any screen shows.
private func n(_ value: Double, parts: Double = 10) -> String {
  guard value.isFinite else { return "0" }
  let rounded = (min(max(value, -1e6), 1e6) * parts).rounded() / parts
  return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
}
