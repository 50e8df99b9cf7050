/// Writes elements of SVG and HTML.
public enum Markup {
  /// Attributes in the order in which they are written; those without a value are left out.
  public typealias Attributes = KeyValuePairs<String, MarkupValue?>

  /// Returns an element.
  ///
  /// - Parameters:
  ///   - attributes: Its first attributes.
  ///   - more: Its last attributes.
  ///   - content: Markup; nil for an empty element.
  public static func element(
    _ name: String, _ attributes: Attributes, more: Attributes = [:], _ content: String? = nil
  ) -> String {
    self.element(name, attributes: Array(attributes) + Array(more), content)
  }

  /// Returns an element without attributes.
  ///
  /// - Parameter content: Markup.
  public static func element(_ name: String, _ content: String) -> String {
    self.element(name, attributes: [], content)
  }

  /// Returns an element with a variable list of attributes.
  public static func element(
    _ name: String, attributes: [(key: String, value: MarkupValue?)], _ content: String? = nil
  ) -> String {
    var element = "<\(name)"
    for case let (key, value?) in attributes { element += " \(key)=\"\(value.escaped)\"" }
    return element + (content.map { ">\($0)</\(name)>" } ?? "/>")
  }

  /// Returns an SVG document.
  ///
  /// - Parameters:
  ///   - label: The accessibility label.
  ///   - lines: Markup.
  public static func document(
    width: Double, height: Double, label: String, more: Attributes = [:], _ lines: [String]
  ) -> String {
    let (width, height) = (self.number(width), self.number(height))
    let attributes: Attributes = [
      "xmlns": "http://www.w3.org/2000/svg", "viewBox": "0 0 \(width) \(height)",
      "width": .text(width), "height": .text(height), "role": "img", "aria-label": .text(label),
    ]
    return self.element(
      "svg", attributes, more: more, "\n\(lines.joined(separator: "\n"))\n") + "\n"
  }

  /// Returns text as markup; characters that XML does not allow become U+FFFD.
  public static func escaped(_ text: String) -> String {
    guard !text.utf8.allSatisfy(\.isPlain) else { return text }
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\t", "\n", "\r": escaped.unicodeScalars.append(scalar)
      case "\u{0}" ... "\u{1F}", "\u{7F}" ... "\u{9F}", "\u{FFFE}", "\u{FFFF}":
        escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Returns a number with at most one decimal, or as many as `parts` has zeros. A value that is
  /// not finite becomes 0; others are clamped to ±10⁶.
  public static func number(_ value: Double, parts: Double = 10) -> String {
    guard value.isFinite else { return "0" }
    let rounded = (min(max(value, -1e6), 1e6) * parts).rounded() / parts
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }

  /// Returns a number with three significant digits, or the whole number from 100; a dash if it is
  /// not finite.
  public static func rounded(_ value: Double) -> String {
    guard value.isFinite else { return "-" }
    let digits = abs(value) >= 100 ? 1.0 : abs(value) >= 10 ? 10 : abs(value) >= 1 ? 100 : 1_000
    let rounded = (value * digits).rounded() / digits
    let isShort = rounded == rounded.rounded() && abs(rounded) < 1e15
    return isShort ? "\(Int(rounded))" : "\(rounded)"
  }
}

extension UInt8 {
  /// True if the byte needs no escaping in markup.
  fileprivate var isPlain: Bool {
    switch self {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""): false
    default: (0x20 ..< 0x7F).contains(self)
    }
  }
}
