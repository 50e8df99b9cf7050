/// The engine as seen by its fleet node.
@available(InteractionEngine 1.0, *)
package protocol FleetMember: Sendable {
  /// Checks a version and loads it if usable, so that sessions can be resumed with it.
  func validate(_ version: DocumentVersion) async -> Rollout.Verdict

  /// Unloads a version, unless it is active.
  func unload(_ version: DocumentVersion) async

  /// Activates exactly these versions.
  func activate(_ versions: [DocumentVersion]) async

  /// Switches off exactly these variants, by experience.
  func switchOff(_ variants: [String: KillSwitchRecord]) async

  /// Begins to move the open sessions to an active version (rule V1).
  func move(to version: DocumentVersion, as move: SessionMoveRecord) async

  /// Receives the names of the fleet's members.
  func updateMembers(_ engines: [String]) async

  /// Receives the other engines' reports, by name. Returns this engine's report.
  ///
  /// - Parameter time: The time of the report, ms since 1970.
  func exchange(_ others: [String: ReportRecord], at time: Int64) async -> ReportRecord

  /// Permits acting on the sessions until the deadline; past it they must be released.
  func extendOwnership(until deadline: ContinuousClock.Instant)

  /// Handles a pause of the process, such as SIGSTOP, after which other engines may own its
  /// sessions.
  ///
  /// - Parameter time: The time past the deadline.
  func resumed(afterPause time: Duration) async

  /// Starts accepting sessions: the active versions are known. Called once.
  func acceptSessions() async
}
