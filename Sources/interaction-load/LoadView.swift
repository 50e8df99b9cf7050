import InteractionHarness
import InteractionLoad
import Synchronization

/// Shows how a load goes: on a terminal a table that is written over, elsewhere a line a second.
final class LoadView: Sendable {
  private let table = Mutex(LiveTable())

  init() {
    if Console.isTerminal {
      self.table.withLock { Console.lines($0.lines, over: 0) }
    } else {
      Console.line(LoadRow.heading)
    }
  }

  func show(_ progress: LoadProgress) {
    guard Console.isTerminal else { return Console.line(progress.row.line) }
    self.table.withLock { table in
      table.add(progress)
      Console.lines(table.lines, over: table.lines.count)
    }
  }
}
