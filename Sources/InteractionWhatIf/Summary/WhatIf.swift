public import Foundation
public import InteractionCore
import InteractionTrace

/// Plays recordings through another version of their experience, on all cores.
@available(InteractionEngine 1.0, *)
public struct WhatIf: Sendable {
  /// The progress of a run.
  public struct Progress: Hashable, Sendable {
    /// Files played.
    public var files = 0
    /// Events of them.
    public var events = 0
  }

  /// The versions to play.
  private let versions: [Experience]
  private let known = KnownVersions()

  /// - Parameter version: The new version.
  public init(_ version: Experience) {
    self.versions = [version]
  }

  /// - Parameter versions: The versions of a sweep, each compared with the recorded one.
  public init(sweep versions: [Experience]) {
    self.versions = versions
  }

  /// Plays the files. Each is read once, and in memory only while it is played.
  ///
  /// - Parameter report: Called after each file.
  /// - Returns: A summary for each version.
  public func run(
    _ files: [URL], workers: Int = ProcessInfo.processInfo.activeProcessorCount,
    report: @escaping @Sendable (Progress) -> Void = { _ in }
  ) async throws -> [WhatIfSummary] {
    let queue = FileQueue()
    return try await withThrowingTaskGroup(of: [WhatIfSummary].self) { group in
      for _ in 0 ..< max(workers, 1) {
        group.addTask {
          var summaries = self.versions.map { _ in WhatIfSummary() }
          while true {
            try Task.checkCancellation()
            let index = queue.next()
            guard files.indices.contains(index) else { return summaries }
            let events = self.play(files[index], at: index, into: &summaries)
            report(queue.finish(events))
          }
        }
      }
      var summaries = self.versions.map { _ in WhatIfSummary() }
      for try await more in group {
        for index in summaries.indices { summaries[index].add(more[index]) }
      }
      return summaries
    }
  }

  /// Plays one file. Returns the number of its events.
  private func play(_ file: URL, at index: Int, into summaries: inout [WhatIfSummary]) -> Int {
    do throws(UnusableRecording) {
      let trace = try Self.trace(in: file)
      guard trace.header.experience == self.versions[0].name else { throw .otherExperience }
      let old = try self.known.version(of: trace)
      for (place, version) in self.versions.enumerated() {
        let comparison = try SessionComparison(
          trace, old: old, new: version, isVerified: !trace.header.digest.isEmpty)
        summaries[place].add(comparison, at: index)
      }
      return trace.steps.count
    } catch {
      for place in summaries.indices { summaries[place].add(error, at: index) }
      return 0
    }
  }

  private static func trace(in file: URL) throws(UnusableRecording) -> Trace {
    do {
      return try Trace(file: file)
    } catch {
      throw .unreadable
    }
  }
}
