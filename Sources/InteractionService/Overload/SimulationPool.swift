import Foundation
import InteractionCore
import InteractionStream
import Synchronization

/// Runs simulations one after the other, on threads of its own.
///
/// They are bulk work that nothing else waits for: they stay off the threads of streams and lag
/// probes, and the operating system gives their threads a lower priority.
@available(InteractionEngine 1.0, *)
final class SimulationPool: Sendable {
  /// A simulation that waits for a thread, or runs.
  private struct Job: Sendable {
    let isCancelled: CancellationFlag
    let run: @Sendable () -> Void
    let cancel: @Sendable () -> Void
  }

  /// A flag that is set when the caller has cancelled.
  final class CancellationFlag: Sendable {
    private let value = Atomic(false)
    var isSet: Bool { self.value.load(ordering: .relaxed) }
    func set() { self.value.store(true, ordering: .relaxed) }
  }

  /// The destination of a new job.
  private enum Destination {
    case thread
    case queue
    case none
  }

  private struct State {
    var waiting: [Job] = []
    var threads = 0
  }

  private let running: Int
  private let waiting: Int
  private let state = Mutex(State())

  init(limits: SimulationLimits) {
    self.running = limits.running
    self.waiting = limits.waiting
  }

  /// The number of queued simulations.
  var waitingCount: Int { self.state.withLock { $0.waiting.count } }

  /// Runs `work` on a thread, after those queued before. `work` must poll the flag, and return when
  /// it is set.
  ///
  /// - Throws: The error of `work`; `CancellationError` if the task is cancelled;
  ///   `SIMULATIONS_BUSY` if the queue is full.
  func run<Value: Sendable>(
    _ work: @escaping @Sendable (CancellationFlag) throws -> Value
  ) async throws -> Value {
    let flag = CancellationFlag()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let job = Job(isCancelled: flag) {
          continuation.resume(with: Result { try work(flag) })
        } cancel: {
          continuation.resume(throwing: CancellationError())
        }
        if let refusal = self.add(job) { continuation.resume(throwing: refusal) }
      }
    } onCancel: {
      flag.set()
      self.removeCancelled()
    }
  }

  private func add(_ job: Job) -> StreamError? {
    let place = self.state.withLock { state -> Destination in
      if state.threads < self.running {
        state.threads += 1
        return .thread
      }
      guard state.waiting.count < self.waiting else { return .none }
      state.waiting.append(job)
      return .queue
    }
    switch place {
    case .thread: self.startThread(with: job)
    case .queue:
      // Its caller may have cancelled before it was queued.
      if job.isCancelled.isSet { self.removeCancelled() }
    case .none: return self.refusal
    }
    return nil
  }

  private var refusal: StreamError {
    StreamError(
      .simulationsBusy,
      "\(self.waiting) simulations are queued, the maximum; try again after the delay",
      metadata: ["limit": "simulations_waiting"])
  }

  private func removeCancelled() {
    let gone = self.state.withLock { state in
      let gone = state.waiting.filter(\.isCancelled.isSet)
      state.waiting.removeAll(where: \.isCancelled.isSet)
      return gone
    }
    for job in gone { job.cancel() }
  }

  /// Starts a thread, which ends when the queue is empty.
  private func startThread(with first: Job) {
    let thread = Thread {
      lowerThreadPriority()
      first.run()
      while let job = self.next() { job.run() }
    }
    thread.name = "simulation"
    thread.stackSize = 1 << 20
    thread.start()
  }

  private func next() -> Job? {
    self.state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.threads -= 1
        return nil
      }
      return state.waiting.removeFirst()
    }
  }
}

/// Lowers the scheduling priority of this thread, where the system supports that per thread.
@available(InteractionEngine 1.0, *)
private func lowerThreadPriority() {
  #if os(Linux)
    _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
  #endif
}
