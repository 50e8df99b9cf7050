/// How much room texts take, and how numbers are written.
///
/// The picture brings no font; the widths are those of a wide one, so that in others there is room.
enum Lettering {
  /// The style sheet's size for labels.
  static let size = 11.5

  /// How wide `text` is at most.
  static func width(_ text: String, size: Double = Lettering.size) -> Double {
    text.unicodeScalars.reduce(0) { $0 + Self.part($1) } * size
  }

  /// `text`, cut short so that it takes no more than `room`.
  static func fitted(_ text: String, into room: Double, size: Double = Lettering.size) -> String {
    var left = room - Self.part("…") * size
    var cut = ""
    for character in text {
      left -= Self.width(String(character), size: size)
      if left < 0 { return Self.width(text, size: size) > room ? cut + "…" : text }
      cut.append(character)
    }
    return text
  }

  /// A scalar's width as a part of the font's size.
  private static func part(_ scalar: Unicode.Scalar) -> Double {
    switch scalar {
    case "i", "j", "l", "'", "|": 0.29
    case " ", ".", ",", ":", ";", "!", "/", "I", "f", "t": 0.4
    case "r", "(", ")", "-", "\"": 0.47
    case "m", "M", "W", "@", "%", "…": 1.02
    case "w", "→", "↔", "∞", "−", "×", "+", "=", "<", ">", "#", "–": 0.86
    case "A" ... "Z": 0.74
    case "\u{0}" ... "\u{2E7F}": 0.65
    default: 1.06
    }
  }

  /// A number with at most two decimals and a real minus sign.
  static func number(_ value: Double) -> String {
    let text = TimelineText.number(value)
    return text.hasPrefix("-") ? "−\(text.dropFirst())" : text
  }

  /// Seconds with at most three decimals, without their unit.
  static func seconds(_ value: Double) -> String {
    let rounded = (value * 1000).rounded() / 1000
    return rounded == rounded.rounded() && abs(rounded) < 1e9
      ? String(Int(rounded)) : String(rounded)
  }

  /// A name from the code in words: `loginRequired` is `login required`.
  static func words(_ name: some Any) -> String {
    "\(name)".map { $0.isUppercase ? " \($0.lowercased())" : String($0) }.joined()
  }
}
