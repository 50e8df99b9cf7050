import InteractionCore
import InteractionStream
import InteractionWire
import Testing

@Suite("Resume: until the client's events are there again, nothing else is taken in")
struct CatchingUpTests {
  /// Returns a server that resumes from a session's opening, although the client has applied a
  /// directive of event 2, for which a deadline was set.
  private static func behind() throws -> ResumeBench {
    let checkpoint = try #require(try ResumeBench.opened().checkpoint)
    var bench = ResumeBench(try ResumeBench.vault())
    bench.receive(.open(.resuming(from: checkpoint, directive: 1)))
    return bench
  }

  @Test("a command that comes too early reaches no session, and later every session")
  func command() throws {
    var bench = try Self.behind()
    #expect(bench.order(.selectTab(index: 3), as: "c") == nil)
    let frames = bench.send(1, .tapTab(index: 1))
    #expect(frames.first?.directives.isEmpty == true, "the client has it")
    #expect(bench.order(.selectTab(index: 3), as: "c") == .carriedOut(last: 2))
    #expect(bench.frames.last?.directives.map(\.sequence) == [2])
    #expect(bench.frames.last?.checkpoint?.directive == 2)
  }

  @Test("a heartbeat is answered, and changes nothing")
  func heartbeat() throws {
    var bench = try Self.behind()
    bench.send(1, .home(.began, 0), .home(.moved, -120))
    let before = try #require(try Self.behind().stream.session)
    var early = try Self.behind()
    let time = Instant(microseconds: 5_000_000)
    #expect(early.receive(.heartbeat(time: time, [], pointers: [])).map(\.heartbeat) == [time])
    #expect(early.stream.session == before)
  }

  @Test("S5: no deadline comes before the events do, and each comes after them")
  func deadline() throws {
    var bench = try ResumeBench.opened()
    bench.send(1, .home(.began, 0), .home(.moved, 440), .home(.ended, 470))
    let checkpoint = try #require(bench.checkpoint)
    // The client has applied the settled toggle, and a tab that it tapped.
    var other = ResumeBench(try ResumeBench.vault())
    other.receive(.open(.resuming(from: checkpoint, directive: 2)))
    #expect(other.pass(.seconds(20)).flatMap(\.directives).isEmpty)
    #expect(other.conversation?.lastDirective == 0)
    #expect(other.checkpoint?.directive == 0)
  }
}
