public import InteractionConsole
import InteractionCore

extension ProgressLine {
  /// Draws how far a replay is.
  public func update(_ progress: Replay.Progress) {
    let seconds = (progress.time.seconds * 10).rounded() / 10
    self.draw(
      progress.events, of: progress.total,
      "\(progress.events)/\(progress.total) events, \(progress.directives) directives, \(seconds) s "
    )
  }
}
