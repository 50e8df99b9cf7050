import Foundation
import InteractionCore
import InteractionStream
import Synchronization

/// Runs simulations in turn, on threads of its own.
///
/// A simulation is work that a caller asks for and nothing else waits for. The threads of streams,
/// and the clocks by which the engine knows how late it is, are not for it: the operating system
/// gives these ones less of a processor that others want.
@available(InteractionEngine 1.0, *)
final class SimulationDesk: Sendable {
  /// What runs on a thread.
  private struct Job: Sendable {
    let isCancelled: Flag
    let run: @Sendable () -> Void
    let cancel: @Sendable () -> Void
  }

  /// Whether the caller has gone.
  final class Flag: Sendable {
    private let value = Atomic(false)
    var isSet: Bool { self.value.load(ordering: .relaxed) }
    func set() { self.value.store(true, ordering: .relaxed) }
  }

  /// Where a job goes.
  private enum Place {
    case thread
    case line
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

  /// How many wait.
  var waitingCount: Int { self.state.withLock { $0.waiting.count } }

  /// Runs `work` when its turn comes. It has to look at the flag now and then, and to end when that
  /// is set.
  ///
  /// - Throws: What `work` throws; `CancellationError` if the task is cancelled; a ``StreamError``
  ///   if too many wait.
  func run<Value: Sendable>(
    _ work: @escaping @Sendable (Flag) throws -> Value
  ) async throws -> Value {
    let flag = Flag()
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
    let place = self.state.withLock { state -> Place in
      if state.threads < self.running {
        state.threads += 1
        return .thread
      }
      guard state.waiting.count < self.waiting else { return .none }
      state.waiting.append(job)
      return .line
    }
    switch place {
    case .thread: self.startThread(with: job)
    case .line:
      // Its caller may have gone before it stood in line.
      if job.isCancelled.isSet { self.removeCancelled() }
    case .none: return self.refusal
    }
    return nil
  }

  private var refusal: StreamError {
    StreamError(
      .simulationsBusy,
      "\(self.waiting) simulations wait for their turn; try again after the delay",
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

  /// A thread lasts as long as there is work.
  private func startThread(with first: Job) {
    let thread = Thread {
      yieldToOthers()
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

/// Lets the operating system give this thread less of a processor that others want, where that can
/// be said of a thread alone.
@available(InteractionEngine 1.0, *)
private func yieldToOthers() {
  #if os(Linux)
    _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
  #endif
}
