import InteractionReplay
import InteractionWire

/// Text widths and number formats.
///
/// The picture embeds no font; the widths are those of a wide one, so that texts also fit in
/// others.
enum TextMetrics {
  /// The font size of labels, as in the style sheet.
  static let size = 11.5
  /// The font size of the chart's numbers.
  static let small = 10.0
  /// The font size of the tracks below a curve.
  static let fine = 10.5

  /// Returns the maximum width of `text`.
  static func width(_ text: String, size: Double = TextMetrics.size) -> Double {
    text.unicodeScalars.reduce(0) { $0 + Self.part($1) } * size
  }

  /// Returns `text`, truncated to the width `room`.
  static func fitted(_ text: String, into room: Double, size: Double = TextMetrics.size) -> String {
    var left = room - Self.part("…") * size
    var cut = ""
    for character in text {
      left -= Self.width(String(character), size: size)
      if left < 0 { return Self.width(text, size: size) > room ? cut + "…" : text }
      cut.append(character)
    }
    return text
  }

  /// Returns `items`, joined by `separator`, in at most `most` lines of the width `room`; the last
  /// line counts omitted items.
  static func lines(
    _ items: [String], separator: String = ", ", into room: Double, size: Double = TextMetrics.size,
    atMost most: Int = .max,
    rest: (Int) -> String = { "and \($0) more" }
  ) -> [String] {
    var lines: [[String]] = []
    for item in items.map({ Self.fitted($0, into: room, size: size) }) {
      let line = (lines.last ?? []) + [item]
      if !lines.isEmpty,
        Self.width(line.joined(separator: separator) + separator, size: size) <= room
      {
        lines[lines.count - 1] = line
      } else {
        if lines.count == most { break }
        lines.append([item])
      }
    }
    let shown = lines.reduce(0) { $0 + $1.count }
    var missing = items.count - shown
    while missing > 0, let last = lines.last {
      let line = last + [rest(missing)]
      if last.isEmpty || Self.width(line.joined(separator: separator), size: size) <= room {
        lines[lines.count - 1] = line
        break
      }
      lines[lines.count - 1].removeLast()
      missing += 1
    }
    let end = String(separator.reversed().drop { $0 == " " }.reversed())
    return lines.enumerated().map { index, line in
      line.joined(separator: separator) + (index < lines.count - 1 ? end : "")
    }
  }

  /// Returns the numbers of directives, with consecutive ones as ranges; at most `most` ranges.
  static func directives(_ numbers: [UInt64], atMost most: Int = 4) -> String {
    var runs: [(first: UInt64, last: UInt64)] = []
    for number in numbers {
      if let last = runs.last, number == last.last + 1 {
        runs[runs.count - 1].last = number
      } else {
        runs.append((number, number))
      }
    }
    let texts = runs.prefix(most).map { run in
      run.first == run.last ? "#\(run.first)" : "#\(run.first)–\(run.last)"
    }
    let rest = runs.dropFirst(most).reduce(0) { $0 + Int($1.last - $1.first) + 1 }
    return texts.joined(separator: " ") + (rest > 0 ? " and \(rest) more" : "")
  }

  /// Returns the numbers of directives in short form.
  static func span(of numbers: [UInt64]) -> String {
    guard let first = numbers.first, let last = numbers.last, numbers.count > 1 else {
      return Self.directives(numbers)
    }
    if zip(numbers, numbers.dropFirst()).allSatisfy({ $0 + 1 == $1 }) {
      return "#\(first)–\(last)"
    }
    return numbers.count == 2 ? "#\(first) #\(last)" : "\(numbers.count) of #\(first)–\(last)"
  }

  /// Returns a scalar's width as a fraction of the font size.
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

  /// Returns a number with at most two decimals and a minus sign.
  static func number(_ value: Double) -> String {
    let text = TimelineText.number(value)
    return text.hasPrefix("-") ? "−\(text.dropFirst())" : text
  }

  /// Returns seconds with at most three decimals, without the unit.
  static func seconds(_ value: Double) -> String {
    let rounded = (value * 1000).rounded() / 1000
    return rounded == rounded.rounded() && abs(rounded) < 1e9
      ? String(Int(rounded)) : String(rounded)
  }

  /// Returns the word of an enumeration value with spaces: `login required` for `login_required`.
  static func words(_ value: some WireEnum) -> String {
    value.word.replacing("_", with: " ")
  }
}
