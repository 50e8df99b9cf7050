import InteractionCore
import InteractionWire
import Testing

@testable import InteractionStream

@Suite("Limits: events per second of session time")
struct EventRateLimiterTests {
  private static let limits: StreamLimits = {
    var limits = StreamLimits()
    limits.eventsPerSecond = 20
    limits.eventBurst = 10
    return limits
  }()

  private static func event(
    _ kind: InteractionEvent.Kind, _ sequence: UInt64, at ms: Int64
  ) -> InteractionEvent {
    InteractionEvent(sequence: sequence, time: Instant(microseconds: ms * 1_000), kind: kind)
  }

  @Test("within the limit everything passes; over it movements wait to be overtaken")
  func conflation() {
    var meter = EventRateLimiter(tokens: 10, at: .zero)
    var passed: [UInt64] = []
    for number in UInt64(1) ... 30 {
      let event = Self.event(.home(.moved, Double(number)), number, at: Int64(number))
      passed += meter.admit(event, at: .zero, by: Self.limits).map(\.sequence)
    }
    #expect(passed == Array(1 ... 10))
    #expect(meter.heldSequence == 30)
    #expect(meter.release().map(\.sequence) == [30] && meter.heldSequence == nil)
  }

  @Test("taps and phase changes are never left out, and movements not by those of another list")
  func never() {
    let other = InteractionEvent.Kind.scroll(
      Scroll(source: SourceID("feed"), drag: 1, phase: .moved, y: 3))
    let kinds: [InteractionEvent.Kind] = [
      .home(.began, 0), .home(.moved, 1), .home(.moved, 2), other, .home(.moved, 3),
      .home(.moved, 4, drag: 2), .tapTab(index: 1), .home(.moved, 5), .home(.ended, 5),
      .home(.decelerating, 6), .home(.decelerating, 7), .home(.settled, 7),
      .pageDrag(PageDrag(.tabs, .moved)), .pageDrag(PageDrag(.tabs, .moved)), .tick,
    ]
    var meter = EventRateLimiter(tokens: -5, at: .zero)
    var passed: [UInt64] = []
    for (index, kind) in kinds.enumerated() {
      let event = Self.event(kind, UInt64(index), at: 0)
      passed += meter.admit(event, at: .zero, by: Self.limits).map(\.sequence)
    }
    #expect(passed == [0, 3, 4, 5, 6, 7, 8, 10, 11, 13, 14])
  }

  @Test("lists that move at the rate of their display end no stream (A7)", arguments: [120, 165])
  func displays(rate: Int64) {
    let limits = StreamLimits()
    var meter = EventRateLimiter(tokens: Double(limits.eventBurst), at: .zero)
    var passed: [UInt64] = []
    let lists = ["home", "feed"]
    // Thirty seconds of both lists, each with its own offsets, in real time.
    for number in 0 ..< UInt64(30 * rate * 2) {
      let time = Instant(microseconds: Int64(number) * 1_000_000 / (rate * 2))
      let scroll = Scroll(
        source: SourceID(lists[Int(number % 2)]), drag: 1, phase: .moved, y: Double(number % 700))
      let event = InteractionEvent(sequence: number + 1, time: time, kind: .scroll(scroll))
      passed += meter.admit(event, at: time, by: limits).map(\.sequence)
      #expect(!meter.isOverrun)
    }
    #expect(passed == passed.sorted() && passed.count > 30 * limits.eventsPerSecond / 2)
  }

  @Test("a flood of movements ends all the same")
  func flood() {
    let limits = StreamLimits()
    var meter = EventRateLimiter(tokens: Double(limits.eventBurst), at: .zero)
    var isOverrun = false
    for number in 0 ..< UInt64(6 * 10_000) where !isOverrun {
      let time = Instant(microseconds: Int64(number) * 100)
      _ = meter.admit(
        Self.event(.home(.moved, Double(number % 500)), number + 1, at: Int64(number) / 10),
        at: time, by: limits)
      isOverrun = meter.isOverrun
    }
    #expect(isOverrun)
  }

  @Test("of many fingers so many movements wait, and the first goes on")
  func fingers() {
    var meter = EventRateLimiter(tokens: -5, at: .zero)
    for finger in 0 ..< UInt32(EventRateLimiter.maximumHeld) + 1 {
      let moved = Pointer(
        id: finger, phase: .moved, target: .floorPage, position: Point(x: 0, y: 0))
      let passed = meter.admit(
        Self.event(.pointer(moved), UInt64(finger) + 1, at: 0), at: .zero, by: Self.limits)
      #expect(passed.map(\.sequence) == (finger < EventRateLimiter.maximumHeld ? [] : [1]))
    }
    #expect(meter.release().count == EventRateLimiter.maximumHeld)
  }

  @Test("the allowance grows with session time, to a burst; no more is owed than ends it")
  func allowance() {
    var meter = EventRateLimiter(tokens: 0, at: .zero)
    for number in UInt64(1) ... 40 {
      _ = meter.admit(Self.event(.tick, number, at: 0), at: .zero, by: Self.limits)
    }
    #expect(meter.tokens == -40)
    for number in UInt64(41) ... 400 {
      _ = meter.admit(Self.event(.tick, number, at: 0), at: .zero, by: Self.limits)
    }
    let debt = -Double(Self.limits.eventsPerSecond) * Self.limits.eventOverrun.seconds - 10
    #expect(meter.tokens == debt)
    _ = meter.admit(Self.event(.tick, 401, at: 600), at: .zero, by: Self.limits)
    #expect(meter.tokens == debt + 0.6 * Double(Self.limits.eventsPerSecond) - 1)
    _ = meter.admit(Self.event(.tick, 42, at: 90_000), at: .zero, by: Self.limits)
    #expect(meter.tokens == 9)
  }

  @Test("five seconds over the limit, in server time, end it; a moment within it starts anew")
  func overrun() {
    var meter = EventRateLimiter(tokens: 0, at: .zero)
    func at(_ ms: Int64) -> Instant { Instant(microseconds: ms * 1_000) }
    func admit(_ number: UInt64, at time: Int64, now: Int64) {
      _ = meter.admit(Self.event(.tick, number, at: time), at: at(now), by: Self.limits)
    }
    admit(1, at: 0, now: 0)
    admit(2, at: 0, now: 4_999)
    #expect(!meter.isOverrun)
    admit(3, at: 1_000, now: 5_000)
    #expect(!meter.isOverrun && meter.overSince == nil)
    for number in UInt64(4) ... 400 { admit(number, at: 1_000, now: 6_000) }
    #expect(!meter.isOverrun)
    admit(401, at: 1_000, now: 11_000)
    #expect(meter.isOverrun)
  }

  @Test("a meter that goes on from an allowance and a time decides the same")
  func carried() {
    var meter = EventRateLimiter(tokens: 10, at: .zero)
    for number in UInt64(1) ... 12 {
      _ = meter.admit(Self.event(.tick, number, at: 40), at: .zero, by: Self.limits)
    }
    let time = Instant(microseconds: 333_333)
    meter.refill(at: time, by: Self.limits)
    var other = EventRateLimiter(tokens: meter.tokens, at: time)
    for number in UInt64(13) ... 40 {
      let event = Self.event(.home(.moved, 1), number, at: 300 + Int64(number) * 13)
      let here = meter.admit(event, at: .zero, by: Self.limits)
      #expect(here == other.admit(event, at: .zero, by: Self.limits))
    }
    #expect(meter.tokens == other.tokens)
  }
}
