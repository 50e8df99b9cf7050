/// Writes elements of SVG and HTML.
public enum Markup {
  /// Attributes in the order in which they are written; those without a value are left out.
  public typealias Attributes = KeyValuePairs<String, MarkupValue?>

  /// An element.
  ///
  /// - Parameters:
  ///   - attributes: Its first attributes.
  ///   - more: Its last attributes.
  ///   - content: Markup; an element without it is empty.
  public static func element(
    _ name: String, _ attributes: Attributes, more: Attributes = [:], _ content: String? = nil
  ) -> String {
    self.element(name, attributes: Array(attributes) + Array(more), content)
  }

  /// An element without attributes.
  ///
  /// - Parameter content: Markup.
  public static func element(_ name: String, _ content: String) -> String {
    self.element(name, attributes: [], content)
  }

  /// An element whose attributes vary.
  public static func element(
    _ name: String, attributes: [(key: String, value: MarkupValue?)], _ content: String? = nil
  ) -> String {
    var element = "<\(name)"
    for case let (key, value?) in attributes { element += " \(key)=\"\(value.escaped)\"" }
    return element + (content.map { ">\($0)</\(name)>" } ?? "/>")
  }

  /// An SVG document.
  ///
  /// - Parameters:
  ///   - label: Its name for people who do not see it.
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

  /// Text as markup; what no XML document may hold shows as a replacement mark.
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

  /// A number with at most one decimal, or as many as `parts` has zeros.
  public static func number(_ value: Double, parts: Double = 10) -> String {
    guard value.isFinite else { return "0" }
    let rounded = (min(max(value, -1e6), 1e6) * parts).rounded() / parts
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
}

extension UInt8 {
  /// Whether it stands for itself in markup.
  fileprivate var isPlain: Bool {
    switch self {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""): false
    default: (0x20 ..< 0x7F).contains(self)
    }
  }
}
