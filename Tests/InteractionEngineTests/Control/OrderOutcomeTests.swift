import InteractionWire
import Testing

@Suite("Outcomes of commands", .timeLimit(.minutes(2)))
struct OrderOutcomeTests {
  @Test("they come in order with the client's own events")
  func order() async throws {
    try await BackendExperiences.open { running in
      let client = try await TestStream.shopping(running) { $0.experience = "plain" }
      var found: [WireDirective] = []
      for turn in 1 ... 5 {
        try await client.events([.tap(1)])
        found += try await client.applied()
        found += try await client.carriesOut(.tab(0), as: "c\(turn)").directives
      }
      #expect(found.numbers == Array(1 ... 10))
      #expect(found.map(\.cause.eventSequence).filter { $0 > 0 } == Array(1 ... 5))
      #expect(found.commands.filter { !$0.isEmpty } == (1 ... 5).map { "c\($0)" })
      #expect(found.map(\.atUs) == found.map(\.atUs).sorted())
    }
  }

  @Test("a command has the server's time; what the client stamped before it counts all the same")
  func lateClient() async throws {
    try await BackendExperiences.open { running in
      let client = try await TestStream.shopping(running) { $0.timeUs = 5_000_000 }
      try await Task.sleep(for: .milliseconds(200))
      let (_, found) = try await client.carriesOut(.countUp, as: "up")
      #expect(found[0].atUs >= 5_200_000)
      let frames = try await client.exchange(.tap(1, at: 5_000_000))
      #expect(frames.tabs == [1] && frames.notices.isEmpty)
    }
  }

  @Test("UNCONFIRMED until the client has acknowledged")
  func acknowledgement() async throws {
    try await BackendExperiences.open(BackendExperiences.impatient) { running in
      let client = try await TestStream.shopping(running)
      func outcome(_ id: String) async throws -> String {
        try await Order.countUp.send(as: id, to: running).summary
      }
      #expect(try await outcome("a") == "unconfirmed")
      try await client.send(.ack(1))
      #expect(try await outcome("b") == "unconfirmed")
      try await client.send(.ack(2))
      try await client.exchange(WireEvent("tick"))
      #expect(try await outcome("b") == "applied")
      #expect(await client.close().frames.directives.isEmpty)
    }
  }

  @Test("UNCONFIRMED until the last directive is acknowledged")
  func halfAnAcknowledgement() async throws {
    try await BackendExperiences.open(BackendExperiences.impatient) { running in
      let client = try await TestStream.shopping(running)
      _ = try await client.carriesOut(.tab(2), as: "go")
      async let result = Order.gate(signedIn: true).send(as: "in", to: running)
      let found = try await client.receive().directives
      #expect(found.count == 2)
      try await client.send(.ack(found[0].sequence))
      #expect(try await result.summary == "unconfirmed")
      try await client.send(.ack(found[1].sequence))
      try await client.exchange(WireEvent("tick"))
      #expect(
        try await Order.gate(signedIn: true).send(as: "in", to: running).summary == "applied")
    }
  }

  @Test("a repeated command is not carried out again")
  func repetition() async throws {
    try await BackendExperiences.open { running in
      let client = try await TestStream.shopping(running)
      let (_, once) = try await client.carriesOut(.countUp, as: "once")
      #expect(once[0].setting.badge.text == "4")
      for number in 1 ... 60 {
        _ = try await client.carriesOut(.moved(number), as: "b\(number)")
      }
      #expect(try await Order.countUp.send(as: "once", to: running).summary == "applied")
      #expect(try await client.exchange(WireEvent("tick")).directives.isEmpty)
      let (_, twice) = try await client.carriesOut(.countUp, as: "twice")
      #expect(twice[0].setting.badge.text == "5")
    }
  }

  @Test("another session carries out a command of the same name")
  func sameName() async throws {
    try await BackendExperiences.open { running in
      for session in ["one", "two", "one"] {
        let client = try await TestStream.shopping(running) { $0.sessionID = session }
        async let result = Order.countUp.send(as: "once", to: running, session: session)
        #expect(try await client.applied()[0].setting.badge.text == "4", "\(session)")
        #expect(try await result.summary == "applied")
        #expect(await client.close().end == .well)
      }
    }
  }

  @Test("an invalid command was not carried out, and can be corrected under its name")
  func correction() async throws {
    try await BackendExperiences.open { running in
      let client = try await TestStream.shopping(running)
      #expect(try await Order.tab(9).send(as: "go", to: running).outcome == .invalid)
      let (_, found) = try await client.carriesOut(.tab(1), as: "go")
      #expect(found[0].selection?.selected == 1)
    }
  }

  @Test("no session time is left at 2^53 µs: nothing is said to be done that was not")
  func endOfTime() async throws {
    try await BackendExperiences.open(BackendExperiences.impatient) { running in
      let client = try await TestStream.shopping(running) { $0.timeUs = 1 << 53 }
      try await Task.sleep(for: .milliseconds(10))
      let result = try await Order.tab(1).send(as: "go", to: running)
      let tabs = await client.close().frames.tabs
      #expect(tabs == [1] || (result.outcome != .applied && result.outcome != .unconfirmed))
    }
  }
}
