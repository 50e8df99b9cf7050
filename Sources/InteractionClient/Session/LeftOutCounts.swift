import InteractionWire

/// What a newer server has sent that this client does not know.
@available(InteractionEngine 1.0, *)
struct LeftOutCounts: Sendable {
  /// Most kinds of parts that are told apart.
  private static let maximumKinds = 256

  /// How often each part came.
  private(set) var counts: [String: Int] = [:]

  /// Counts what is unknown in a frame.
  mutating func note(_ frame: Proto.Response) {
    guard frame.hasOpened || !frame.directives.isEmpty else { return }
    for part in LeftOut.parts(of: frame)
    where self.counts.count < Self.maximumKinds || self.counts[part] != nil {
      self.counts[part, default: 0] += 1
    }
  }
}
