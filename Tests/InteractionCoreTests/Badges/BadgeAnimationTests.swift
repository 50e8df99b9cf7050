import InteractionCore
import Testing

/// The animations that badges play, and their replacement by one another (rules B4, D2, D4).
@Suite struct BadgeAnimationTests {
  static let once: [BadgeAnimation] = [.alert, .shake, .alertAndShake]
  static let loops: [BadgeAnimation] = [.scaleLoop, .shakeLoop, .bounceLoop, .breatheLoop]

  @Test("B4: it plays when what it shows changes, and only then", arguments: once + loops)
  func onChange(animation: BadgeAnimation) throws {
    var bench = BadgeBench(BadgeBench.five(animation))
    let changed = bench.apply(.increase(by: 1))
    #expect(changed.count == 1)
    let content = try #require(changed.first).content
    #expect(content.settings.map(\.aspect) == [.badge(tab: BadgeBench.tab)])
    #expect(content.effects == [])
    let timeline = try #require(content.timeline)
    #expect(Set(timeline.tracks.map(\.target)) == [.tabCount(BadgeBench.tab)])
    #expect(bench.apply(.increase(by: 0)) == [])
  }

  @Test("B4: without an animation of its own a change is shown at once")
  func withoutAnimation() {
    var bench = BadgeBench(BadgeBench.five())
    #expect(bench.apply(.increase(by: 1)).compactMap(\.timeline) == [])
  }

  @Test("B4: on demand it plays though nothing has changed", arguments: once)
  func onDemand(animation: BadgeAnimation) throws {
    var bench = BadgeBench(BadgeBench.five())
    for _ in 0 ..< 2 {
      let played = bench.apply(.animate(animation))
      #expect(played.compactMap(\.timeline).count == 1)
      #expect(played.flatMap(\.settings) == [])
    }
  }

  @Test("B4 D2: all move the badge alone, so that each replaces what runs", arguments: once + loops)
  func replaces(animation: BadgeAnimation) throws {
    var bench = BadgeBench(BadgeBench.five())
    let timeline = try #require(bench.apply(.animate(animation)).first?.timeline)
    #expect(Set(timeline.tracks.map(\.target)) == [.tabCount(BadgeBench.tab)])
  }

  @Test("B4: alert grows from small to full size", arguments: [true, false])
  func alert(onDemand: Bool) throws {
    var bench = BadgeBench(BadgeBench.five(.alert))
    let directives = bench.apply(onDemand ? .animate(.alert) : .increase(by: 1))
    let track = try #require(directives.first?.timeline?.tracks.first)
    #expect(track.property == .scale)
    #expect(track.iterations == 1)
    let first = try #require(track.value(at: .zero))
    #expect(first > 0 && first < 0.5)
    let end = TimeSpan(microseconds: track.end.microseconds - 1)
    #expect(abs(try #require(track.value(at: end)) - 1) < 0.001)
    #expect(track.value(at: track.end) == nil)
  }

  @Test("B4: alert and shake at once are one timeline of both", arguments: [true, false])
  func both(onDemand: Bool) throws {
    func played(_ animation: BadgeAnimation) throws -> Timeline {
      var bench = BadgeBench(BadgeBench.five(animation))
      let directives = bench.apply(onDemand ? .animate(animation) : .increase(by: 1))
      #expect(bench.state?.loop == BadgeAnimation.none)
      return try #require(directives.first?.timeline)
    }
    let both = try played(.alertAndShake)
    let (alert, shake) = (try played(.alert), try played(.shake))
    #expect(both.tracks == alert.tracks + shake.tracks)
    #expect(both.tracks.map(\.property) == [.scale, .translateY])
    #expect(both.duration == .seconds(2))
  }

  @Test(
    "B4: what plays once takes as long as the badge says, in its proportions",
    arguments: once, [400, 2_000, 5_000] as [Int64])
  func ownLength(animation: BadgeAnimation, milliseconds: Int64) throws {
    var definition = BadgeBench.five(animation)
    var usual = BadgeBench(definition)
    definition.animationDuration = .milliseconds(milliseconds)
    var scaled = BadgeBench(definition)
    for operation in [BadgeOperation.increase(by: 1), .animate(animation)] {
      let usualTimeline = try #require(usual.apply(operation).first?.timeline)
      let timeline = try #require(scaled.apply(operation).first?.timeline)
      #expect(timeline.duration == .milliseconds(milliseconds))
      #expect(timeline.tracks.map(\.keyframes) == usualTimeline.tracks.map(\.keyframes))
      let usualWhole = usualTimeline.duration.microseconds
      for (track, usualTrack) in zip(timeline.tracks, usualTimeline.tracks) {
        let expected = usualTrack.duration.microseconds * milliseconds * 1_000 / usualWhole
        #expect(track.duration == TimeSpan(microseconds: expected))
      }
    }
  }

  @Test("B4: what plays for ever keeps its pace", arguments: loops)
  func loopsKeepTheirPace(animation: BadgeAnimation) {
    var definition = BadgeBench.five(animation)
    var usual = BadgeBench(definition)
    definition.animationDuration = .milliseconds(400)
    var own = BadgeBench(definition)
    let played = own.apply(.increase(by: 1)).compactMap(\.timeline)
    #expect(played == usual.apply(.increase(by: 1)).compactMap(\.timeline))
    #expect(played.count == 1)
  }

  @Test("B4: an experience may set how far badges go, how fast, and along which curve")
  func ownMotion() throws {
    func played(_ animation: BadgeAnimation) throws -> Track {
      var definition = BadgeBench.five(animation)
      definition.animationEasing = .easeOut
      definition.loopDuration = .milliseconds(300)
      definition.fallHeight = 8
      definition.swing = 3
      var bench = BadgeBench(definition)
      return try #require(bench.apply(.increase(by: 1)).first?.timeline?.tracks.first)
    }
    for loop in Self.loops {
      let track = try played(loop)
      #expect(track.duration == .milliseconds(300) && track.iterations == 0)
      #expect(track.easing == .bezier(.easeOut))
    }
    #expect(try played(.shakeLoop).keyframes.map(\.value) == [-3, 3])
    #expect(try played(.bounceLoop).keyframes.map(\.value) == [-3, 3])
    #expect(try played(.alert).easing == .bezier(.easeOut))
    let fall = try played(.shake)
    #expect(fall.easing == .bezier(.linear), "gravity is in the keyframes")
    #expect(fall.value(at: .zero) == -8)
    // The first bounce reaches a quarter of the height, 12 of 22 steps after the start.
    let top = fall.duration.microseconds * 12 / 22
    #expect(isNear(fall.value(at: TimeSpan(microseconds: top)), -2, by: 1e-4))
  }

  @Test("B4 D2: a declared timeline plays when it changes, in place of the animation and its loop")
  func declared() throws {
    let hop = TimelineDefinition(
      name: "hop",
      tracks: [
        TrackDefinition(
          .tabCount, .translateY,
          keyframes: [Keyframe(position: 0, value: -6), Keyframe(position: 1, value: 0)],
          duration: .milliseconds(300))
      ])
    for animation in [BadgeAnimation.none, .alert, .shakeLoop] {
      var definition = BadgeBench.five(animation)
      definition.timeline = hop
      var bench = BadgeBench(definition)
      bench.apply(.animate(.breatheLoop))
      #expect(bench.state?.loop == .breatheLoop, "on demand it plays what is asked for")
      let directives = bench.apply(.increase(by: 1))
      let tracks = try #require(directives.compactMap(\.timeline).first).tracks
      #expect(tracks.map(\.target) == [.tabCount(BadgeBench.tab)])
      #expect(tracks.map { $0.value(at: .zero) } == [-6])
      #expect(tracks.map(\.fill) == [.none])
      #expect(bench.state?.loop == BadgeAnimation.none)
    }
  }

  @Test("B4 D4: with reduced motion what plays once takes no time", arguments: once)
  func reducedOnce(animation: BadgeAnimation) throws {
    var still = BadgeBench(BadgeBench.five(animation), reducedMotion: true)
    var moving = BadgeBench(BadgeBench.five(animation))
    for operation in [BadgeOperation.increase(by: 1), .animate(animation)] {
      let timeline = try #require(still.apply(operation).first?.timeline)
      let usual = try #require(moving.apply(operation).first?.timeline)
      #expect(timeline.duration == .zero)
      #expect(timeline.tracks.map(\.keyframes) == usual.tracks.map(\.keyframes))
    }
  }
}
