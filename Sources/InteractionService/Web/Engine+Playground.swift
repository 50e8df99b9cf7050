package import Foundation
package import InteractionCore
import InteractionStream
package import InteractionTrace
package import InteractionWire

/// The interface of the playground, whose page changes experiences and plays recordings.
@available(InteractionEngine 1.0, *)
extension Engine {
  /// Replaces the experience of a name for new sessions. Returns the name and the digest.
  package func apply(
    _ definition: Proto.ExperienceDefinition
  ) throws(ExperienceError) -> (name: String, digest: String) {
    let entry = try ExperienceCatalog.Entry(definition, origin: .file("playground"))
    self.catalog.replace(entry)
    return (entry.experience.name, entry.experience.digest)
  }

  /// Returns the recording of a session's newest connection up to now; nil if there is none.
  package func recording(of session: String) async -> Data? {
    guard let recordings = self.recordings,
      let found = await recordings.find(session, epoch: 0)
    else { return nil }
    var data = Data()
    while data.count < found.bytes {
      guard let part = try? await recordings.read(found, from: data.count), !part.isEmpty else {
        return nil
      }
      data += part
    }
    return data
  }

  /// The folder of this engine's recordings; nil if it records nothing.
  package var recordingFolder: URL? { self.recordings?.policy.directory }

  /// The number of threads for simulations.
  package var simulationThreads: Int { self.simulationLimits.running }

  /// Runs bulk work on a thread for simulations, after those queued before.
  ///
  /// - Parameter work: Polls its argument, and throws `CancellationError` once that returns true.
  package func simulate<Value: Sendable>(
    _ work: @escaping @Sendable (_ isCancelled: () -> Bool) throws -> Value
  ) async throws -> Value {
    try await self.simulations.run { caller in try work { caller.isSet } }
  }

  /// Returns a recording with its experience's definition; unchanged if it has one, or the
  /// experience is unknown.
  package func completed(_ trace: Trace) -> Trace {
    guard trace.header.definition == nil,
      let entry = self.catalog.entry(named: trace.header.experience)
    else { return trace }
    var trace = trace
    trace.header.definition = entry.definition
    return trace
  }
}
