import InteractionWire

/// The parts of received frames that this client does not know.
struct UnknownPartCounts: Sendable {
  /// The maximum number of distinct parts.
  private static let maximumKinds = 256

  /// The number of occurrences, by part.
  private(set) var counts: [String: Int] = [:]

  /// Counts the unknown parts of a frame.
  mutating func note(_ frame: Proto.Response) {
    guard frame.hasOpened || !frame.directives.isEmpty else { return }
    for part in UnknownPartFinder.parts(of: frame)
    where self.counts.count < Self.maximumKinds || self.counts[part] != nil {
      self.counts[part, default: 0] += 1
    }
  }
}
