package import Foundation
import InteractionCore
import InteractionTrace
package import InteractionWhatIf
import InteractionWire

/// Reads recordings on all cores, and replays them through other variants.
@available(InteractionEngine 1.0, *)
package struct OutcomeReader: Sendable {
  private let known = KnownVersions()
  private let files: [URL]
  private let workers: Int

  package init(
    _ files: [URL], workers: Int = ProcessInfo.processInfo.activeProcessorCount
  ) {
    self.files = files
    self.workers = max(workers, 1)
  }

  /// Reads the files. Each is in memory only while it is counted.
  ///
  /// - Parameters:
  ///   - experience: The experience's name; nil if the recordings are of one.
  ///   - report: Called after each file.
  package func recordings(
    of experience: String? = nil, report: @escaping @Sendable (WhatIf.Progress) -> Void = { _ in }
  ) async throws -> OutcomeRecordings {
    guard !self.files.isEmpty else { throw OutcomesError.noRecording }
    let files = try await self.map(Array(self.files.indices), report: report) { index in
      let modified = try? self.files[index].resourceValues(forKeys: [.contentModificationDateKey])
      let time = modified?.contentModificationDate?.timeIntervalSince1970 ?? 0
      return self.read(index, modified: time)
    }
    return try OutcomeRecordings(files.map(\.result), of: experience)
  }

  private func read(_ index: Int, modified: Double) -> (result: OutcomeFile, events: Int) {
    var file = OutcomeFile(index: index)
    do throws(UncountedRecording) {
      let (trace, version) = try self.load(index)
      file.experience = trace.header.experience
      file.connection = try RecordedConnection(
        trace.header, figures: trace.recordedFigures(of: version), file: index, modified: modified)
      file.connection?.isMoved = trace.steps.contains { step in
        if case .move = step.event.kind { true } else { false }
      }
      file.owners = BucketOwners(trace.header.buckets)
      file.version = version
      return (file, trace.steps.count)
    } catch {
      file.uncounted = error
      return (file, 0)
    }
  }

  private func load(_ index: Int) throws(UncountedRecording) -> (Trace, Experience) {
    guard let trace = try? Trace(file: self.files[index]) else { throw .unusable(.unreadable) }
    guard trace.header.selection != nil else { throw .noSelection }
    do throws(UnusableRecording) {
      return (trace, try self.known.version(of: trace))
    } catch {
      throw .unusable(error)
    }
  }

  /// Replays files through other versions.
  ///
  /// - Returns: The replays by file.
  func replays(
    _ replays: [(file: Int, versions: [Experience])],
    report: @escaping @Sendable (WhatIf.Progress) -> Void
  ) async throws -> [Int: VariantReplay] {
    let found = try await self.map(Array(replays.indices), report: report) { place in
      let (file, versions) = replays[place]
      guard let (trace, old) = try? self.load(file) else {
        return ((file, VariantReplay(isComplete: false)), 0)
      }
      var replay = VariantReplay()
      for version in versions { replay.add(trace, old: old, new: version) }
      return ((file, replay), trace.steps.count)
    }
    return Dictionary(found.map(\.result), uniquingKeysWith: { $1 })
  }

  /// Returns the results of a function for each value, on all cores, in no order.
  private func map<Value: Sendable, Result: Sendable>(
    _ values: [Value], report: @escaping @Sendable (WhatIf.Progress) -> Void,
    _ body: @escaping @Sendable (Value) -> (result: Result, events: Int)
  ) async throws -> [(result: Result, events: Int)] {
    let queue = FileQueue()
    return try await withThrowingTaskGroup(of: [(result: Result, events: Int)].self) { group in
      for _ in 0 ..< self.workers {
        group.addTask {
          var results: [(result: Result, events: Int)] = []
          while true {
            try Task.checkCancellation()
            let index = queue.next()
            guard values.indices.contains(index) else { return results }
            results.append(body(values[index]))
            report(queue.finish(results[results.count - 1].events))
          }
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
  }
}
