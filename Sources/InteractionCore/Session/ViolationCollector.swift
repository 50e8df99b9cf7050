/// Collects violations.
struct ViolationCollector {
  var found: [Violation] = []

  mutating func add(_ field: String, _ problem: @autoclosure () -> String) {
    self.found.append(Violation(field: field, problem: problem()))
  }

  mutating func require(
    _ holds: Bool, _ field: @autoclosure () -> String, _ problem: @autoclosure () -> String
  ) {
    if !holds { self.add(field(), problem()) }
  }

  /// Adds a violation unless |value| ≤ limit; NaN fails the comparison and is rejected, too.
  mutating func requireWithin(_ value: Double, _ limit: Double, _ field: @autoclosure () -> String)
  {
    self.require(
      abs(value) <= limit, field(),
      "is \(plain(value)); must be a number from -\(plain(limit)) to \(plain(limit))")
  }
}

/// Returns a number for messages, without `.0` and without the payload of a NaN.
package func plain(_ value: Double) -> String {
  if value != value { return "NaN" }
  let isWhole = abs(value) < 1e15 && value == value.rounded()
  guard isWhole, value != 0 || value.sign == .plus else { return "\(value)" }
  // Not `Int`, which has 32 bits in WebAssembly.
  return "\(Int64(value))"
}
