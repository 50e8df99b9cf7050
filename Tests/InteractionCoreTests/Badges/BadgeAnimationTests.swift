import InteractionCore
import Testing

/// What badges play, when, and that one animation replaces the other (rules B4, D2, D4).
@Suite struct BadgeAnimationTests {
  static let once: [BadgeAnimation] = [.alert, .shake]
  static let loops: [BadgeAnimation] = [.scaleLoop, .shakeLoop, .bounceLoop, .breatheLoop]

  @Test("B4: it plays when what it shows changes, and only then", arguments: once + loops)
  func onChange(animation: BadgeAnimation) throws {
    var bench = BadgeBench(BadgeBench.five(animation))
    let changed = bench.apply(.increase(by: 1))
    #expect(changed.count == 1)
    guard case .animate(.some, let timeline) = try #require(changed.first).action else {
      Issue.record("\(changed)")
      return
    }
    #expect(timeline.tracks.map(\.target) == [.tabCount(BadgeBench.tab)])
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

  @Test("B4 D2: each replaces what runs", arguments: once + loops)
  func replaces(animation: BadgeAnimation) throws {
    var bench = BadgeBench(BadgeBench.five())
    let timeline = try #require(bench.apply(.animate(animation)).first?.timeline)
    #expect(timeline.interruption == .replaceFromCurrent)
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
