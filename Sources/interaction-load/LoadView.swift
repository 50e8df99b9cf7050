import InteractionCommandLine
import InteractionLoad
import Synchronization

/// Shows how a load goes: on a terminal a table that is written over, elsewhere a line a second.
final class LoadView: Sendable {
  private let shown = Mutex((table: LiveTable(), lines: 0))

  func show(_ progress: LoadProgress) {
    self.shown.withLock { shown in
      shown.table.add(progress)
      if Console.isTerminal {
        let lines = shown.table.lines(columns: Console.columns)
        Console.lines(lines, over: shown.lines)
        shown.lines = lines.count
      } else {
        if shown.lines == 0 { Console.line(LoadRow.heading) }
        Console.line(progress.row.line)
        shown.lines += 1
      }
    }
  }
}
