import Foundation
import InteractionCore
import InteractionExperience
import InteractionTrace
import InteractionWire
import SwiftProtobuf
import Testing

@Suite("V1–V14 S5 D1: bundled traces")
struct GoldenTraceTests {
  @Test("S5: every trace gives its recorded directives", arguments: TraceFiles.all)
  func directivesAsRecorded(file: URL) throws {
    let trace = try Trace(file: file)
    let answered = trace.recorded(with: try TraceFiles.experience(of: trace))
    if TraceFiles.isRecording { try answered.write(to: file) }
    let golden = try Trace(file: file)
    #expect(golden.header.digest == answered.header.digest)
    for (index, pair) in zip(golden.steps, answered.steps).enumerated() {
      try #require(pair.0.directives == pair.1.directives, "event \(index + 1)")
    }
  }

  @Test(
    "every kind of trace is there: 14 vectors in 2 presets, 5 generated, 3 from a browser, 9 systems"
  )
  func bundle() {
    func count(_ folder: String) -> Int {
      TraceFiles.all.count { $0.path.contains("/\(folder)/") }
    }
    #expect(count("vectors") == 28)
    #expect(count("generated") == 5)
    #expect(count("recorded") >= 3)
    // With the tour, which is a generated one.
    #expect(count("InteractionReplay/Resources") == 10)
  }

  @Test("both forms hold the same trace", arguments: TraceFiles.all)
  func forms(file: URL) throws {
    let trace = try Trace(file: file)
    #expect(try Trace(binary: try trace.binary) == trace)
    #expect(try Trace(text: trace.text) == trace)
  }

  @Test(
    "D1 D5: a client that only applies directives shows the snapshot", arguments: TraceFiles.all)
  func clientModel(file: URL) throws {
    let trace = try Trace(file: file)
    let experience = try TraceFiles.experience(of: trace)
    var session = Session(experience: experience, surface: trace.header.surface)
    let opening = session.handle(trace.openingEvent)
    var model = ClientModel(session.snapshot)
    for directive in opening { model.apply(directive) }
    for event in trace.events {
      for directive in session.handle(event) {
        model.apply(directive)
        let once = model
        model.apply(directive)
        try #require(model == once, "applying twice changes nothing")
      }
      try #require(model.snapshot == session.snapshot, "event \(event.sequence)")
    }
  }

  @Test(
    "S5: a session encoded, decoded and continued at any event goes on the same",
    arguments: TraceFiles.all)
  func continued(file: URL) throws {
    let trace = try Trace(file: file)
    let experience = try TraceFiles.experience(of: trace)
    var session = Session(experience: experience, surface: trace.header.surface)
    _ = session.handle(trace.openingEvent)
    var carried = session
    for event in trace.events {
      let bytes: [UInt8] = try carried.proto.serializedBytes()
      carried = try Session(try Proto.SessionState(serializedBytes: bytes), of: experience)
      try #require(carried == session, "before event \(event.sequence)")
      try #require(carried.handle(event) == session.handle(event), "event \(event.sequence)")
    }
    #expect(carried == session)
  }
}
