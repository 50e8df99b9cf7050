import InteractionFleet
import Synchronization

/// An engine that remembers what its fleet wants of it.
@available(InteractionEngine 1.0, *)
final class StandInEngine: FleetMember {
  struct Seen: Hashable, Sendable {
    var known: Set<String> = []
    /// Digests by document.
    var inForce: [String: String] = [:]
    var engines: [String] = []
    /// How often it was told of them.
    var lists = 0
    var wakings = 0
    var beginnings = 0
    /// How often something that it does not know was put in force.
    var surprises = 0
    /// What the others have reported.
    var reports: [String: ReportRecord] = [:]
    /// What it reports itself.
    var sessions = 0
    var clockOffset: Int64 = 0
  }

  private let state = Mutex(Seen())
  /// Texts that begin so cannot be used.
  static let bad = "bad"

  var seen: Seen { self.state.withLock { $0 } }

  func learn(_ version: DocumentVersion) async -> Rollout.Verdict {
    if version.text.hasPrefix(Self.bad) { return .refused(["line 1: is bad"]) }
    self.state.withLock { _ = $0.known.insert(version.digest) }
    return .accepted
  }

  func forget(_ version: DocumentVersion) async {
    self.state.withLock { _ = $0.known.remove(version.digest) }
  }

  func enforce(_ versions: [DocumentVersion]) async {
    self.state.withLock { seen in
      let all = versions.map { ($0.name.name, $0.digest) }
      seen.inForce = Dictionary(uniqueKeysWithValues: all)
      seen.surprises += versions.filter { !seen.known.contains($0.digest) }.count
    }
  }

  func follow(engines: [String]) async {
    self.state.withLock { seen in
      seen.engines = engines
      seen.lists += 1
    }
  }

  func exchange(_ others: [String: ReportRecord], at time: Int64) async -> ReportRecord {
    self.state.withLock { seen in
      seen.reports = others
      return ReportRecord(sessions: seen.sessions, places: 10, at: time + seen.clockOffset)
    }
  }

  /// Has it report so many sessions, and a clock that is ahead by so much, ms.
  func report(sessions: Int, clockOffset: Int64 = 0) {
    self.state.withLock { ($0.sessions, $0.clockOffset) = (sessions, clockOffset) }
  }

  func act(until deadline: ContinuousClock.Instant) {}

  func wakeUp(lateBy time: Duration) async {
    self.state.withLock { $0.wakings += 1 }
  }

  func begin() async {
    self.state.withLock { $0.beginnings += 1 }
  }
}
