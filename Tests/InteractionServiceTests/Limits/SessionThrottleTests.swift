import InteractionCore
import InteractionWire
import Testing

@testable import InteractionService
@testable import InteractionStream

@Suite("Limits: what a session may cost in server time")
struct SessionThrottleTests {
  private static let limits: StreamLimits = {
    var limits = StreamLimits()
    limits.workPerSecond = 1_000
    limits.workBurst = 100
    return limits
  }()

  private static func time(_ ms: Int64) -> Instant { Instant(microseconds: ms * 1_000) }

  private static func event(_ kind: InteractionEvent.Kind) -> DecodedEvent {
    .event(InteractionEvent(sequence: 1, time: .zero, kind: kind))
  }

  @Test("the burst is free, what is over it is waited for, and the debt goes with time")
  func meter() {
    var meter = SessionThrottle(at: Self.time(0), by: Self.limits)
    #expect(meter.charge(100, at: Self.time(0)) == nil)
    #expect(meter.charge(50, at: Self.time(0)) == TimeSpan(microseconds: 50_001))
    // 30 ms later, 20 ms are still owed.
    #expect(meter.charge(1, at: Self.time(30)) == TimeSpan(microseconds: 21_001))
    #expect(meter.charge(1, at: Self.time(60)) == nil)
    // At most the burst accumulates, and a clock that goes back refills nothing.
    let late = meter.charge(101, at: Self.time(9_000))
    #expect(late == TimeSpan(microseconds: 1_001))
    let early = meter.charge(1, at: Self.time(8_000))
    #expect(early == TimeSpan(microseconds: 2_001))
  }

  @Test("a movement costs 1, everything else 16, and a frame 2 more")
  func costs() {
    let moved = Scroll(source: SourceID("home"), drag: 1, phase: .moved, y: 3)
    let began = Scroll(source: SourceID("home"), drag: 1, phase: .began, y: 3)
    let events = [Self.event(.scroll(moved)), Self.event(.scroll(began)), Self.event(.tick)]
    #expect(RequestFrame.events(first: 1, events).cost == 2 + 1 + 16 + 16)
    let malformed = [DecodedEvent.malformed(sequence: 1, [])]
    #expect(RequestFrame.events(first: 1, malformed).cost == 18)
    var run = ScrollSamples(source: SourceID("home"), drag: 1, phase: .moved)
    run.samples = Array(repeating: ScrollSamples.Sample(time: .zero, x: 0, y: 1), count: 7)
    #expect(RequestFrame.samples(first: 1, run).cost == 9)
    #expect(RequestFrame.ack(directive: 1).cost == 2)
    #expect(RequestFrame.heartbeat(time: .zero, [], pointers: []).cost == 2)
    #expect(RequestFrame.authRefresh(token: "t").cost == 512)
    #expect(RequestFrame.cost(ofBytes: 65_536) == 256 && RequestFrame.cost(ofBytes: 255) == 0)
  }

  @Test(
    "a server that is late beside a session that is held back learns no ceiling from it",
    arguments: [true, false])
  func ceiling(isHeldBack: Bool) {
    var admission = SessionAdmission(limits: AdmissionLimits())
    // The timer fires 200 ms late for 3 s, then on time for 1 s.
    for ring in 0 ..< 12 {
      let now = Self.time(Int64(ring) * 250)
      if isHeldBack { admission.noteThrottled(until: now) }
      _ = admission.lagProbeFired(at: now, sessions: 4)
    }
    for ring in 0 ..< 20 {
      _ = admission.lagProbeFired(at: Self.time(2_750 + Int64(ring) * 50), sessions: 4)
    }
    var refusal: StreamError?
    do throws(StreamError) {
      try admission.admit(
        SessionAdmission.Applicant(isResumed: false),
        beside: SessionAdmission.OpenSessions(sessions: 4),
        at: Self.time(3_700))
    } catch {
      refusal = error
    }
    #expect((refusal?.metadata["limit"] == "lag_ms") == !isHeldBack)
  }
}
