import InteractionCore

extension LoadPlan {
  /// The default work limit of a session, units per second.
  private static let workPerSecond = 16_000.0

  /// A warning if a per-session limit, not the engine's capacity, may bound the results; else nil.
  package var workNote: String? {
    let limit = "(16000 unless it is started with another '--limit work-per-second=N')"
    switch self.pace {
    case .window:
      return "at --speed max an engine reads each session's frames no faster than its work allows"
        + " \(limit): what is measured may be that limit"
    case .times(let factor):
      let most =
        self.scripts.scripts.map { script, _ in
          Double(script.work) * factor / max(Double(script.duration.microseconds) / 1e6, 1e-6)
        }.max() ?? 0
      guard most > Self.workPerSecond else { return nil }
      return "a session asks for \(LoadFormat.plain(most.rounded())) units of work a second, more"
        + " than an engine grants \(limit): its frames are read later"
    }
  }
}
