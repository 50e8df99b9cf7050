/// An engine's report to the other engines: its load, its claims and its clock.
package struct ReportRecord: FleetRecord {
  /// An open session that the hash ring assigns to another engine, or that another engine claims.
  package struct Claim: Codable, Hashable, Sendable {
    package var session: String
    package var user: String
    /// The number of connections that the session has had.
    package var epoch: UInt64

    package init(session: String, user: String, epoch: UInt64) {
      self.session = session
      self.user = user
      self.epoch = epoch
    }
  }

  /// The maximum number of claims in a report.
  package static let maximumClaims = 512
  private static let counts = 0 ... 1 << 31
  private static let times: ClosedRange<Int64> = 0 ... 1 << 53

  /// The number of open sessions.
  package var sessions: Int
  /// The maximum number of open sessions.
  package var places: Int
  package var claims: [Claim]
  /// The time of writing, ms since 1970, by the engine's clock.
  package var at: Int64

  package var isValid: Bool {
    Self.counts.contains(self.sessions) && Self.counts.contains(self.places)
      && self.claims.count <= Self.maximumClaims && Self.times.contains(self.at)
  }

  package init(sessions: Int, places: Int, claims: [Claim] = [], at: Int64) {
    self.sessions = sessions
    self.places = places
    self.claims = claims
    self.at = at
  }

  /// The number of sessions that can still be opened.
  package var room: Int { max(self.places - self.sessions, 0) }

  /// Returns a Boolean value that indicates whether the report differs enough from the previous one
  /// to be written.
  ///
  /// A store keeps every version of a key until compaction, so small changes are skipped: a load
  /// change of at most 5% of the maximum within 60 s.
  func differsSignificantly(from older: ReportRecord?) -> Bool {
    guard let older else { return true }
    let change = (self.sessions - older.sessions).magnitude
    return self.claims != older.claims || self.places != older.places
      || (self.room > 0) != (older.room > 0) || change * 20 > self.places
      || !(0 ..< 60_000).contains(self.at - older.at)
  }
}
