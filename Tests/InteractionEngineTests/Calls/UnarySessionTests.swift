import InteractionWire
import SwiftProtobuf
import Testing

@Suite("Sessions on calls", .timeLimit(.minutes(2)))
struct UnarySessionTests {
  @Test("OpenSession opens as a stream does")
  func opening() async throws {
    try await RunningEngine.with { running in
      func change(_ open: inout Interaction_V1_Open) {
        (open.capabilities.skipsSamples, open.timeUs) = (true, 7)
      }
      let streamed = try await TestStream(running).open {
        $0.sessionID = "streamed"
        change(&$0)
      }
      let session = UnarySession(running)
      var called = try await session.openUnread {
        $0.sessionID = "called"
        change(&$0)
      }
      #expect(called.opened.sessionID == "called")
      called.opened.sessionID = "streamed"
      #expect(called == streamed)
    }
  }

  @Test("each has a key of its own, and the same session another one each time")
  func keys() async throws {
    try await RunningEngine.with { running in
      var keys: Set<String> = []
      for name in ["one", "two", "one"] {
        let key = try await UnarySession.opened(running) { $0.sessionID = name }.key
        #expect(key.count == 32 && key.allSatisfy { $0.isHexDigit && !$0.isUppercase })
        keys.insert(key)
      }
      #expect(keys.count == 3)
    }
  }

  @Test("events, acks, heartbeats, deadlines")
  func session() async throws {
    try await RunningEngine.with { running in
      let session = UnarySession(running)
      try await session.open { $0.timeUs = 5 }
      let events = [WireEvent.scroll(0, .began), .scroll(400), .scroll(500)]
      #expect(try await session.tell(.events(1, events)).ackedEvent == 3)
      let frame = try await session.receive()
      #expect(frame.directives.first?.cause.eventSequence == 3 && frame.ackedEvent == 3)
      try await session.tell(.ack(frame.directives[0].sequence))
      let lift = WireEvent.scroll(500, .ended, velocity: 0)
      #expect(try await session.tell(.events(4, [lift])).nextDeadlineUs == 1_000_005)
      try await session.tell(.heartbeat(9))
      #expect(try await session.receive(until: \.hasHeartbeat).last?.heartbeat.timeUs == 9)
      #expect(try await session.tell().ackedEvent == 4)
      #expect(await session.close().end == .well)
    }
  }

  @Test("frames wait for Subscribe")
  func waiting() async throws {
    try await RunningEngine.with { running in
      let session = try await UnarySession.opened(running)
      for number in UInt64(1) ... 200 {
        try await session.tell(.events(number, [.tap(Int(number % 2))]))
      }
      await session.subscribe()
      #expect(try await session.acked(200).directives.numbers == Array(1 ... 200))
      #expect(await session.close().end == .well)
    }
  }

  @Test("events and the end in one call: the frame that they lead to is the last one")
  func lastFrame() async throws {
    try await RunningEngine.with { running in
      let session = UnarySession(running)
      try await session.open()
      let answer = try await session.tell(
        .events(1, [.scroll(0, .began), .tap(1)]), isLast: true)
      #expect(answer.ackedEvent == 2)
      let (frames, end) = await session.rest()
      #expect(frames.tabs == [1] && frames.last?.ackedEvent == 2 && end == .well)
      #expect(await session.endOfSending().reason == "UNKNOWN_SESSION")
      #expect(await session.endOfSubscribe().reason == "UNKNOWN_SESSION")
    }
  }

  @Test("without directives, acknowledgements come by time and number, as on a stream")
  func quietEvents() async throws {
    try await RunningEngine.with { running in
      for client in [TestStream(running), UnarySession(running)] {
        try await client.open()
        #expect(try await client.exchange(.scroll(0, .began), .scroll(1)).count == 1)
        #expect(try await client.exchange(.samples((2 ..< 34).map(Double.init))).count == 1)
        try await client.events([.scroll(35)])
        #expect(await client.close().frames.map(\.ackedEvent).max() == 35)
      }
    }
  }

  @Test("notices come by Subscribe")
  func notices() async throws {
    try await RunningEngine.with { running in
      let session = UnarySession(running)
      try await session.open()
      let answer = try await session.tell(.events(1, [.tap(1), .tap(9), .unknown, .tap(2)]))
      #expect(answer.ackedEvent == 4)
      let frame = try await session.receive()
      #expect(frame.notices.map(\.sequence) == [2, 3] && frame.directives.tabs == [1, 2])
      #expect(frame.notices.map(\.reason) == [.malformedEvent, .unknownEvent])
      #expect(frame.notices.first?.violations.map(\.field) == ["tap.tab"])
      try await session.tell(.heartbeat(3, drags: ["attic"]))
      let beat = try await session.receive().notices
      #expect(beat.first?.violations.map(\.field) == ["heartbeat.held_drags[0].source"])
    }
  }

  @Test(
    "a finger on the bar that heartbeats name goes on; one that they do not is cancelled",
    arguments: [([7], [1]), ([], []), ([8], [])] as [([UInt32], [Int32])])
  func heldPointers(named: [UInt32], selected: [Int32]) async throws {
    try await RunningEngine.with { running in
      for client in [TestStream(running), UnarySession(running)] {
        try await client.open()
        func pointer(_ phase: Int, at time: Int64) -> WireEvent {
          let place = #""target": "tab/1", "x": 100, "y": 790"#
          return WireEvent("pointer", #"{"pointer": 7, "phase": \#(phase), \#(place)}"#, at: time)
        }
        try await client.send(.events(1, [pointer(1, at: 0)]))
        try await client.send(.heartbeat(100, pointers: named))
        try await client.send(.events(2, [pointer(3, at: 200)]))
        #expect(await client.close().frames.tabs == selected)
      }
    }
  }

  @Test("packed samples carry where a list stands sideways: a number for each, or none")
  func sidewaysSamples() async throws {
    try await RunningEngine.with { running in
      let session = UnarySession(running)
      try await session.open()
      var good = WireEvent.samples([1, 500])
      good.scrollSamples.x = [3, 4]
      #expect(try await session.tell(.events(1, [.scroll(0, .began), good])).ackedEvent == 3)
      #expect(try await session.receive().directives.map(\.cause.eventSequence) == [3])
      good.scrollSamples.x = [3]
      try await session.tell(.events(4, [good]))
      let fields = try await session.acked(5).notices.flatMap { $0.violations.map(\.field) }
      #expect(!fields.isEmpty && Set(fields) == ["scroll_samples.x"])
    }
  }

  @Test("a wrong key opens nothing and disturbs nothing")
  func wrongKeys() async throws {
    try await RunningEngine.with { running in
      let session = UnarySession(running)
      try await session.open()
      let key = session.key
      let other = try await UnarySession.opened(running).key
      for wrong in [
        "", other, String(key.dropLast()), key + "0", " \(key)", String(repeating: "0", count: 32),
        String(repeating: "x", count: 60_000),
      ] {
        session.key = wrong
        for end in [
          await session.endOfSending(.events(1, [.tap(1)])), await session.endOfSending(),
          await session.endOfSending(isLast: true), await session.endOfSubscribe(),
        ] { #expect("\(end)" == "notFound UNKNOWN_SESSION") }
      }
      session.key = key
      #expect(try await session.tell(.events(1, [.tap(2)])).ackedEvent == 1)
      let (frames, end) = await session.close()
      #expect(frames.tabs == [2] && end == .well)
    }
  }

  @Test("calls for sessions that are not there, or not on calls")
  func unknownSessions() async throws {
    try await RunningEngine.with { running in
      let stream = TestStream(running)
      try await stream.open { $0.sessionID = "streamed" }
      let session = try await UnarySession.opened(running) { $0.sessionID = "over" }
      _ = await session.close()
      for name in ["none", "", "over", "streamed", String(repeating: "x", count: 60_000)] {
        session.id = name
        for end in [await session.endOfSending(), await session.endOfSubscribe()] {
          #expect("\(end)" == "notFound UNKNOWN_SESSION" && end.message.count < 500)
        }
      }
      #expect(try await stream.exchange(.tap(1)).tabs == [1])
    }
  }
}
