import InteractionCore
import InteractionWire
import Testing

@testable import InteractionService

@Suite("Sessions of an engine that goes down go on at another", .timeLimit(.minutes(2)))
struct DrainPeriodTests {
  /// Plays until the session is drained, moves between two batches, and continues on the other
  /// engine. Returns all directives.
  ///
  /// - Parameter opened: Yields when the session is open.
  private static func leave(
    _ number: Int, from one: RunningEngine, to two: RunningEngine,
    _ opened: AsyncStream<Void>.Continuation
  ) async throws -> [WireDirective] {
    defer { opened.finish() }
    let survivor = try await ResumableSession.opened(
      "leaver-\(number)", ResumeScript.events,
      on: Connection.allCases[number % 2].client(of: one))
    opened.yield()
    var isTold = false
    while !isTold {
      let sent = Int(survivor.conversation.sent)
      if sent < 200 {
        let frames = try await survivor.exchange(Array(ResumeScript.events[sent ..< sent + 3]))
        isTold = frames.contains { $0.hasDrain }
      } else {
        let frame = try await survivor.conversation.receive()
        survivor.note(frame)
        isTold = frame.hasDrain
      }
    }
    let (frames, end) = await survivor.conversation.close()
    for frame in frames { survivor.note(frame) }
    #expect(end == .well)
    try await survivor.resume(on: TestStream(two))
    try await survivor.play()
    #expect(await survivor.conversation.close().end == .well)
    return survivor.directives
  }

  @Test("twelve clients that leave in time, in the middle of it all, lose nothing")
  func inTime() async throws {
    try await RunningEngine.two([:], { $0.drain.deadline = .seconds(60) }) { one, two in
      let expected = try await ResumeScript.uninterrupted(on: two)
      let (opened, open) = AsyncStream<Void>.makeStream()
      try await withThrowingTaskGroup(of: [WireDirective].self) { group in
        for number in 0 ..< 12 {
          group.addTask { try await Self.leave(number, from: one, to: two, open) }
        }
        var openings = opened.makeAsyncIterator()
        for _ in 0 ..< 12 { await openings.next() }
        one.engine.drain()
        for try await directives in group { expectSame(directives, expected) }
      }
      await one.engine.waitUntilDrained()
    }
  }

  @Test("those that stay are cut off at the deadline, and resume from what came last")
  func tooLate() async throws {
    try await RunningEngine.two([:], { $0.drain.deadline = .seconds(1) }) { one, two in
      let expected = try await ResumeScript.uninterrupted(on: two)
      var survivors: [ResumableSession] = []
      for connection in Connection.allCases {
        let survivor = try await ResumableSession.opened(
          "\(connection)", ResumeScript.events, on: connection.client(of: one))
        try await survivor.play(130)
        survivors.append(survivor)
      }
      one.engine.drain()
      for survivor in survivors {
        let (frames, end) = await survivor.conversation.rest()
        #expect(frames.count { $0.hasDrain } == 1)
        #expect("\(end)" == "unavailable DRAINING" && end.retryDelay != nil)
        for frame in frames { survivor.note(frame) }
        #expect(survivor.checkpoint.event == 130)
        try await survivor.resume(on: TestStream(two))
        try await survivor.play()
        expectSame(survivor.directives, expected)
      }
      await one.engine.waitUntilDrained()
    }
  }
}
