import Dispatch

/// Runs tasks on a thread of its own, for calls of the file system.
///
/// A disk or a network file system that hangs blocks these tasks and no others.
@available(InteractionEngine 1.0, *)
package final class FileExecutor: TaskExecutor {
  private let queue: DispatchQueue

  package init(label: String) {
    self.queue = DispatchQueue(label: label, qos: .utility)
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    self.queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  /// Runs a call of the file system, and suspends the caller until it returns.
  package func run<Value: Sendable, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    try await withTaskExecutorPreference(self) { () async throws(Failure) -> Value in try body() }
  }
}
