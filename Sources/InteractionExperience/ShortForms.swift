import InteractionCore
import InteractionWire

/// Short forms of values: a word, a number or a duration in place of its protobuf JSON. The
/// protobuf names stay valid.
extension Schema {
  /// The named curves (rule M1).
  static let curves: KeyValuePairs<String, CubicBezier> = [
    "linear": .linear, "ease_in": .easeIn, "ease_out": .easeOut, "ease_in_out": .easeInEaseOut,
    "ease": .systemDefault,
  ]

  /// The fields that a scalar may set in place of the whole message, in order of preference: `News`
  /// for `{ text: News }`, `3` for `{ content: { count: { count: 3 } } }`.
  private static let shorthandFields = ["text", "content", "count", "id"]

  /// Returns the words that are short for messages of a type.
  func words(for message: String) -> [String] {
    message == ".\(Interaction_V1_CubicBezier.protoMessageName)" ? Self.curves.map(\.key) : []
  }

  /// Returns the fields of a message that a scalar may set.
  func shorthandFields(of message: String) -> [Field] {
    let message = self.messages[message]
    return Self.shorthandFields.compactMap { message?.field(named: $0) }.filter {
      $0.cardinality == .one
    }
  }

  /// Returns the JSON value of a scalar; nil if it does not fit the kind.
  func json(_ scalar: YAMLScalar, as kind: FieldType) -> Any? {
    switch (kind, scalar) {
    case (.text, .text(let text)): text
    case (.boolean, .boolean(let isTrue)): isTrue
    case (.number(let units), .number(let word)), (.number(let units), .text(let word)):
      Self.number(word, units: units)
    case (.integer(let range), .number(let word)), (.integer(let range), .text(let word)):
      Self.integer(word, in: range)
    case (.duration, .text(let word)): Self.duration(word)
    case (.enumeration(let enumeration), .text(let word)): Self.value(word, of: enumeration)
    case (.message(let type), _): self.message(scalar, as: type)
    default: nil
    }
  }

  private func message(_ scalar: YAMLScalar, as type: String) -> [String: Any]? {
    if case .text(let word) = scalar, self.words(for: type).contains(Self.plain(word)),
      let curve = Self.curves.first(where: { $0.key == Self.plain(word) })?.value
    {
      return ["x1": curve.x1, "y1": curve.y1, "x2": curve.x2, "y2": curve.y2]
    }
    for field in self.shorthandFields(of: type) {
      if let value = self.json(scalar, as: field.kind) { return [field.name: value] }
    }
    return nil
  }

  private static func value(_ word: String, of enumeration: Enumeration) -> String? {
    if let value = enumeration.values.first(where: { $0.name == word }) { return value.name }
    return enumeration.values.dropFirst().first { $0.word == Self.plain(word) }?.name
  }

  /// Returns a word with underscores: `ease_in_out` for `ease-in-out`.
  private static func plain(_ word: String) -> String {
    word.replacing("-", with: "_")
  }

  private static func number(_ word: String, units: [String]) -> Double? {
    let unit = units.filter(word.hasSuffix).max { $0.count < $1.count } ?? ""
    let digits = String(word.dropLast(unit.count))
    guard YAMLScalar.isNumber(digits), let number = Double(digits), number.isFinite else {
      return nil
    }
    return number
  }

  private static func integer(_ word: String, in range: ClosedRange<Int64>) -> Int64? {
    guard YAMLScalar.isNumber(word) else { return nil }
    let integer = Int64(word) ?? Double(word).flatMap(Int64.init(exactly:))
    return integer.flatMap { range.contains($0) ? $0 : nil }
  }

  /// Converts a duration in seconds or milliseconds to protobuf's JSON, in seconds with an s; nil
  /// if it is none.
  static func duration(_ word: String) -> String? {
    let isNegative = word.hasPrefix("-")
    let digits = word.drop { $0 == "-" }
    guard isNegative == (digits.count == word.count - 1), let last = digits.last, last == "s"
    else { return nil }
    let decimals = digits.hasSuffix("ms") ? 3 : 0
    let parts = digits.dropLast(decimals > 0 ? 2 : 1)
      .split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (48 ... 57).contains($0) } })
    else {
      return nil
    }
    let padding = String(repeating: "0", count: decimals)
    let whole = padding + parts[0]
    var fraction = whole.suffix(decimals) + (parts.count > 1 ? parts[1] : "")
    while fraction.last == "0" { fraction.removeLast() }
    // The range of google.protobuf.Duration: ±10,000 years, with nanoseconds.
    guard fraction.count <= 9, let seconds = Int64("0" + whole.dropLast(decimals)),
      seconds <= 315_576_000_000
    else { return nil }
    return "\(isNegative ? "-" : "")\(seconds)\(fraction.isEmpty ? "" : ".\(fraction)")s"
  }
}
