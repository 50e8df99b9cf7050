import Foundation
import InteractionCore
import InteractionTrace

/// Parses `bytes` as a trace, text or binary. A parsed trace must survive a round trip, and be
/// replayable deterministically.
package func fuzzTrace(_ bytes: [UInt8]) throws {
  guard var trace = try? Trace(contentsOf: Data(bytes)) else { return }
  let binary = try trace.binary
  let again = try Trace(binary: binary)
  try demand(try again.binary == binary, "reads back as another one: \(trace)")
  _ = try? Trace(text: trace.text)
  guard let experience = Server.experiences.first(where: { $0.name == trace.header.experience })
  else { return }
  trace.steps = Array(trace.steps.prefix(200))
  // A banner would catch up all its turns.
  trace.steps.removeAll { $0.event.time - trace.header.start > .seconds(3_600) }
  let answered = trace.recorded(with: experience)
  // Compared as bytes, since NaN does not equal itself.
  try demand(
    answered.recorded(with: experience).binary == answered.binary,
    "a trace is answered in two ways")
}
