import InteractionCore
import SwiftProtobuf

/// Converts definitions to core values, and collects all violations, so that the author sees them
/// at once. After a violation each method returns a safe value.
struct DefinitionReader {
  /// The violations so far.
  private(set) var violations: [Violation] = []
  /// The names of the timelines that fields have referred to so far.
  var playedTimelines: [String] = []

  mutating func add(_ field: String, _ problem: String) {
    self.violations.append(Violation(field: field, problem: problem))
  }

  mutating func require(_ holds: Bool, _ field: String, _ problem: @autoclosure () -> String) {
    if !holds { self.add(field, problem()) }
  }

  /// Checks that a number is in `range`.
  mutating func number(
    _ value: Double, in range: ClosedRange<Double>, _ field: String
  ) -> Double {
    // NaN fails the comparison, too.
    guard value >= range.lowerBound && value <= range.upperBound else {
      self.add(
        field,
        "is \(plain(value)); must be \(plain(range.lowerBound)) to \(plain(range.upperBound))")
      return range.lowerBound
    }
    return value
  }

  /// Converts a duration: 0 to 10 s unless other limits are given.
  mutating func span(
    _ value: Google_Protobuf_Duration?, _ fallback: TimeSpan, _ field: String,
    from least: TimeSpan = .zero, limit: TimeSpan = .seconds(10)
  ) -> TimeSpan {
    guard let value else { return fallback }
    let span = TimeSpan(value)
    guard span >= least && span <= limit else {
      self.add(
        field,
        "is \(plain(span.seconds)) s; must be \(plain(least.seconds)) to \(plain(limit.seconds)) s")
      return fallback
    }
    return span
  }

  /// Checks that a text has at most `limit` bytes; an empty one is `fallback`.
  mutating func text(
    _ value: String, _ field: String, fallback: String = "", limit: Int = 64
  ) -> String {
    if value.isEmpty { return fallback }
    let length = value.utf8.count
    self.require(
      length <= limit, field, "has \(length) bytes; at most \(limit) are allowed; shorten it")
    return value
  }

  /// Checks that a colour is RRGGBB, or has two or four variants (rule U5); an empty one is
  /// `fallback`.
  mutating func color(_ value: String, _ fallback: String, _ field: String) -> String {
    if value.isEmpty { return fallback }
    let variants = value.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let isColor =
      [1, 2, 4].contains(variants.count)
      && variants.allSatisfy { $0.count == 6 && $0.allSatisfy { Self.isHexadecimal($0) } }
    self.require(
      isColor, field,
      "is '\(clipped(value))'; must be RRGGBB in hexadecimal digits, or RRGGBB/RRGGBB with a"
        + " colour for dark schemes, or four colours with those for increased contrast")
    return isColor ? value : "000000"
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    switch Unicode.Scalar(byte) {
    case "0" ... "9", "a" ... "f", "A" ... "F": true
    default: false
    }
  }

  /// Checks that a name has 1 to `limit` bytes of a-z 0-9 _ - and, if allowed, dots.
  mutating func name(
    _ value: String, limit: Int, dots: Bool = false, _ field: String
  ) -> String {
    let isName =
      (1 ... limit).contains(value.utf8.count)
      && value.unicodeScalars.allSatisfy { letter in
        switch letter {
        case "a" ... "z", "0" ... "9", "_", "-": true
        case ".": dots
        default: false
        }
      }
    self.require(
      isName, field,
      "is '\(clipped(value, to: 80))'; must be 1 to \(limit) bytes of a-z 0-9 _ -\(dots ? " ." : "")"
    )
    return value
  }

  /// Converts an enumeration value; unspecified is `fallback`.
  mutating func choice<Value: WireEnum>(
    _ value: Value.Wire, _ fallback: Value, _ field: String
  ) -> Value {
    do {
      return try Value(optional: value, field) ?? fallback
    } catch {
      self.violations.append(error)
      return fallback
    }
  }

  /// Reads the unit of lengths; false for points (rule R13).
  mutating func isInHeights(_ unit: Interaction_V1_LengthUnit, _ field: String) -> Bool {
    self.require(
      [.unspecified, .points, .height].contains(unit), field,
      "is '\(TrackDefinition.Unit(known: unit)?.word ?? "unknown")'; must be points or height")
    return unit == .height
  }

  /// Checks that a list has at most `limit` entries; the rest is dropped.
  mutating func list<Element>(_ values: [Element], limit: Int, _ field: String) -> [Element] {
    self.require(
      values.count <= limit, field,
      "has \(values.count) entries; at most \(limit) are allowed; remove entries")
    return Array(values.prefix(limit))
  }

  /// Checks that the experience declares a source.
  mutating func source(_ name: String, of sources: [ScrollSource], _ field: String) -> SourceID {
    let known = sources.map { $0.id.name }
    self.require(
      known.contains(name), field,
      "is '\(clipped(name))'; must be a source of the experience:"
        + " \(known.joined(separator: ", "))")
    return SourceID(name)
  }

  mutating func localizedText(
    _ value: Interaction_V1_LocalizedText, _ field: String
  ) -> LocalizedText {
    self.require(
      value.translations.count <= 32, field.child("translations"),
      "has \(value.translations.count) entries; at most 32 are allowed; remove entries")
    let translations = value.translations.sorted { $0.key < $1.key }.map { locale, text in
      LocalizedText.Translation(
        locale: self.text(locale, field.child("translations"), limit: 35),
        text: self.text(text, "\(field).translations[\(clipped(locale, to: 35))]", limit: 128))
    }
    return LocalizedText(
      key: self.text(value.key, field.child("key")),
      fallback: self.text(value.text, field.child("text"), limit: 128),
      translations: translations)
  }

  mutating func curve(
    _ value: Interaction_V1_CubicBezier?, _ fallback: CubicBezier, _ field: String
  ) -> CubicBezier {
    guard let value else { return fallback }
    return CubicBezier(
      self.number(value.x1, in: 0 ... 1, field.child("x1")),
      self.number(value.y1, in: -10 ... 10, field.child("y1")),
      self.number(value.x2, in: 0 ... 1, field.child("x2")),
      self.number(value.y2, in: -10 ... 10, field.child("y2")))
  }
}

extension String {
  /// Returns the path of a field of the message at this path. Not inlined: there are hundreds of
  /// calls, and the module for web pages has to be small.
  @inline(never)
  func child(_ name: StaticString) -> String {
    var path = self
    path += "."
    name.withUTF8Buffer { path += String(decoding: $0, as: UTF8.self) }
    return path
  }
}

extension Array where Element: Equatable {
  /// Appends an element to a short list unless it is in it; returns whether it was appended.
  mutating func appendNew(_ element: Element) -> Bool {
    if self.contains(element) { return false }
    self.append(element)
    return true
  }
}
