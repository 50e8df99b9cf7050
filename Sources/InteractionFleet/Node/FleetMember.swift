/// What a fleet wants of an engine.
@available(InteractionEngine 1.0, *)
package protocol FleetMember: Sendable {
  /// Looks at a version, and keeps it at hand if it can use it: sessions may be resumed with it.
  func learn(_ version: DocumentVersion) async -> Rollout.Verdict

  /// Keeps a version at hand no longer, unless it is in force.
  func forget(_ version: DocumentVersion) async

  /// Exactly these versions are in force.
  func enforce(_ versions: [DocumentVersion]) async

  /// These engines are in the list, by name.
  func follow(engines: [String]) async

  /// The other engines report this, by name. Returns what the engine reports to them.
  ///
  /// - Parameter time: The time of the report, ms since 1970.
  func exchange(_ others: [String: ReportRecord], at time: Int64) async -> ReportRecord

  /// The engine may act on its sessions until then; past that it has to let them go.
  func act(until deadline: ContinuousClock.Instant)

  /// The engine was frozen for so long that others may have its sessions.
  func wakeUp(lateBy time: Duration) async

  /// The engine knows what is in force: it may take sessions on. Called once.
  func begin() async
}
