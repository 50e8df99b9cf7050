import Synchronization

/// Progress that the sending and the receiving task share.
final class SharedProgress: Sendable {
  private let progress: Mutex<Replay.Progress>
  private let report: Replay.StepHandler

  init(_ progress: Replay.Progress, _ report: @escaping Replay.StepHandler) {
    self.progress = Mutex(progress)
    self.report = report
  }

  func update(_ moment: Replay.Step, _ change: (inout Replay.Progress) -> Void) {
    let now = self.progress.withLock { progress in
      change(&progress)
      return progress
    }
    self.report(moment, now)
  }
}
