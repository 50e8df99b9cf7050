import InteractionCore

/// The opening rate of each network, so that one network's flood leaves the others their share. A
/// single network gets the whole rate.
@available(InteractionEngine 1.0, *)
struct NetworkShares: Sendable {
  private var since = Instant.zero
  private var counts: [PeerNetwork: Int] = [:]
  /// The networks of the previous second.
  private var former: Set<PeerNetwork> = []

  /// Returns whether a network has used up its share of the opening rate.
  mutating func isSpent(_ network: PeerNetwork, of perSecond: Int, at now: Instant) -> Bool {
    self.roll(at: now)
    let others = Set(self.counts.keys).union(self.former).subtracting([network]).count
    return others > 0 && self.counts[network, default: 0] >= max(perSecond / (others + 1), 1)
  }

  mutating func count(_ network: PeerNetwork, at now: Instant) {
    self.roll(at: now)
    self.counts[network, default: 0] += 1
  }

  private mutating func roll(at now: Instant) {
    let passed = now - self.since
    guard passed >= .seconds(1) || passed < .zero else { return }
    self.former = passed < .seconds(2) ? Set(self.counts.keys) : []
    self.counts = [:]
    self.since = now
  }
}
