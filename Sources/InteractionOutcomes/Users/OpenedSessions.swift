/// The sessions that engines opened, by variant: counters of Prometheus text, or numbers.
package struct OpenedSessions: Hashable, Sendable {
  /// The metric's name.
  package static let metric = "interaction_variant_opened_total"

  /// A counter.
  private struct Counter: Hashable {
    /// The experience; nil for a number.
    var experience: String?
    var variant: String
    var phase: Int?
    var count: Double
  }

  private var counters: [Counter] = []

  package init() {}

  /// Adds a number, such as `low=1200`; false if the text is none.
  package mutating func add(number text: String) -> Bool {
    let parts = text.split(separator: "=", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, let count = Int(parts[1]), count >= 0 else {
      return false
    }
    self.counters.append(Counter(variant: String(parts[0]), count: Double(count)))
    return true
  }

  /// Adds the counters of one engine. Returns their number; other metrics are ignored.
  package mutating func add(exposition text: String) -> Int {
    let before = self.counters.count
    for line in text.split(whereSeparator: \.isNewline) {
      guard line.hasPrefix(Self.metric + "{"), let end = line.lastIndex(of: "}") else { continue }
      let labels = Self.labels(line[..<end].dropFirst(Self.metric.count + 1))
      // A timestamp may follow the value.
      let value = line[line.index(after: end)...].split(separator: " ").first
      guard let variant = labels["variant"], !variant.isEmpty,
        let count = value.flatMap({ Double($0) }), count >= 0, count < 1e15
      else { continue }
      self.counters.append(
        Counter(
          experience: labels["experience"] ?? "", variant: variant,
          phase: labels["phase"].flatMap { Int($0) }, count: count))
    }
    return self.counters.count - before
  }

  /// Parses labels such as `experience="home",variant="low"`.
  private static func labels(_ text: Substring) -> [String: String] {
    var labels: [String: String] = [:]
    var rest = text
    while let equals = rest.firstIndex(of: "=") {
      let name = rest[..<equals].filter { $0 != "," && $0 != " " }
      rest = rest[equals...].dropFirst()
      guard rest.popFirst() == "\"" else { break }
      var value = ""
      while let character = rest.popFirst(), character != "\"" {
        guard character == "\\" else {
          value.append(character)
          continue
        }
        guard let escaped = rest.popFirst() else { break }
        value.append(escaped == "n" ? "\n" : escaped)
      }
      labels[String(name)] = value
    }
    return labels
  }

  /// Returns the number of sessions of a variant.
  ///
  /// - Parameter phase: The phase; nil for all.
  func count(experience: String, variant: String, phase: Int?) -> Int {
    let counters = self.counters.filter { counter in
      counter.variant == variant && (counter.experience ?? experience) == experience
        && (phase == nil || (counter.phase ?? phase) == phase)
    }
    // Doubles count exactly up to 2^53.
    return Int(min(counters.reduce(0) { $0 + $1.count }, 1e12))
  }
}
