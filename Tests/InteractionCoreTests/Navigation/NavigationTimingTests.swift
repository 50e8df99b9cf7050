import InteractionCore
import Testing

/// Styles that take the time and the curve that an experience gives them.
@Suite("A style's time and curve can be an experience's own")
struct NavigationTimingTests {
  private static let styles = NavigationStyle.allCases.filter { $0 != .system }

  private static func stage(_ timing: NavigationTiming?) -> NavigationStage {
    var stage = PhoneStyles.stage
    stage.timings = timing.map { [$0] } ?? []
    return stage
  }

  @Test("N4: the whole takes the given time, and its parts keep their shares", arguments: styles)
  func duration(style: NavigationStyle) throws {
    for isBack in [false, true] {
      let own = try #require(style.timeline(isBack: isBack, on: Self.stage(nil)))
      let slow = try #require(
        style.timeline(
          isBack: isBack, on: Self.stage(NavigationTiming(style, duration: .seconds(3)))))
      #expect(slow.duration == .seconds(3))
      for part in [0.0, 0.25, 0.5, 0.75, 1] {
        let (a, b) = (
          own.values(at: TimeSpan(microseconds: Int64(Double(own.duration.microseconds) * part))),
          slow.values(at: TimeSpan(microseconds: Int64(3_000_000 * part)))
        )
        #expect(a.keys.sorted() == b.keys.sorted())
        // A spring's start velocity is in distances per second, and so its way differs in between.
        guard style != .spring && style != .popTip || part == 0 || part == 1 else { continue }
        for (key, value) in a { #expect(isNear(b[key], value, by: 1e-6), "\(key) at \(part)") }
      }
    }
  }

  @Test("N4: every part follows the given curve, but for those on a spring", arguments: styles)
  func easing(style: NavigationStyle) throws {
    let curve = CubicBezier(0.4, 0, 0.2, 1)
    let timeline = try #require(
      style.timeline(
        isBack: false, on: Self.stage(NavigationTiming(style, easing: curve))))
    let own = try #require(style.timeline(isBack: false, on: Self.stage(nil)))
    for (track, before) in zip(timeline.tracks, own.tracks) {
      if case .spring = before.easing {
        #expect(track.easing == before.easing)
      } else {
        #expect(track.easing == .bezier(curve))
      }
      #expect(track.duration == before.duration)
    }
  }

  @Test("N4: another style keeps its own time and curve")
  func others() {
    let stage = Self.stage(
      NavigationTiming(.fade, duration: .seconds(1), easing: .linear))
    for style in Self.styles where style != .fade {
      #expect(
        style.timeline(isBack: false, on: stage)
          == style.timeline(isBack: false, on: Self.stage(nil)))
    }
    #expect(NavigationStyle.fade.duration(on: stage) == .seconds(1))
  }

  @Test("N3 N4: a push with a time of its own waits for that time, and 2 s more without a word")
  func watchdog() {
    var experience = Experience.paging(style: .fade)
    experience.navigation?.timings = [NavigationTiming(.fade, duration: .seconds(1))]
    var session = Session(experience: experience, environment: .phone)
    let push = session.handle(.at(0, .navigate(NavigationRequest(.push, route: "a"))))
    #expect(push.compactMap(\.timeline).first?.duration == .seconds(1))
    #expect(session.nextDeadline == Instant(microseconds: 3_000_000))
  }
}
