package import Foundation
package import InteractionCore
package import InteractionWhatIf

/// The outcomes of recorded sessions by variant, by user.
@available(InteractionEngine 1.0, *)
package struct Outcomes: Sendable {
  /// The phases of a run, for its progress.
  package enum Phase: Hashable, Sendable {
    case reading(WhatIf.Progress)
    /// The replay of sessions, of so many.
    case replaying(WhatIf.Progress, of: Int)
  }

  private let files: [URL]
  private let reader: OutcomeReader

  /// - Parameter files: The recordings.
  package init(_ files: [URL], workers: Int = ProcessInfo.processInfo.activeProcessorCount) {
    self.files = files
    self.reader = OutcomeReader(files, workers: workers)
  }

  /// Reads the recordings, and compares the variants.
  ///
  /// - Parameters:
  ///   - experience: The experience's name; nil if the recordings are of one.
  ///   - versions: The versions to replay, by variant, instead of the recorded ones; nil to compare
  ///     all users without a replay.
  /// - Throws: ``OutcomesError``
  package func report(
    of experience: String? = nil, triggeredBy versions: [String: Experience]? = nil,
    _ options: OutcomeReport.Options,
    progress: @escaping @Sendable (Phase) -> Void = { _ in }
  ) async throws -> OutcomeReport {
    let recordings = try await self.reader.recordings(of: experience) { progress(.reading($0)) }
    let users = try OutcomeUsers(recordings, isLastPhase: options.isLastPhase)
    var triggered: TriggeredUsers?
    if let versions {
      if let other = versions.values.first(where: { $0.name != recordings.experience }) {
        throw OutcomesError.otherVersions(other.name, of: recordings.experience)
      }
      let count = users.users.reduce(0) { sum, user in
        sum + user.sessions.reduce(0) { $0 + $1.files.count }
      }
      triggered = try await TriggeredUsers(
        users, versions: VariantVersions(recordings, replacing: versions), reader: self.reader
      ) { progress(.replaying($0, of: count)) }
    }
    return try OutcomeReport(
      recordings, users, files: self.files, triggered: triggered, options)
  }
}
