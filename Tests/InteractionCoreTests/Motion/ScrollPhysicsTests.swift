import InteractionCore
import Testing

@Suite struct ScrollPhysicsTests {
  private static let height = 812.0

  @Test("M3: the rubber band by its formula")
  func rubberBand() {
    // (1 − 1/(x·0.55/d + 1))·d = x·0.55·d / (x·0.55 + d)
    for x in stride(from: 0.0, through: 5_000, by: 12.5) {
      let expected = x * 0.55 * Self.height / (x * 0.55 + Self.height)
      let offset = ScrollPhysics.rubberBand(x, dimension: Self.height)
      #expect(abs(offset - expected) < 1e-9)
    }
  }

  @Test("M3: content starts at 0.55 of the finger's speed and never leaves the viewport")
  func rubberBandLimits() {
    #expect(ScrollPhysics.rubberBand(0, dimension: Self.height) == 0)
    #expect(abs(ScrollPhysics.rubberBand(1e-3, dimension: Self.height) / 1e-3 - 0.55) < 1e-5)
    #expect(ScrollPhysics.rubberBand(1e9, dimension: Self.height) < Self.height)
  }

  @Test("M3: the inverse gives the finger's way back")
  func inverse() {
    for x in stride(from: 0.0, through: 5_000, by: 12.5) {
      let offset = ScrollPhysics.rubberBand(x, dimension: Self.height)
      let way = ScrollPhysics.fingerDistance(forOffset: offset, dimension: Self.height)
      #expect(abs(way - x) < 1e-7)
    }
  }

  @Test("M3 F4: tip and trigger are 207 and 335 pt of finger travel on an 812 pt screen")
  func floorDistances() {
    let tip = ScrollPhysics.fingerDistance(forOffset: 100, dimension: Self.height)
    #expect(tip.rounded() == 207)
    let trigger = ScrollPhysics.fingerDistance(forOffset: 150, dimension: Self.height)
    #expect(trigger.rounded(.up) == 335)
  }

  @Test("M3: content rests 0.499 of its velocity away, 0.099 when it decelerates fast")
  func rest() {
    #expect(abs(ScrollPhysics.restingOffset(from: 0, velocity: 1_000) - 499) < 1e-9)
    #expect(abs(ScrollPhysics.restingOffset(from: 300, velocity: 1_500) - 1_048.5) < 1e-9)
    #expect(abs(ScrollPhysics.restingOffset(from: 300, velocity: -200) - 200.2) < 1e-9)
    let fast = ScrollPhysics.restingOffset(
      from: 0, velocity: 1_000, deceleration: ScrollPhysics.fastDeceleration)
    #expect(abs(fast - 99) < 1e-9)
  }

  @Test(
    "M3: coasting agrees with one that is stepped by the millisecond",
    arguments: [ScrollPhysics.normalDeceleration, ScrollPhysics.fastDeceleration],
    [1_500.0, -800])
  func coasting(deceleration: Double, velocity: Double) {
    var offset = 300.0
    var speed = velocity
    for millisecond in 1 ... 4_000 {
      speed *= deceleration
      offset += speed / 1_000
      let time = TimeSpan.milliseconds(Int64(millisecond))
      let actual = ScrollPhysics.deceleratingOffset(
        from: 300, velocity: velocity, after: time, deceleration: deceleration)
      #expect(abs(actual - offset) < 1e-8)
      let actualSpeed = ScrollPhysics.deceleratingVelocity(
        velocity, after: time, deceleration: deceleration)
      #expect(abs(actualSpeed - speed) < 1e-8)
    }
    let rest = ScrollPhysics.restingOffset(
      from: 300, velocity: velocity, deceleration: deceleration)
    let late = ScrollPhysics.deceleratingOffset(
      from: 300, velocity: velocity, after: .seconds(60), deceleration: deceleration)
    #expect(abs(late - rest) < 1e-9)
  }
}
