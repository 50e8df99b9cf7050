/// Collects violations.
struct Problems {
  var found: [Violation] = []

  mutating func add(_ field: String, _ problem: @autoclosure () -> String) {
    self.found.append(Violation(field: field, problem: problem()))
  }

  mutating func require(_ holds: Bool, _ field: String, _ problem: @autoclosure () -> String) {
    if !holds { self.add(field, problem()) }
  }

  /// NaN fails every comparison, so it is refused here, too.
  mutating func requireWithin(_ value: Double, _ limit: Double, _ field: String) {
    self.require(
      abs(value) <= limit, field,
      "is \(plain(value)); must be a number from -\(plain(limit)) to \(plain(limit))")
  }
}

/// A number as people write it: no `.0`, and no payload on what is no number.
package func plain(_ value: Double) -> String {
  if value != value { return "NaN" }
  let isWhole = abs(value) < 1e15 && value == value.rounded()
  guard isWhole, value != 0 || value.sign == .plus else { return "\(value)" }
  return "\(Int(value))"
}
