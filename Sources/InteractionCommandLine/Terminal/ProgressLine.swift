import Synchronization

/// A progress line on standard error that is overwritten; silent unless that is a terminal.
public final class ProgressLine: Sendable {
  private let label: String
  private let lastDrawn = Mutex<ContinuousClock.Instant?>(nil)

  public init(label: String) {
    self.label = label
  }

  /// Draws a progress bar with text, at most twenty times a second.
  public func draw(_ done: Int, of total: Int, _ text: String) {
    guard Console.isErrorTerminal else { return }
    let isDue = self.lastDrawn.withLock { last in
      let now = ContinuousClock.now
      if let last, now - last < .milliseconds(50), done < total { return false }
      last = now
      return true
    }
    guard isDue else { return }
    let width = 24
    let full = total == 0 ? width : min(width * done / total, width)
    let bar = String(repeating: "█", count: full) + String(repeating: "░", count: width - full)
    Console.status("\(self.label) \(bar) \(text)")
  }

  /// Writes a line to standard output above the progress line.
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
