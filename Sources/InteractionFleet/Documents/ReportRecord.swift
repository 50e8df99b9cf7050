/// An engine's report to the others: its load, its claims and its time.
package struct ReportRecord: FleetRecord {
  /// An open session whose engine the ring does not decide: it belongs to another one, or another
  /// one claims it, too.
  package struct Claim: Codable, Hashable, Sendable {
    package var session: String
    package var user: String
    /// Counts the session's connections.
    package var epoch: UInt64

    package init(session: String, user: String, epoch: UInt64) {
      self.session = session
      self.user = user
      self.epoch = epoch
    }
  }

  /// Most claims of an engine.
  package static let maximumClaims = 512
  private static let counts = 0 ... 1 << 31
  private static let times: ClosedRange<Int64> = 0 ... 1 << 53

  /// The number of open sessions, and the most that may be open.
  package var sessions: Int
  package var places: Int
  package var claims: [Claim]
  /// The time of writing, ms since 1970, by the engine's own clock.
  package var at: Int64

  package var isSound: Bool {
    Self.counts.contains(self.sessions) && Self.counts.contains(self.places)
      && self.claims.count <= Self.maximumClaims && Self.times.contains(self.at)
  }

  package init(sessions: Int, places: Int, claims: [Claim] = [], at: Int64) {
    self.sessions = sessions
    self.places = places
    self.claims = claims
    self.at = at
  }

  /// The number of sessions that may still open.
  package var room: Int { max(self.places - self.sessions, 0) }

  /// Whether the others have to hear of it, who have an older one: a store keeps every version of a
  /// key until it is compacted.
  func isNews(after older: ReportRecord?) -> Bool {
    guard let older else { return true }
    let change = (self.sessions - older.sessions).magnitude
    return self.claims != older.claims || self.places != older.places
      || (self.room > 0) != (older.room > 0) || change * 20 > self.places
      || !(0 ..< 60_000).contains(self.at - older.at)
  }
}
