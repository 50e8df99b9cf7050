import InteractionCore

extension LoadPlan {
  /// The default work limit of a session, units per second.
  private static let workPerSecond = 16_000.0

  /// A warning if a per-session limit, not the engine's capacity, may bound the results; else nil.
  package var workLimitWarning: String? {
    let limit = "(16000 by default, '--limit work-per-second=N')"
    switch self.pace {
    case .window:
      return
        "with --speed max the engine's limit work-per-second \(limit) throttles each session: the"
        + " results may show that limit"
    case .times(let factor):
      let most =
        self.scripts.scripts.map { script, _ in
          Double(script.work) * factor / max(Double(script.duration.microseconds) / 1e6, 1e-6)
        }.max() ?? 0
      guard most > Self.workPerSecond else { return nil }
      return
        "a session needs \(LoadFormat.number(most.rounded())) units of work per second, more than the"
        + " engine's limit work-per-second \(limit): its frames are read later"
    }
  }
}
