import InteractionCore
import Synchronization

/// One line on standard error that is written over as a replay goes on; nothing if nobody watches.
public final class ProgressLine: Sendable {
  private let label: String
  private let lastDrawn = Mutex<ContinuousClock.Instant?>(nil)

  public init(label: String) {
    self.label = label
  }

  /// Draws the line, at most twenty times a second.
  public func update(_ progress: Replay.Progress) {
    guard Console.isWatched else { return }
    let isDue = self.lastDrawn.withLock { last in
      let now = ContinuousClock.now
      if let last, now - last < .milliseconds(50), progress.events < progress.total { return false }
      last = now
      return true
    }
    guard isDue else { return }
    let width = 24
    let done = progress.total == 0 ? width : width * progress.events / progress.total
    let bar = String(repeating: "█", count: done) + String(repeating: "░", count: width - done)
    let seconds = (progress.time.seconds * 10).rounded() / 10
    Console.status(
      "\(self.label) \(bar) \(progress.events)/\(progress.total) events,"
        + " \(progress.directives) directives, \(seconds) s ")
  }

  /// Writes a line to standard output, above the progress.
  public func print(_ line: String) {
    self.finish()
    Console.line(line)
    self.lastDrawn.withLock { $0 = nil }
  }

  /// Clears the line.
  public func finish() {
    Console.status("")
  }
}
