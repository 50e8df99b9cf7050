import Synchronization

/// Progress that the sending and the receiving task share.
final class SharedProgress: Sendable {
  private let progress: Mutex<Replay.Progress>
  private let report: Replay.Report

  init(_ progress: Replay.Progress, _ report: @escaping Replay.Report) {
    self.progress = Mutex(progress)
    self.report = report
  }

  func update(_ moment: Replay.Moment, _ change: (inout Replay.Progress) -> Void) {
    let now = self.progress.withLock { progress in
      change(&progress)
      return progress
    }
    self.report(moment, now)
  }
}
