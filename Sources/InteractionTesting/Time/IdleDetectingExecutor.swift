import Dispatch
import Synchronization

/// An executor that runs the sessions' tasks serially, and detects when all of them are suspended.
@available(InteractionEngine 1.0, *)
final class IdleDetectingExecutor: TaskExecutor {
  private struct State {
    /// The number of jobs that are queued or running.
    var pending = 0
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let queue = DispatchQueue(label: "interaction-testing")
  private let state = Mutex(State())

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    self.state.withLock { $0.pending += 1 }
    self.queue.async {
      job.runSynchronously(on: self.asUnownedTaskExecutor())
      self.finishJob()
    }
  }

  private func finishJob() {
    let waiters = self.state.withLock { state -> [CheckedContinuation<Void, Never>] in
      state.pending -= 1
      guard state.pending == 0 else { return [] }
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Waits until all tasks are suspended.
  func settle() async {
    await withCheckedContinuation { continuation in
      let isIdle = self.state.withLock { state in
        if state.pending > 0 { state.waiters.append(continuation) }
        return state.pending == 0
      }
      if isIdle { continuation.resume() }
    }
  }
}
