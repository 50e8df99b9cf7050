import Foundation
import InteractionCore
import Synchronization

/// One line on standard error that is written over as a replay goes on; nothing if nobody watches.
public final class ProgressLine: Sendable {
  private let label: String
  private let isShown = isatty(FileHandle.standardError.fileDescriptor) == 1
  private let lastDrawn = Mutex<ContinuousClock.Instant?>(nil)

  public init(label: String) {
    self.label = label
  }

  /// Draws the line, at most twenty times a second.
  public func update(_ progress: Replay.Progress) {
    guard self.isShown else { return }
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
    let text = String(
      format: "\r%@ %@ %d/%d events, %d directives, %.1f s \u{1B}[K", self.label as NSString,
      bar as NSString, progress.events, progress.total, progress.directives, progress.time.seconds)
    FileHandle.standardError.write(Data(text.utf8))
  }

  /// Writes a line to standard output, above the progress.
  public func print(_ line: String) {
    self.finish()
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
    self.lastDrawn.withLock { $0 = nil }
  }

  /// Clears the line.
  public func finish() {
    guard self.isShown else { return }
    FileHandle.standardError.write(Data("\r\u{1B}[K".utf8))
  }
}
