import InteractionCommandLine
import InteractionLoad
import Synchronization

/// Shows the progress of a load: a table that is redrawn on a terminal, else a line per second.
final class LoadProgressView: Sendable {
  private let shown = Mutex((table: LiveTable(), lines: 0))

  func show(_ progress: LoadProgress) {
    self.shown.withLock { shown in
      shown.table.add(progress)
      if Console.isTerminal {
        let lines = shown.table.lines(columns: Console.columns)
        Console.lines(lines, over: shown.lines)
        shown.lines = lines.count
      } else {
        if shown.lines == 0 { Console.line(LoadSecondReport.heading) }
        Console.line(progress.row.line)
        shown.lines += 1
      }
    }
  }
}
