import Synchronization

/// The faults of a run's engines, and the results.
struct EngineFaultLog: Sendable {
  /// Engines that were killed or drained.
  var count = 0
  /// The exits of the engines that were drained.
  var exits: [EngineProcess.Exit] = []
  /// The number of failed restarts of engines, by error.
  var failedStarts: [String: Int] = [:]
}

/// A flag that is set when all engine faults have been injected; sessions last until then.
final class EngineFaultCompletion: Sendable {
  private let isEnded = Atomic(false)

  var areOver: Bool { self.isEnded.load(ordering: .relaxed) }

  func end() {
    self.isEnded.store(true, ordering: .relaxed)
  }
}
