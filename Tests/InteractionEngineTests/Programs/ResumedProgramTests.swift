import Foundation
import InteractionWire
import Testing

@Suite("Sessions over connections that break, and engines that are killed", .timeLimit(.minutes(5)))
struct ResumedProgramTests {
  @Test("at another engine, which has nothing but the key", arguments: Connection.allCases)
  func killed(connection: Connection) async throws {
    let folder = try TestFolder()
    let options = ["--checkpoint-keys", try await folder.addKey()]
    let survivor = try await ProgramEngine.with(options) { one in
      let survivor = try await ResumableSession.opened(
        "survivor", ResumeScript.events, on: connection.client(of: one))
      try await survivor.play(151)
      try await survivor.playUnread(177)
      #expect(try await one.ended(by: SIGKILL) == -SIGKILL)
      return survivor
    }
    try await ProgramEngine.with(options) { two in
      try await survivor.resume(on: connection.client(of: two))
      try await survivor.play()
      expectSame(survivor.directives, try await ResumeScript.uninterrupted(on: two))
      #expect(await survivor.conversation.close().end == .well)
    }
  }

  @Test("a Subscribe that is cancelled when it has read one of five frames loses none, 20 times")
  func cancelledSubscribe() async throws {
    try await ProgramEngine.with { engine in
      let session = try await UnarySession.opened(engine)
      session.acknowledges = false
      var found: [UInt64] = []
      for first in stride(from: UInt64(1), to: 100, by: 5) {
        await session.subscribe()
        for number in first ..< first + 5 {
          try await session.tell(.events(number, [.tap(Int(number % 2))]))
        }
        found += try await session.receive().directives.map(\.sequence)
        if let last = found.last { try await session.tell(.ack(last)) }
        session.cancel()
      }
      await session.subscribe()
      let (frames, end) = await session.close()
      #expect(end == .well)
      #expect(Set(found + frames.directives.numbers) == Set(1 ... 100))
    }
  }

  @Test("a Subscribe whose connection breaks: what its reader had not read comes by another one")
  func brokenSubscribe() async throws {
    try await ProgramEngine.with { engine in
      let session = try await UnarySession.opened(engine)
      let connection = CallTasks()
      let other = UnarySession(try engine.caller(in: connection))
      (other.id, other.key) = (session.id, session.key)
      await other.subscribe()
      try await session.tell(.events(1, [.tap(1)]))
      #expect(try await other.acked(1).tabs == [1])
      connection.cancel()
      for number in UInt64(2) ..< 10 {
        try await session.tell(.events(number, [.tap(Int(number % 2))]))
      }
      await session.subscribe()
      let (frames, end) = await session.close()
      #expect(end == .well && frames.directives.numbers == Array(1 ..< 10))
    }
  }
}
