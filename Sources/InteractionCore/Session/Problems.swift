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
      abs(value) <= limit, field, "is \(value); must be a number from -\(limit) to \(limit)")
  }
}
