import InteractionCore
import Testing

/// The animations that a badge repeats without end, one at a time (rules B4, D4, D5).
@Suite struct BadgeLoopTests {
  static let once = BadgeAnimationTests.once
  static let loops = BadgeAnimationTests.loops

  @Test("B4: the loops go on for ever, there and back", arguments: loops)
  func loop(animation: BadgeAnimation) throws {
    var bench = BadgeBench(BadgeBench.five())
    let timeline = try #require(bench.apply(.animate(animation)).first?.timeline)
    let track = try #require(timeline.tracks.first)
    #expect(track.iterations == 0)
    #expect(track.duration > .zero)
    let period = 2 * track.duration.microseconds
    for part in 0 ..< 8 {
      let time = Int64(part) * period / 8
      let value = try #require(track.value(at: TimeSpan(microseconds: time)))
      // The value repeats after a thousand periods, and mirrored in time within one.
      let later = track.value(at: TimeSpan(microseconds: time + 1000 * period))
      #expect(later == value)
      let back = try #require(track.value(at: TimeSpan(microseconds: period - time)))
      #expect(abs(back - value) < 1e-6)
    }
    #expect(track.value(at: .zero) != track.value(at: track.duration))
  }

  @Test("B4: each loop moves its own thing")
  func properties() throws {
    let moved = try Self.loops.map { animation in
      var bench = BadgeBench(BadgeBench.five())
      return try #require(bench.apply(.animate(animation)).first?.timeline?.tracks.first).property
    }
    #expect(moved == [.scale, .translateX, .translateY, .opacity])
  }

  @Test("B4 D5: a loop is part of what shows, and the newest one alone")
  func stacking() {
    var bench = BadgeBench(BadgeBench.five())
    for animation in Self.loops {
      bench.apply(.animate(animation))
      #expect(bench.state?.loop == animation)
    }
    bench.apply(.animate(.none))
    #expect(bench.state?.loop == BadgeAnimation.none)
  }

  @Test("B4 D5: the state has all that a client needs to play the loop", arguments: loops)
  func timeline(animation: BadgeAnimation) throws {
    var bench = BadgeBench(BadgeBench.five())
    #expect(bench.state?.loopTimeline == nil)
    let played = try #require(bench.apply(.animate(animation)).first?.timeline)
    #expect(bench.state?.loopTimeline == played)
    bench.apply(.resize(height: 40))
    let swing = bench.state?.loopTimeline?.tracks.first?.keyframes.last?.value
    let usesHeight = animation == .shakeLoop || animation == .bounceLoop
    #expect(swing == (usesHeight ? 10 : played.tracks.first?.keyframes.last?.value))
    bench.apply(.animate(.alert))
    #expect(bench.state?.loopTimeline == nil)
    var still = BadgeBench(BadgeBench.five(), reducedMotion: true)
    still.apply(.animate(animation))
    #expect(still.state?.loopTimeline == nil)
  }

  @Test("B4: what plays once replaces a loop, on demand", arguments: once)
  func onceAfterLoopOnDemand(animation: BadgeAnimation) {
    var bench = BadgeBench(BadgeBench.five())
    bench.apply(.animate(.bounceLoop))
    bench.apply(.animate(animation))
    #expect(bench.state?.loop == BadgeAnimation.none)
  }

  @Test("B4: what plays once replaces a loop, on change", arguments: once)
  func onceAfterLoopOnChange(animation: BadgeAnimation) {
    var bench = BadgeBench(BadgeBench.five(animation))
    bench.apply(.animate(.bounceLoop))
    bench.apply(.increase(by: 1))
    #expect(bench.state?.loop == BadgeAnimation.none)
  }

  @Test("B4 D4: with reduced motion no loop moves, and the state still changes", arguments: loops)
  func reducedLoops(animation: BadgeAnimation) {
    var bench = BadgeBench(BadgeBench.five(animation), reducedMotion: true)
    for operation in [BadgeOperation.increase(by: 1), .animate(animation)] {
      for timeline in bench.apply(operation).compactMap(\.timeline) {
        #expect(timeline.duration == .zero)
      }
    }
    #expect(bench.shown == "6")
  }
}
