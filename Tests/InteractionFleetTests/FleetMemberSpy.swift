import InteractionFleet
import Synchronization

/// A fleet member that records the calls of its node.
@available(InteractionEngine 1.0, *)
final class FleetMemberSpy: FleetMember {
  struct Calls: Hashable, Sendable {
    var known: Set<String> = []
    /// The active digests, by document.
    var inForce: [String: String] = [:]
    var engines: [String] = []
    /// The number of updates of the members.
    var lists = 0
    var pauses = 0
    var beginnings = 0
    /// The number of activations of unknown versions.
    var unknownActivations = 0
    /// The kill switches, by experience.
    var killed: [String: KillSwitchRecord] = [:]
    /// The moves of open sessions, by digest.
    var moves: [String: SessionMoveRecord] = [:]
    /// The other engines' reports.
    var reports: [String: ReportRecord] = [:]
    /// Its own report.
    var sessions = 0
    var clockOffset: Int64 = 0
  }

  private let state = Mutex(Calls())
  /// The prefix of invalid texts.
  static let bad = "bad"

  var seen: Calls { self.state.withLock { $0 } }

  func validate(_ version: DocumentVersion) async -> Rollout.Verdict {
    if version.text.hasPrefix(Self.bad) { return .refused(["line 1: is bad"]) }
    self.state.withLock { _ = $0.known.insert(version.digest) }
    return .accepted
  }

  func unload(_ version: DocumentVersion) async {
    self.state.withLock { _ = $0.known.remove(version.digest) }
  }

  func activate(_ versions: [DocumentVersion]) async {
    self.state.withLock { seen in
      let all = versions.map { ($0.name.name, $0.digest) }
      seen.inForce = Dictionary(uniqueKeysWithValues: all)
      seen.unknownActivations += versions.filter { !seen.known.contains($0.digest) }.count
    }
  }

  func move(to version: DocumentVersion, as move: SessionMoveRecord) async {
    self.state.withLock { $0.moves[version.digest] = move }
  }

  func switchOff(_ variants: [String: KillSwitchRecord]) async {
    self.state.withLock { $0.killed = variants }
  }

  func updateMembers(_ engines: [String]) async {
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

  /// Sets the reported number of sessions and clock offset, ms.
  func report(sessions: Int, clockOffset: Int64 = 0) {
    self.state.withLock { ($0.sessions, $0.clockOffset) = (sessions, clockOffset) }
  }

  func extendOwnership(until deadline: ContinuousClock.Instant) {}

  func resumed(afterPause time: Duration) async {
    self.state.withLock { $0.pauses += 1 }
  }

  func acceptSessions() async {
    self.state.withLock { $0.beginnings += 1 }
  }
}
