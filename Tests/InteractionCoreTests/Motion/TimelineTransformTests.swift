import Testing

@testable import InteractionCore

/// Every direction with odd and even numbers of iterations, with and without a delay.
@Suite struct TimelineTransformTests {
  struct Turns: Hashable, Sendable, CustomTestStringConvertible {
    var direction: Track.Direction
    var iterations: UInt32
    var delay: TimeSpan

    var testDescription: String {
      "\(self.iterations) times \(self.direction) after \(self.delay.microseconds) µs"
    }

    /// A timeline whose incoming page moves by 80 pt in steps, and whose mask ends later.
    var timeline: Timeline {
      Timeline(tracks: [
        Track(
          target: .incomingPage, property: .translateY,
          keyframes: [
            Keyframe(position: 0, value: 80), Keyframe(position: 0.25, value: 20),
            Keyframe(position: 1, value: 0),
          ],
          delay: self.delay, duration: .milliseconds(300), easing: .bezier(.easeInEaseOut),
          iterations: self.iterations, direction: self.direction, fill: .both),
        Track(
          .pageMask, .opacity, from: 0, to: 0.3, duration: .milliseconds(1_700), easing: .linear,
          fill: .both),
      ])
    }

    /// The start and end values by the definition of the direction.
    var ends: (start: Double, end: Double) {
      switch self.direction {
      case .normal: (80, 0)
      case .reverse: (0, 80)
      case .alternate: (80, self.iterations % 2 == 0 ? 80 : 0)
      case .alternateReverse: (0, self.iterations % 2 == 0 ? 0 : 80)
      }
    }
  }

  static let turns = Track.Direction.allCases.flatMap { direction in
    [1, 2, 3, 4].flatMap { iterations in
      [0, 250].map {
        Turns(direction: direction, iterations: iterations, delay: .milliseconds($0))
      }
    }
  }

  @Test("N4: the way back shows what the way there did, the last first", arguments: turns)
  func reversed(turns: Turns) throws {
    let there = turns.timeline
    let back = there.reversed
    #expect(back.duration == there.duration)
    // Not at the moment of an iteration's end, where the value jumps.
    for time in stride(from: Int64(5), to: 1_700, by: 10) {
      let (early, late) = (TimeSpan.milliseconds(time), TimeSpan.milliseconds(1_700 - time))
      let came = try #require(there.value(.incomingPage, .translateY, at: early))
      let leaves = try #require(back.value(.outgoingPage, .translateY, at: late))
      #expect(isNear(leaves, came), "\(time) ms after the start")
      #expect(
        isNear(
          back.value(.pageMask, .opacity, at: late),
          try #require(there.value(.pageMask, .opacity, at: early))))
    }
    #expect(there.reversed.reversed == there)
  }

  @Test("N5 D6: a finger moves what turns from where it starts to where it ends", arguments: turns)
  func links(turns: Turns) throws {
    let links = turns.timeline.links(to: .translation(.backEdge), distance: 375)
    let page = try #require(links.first { $0.target == .incomingPage })
    #expect(page.startValue == turns.ends.start)
    #expect(page.endValue == turns.ends.end)
    let back = turns.timeline.reversed.links(to: .translation(.backEdge), distance: 375)
    let leaving = try #require(back.first { $0.target == .outgoingPage })
    #expect(leaving.startValue == turns.ends.end)
    #expect(leaving.endValue == turns.ends.start)
  }

  @Test("N5: released, it goes on from there to the end, or back to the start", arguments: turns)
  func rest(turns: Turns) throws {
    let (start, end) = turns.ends
    for toEnd in [true, false] {
      let rest = turns.timeline.remainder(from: 0.25, toEnd: toEnd)
      let track = try #require(rest.tracks.first { $0.target == .incomingPage })
      #expect(track.value(at: .zero) == start + (end - start) * 0.25)
      #expect(track.value(at: rest.duration) == (toEnd ? end : start))
    }
  }
}
