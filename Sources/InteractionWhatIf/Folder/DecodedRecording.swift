import InteractionCore
import InteractionTrace
import Synchronization

/// A recording in memory, to play through one version after the other.
@available(InteractionEngine 1.0, *)
final class DecodedRecording: Sendable {
  /// The events that the recording tells about a version.
  private struct Coverage: Hashable {
    var digest: String
    /// True if the version shows what the recorded one has shown.
    var isAsRecorded: Bool
    /// The number of events after which the recording tells nothing.
    var events: Int
    /// The reason; nil if it tells everything.
    var end: SessionComparison.End?
  }

  /// The session without its directives.
  let trace: Trace
  /// The version that it was recorded with.
  let recorded: Experience
  /// The coverage of the last old version.
  private let coverage = Mutex<Coverage?>(nil)

  /// - Throws: ``UnusableRecording/engineDiffers`` if the version decides otherwise than recorded.
  init(_ trace: Trace, recorded: Experience) throws(UnusableRecording) {
    if !trace.header.digest.isEmpty, !Self.agrees(trace, with: recorded) { throw .engineDiffers }
    var trace = trace
    trace.opening = []
    for index in trace.steps.indices { trace.steps[index].directives = [] }
    self.trace = trace
    self.recorded = recorded
  }

  private static func agrees(_ trace: Trace, with recorded: Experience) -> Bool {
    var (session, opening) = trace.session(of: recorded)
    guard Directive.areSame(opening, trace.opening) else { return false }
    for (index, step) in trace.steps.enumerated() {
      // From there on the directives are another version's.
      if case .move = step.event.kind { return true }
      let directives = session.handle(step.event)
      // The last directives of an engine that was killed may be missing.
      let isCut = index == trace.steps.count - 1 && step.directives.isEmpty
      guard isCut || Directive.areSame(directives, step.directives) else { return false }
    }
    return true
  }

  /// An estimate of its size in memory.
  var bytes: Int { MemoryLayout<Trace.Step>.stride * self.trace.steps.count + 4_096 }

  /// Plays the session through two versions.
  func comparison(
    old: Experience, new: Experience
  ) throws(UnusableRecording) -> SessionComparison {
    guard old.digest != self.recorded.digest else {
      return try SessionComparison(self.trace, old: old, new: new, isVerified: false)
    }
    let coverage = try self.coverage(of: old)
    var trace = self.trace
    if coverage.events < trace.steps.count { trace.steps.removeSubrange(coverage.events...) }
    var comparison = try SessionComparison(
      trace, recorded: self.recorded, old: old, new: new, isVerified: false)
    if !coverage.isAsRecorded { comparison.assumeAll() }
    comparison.addUnknown(self.trace.steps.count - coverage.events, after: coverage.end)
    return comparison
  }

  private func coverage(of version: Experience) throws(UnusableRecording) -> Coverage {
    if let known = self.coverage.withLock({ $0 }), known.digest == version.digest { return known }
    let played = try SessionComparison(
      self.trace, old: self.recorded, new: version, isVerified: false)
    let coverage = Coverage(
      digest: version.digest, isAsRecorded: played.difference == nil,
      events: self.trace.steps.count - played.unknownEvents, end: played.end)
    self.coverage.withLock { $0 = coverage }
    return coverage
  }
}
