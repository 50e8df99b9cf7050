package import InteractionCore
import InteractionTrace
import Synchronization

/// A comparison of two versions by the recordings of a folder, which several threads play.
@available(InteractionEngine 1.0, *)
package final class FolderComparison: Sendable {
  private let cache: RecordingCache
  private let old: Experience
  private let new: Experience
  private let files: [RecordingFile]
  private let next = Atomic(0)
  /// The number of recordings in the folder.
  package let recordings: Int

  /// - Parameters:
  ///   - old: The version to compare with; recordings of experiences with another name are not
  ///     played.
  ///   - sample: The number of recordings to play, evenly spread over the folder; nil for all.
  package init(
    of cache: RecordingCache, old: Experience, new: Experience, sample: Int? = nil
  ) {
    self.cache = cache
    self.old = old
    self.new = new
    let files = cache.files()
    self.recordings = files.count
    if let sample, sample < files.count {
      self.files = (0 ..< max(sample, 0)).map { files[$0 * files.count / sample] }
    } else {
      self.files = files
    }
  }

  /// A Boolean value that indicates whether all recordings are played.
  package var isComplete: Bool { self.files.count == self.recordings }

  /// Plays recordings that no other thread has taken, until none is left. Returns their outcomes.
  ///
  /// - Parameter isCancelled: Called before each recording.
  /// - Throws: `CancellationError` once `isCancelled` returns true.
  package func play(until isCancelled: () -> Bool) throws -> WhatIfSummary {
    var summary = WhatIfSummary()
    while true {
      if isCancelled() { throw CancellationError() }
      let index = self.next.add(1, ordering: .relaxed).oldValue
      guard self.files.indices.contains(index) else { return summary }
      do throws(UnusableRecording) {
        summary.add(try self.comparison(self.files[index]), at: index)
      } catch {
        summary.add(error, at: index)
      }
    }
  }

  private func comparison(_ file: RecordingFile) throws(UnusableRecording) -> SessionComparison {
    try self.recording(in: file).comparison(old: self.old, new: self.new)
  }

  private func recording(in file: RecordingFile) throws(UnusableRecording) -> DecodedRecording {
    let recording = try self.cache.recording(in: file)
    guard recording.trace.header.experience == self.old.name else { throw .otherExperience }
    return recording
  }

  /// Returns the outcomes in words and numbers.
  package func overview(of summary: WhatIfSummary) -> OutcomeOverview {
    OutcomeOverview(summary, files: self.files.map(\.name))
  }

  /// Returns the differences of one recording's directives, as lines; nil if the folder has no such
  /// recording.
  package func differences(in name: String) throws -> [String]? {
    guard let file = self.files.first(where: { $0.name == name }) else { return nil }
    let recording = try self.recording(in: file)
    return SessionDifferences.lines(
      recording.trace, recorded: recording.recorded, old: self.old, new: self.new)
  }
}
