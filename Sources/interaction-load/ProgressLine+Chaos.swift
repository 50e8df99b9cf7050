import InteractionChaos
import InteractionCommandLine

extension ProgressLine {
  /// Draws how far a chaos run is: by its cuts, or by the clock where there are none.
  func update(_ progress: ChaosRun.Progress) {
    let hasCuts = progress.allCuts > 0
    self.draw(
      hasCuts ? progress.cuts : progress.sessions,
      of: hasCuts ? progress.allCuts : progress.allSessions,
      "\(progress.cuts)\(hasCuts ? "/\(progress.allCuts)" : "") cuts,"
        + " \(progress.sessions)/\(progress.allSessions) sessions over ")
  }
}
