import Dispatch

/// A task executor with its own dispatch queue, for file-system calls.
///
/// A hanging disk or network file system blocks only these tasks.
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

  /// Runs a file-system call, and suspends the caller until it returns.
  package func run<Value: Sendable, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    try await withTaskExecutorPreference(self) { () async throws(Failure) -> Value in try body() }
  }
}
