import InteractionWire
import Testing

@testable import InteractionService

@Suite("Many calls to one session", .timeLimit(.minutes(2)))
struct ConcurrentCallTests {
  @Test("a newer Subscribe ends the older, and brings again what was not acknowledged")
  func newerSubscribe() async throws {
    try await RunningEngine.with { running in
      let session = try await UnarySession.opened(running)
      try await session.tell(.events(1, [.tap(1)]))
      let older = UnarySession(running)
      (older.id, older.key) = (session.id, session.key)
      await older.subscribe()
      #expect(try await older.receive().directives.tabs == [1])
      await session.subscribe()
      let (frames, end) = await older.rest()
      #expect(frames.isEmpty && "\(end)" == "aborted SUPERSEDED")
      try await session.tell(.events(2, [.tap(2)]))
      let (rest, last) = await session.close()
      #expect(rest.tabs == [1, 2] && last == .well)
    }
  }

  /// Returns a function that reads a `Subscribe` of the session to its end.
  private func reader(
    of session: UnarySession
  ) -> @Sendable () async -> (frames: [WireResponse], end: CallCompletion) {
    let (running, id, key) = (session.running, session.id, session.key)
    return {
      let reader = UnarySession(running)
      (reader.id, reader.key) = (id, key)
      reader.acknowledges = false
      await reader.subscribe()
      return await reader.rest()
    }
  }

  @Test("40 Subscribes one after the other lose nothing")
  func oneAfterTheOther() async throws {
    try await RunningEngine.with { running in
      let session = try await UnarySession.opened(running)
      let reads = try await withThrowingTaskGroup(
        of: (frames: [WireResponse], end: CallCompletion).self
      ) { group in
        var number: UInt64 = 0
        for _ in 0 ..< 40 {
          group.addTask(operation: self.reader(of: session))
          for _ in 0 ..< 5 {
            number += 1
            try await session.tell(.events(number, [.tap(Int(number % 2))]))
          }
        }
        // All but one have been superseded before the session ends.
        var reads: [(frames: [WireResponse], end: CallCompletion)] = []
        while reads.count < 39, let read = try await group.next() { reads.append(read) }
        try await session.tell(isLast: true)
        for try await read in group { reads.append(read) }
        return reads
      }
      #expect(reads.count { $0.end.reason == "SUPERSEDED" } == 39)
      #expect(reads.count { $0.end == .well } == 1)
      #expect(Set(reads.flatMap(\.frames).directives.numbers) == Set(1 ... 200))
    }
  }

  @Test(
    "20 Subscribes that are cancelled when they have read everything lose nothing",
    arguments: [true, false])
  func cancelled(goesOn: Bool) async throws {
    try await RunningEngine.with { running in
      let session = try await UnarySession.opened(running)
      var (found, number): ([UInt64], UInt64) = ([], 0)
      func tap() async throws {
        number += 1
        try await session.tell(.events(number, [.tap(Int(number % 2))]))
      }
      for _ in 0 ..< 20 {
        await session.subscribe()
        for _ in 0 ..< 5 { try await tap() }
        found += try await session.acked(number).directives.numbers
        if let last = found.last { try await session.tell(.ack(last)) }
        session.cancel()
        if goesOn { try await tap() }
      }
      await session.subscribe()
      let (frames, end) = await session.close()
      #expect(end == .well && Set(found + frames.directives.numbers) == Set(1 ... number))
    }
  }

  @Test("of 30 Subscribes at once one stays, and all frames arrive once")
  func atOnce() async throws {
    try await RunningEngine.with { running in
      let session = try await UnarySession.opened(running)
      let reads = try await withThrowingTaskGroup(
        of: (frames: [WireResponse], end: CallCompletion).self
      ) { group in
        for _ in 0 ..< 30 { group.addTask(operation: self.reader(of: session)) }
        var reads: [(frames: [WireResponse], end: CallCompletion)] = []
        // All but one have been superseded before there is a frame.
        while reads.count < 29, let read = try await group.next() { reads.append(read) }
        for number in UInt64(1) ... 50 {
          try await session.tell(.events(number, [.tap(Int(number % 2))]))
        }
        try await session.tell(isLast: true)
        for try await read in group { reads.append(read) }
        return reads
      }
      #expect(reads.count { $0.end.reason == "SUPERSEDED" } == 29)
      #expect(reads.count { $0.end == .well } == 1)
      #expect(reads.flatMap(\.frames).directives.numbers == Array(1 ... 50))
    }
  }

  @Test("SLOW_CONSUMER: as many frames wait as on a stream; one more ends the session")
  func unread() async throws {
    try await RunningEngine.with { running in
      let session = try await UnarySession.opened(running)
      var count: Int64 = 0
      var end = CallCompletion.well
      while end == .well, count < 400 {
        count += 1
        end = await session.endOfSending(.heartbeat(count))
      }
      #expect("\(end)" == "resourceExhausted SLOW_CONSUMER" && count == 257)
      #expect(end.retryDelay == .seconds(1))
      #expect(await session.endOfSending().reason == "UNKNOWN_SESSION")
    }
  }

  @Test("acks, heartbeats and repeated events by 50 calls at once: the session stays whole")
  func sends() async throws {
    try await RunningEngine.with { running in
      let session = UnarySession(running)
      try await session.open()
      try await session.tell(.events(1, [.tap(1)]))
      let frames: [WireRequest] = [
        .events(1, [.tap(1)]), .ack(1), .heartbeat(0), .ack(0), .events(1, [.tap(1)]),
      ]
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0 ..< 10 {
          for frame in frames {
            let request = session.request(frame)
            group.addTask {
              let _: Interaction_V1_SendEventsResponse = try await running.call(
                "InteractionService/SendEvents", request)
            }
          }
        }
        try await group.waitForAll()
      }
      try await session.tell(.events(2, [.tap(2)]))
      let (received, end) = await session.close()
      #expect(received.tabs == [1, 2] && end == .well)
      #expect(received.count(where: \.hasHeartbeat) == 10)
    }
  }

  @Test("the end by 20 calls at once, among commands: each call is over, one way or the other")
  func ends() async throws {
    try await BackendExperiences.open(BackendExperiences.impatient) { running in
      for _ in 0 ..< 20 {
        let session = UnarySession(running)
        try await session.open { ($0.sessionID, $0.experience) = ("calls", "shop") }
        let request = session.request(isLast: true)
        let ends = await withTaskGroup(of: CallCompletion.self) { group in
          for number in 0 ..< 25 {
            group.addTask {
              await CallCompletion.of {
                if number % 5 > 0 {
                  let _: Interaction_V1_SendEventsResponse = try await running.call(
                    "InteractionService/SendEvents", request)
                } else {
                  _ = try await Order.moved(number + 1)
                    .send(as: "c\(number)", to: running, session: "calls")
                }
              }
            }
          }
          return await group.reduce(into: []) { $0.append("\($1)") }
        }
        #expect(await session.rest().end == .well)
        #expect(Set(ends).isSubset(of: ["OK", "notFound UNKNOWN_SESSION"]))
      }
      #expect(try await Inspector(running).list().totalSize == 0)
    }
  }
}
