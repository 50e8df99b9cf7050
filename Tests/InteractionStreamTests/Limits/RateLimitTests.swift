import InteractionCore
import InteractionWire
import Testing

@testable import InteractionStream

@Suite("Limits: what a stream does with too many events")
struct RateLimitTests {
  private static let limits: StreamLimits = {
    var limits = StreamLimits()
    limits.eventsPerSecond = 20
    limits.eventBurst = 2
    return limits
  }()

  @Test(
    "a movement that waits is applied and acknowledged after 100 ms at last",
    arguments: [false, true])
  func atLast(resumes: Bool) throws {
    var open = OpenFrame.resuming()
    open.resumes = resumes
    var bench = try ResumeBench.opened(open, limits: Self.limits)
    // Together with an event that is answered at once.
    let frames = bench.send(
      1, .home(.began, 0), .home(.moved, 500), .home(.moved, 501), .home(.moved, 502))
    #expect(frames.map(\.ackedEvent) == [3] || frames.map(\.ackedEvent) == [2])
    #expect(bench.conversation?.meter.heldSequence == 4)
    #expect(bench.pass(.milliseconds(100)).compactMap(\.ackedEvent) == [4])
    #expect(bench.conversation?.meter.heldSequence == nil)
    #expect(bench.stream.session?.state.scrolls[0].y == 502)
  }

  @Test("nothing is sealed without it, whatever made the checkpoint due")
  func sealed() throws {
    var limits = Self.limits
    limits.unacknowledgedDirectives = 1
    var bench = try ResumeBench.opened(limits: limits)
    // The window is full, so the directives of a command wait.
    bench.order(.selectTab(index: 1), as: "a")
    bench.order(.selectTab(index: 0), as: "b")
    bench.send(1, .home(.began, 0), .home(.moved, 1), .home(.moved, 2), .home(.moved, 3))
    #expect(bench.conversation?.meter.heldSequence == 4)
    let frames = bench.receive(.ack(directive: 1))
    let checkpoint = try #require(frames.first?.checkpoint)
    #expect(checkpoint.event == 4 && frames.first?.ackedEvent == 4)
    var other = ResumeBench(try ResumeBench.vault())
    other.receive(.open(.resuming(from: checkpoint)))
    #expect(other.stream.session?.state.scrolls[0].y == 3)
    #expect(other.stream.session == bench.stream.session)
  }

  @Test("rate tokens of elapsed session time survive a move to another server")
  func settled() throws {
    var bench = try ResumeBench.opened(limits: Self.limits)
    bench.send(1, .home(.began, 0), .home(.moved, 1), .home(.moved, 2), .home(.moved, 3))
    // Time passes without an event.
    let held = [HeldDrag(source: SourceID("home"), drag: 1)]
    let time = Instant(microseconds: 70_000)
    bench.receive(.heartbeat(time: time, held, pointers: []))
    bench.pass(.milliseconds(300))
    let checkpoint = try #require(bench.checkpoint)
    #expect(checkpoint.event == 4 && bench.stream.session?.now == time)
    var other = ResumeBench(try ResumeBench.vault(), limits: Self.limits)
    other.receive(.open(.resuming(from: checkpoint)))
    #expect(bench.conversation?.meter.tokens == other.conversation?.meter.tokens)
    for number in UInt64(5) ... 9 {
      let time = Instant(microseconds: Int64(number) * 40_000)
      let event = InteractionEvent(
        sequence: number, time: time, kind: .home(.moved, Double(number)))
      bench.receive(.events(first: number, [.event(event)]))
      other.receive(.events(first: number, [.event(event)]))
      #expect(bench.conversation?.meter == other.conversation?.meter)
    }
    #expect(bench.stream.session == other.stream.session)
  }

  @Test("a refused event costs no rate tokens, and does not advance session time")
  func refused() throws {
    var bench = try ResumeBench.opened(limits: Self.limits)
    let far = Instant(microseconds: 80_000_000_000)
    bench.receive(
      .events(
        first: 1, [.event(InteractionEvent(sequence: 1, time: far, kind: .tapTab(index: 99)))]))
    #expect(bench.conversation?.meter.tokens == 2)
    bench.send(2, .tapTab(index: 1), .tapTab(index: 2), .tapTab(index: 1))
    bench.pass(.seconds(6))
    bench.send(5, .tapTab(index: 2))
    bench.send(6, .tapTab(index: 1))
    #expect(bench.ending == nil)
    #expect(bench.conversation?.meter.overSince == nil)
  }

  @Test("five seconds of too many end the stream; the session can be resumed")
  func overrun() throws {
    var bench = try ResumeBench.opened(limits: Self.limits)
    var number: UInt64 = 1
    while bench.ending == nil, number < 1_000 {
      bench.send(number, .tick, .tick)
      number += 2
      bench.pass(.milliseconds(50))
    }
    #expect(bench.ending?.reason == .tooManyEvents)
    #expect((200 ... 210).contains(number))
    #expect(bench.checkpoint != nil)
  }

  @Test("a timer has nothing to do twice, while a client reads but does not acknowledge")
  func noSpin() throws {
    var limits = Self.limits
    limits.unacknowledgedDirectives = 1
    var bench = try ResumeBench.opened(limits: limits)
    bench.send(1, .tapTab(index: 1))
    bench.send(2, .tapTab(index: 2))
    bench.send(3, .home(.began, 0))
    bench.pass(.milliseconds(4_900))
    #expect(bench.ending == nil)
    bench.pass(.milliseconds(200))
    #expect(bench.ending?.reason == .slowConsumer)
  }
}
