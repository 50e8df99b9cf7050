import Synchronization

/// What has become of the engines of a run.
struct EngineFates: Sendable {
  /// Engines that were killed or drained, and were to start again.
  var count = 0
  /// How those ended that were drained.
  var exits: [EngineProcess.Exit] = []
  /// Why engines did not start again, and how often.
  var failedStarts: [String: Int] = [:]
}

/// Whether anything is still to happen to the engines, for the sessions, which last until then.
final class PendingFates: Sendable {
  private let isEnded = Atomic(false)

  var areOver: Bool { self.isEnded.load(ordering: .relaxed) }

  func end() {
    self.isEnded.store(true, ordering: .relaxed)
  }
}
