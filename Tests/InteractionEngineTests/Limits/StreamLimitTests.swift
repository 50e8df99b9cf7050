import InteractionCore
import InteractionStream
import InteractionWire
import SwiftProtobuf
import Testing

@testable import InteractionService

@Suite("Limits of a stream", .timeLimit(.minutes(2)))
struct StreamLimitTests {
  /// Returns commands each of which supersedes the previous one.
  private static func looks(_ range: Range<Int>) -> [WireEvent] {
    range.map { number in
      WireEvent(
        "orderToggle", #"{"toggle": "rocket", "look": \#(2 - number % 2)}"#,
        at: Int64(number) * 10_000)
    }
  }

  private func open(
    _ running: RunningEngine, _ change: (inout Interaction_V1_Open) -> Void = { _ in }
  ) async throws -> TestStream {
    let client = TestStream(running)
    client.acknowledges = false
    try await client.open {
      $0.sessionID = "limited"
      change(&$0)
    }
    return client
  }

  @Test("they have their names in opened")
  func names() async throws {
    try await RunningEngine.with { running in
      let opened = try await TestStream(running).open().opened
      #expect(opened.triggerLines.isEmpty && opened.heartbeatIntervalUs == 10_000_000)
      let limits = opened.limits
      #expect(limits.maxFrameBytes == 64 * 1024 && limits.maxFrameEvents == 1024)
      #expect(limits.maxMalformedEvents == 10 && limits.malformedWindowUs == 10_000_000)
      #expect(limits.idleTimeoutUs == 1_800_000_000)
      #expect(limits.maxUnacknowledgedDirectives == 256)
      #expect(limits.maxUnacknowledgedBytes == 256 * 1024)
      #expect(limits.maxEventsPerSecond == 240 && limits.maxEventBurst == 480)
    }
    try await RunningEngine.with(
      [:],
      {
        ($0.limits.unacknowledgedDirectives, $0.limits.unacknowledgedBytes) = (7, 2048)
        ($0.limits.eventsPerSecond, $0.limits.eventBurst, $0.limits.frameBytes) = (50, 60, 5000)
        ($0.limits.idleTimeout, $0.limits.heartbeatInterval) = (.seconds(77), .seconds(3))
      }
    ) { running in
      let opened = try await TestStream(running).open().opened
      #expect(opened.heartbeatIntervalUs == 3_000_000)
      let limits = opened.limits
      #expect(limits.maxUnacknowledgedDirectives == 7 && limits.maxUnacknowledgedBytes == 2048)
      #expect(limits.maxEventsPerSecond == 50 && limits.maxEventBurst == 60)
      #expect(limits.maxFrameBytes == 5000 && limits.idleTimeoutUs == 77_000_000)
    }
  }

  @Test("unacknowledged directives: what waits comes with the first acknowledgement")
  func window() async throws {
    try await RunningEngine.with(
      [:], { ($0.limits.unacknowledgedDirectives, $0.limits.stallTimeout) = (8, .seconds(100)) }
    ) { running in
      let client = try await self.open(running)
      var found: [WireDirective] = []
      for number in 1 ... 20 {
        found += try await client.exchange(.tap(number % 2, at: Int64(number) * 10_000)).directives
      }
      #expect(found.count == 8)
      let state = try await Inspector(running).get("limited")
      #expect(state.unacknowledgedDirectives == 8 && state.waitingDirectives == 12)
      try await client.send(.ack(1))
      found += try await client.receive().directives
      #expect(found.numbers == Array(1 ... 20))
      try await client.send(.ack(20))
      #expect(try await client.exchange(.tap(2, at: 1_000_000)).tabs == [2])
      #expect(await client.close().end == .well)
    }
  }

  @Test("unacknowledged bytes: the others wait")
  func windowInBytes() async throws {
    try await RunningEngine.with(
      [:], { ($0.limits.unacknowledgedBytes, $0.limits.stallTimeout) = (1024, .seconds(100)) }
    ) { running in
      let client = try await self.open(running)
      var found: [WireDirective] = []
      for number in 1 ... 10 {
        found += try await client.exchange(.tap(number % 2, at: Int64(number) * 10_000)).directives
      }
      #expect(found.count < 10)
      #expect(found.dropLast().map(\.bytes.count).reduce(0, +) <= 1024)
      try await client.send(.ack(UInt64(found.count)))
      found += try await client.receive().directives
      #expect(found.numbers == Array(1 ... 10))
    }
  }

  @Test("superseded directives are conflated, and their numbers are sent")
  func conflation() async throws {
    try await RunningEngine.with(
      [:], { ($0.limits.unacknowledgedDirectives, $0.limits.stallTimeout) = (8, .seconds(100)) }
    ) { running in
      let client = try await self.open(running)
      var found = try await client.exchange(Self.looks(0 ..< 8)).directives
      try await client.exchange(Self.looks(8 ..< 400))
      #expect(try await Inspector(running).get("limited").waitingDirectives <= 128)
      try await client.send(.ack(8))
      found += try await client.receive().directives
      #expect(found.flatMap { $0.supersedes + [$0.sequence] }.sorted() == Array(1 ... 400))
      #expect(found.count < 60 && found.looks.last == found.looks[1])
    }
  }

  @Test("SLOW_CONSUMER: something waits for too long")
  func slowConsumer() async throws {
    try await RunningEngine.with(
      [:],
      {
        $0.limits.unacknowledgedDirectives = 64
        $0.limits.stallTimeout = .seconds(1)
      }
    ) { running in
      for client in [TestStream(running), UnarySession(running)] {
        client.acknowledges = false
        try await client.open { $0.sessionID = "stalled" }
        // The directives of one frame are sent together; those of later frames wait.
        for frame in 0 ..< 3 {
          try await client.events((0 ..< 64).map { .tap($0 % 2, at: Int64(frame) * 1_000_000) })
        }
        let end = await client.rest().end
        #expect("\(end)" == "resourceExhausted SLOW_CONSUMER" && end.retryDelay == .seconds(1))
      }
    }
  }

  @Test("a client that has read and acknowledged each large frame before the next is not slow")
  func largeFrames() async throws {
    try await RunningEngine.with { running in
      let client = TestStream(running)
      try await client.open()
      for frame in Int64(0) ..< 10 {
        let turns = (Int64(0) ..< 64).map { WireEvent.turn(at: 5_000 * (64 * frame + $0)) }
        #expect(try await client.exchange(turns).directives.count == 64)
      }
      #expect(await client.close().end == .well)
    }
  }

  @Test("events over the limit: every tap counts for a moment, and as many as are allowed for ever")
  func taps() async throws {
    try await RunningEngine.with { running in
      let client = TestStream(running)
      try await client.open()
      let found = try await client.exchange((1 ... 1000).map { .tap($0 % 2) }).directives
      #expect(found.map(\.cause.eventSequence) == Array(1 ... 1000))
      let steady = TestStream(running)
      try await steady.open()
      for turn in 0 ..< 60 {
        let taps = (0 ..< 40).map {
          WireEvent.tap($0 % 2, at: Int64(turn * 40 + $0) * 1_000_000 / 240)
        }
        #expect(try await steady.exchange(taps).notices.isEmpty)
      }
      #expect(await steady.close().end == .well)
    }
  }

  @Test("TOO_MANY_EVENTS after some time over the limit")
  func tooManyEvents() async throws {
    try await RunningEngine.with([:], { $0.limits.eventOverrun = .seconds(1) }) { running in
      let client = TestStream(running)
      try await client.open()
      let start = ContinuousClock.now
      let end = await CallCompletion.of {
        for turn in Int64(0) ..< 1000 {
          try await client.exchange((0 ..< 120).map { .tap($0 % 2, at: turn * 10_000) })
        }
      }
      #expect("\(end)" == "resourceExhausted TOO_MANY_EVENTS" && end.retryDelay == .seconds(1))
      #expect(ContinuousClock.now - start > .seconds(1))
    }
  }

  @Test("movements over the limit: within it all, then the last one and the end")
  func movements() async throws {
    try await RunningEngine.with([:], { $0.limits.eventBurst = 20 }) { running in
      let client = try await self.open(running)
      let watcher = try await Inspector(running).watch("limited")
      let moves = (0 ..< 300).map { WireEvent.scroll(Double($0)) }
      let frames = try await client.exchange(
        [.scroll(0, .began)] + moves + [.scroll(299, .ended), .tap(1)])
      #expect(frames.tabs == [1])
      #expect(await client.close().end == .well)
      let events = try await watcher.rest().map(\.eventSequence).filter { $0 > 0 }
      #expect(events == Array(1 ... 20) + [301, 302, 303])
    }
  }

  @Test("a finger that stops while it is over the limit: soon its place is known")
  func lastMovement() async throws {
    try await RunningEngine.with([:], { $0.limits.eventBurst = 20 }) { running in
      let client = try await self.open(running)
      try await client.events([.scroll(0, .began)] + (0 ..< 300).map { .scroll(Double($0)) })
      while try await Inspector(running).get("limited").summary.appliedEvent < client.sent {
        try await Task.sleep(for: .milliseconds(20))
      }
    }
  }
}
