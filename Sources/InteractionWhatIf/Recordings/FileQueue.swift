import Synchronization

/// The files that workers take in turn, and their progress.
@available(InteractionEngine 1.0, *)
package final class FileQueue: Sendable {
  private struct State {
    var next = 0
    var progress = WhatIf.Progress()
  }

  private let state = Mutex(State())

  package init() {}

  /// Takes the index of the next file.
  package func next() -> Int {
    self.state.withLock { state in
      defer { state.next += 1 }
      return state.next
    }
  }

  /// Adds a file that was played. Returns the progress.
  package func finish(_ events: Int) -> WhatIf.Progress {
    self.state.withLock { state in
      state.progress.files += 1
      state.progress.events += events
      return state.progress
    }
  }
}
