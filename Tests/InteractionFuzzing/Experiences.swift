import InteractionCore
import InteractionExperience
import InteractionWire
import SwiftProtobuf

/// Parses `bytes` as an experience. Errors must have a message; an accepted experience must survive
/// a round trip and run, and its sessions must stay within the state limit.
package func fuzzExperience(_ bytes: [UInt8]) throws {
  let text = String(decoding: bytes, as: UTF8.self)
  let experience: Experience
  do throws(ExperienceError) {
    experience = try Experience(try Proto.ExperienceDefinition(yaml: text))
  } catch {
    return try demand(!error.violations.isEmpty, "refused without a reason")
  }
  var again: Experience
  do throws(ExperienceError) {
    again = try Experience(experience.definition)
  } catch {
    throw Finding("its own definition is refused: \(error)")
  }
  again.digest = experience.digest
  try demand(again == experience, "its own definition is another experience")
  try runSession(of: experience, Script(bytes.reversed()))
}

private func runSession(of experience: Experience, _ script: Script) throws {
  var script = script
  var session = Session(experience: experience, surface: .phone)
  _ = session.handle(InteractionEvent(time: .zero, kind: .open(nil)))
  let limit = experience.largestStateBytes
  for _ in 0 ..< 60 where !script.isOver {
    let kind = script.kind(in: experience)
    let time = session.now + script.span()
    // A banner would catch up all its turns.
    if time - session.now > .seconds(600) { continue }
    _ = session.handle(InteractionEvent(time: time, kind: kind))
  }
  let state: [UInt8] = try session.proto.serializedBytes()
  try demand(state.count <= limit, "a state of \(state.count) bytes; at most \(limit)")
  let carried = try Session(try Proto.SessionState(serializedBytes: state), of: experience)
  try demand(carried == session, "a session is carried on as another one")
}
