import InteractionChaos
import InteractionCommandLine

extension ProgressLine {
  /// Draws the progress of a chaos run: of its cuts, or without a limit of its sessions.
  func update(_ progress: ChaosRun.Progress) {
    let hasCuts = progress.allCuts > 0
    self.draw(
      hasCuts ? progress.cuts : progress.sessions,
      of: hasCuts ? progress.allCuts : progress.allSessions,
      "\(progress.cuts)\(hasCuts ? "/\(progress.allCuts)" : "") cuts,"
        + " \(progress.sessions)/\(progress.allSessions) sessions over ")
  }
}
