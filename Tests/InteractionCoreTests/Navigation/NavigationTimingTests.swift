import InteractionCore
import Testing

/// Styles with the duration and the easing that an experience sets.
@Suite("A style's time and curve can be an experience's own")
struct NavigationTimingTests {
  private static let styles = NavigationStyle.allCases.filter { $0 != .system }

  private static func stage(_ timing: NavigationTiming?) -> NavigationGeometry {
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
        // A spring's initial velocity is in distances per second, so intermediate values differ.
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
    var session = Session(experience: experience, surface: .phone)
    let push = session.handle(.at(0, .navigate(NavigationRequest(.push, route: "a"))))
    #expect(push.compactMap(\.timeline).first?.duration == .seconds(1))
    #expect(session.nextDeadline == Instant(microseconds: 3_000_000))
  }

  /// A page that enters from below while the one underneath shrinks.
  private static let rise = TimelineDefinition(
    name: "rise",
    tracks: [
      TrackDefinition(
        .pageIncoming, .translateY,
        keyframes: [Keyframe(position: 0, value: 1), Keyframe(position: 1, value: 0)],
        unit: .height, duration: .milliseconds(400)),
      TrackDefinition(
        .pageOutgoing, .scale,
        keyframes: [Keyframe(position: 0, value: 1), Keyframe(position: 1, value: 0.9)],
        delay: .milliseconds(100), duration: .milliseconds(200)),
    ])

  @Test("N4: a style plays what the experience declares, and back in reverse", arguments: styles)
  func declared(style: NavigationStyle) throws {
    let stage = Self.stage(NavigationTiming(style, timeline: Self.rise))
    let there = try #require(style.timeline(isBack: false, on: stage))
    #expect(there.tracks.map(\.target) == [.incomingPage, .outgoingPage])
    #expect(there.duration == .milliseconds(400))
    #expect(there.values(at: .zero)["page/incoming translateY"] == 812)
    #expect(there.values(at: .milliseconds(400))["page/outgoing scale"] == 0.9)
    let back = try #require(style.timeline(isBack: true, on: stage))
    #expect(back.duration == there.duration)
    #expect(back.values(at: .milliseconds(100))["page/incoming scale"] == 0.9)
    #expect(back.values(at: .milliseconds(400))["page/outgoing translateY"] == 812)
    #expect(back.values(at: .milliseconds(400))["page/incoming scale"] == 1)
  }

  @Test(
    "N4 D2: what is declared to stand above does so, and is the page that leaves on the way back")
  func above() throws {
    var rise = Self.rise
    rise.above = [.pageOutgoing, .pageIncoming]
    let stage = Self.stage(NavigationTiming(.slide, timeline: rise))
    let there = try #require(NavigationStyle.slide.timeline(isBack: false, on: stage))
    #expect(
      there.staging
        == [
          Staging(.outgoingPage, level: .above),
          Staging(.incomingPage, level: .above),
        ])
    let back = try #require(NavigationStyle.slide.timeline(isBack: true, on: stage))
    #expect(
      back.staging
        == [
          Staging(.incomingPage, level: .above),
          Staging(.outgoingPage, level: .above),
        ])
  }

  @Test("N4: the way back may be declared, too, or alone")
  func declaredBack() throws {
    let stage = Self.stage(NavigationTiming(.fade, backTimeline: Self.rise))
    let back = try #require(NavigationStyle.fade.timeline(isBack: true, on: stage))
    #expect(back.values(at: .zero)["page/incoming translateY"] == 812)
    let there = try #require(NavigationStyle.fade.timeline(isBack: false, on: stage))
    #expect(there == NavigationStyle.fade.timeline(isBack: false, on: Self.stage(nil)))
  }

  @Test("N4 N5: a finger takes the page along what is declared")
  func pulled() throws {
    var rule = NavigationDefinition(style: .fade)
    rule.timings = [NavigationTiming(.fade, timeline: Self.rise)]
    var session = Session(
      experience: Experience(
        name: "declared", preset: .refined, sources: [ScrollSource(id: SourceID("list"), tab: 0)],
        tabBar: TabBarDefinition(items: [TabItem(title: LocalizedText(fallback: "One"), image: "")]
        ),
        toggles: [], floor: nil, navigation: rule),
      surface: .phone)
    _ = session.handle(.at(0, .navigate(NavigationRequest(.push, route: "a"))))
    _ = session.handle(.at(1_000, .tick))
    _ = session.handle(.at(3_000, .tick))
    let directives = session.handle(.at(4_000, .pageDrag(PageDrag(.back, .began, translation: 5))))
    let links = directives.flatMap(\.settings).flatMap { setting -> [ScrollLink] in
      guard case .navigation(let state) = setting.state,
        case .interactive(let links, _) = state.phase
      else { return [] }
      return links
    }
    #expect(
      Set(links.map { "\($0.target.path) \($0.property) \($0.startValue) \($0.endValue)" }) == [
        "page/outgoing translateY 0.0 812.0", "page/incoming scale 0.9 1.0",
      ])
  }
}
