package import Foundation
package import InteractionCore
package import InteractionTrace
package import InteractionWire

/// For the playground, whose page changes experiences and plays recordings.
@available(InteractionEngine 1.0, *)
extension Engine {
  /// Sessions that open from now on have this experience under its name. Returns the name, and the
  /// digest.
  package func apply(
    _ definition: Proto.ExperienceDefinition
  ) throws(ExperienceError) -> (name: String, digest: String) {
    let entry = try ExperienceCatalog.Entry(definition, origin: "playground")
    self.catalog.replace(entry)
    return (entry.experience.name, entry.experience.digest)
  }

  /// What is recorded of a session's newest connection until now; nil if nothing is.
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

  /// A recording with its experience, where it only names one that is in force.
  package func completed(_ trace: Trace) -> Trace {
    guard trace.header.definition == nil,
      let entry = self.catalog.entry(named: trace.header.experience)
    else { return trace }
    var trace = trace
    trace.header.definition = entry.definition
    return trace
  }
}
