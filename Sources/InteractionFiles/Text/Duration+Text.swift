/// Durations as people write them: `400ms`, `90s`, `1.5m`, `1h`.
@available(InteractionEngine 1.0, *)
extension Duration {
  /// The units in the order in which suffixes are matched: `ms` ends in `s`.
  private static let units: [(name: String, nanoseconds: Int64)] = [
    ("us", 1_000), ("ms", 1_000_000), ("s", 1_000_000_000), ("m", 60_000_000_000),
    ("h", 3_600_000_000_000),
  ]
  /// About a hundred years, in nanoseconds.
  private static let longest = 3.2e18

  /// Parses a duration that is not negative; nil if the text is invalid.
  ///
  /// - Parameters:
  ///   - text: A number with a unit.
  ///   - unit: The unit of a number without one; nil if a unit is required.
  public init?(_ text: String, unit: Duration? = nil) {
    let (number, nanoseconds): (Substring, Double)
    if let unit, Double(text) != nil {
      (number, nanoseconds) = (text[...], unit / .nanoseconds(1))
    } else if let unit = Self.units.first(where: { text.hasSuffix($0.name) }) {
      (number, nanoseconds) = (text.dropLast(unit.name.count), Double(unit.nanoseconds))
    } else {
      return nil
    }
    guard let value = Double(number), (0 ... Self.longest).contains(value * nanoseconds) else {
      return nil
    }
    self = .nanoseconds(Int64((value * nanoseconds).rounded()))
  }

  /// The duration as text in the largest unit of which it is a whole number, down to microseconds.
  public var text: String {
    let nanoseconds = Int64((self / .nanoseconds(1)).rounded())
    guard nanoseconds != 0 else { return "0s" }
    let unit = Self.units.last { nanoseconds % $0.nanoseconds == 0 } ?? Self.units[0]
    return "\(nanoseconds / unit.nanoseconds)\(unit.name)"
  }

  /// The seconds, rounded up.
  public var wholeSeconds: Int64 { Int64((self / .seconds(1)).rounded(.up)) }

  /// The microseconds, rounded.
  public var wholeMicroseconds: Int64 { Int64((self / .microseconds(1)).rounded()) }
}
