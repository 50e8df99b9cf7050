import InteractionCore
package import InteractionFleet
import InteractionStream
import InteractionWire
import Logging
import Synchronization

/// Detection of sessions that are open on two engines: after a proxy has routed the next connection
/// elsewhere, or because two clients use one session ID.
@available(InteractionEngine 1.0, *)
extension FleetEngine {
  /// The number of consecutive exchanges after which a claim with the same epoch counts: the
  /// connection behind a single one may have ended since.
  private static let claimThreshold = 3

  package func exchange(
    _ others: [String: ReportRecord], at time: Int64
  ) async -> ReportRecord {
    let (ring, told) = self.state.withLock { state in
      state.reports = others
      return (state.ring, state.foreign)
    }
    var (claimed, foreign, doubles): (Set<String>, Set<String>, Set<String>) = ([], [], [])
    for report in others.values {
      for claim in report.claims {
        guard let (entry, stream) = self.engine.registry.registration(named: claim.session) else {
          continue
        }
        claimed.insert(claim.session)
        if entry.open.user != claim.user {
          foreign.insert(claim.session)
        } else if entry.open.epoch == claim.epoch {
          // Neither of them is known to be the newer one.
          doubles.insert(claim.session)
        } else if entry.open.epoch < claim.epoch {
          stream.fail(
            StreamError(
              .superseded, "the session was opened on another server; this stream has ended"))
        }
      }
    }
    for session in foreign.subtracting(told).sorted().prefix(10) {
      self.engine.logger.warning(
        "session ID is also open on another engine for another user",
        metadata: ["session": "\(session)"])
    }
    for session in self.note(doubles).sorted().prefix(10) {
      self.engine.logger.warning(
        "session is also open on another engine with the same epoch; clients must not reuse epochs",
        metadata: ["session": "\(session)"])
    }
    self.state.withLock { $0.foreign = foreign }
    return ReportRecord(
      sessions: self.engine.registry.count, places: self.engine.registry.maximumSessions,
      claims: self.claims(ring, beside: claimed), at: time)
  }

  /// Counts sessions that are claimed with the same epoch. Returns those that reach
  /// ``claimThreshold``.
  private func note(_ doubles: Set<String>) -> [String] {
    self.state.withLock { state in
      let counts = doubles.map { ($0, (state.sameEpochClaims[$0] ?? 0) + 1) }
      state.sameEpochClaims = Dictionary(uniqueKeysWithValues: counts)
      return counts.filter { $0.1 == Self.claimThreshold }.map(\.0)
    }
  }

  /// Returns this engine's claims: sessions that others claim first, then those that the ring
  /// assigns to others.
  private func claims(_ ring: HashRing?, beside claimed: Set<String>) -> [ReportRecord.Claim] {
    let entries = self.engine.registry.entries().filter { entry in
      claimed.contains(entry.open.sessionID)
        || (ring?.owner(of: entry.routingKey) ?? self.name) != self.name
    }
    let sorted = entries.map(\.open).sorted { one, other in
      let isFirst = claimed.contains(one.sessionID)
      return isFirst == claimed.contains(other.sessionID)
        ? one.sessionID < other.sessionID : isFirst
    }
    return sorted.prefix(ReportRecord.maximumClaims).map { open in
      ReportRecord.Claim(session: open.sessionID, user: open.user, epoch: open.epoch)
    }
  }
}
