import InteractionCore
import InteractionService
import InteractionStream
import InteractionWire
import SwiftProtobuf

/// Opens a session from a client's checkpoint, and uses the session briefly.
///
/// By the first bit, the remaining `bytes` are the token, or content that is sealed with the
/// server's keys, as by a server of another version.
package func fuzzCheckpoint(_ bytes: [UInt8]) throws {
  var script = Script(bytes)
  let isSealed = script.flag()
  let experience = script.one(of: Server.experiences)
  let steps = Script((0 ..< Int(script.byte())).map { _ in script.byte() })
  var token = script.remainder()
  if isSealed {
    guard var content = try? Proto.SealedSession(serializedBytes: token) else { return }
    content.sessionID = "s-1"
    content.user = ""
    content.state.experienceDigest = experience.digest
    try checkState(content.state, of: experience)
    guard let sealed = try Server.vault(at: 0).seal(content) else { return }
    token = sealed
  }
  try useCheckpoint(token, of: experience, steps)
}

/// Checks that a parsed state survives a round trip.
private func checkState(_ state: Proto.SessionState, of experience: Experience) throws {
  guard let session = try? Session(state, of: experience) else { return }
  let written = session.proto
  let again = try Session(written, of: experience)
  try demand(
    try again.proto.serializedBytes() as [UInt8] == written.serializedBytes(),
    "a state reads back as another one")
}

private func useCheckpoint(
  _ token: [UInt8], of experience: Experience, _ steps: Script
) throws {
  var steps = steps
  var server = try Server(limits: StreamLimits(), at: .zero)
  let directive = steps.flag() ? UInt64(steps.byte()) : UInt64.max
  let frames = try server.receive(
    .open(
      OpenFrame(
        clientName: "fuzz", clientVersion: "1", sessionID: "s-1", experience: experience.name,
        surface: .phone, skipsSamples: true, resumes: true, current: nil, time: .zero,
        resume: ResumeMessage(token: token, directive: directive, firstEvent: 0))))
  var number: UInt64 = 1
  if case .resumed(let event)? = frames.first?.opened?.outcome { number = event &+ 1 }
  for _ in 0 ..< 40 where !steps.isOver && !server.isOver {
    let time = (server.stream.session?.now ?? .zero) + steps.span()
    switch steps.number(below: 8) {
    case 0: _ = try server.pass(.milliseconds(Int64(steps.byte()) * 100))
    case 1:
      let command = SessionCommand(id: "c", order: .event(steps.kind(in: experience)))
      _ = try server.act { stream, now in stream.carryOut(command, at: now) }
    case 2: _ = try server.receive(.heartbeat(time: time, [], pointers: []))
    default:
      let event = InteractionEvent(sequence: number, time: time, kind: steps.kind(in: experience))
      _ = try server.receive(.events(first: number, [.event(event)]))
      number &+= 1
    }
  }
  _ = try server.act { stream, now in stream.receiveEnd(at: now) }
}
