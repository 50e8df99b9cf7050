import InteractionCore

/// Pieces of SVG that look the same without a style sheet.
enum Markup {
  static func rect(_ frame: Rect, fill: String, radius: Double = 0, more: String = "") -> String {
    let round = radius > 0 ? " rx=\"\(n(radius))\"" : ""
    return "<rect x=\"\(n(frame.x))\" y=\"\(n(frame.y))\" width=\"\(n(frame.width))\""
      + " height=\"\(n(frame.height))\"\(round) fill=\"\(fill)\"\(more)/>"
  }

  static func circle(x: Double, y: Double, radius: Double, fill: String, more: String = "")
    -> String
  {
    "<circle cx=\"\(n(x))\" cy=\"\(n(y))\" r=\"\(n(radius))\" fill=\"\(fill)\"\(more)/>"
  }

  static func line(
    x1: Double, y1: Double, x2: Double, y2: Double, stroke: String, more: String = ""
  ) -> String {
    "<path d=\"M\(n(x1)) \(n(y1))L\(n(x2)) \(n(y2))\" stroke=\"\(stroke)\"\(more)/>"
  }

  /// Text whose middle stands at `y`.
  static func text(
    _ text: String, x: Double, y: Double, size: Double, fill: String, anchor: String = "middle",
    weight: Int? = nil
  ) -> String {
    let bold = weight.map { " font-weight=\"\($0)\"" } ?? ""
    let align = anchor == "start" ? "" : " text-anchor=\"\(anchor)\""
    return "<text x=\"\(n(x))\" y=\"\(n(y + size * 0.36))\" font-size=\"\(n(size))\""
      + " fill=\"\(fill)\"\(align)\(bold)>\(Self.escaped(text))</text>"
  }

  /// What lies inside of `frame` only.
  static func clipped(_ content: String, to frame: Rect) -> String {
    "<svg x=\"\(n(frame.x))\" y=\"\(n(frame.y))\" width=\"\(n(frame.width))\""
      + " height=\"\(n(frame.height))\" viewBox=\"\(n(frame.x)) \(n(frame.y)) \(n(frame.width))"
      + " \(n(frame.height))\">\(content)</svg>"
  }

  static func moved(_ content: String, x: Double, y: Double, scale: Double = 1) -> String {
    let size = scale == 1 ? "" : " scale(\(n(scale, parts: 1000)))"
    return "<g transform=\"translate(\(n(x)) \(n(y)))\(size)\">\(content)</g>"
  }

  /// A colour of six hexadecimal digits; `other` where `hex` is none.
  static func color(_ hex: String, or other: String) -> String {
    hex.utf8.count == 6 && hex.allSatisfy(\.isHexDigit) ? "#\(hex)" : other
  }

  /// As text or an attribute's value; what no XML document may hold shows as a replacement mark.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\u{0}" ... "\u{1F}", "\u{7F}" ... "\u{9F}", "\u{FFFE}", "\u{FFFF}":
        escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// A coordinate with at most one decimal, or as many as `parts` has zeros.
  static func n(_ value: Double, parts: Double = 10) -> String {
    guard value.isFinite else { return "0" }
    let rounded = (min(max(value, -1e6), 1e6) * parts).rounded() / parts
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
}
