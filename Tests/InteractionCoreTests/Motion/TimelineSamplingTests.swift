import InteractionCore
import Testing

@Suite struct TimelineSamplingTests {
  typealias Fill = Track.Fill
  typealias Direction = Track.Direction

  @Test(
    "M4 D2: fill says what shows before the start and after the end",
    arguments: [
      (Fill.none, nil, nil), (.forwards, nil, 20), (.backwards, 10, nil), (.both, 10, 20),
    ] as [(Fill, Double?, Double?)])
  func fill(fill: Fill, before: Double?, after: Double?) {
    let track = Self.track(delay: 100, duration: 200, fill: fill)
    #expect(track.value(at: .milliseconds(99)) == before)
    #expect(track.value(at: .milliseconds(100)) == 10)
    #expect(track.value(at: .milliseconds(200)) == 15)
    #expect(track.value(at: .milliseconds(300)) == after)
    #expect(track.value(at: .seconds(100)) == after)
    #expect(track.end == .milliseconds(300))
  }

  /// The values of three iterations of 10 → 20 in 100 ms, at 0, 25, 75, 125, 175, 225, 275 and 300
  /// ms.
  static let directions: [(Direction, [Double])] = [
    (.normal, [10, 12.5, 17.5, 12.5, 17.5, 12.5, 17.5, 20]),
    (.reverse, [20, 17.5, 12.5, 17.5, 12.5, 17.5, 12.5, 10]),
    (.alternate, [10, 12.5, 17.5, 17.5, 12.5, 12.5, 17.5, 20]),
    (.alternateReverse, [20, 17.5, 12.5, 12.5, 17.5, 17.5, 12.5, 10]),
  ]

  @Test("M4 D2: iterations run in their direction and end where it leads", arguments: directions)
  func iterations(direction: Direction, values: [Double]) {
    let track = Self.track(duration: 100, iterations: 3, direction: direction, fill: .both)
    #expect(track.end == .milliseconds(300))
    for (time, value) in zip([0, 25, 75, 125, 175, 225, 275, 300], values) {
      #expect(track.value(at: .milliseconds(Int64(time))) == value, "at \(time) ms")
    }
  }

  @Test("M4 D2: the directions are all there are")
  func directionsAreComplete() {
    #expect(Set(Self.directions.map(\.0)) == Set(Direction.allCases))
  }

  @Test("M4 D2: no number of iterations means for ever")
  func forEver() {
    let track = Self.track(duration: 100, iterations: 0, direction: .alternate)
    #expect(track.value(at: .milliseconds(1_000_025)) == 12.5)
    #expect(track.value(at: .milliseconds(1_000_125)) == 17.5)
  }

  @Test("M4 D2: steps jump at the end of each part")
  func steps() {
    let track = Self.track(duration: 100, easing: .steps(4), fill: .forwards)
    let values = [0, 24, 25, 49, 50, 75, 99, 100].map { track.value(at: .milliseconds($0)) }
    #expect(values == [10, 10, 12.5, 12.5, 15, 17.5, 17.5, 20])
  }

  @Test("M4 D2: keyframes hold at their places and lead straight to the next")
  func keyframes() {
    let track = Track(
      target: .floor, property: .scale,
      keyframes: [(0.0, 1.0), (0.25, 3), (0.75, 1), (1, 2)].map {
        Keyframe(position: $0.0, value: $0.1)
      },
      duration: .milliseconds(100), easing: .bezier(.linear), fill: .both)
    let values = [0, 20, 25, 50, 75, 90, 100].map { track.value(at: .milliseconds($0)) ?? .nan }
    for (value, expected) in zip(values, [1, 2.6, 3, 2, 1, 1.6, 2]) {
      #expect(abs(value - expected) < 1e-12)
    }
  }

  @Test("M4 D2: the easing bends the whole iteration, and the keyframes follow its progress")
  func easingOverKeyframes() {
    let track = Track(
      target: .floor, property: .translateX,
      keyframes: [(0.0, 0.0), (0.5, 80), (1, 100)].map { Keyframe(position: $0.0, value: $0.1) },
      duration: .milliseconds(1000), easing: .bezier(.easeInEaseOut))
    #expect(abs((track.value(at: .milliseconds(250)) ?? .nan) - 20.66591) < 0.00001)
  }

  @Test("M4 D2: a curve beyond the ends holds on to the outer side of a jump there")
  func jumpsAtTheEnds() {
    let track = Track(
      target: .floor, property: .scale,
      keyframes: [(0.0, 1.0), (0, 2), (1, 3), (1, 4)].map { Keyframe(position: $0.0, value: $0.1) },
      duration: .milliseconds(100), easing: .bezier(CubicBezier(0.5, -1, 0.5, 2)), fill: .both)
    let values = [0, 10, 50, 90, 100].map { track.value(at: .milliseconds($0)) ?? .nan }
    for (value, expected) in zip(values, [2, 1, 2.5, 4, 4]) {
      #expect(abs(value - expected) < 1e-9)
    }
  }

  @Test("M4 M2: a spring overshoots along the last segment and ends at its last keyframe")
  func spring() {
    let spring = SpringTests.tabTransition
    let track = Self.track(duration: 750, easing: .spring(spring), fill: .forwards)
    let peak = track.value(at: .milliseconds(352)) ?? .nan
    #expect(abs(peak - 20.288) < 0.001)
    #expect(track.value(at: .milliseconds(750)) == 20)
  }

  @Test("M4 M1: an eased track follows its curve")
  func eased() {
    let track = Self.track(duration: 100, easing: .bezier(.easeIn))
    let value = track.value(at: .milliseconds(50)) ?? .nan
    #expect(abs(value - 13.153568125725393) < 1e-9)
  }

  @Test("M4 D4: a track of no duration goes from its first to its last value in one moment")
  func noDuration() {
    let track = Self.track(delay: 100, duration: 0, fill: .both)
    #expect(track.value(at: .milliseconds(99)) == 10)
    #expect(track.value(at: .milliseconds(100)) == 20)
    let none = Self.track(delay: 100, duration: 0)
    #expect(none.value(at: .milliseconds(99)) == nil)
    #expect(none.value(at: .milliseconds(100)) == nil)
  }

  @Test("M4 D4: a track of no duration that runs backwards ends at its first value")
  func noDurationBackwards() {
    let reverse = Self.track(delay: 100, duration: 0, direction: .reverse, fill: .both)
    #expect(reverse.value(at: .milliseconds(99)) == 20)
    #expect(reverse.value(at: .milliseconds(100)) == 10)
    let there = Self.track(duration: 0, iterations: 2, direction: .alternate, fill: .forwards)
    #expect(there.value(at: .zero) == 10)
  }

  @Test("M4: a timeline shows the tracks that are in effect, and ends with the last")
  func timeline() {
    var late = Self.track(delay: 100, duration: 50)
    late.property = .opacity
    let timeline = Timeline(tracks: [Self.track(duration: 100), late])
    #expect(timeline.duration == .milliseconds(150))
    #expect(timeline.sample(at: .milliseconds(50)).map(\.property) == [.scale])
    #expect(timeline.sample(at: .milliseconds(50)).map(\.value) == [15])
    #expect(timeline.sample(at: .milliseconds(100)).map(\.property) == [.opacity])
    #expect(timeline.sample(at: .milliseconds(150)) == [])
    #expect(Timeline(tracks: []).duration == .zero)
  }

  @Test("D6 F12: a scroll link follows the offset between its ends and holds outside")
  func scrollLink() {
    let link = ScrollLink(
      driver: .offset(.home), target: .floorTip, property: .opacity, startOffset: -60,
      endOffset: -100,
      startValue: 0, endValue: 1)
    #expect([20, -60, -70, -80, -100, -300].map(link.value) == [0, 0, 0.25, 0.5, 1, 1])
  }

  /// Returns a track from 10 to 20.
  private static func track(
    delay: Int64 = 0, duration: Int64, easing: Easing = .bezier(.linear), iterations: UInt32 = 1,
    direction: Direction = .normal, fill: Fill = .none
  ) -> Track {
    Track(
      target: .floor, property: .scale,
      keyframes: [Keyframe(position: 0, value: 10), Keyframe(position: 1, value: 20)],
      delay: .milliseconds(delay), duration: .milliseconds(duration), easing: easing,
      iterations: iterations, direction: direction, fill: fill)
  }
}
