import InteractionCore
import Testing

/// The animations that swap the rocket and the logo.
@Suite struct ToggleSwapTests {
  typealias Appearance = ToggleDefinition.Appearance

  @Test("R7: PAGE is the default, 42 pt and 0.3 s; the rocket enters from below")
  func page() {
    #expect(Appearance().swap == .page)
    let strip = ViewPath.toggle("rocket")
    let (up, down) = Self.timelines(Appearance())
    let time = TimeSpan.milliseconds(300)
    #expect(
      up == [
        Track(
          strip, .contentOffsetY, from: 0, to: 42, duration: time, easing: .easeInEaseOut)
      ])
    #expect(
      down == [
        Track(
          strip, .contentOffsetY, from: 42, to: 0, duration: time, easing: .easeInEaseOut)
      ])
  }

  @Test(
    "R7 D5: the state has both images, and says whether they are a strip",
    arguments: [Appearance.Swap.page, .push, .fade])
  func state(swap: Appearance.Swap) {
    let appearance = Appearance(belowImage: "logo", aboveImage: "rocket", swap: swap)
    var experience = Experience.refinedHome
    experience.toggles[0].appearance = appearance
    var session = Session(experience: experience, surface: .phone)
    for (look, images) in [(ToggleLook.below, ["logo", "rocket"]), (.above, ["rocket", "logo"])] {
      _ = session.handle(.at(100, .orderToggle(id: "rocket", look: look)))
      let states = session.snapshot.settings.compactMap { setting -> ToggleState? in
        if case .toggle(let state) = setting.state { state } else { nil }
      }
      #expect(states.map { [$0.image, $0.otherImage] } == [images])
      #expect(states.map(\.isStrip) == [swap == .page])
    }
  }

  @Test("R7: PUSH brings the rocket up from below and the logo down from above, 32 pt in 0.25 s")
  func push() {
    let (up, down) = Self.timelines(Self.push(easingToBelow: .easeInEaseOut))
    #expect(up == Self.pushTracks(from: 32, easing: .easeInEaseOut))
    #expect(down == Self.pushTracks(from: -32, easing: .easeInEaseOut))
  }

  @Test("R7: literal's way back is linear, for the original sets no curve")
  func literalPush() {
    let (up, down) = Self.timelines(Self.push(easingToBelow: .linear), in: .literalHome)
    #expect(up == Self.pushTracks(from: 32, easing: .easeInEaseOut))
    #expect(down == Self.pushTracks(from: -32, easing: .linear))
  }

  @Test("R7: the pictures never part while one pushes the other")
  func pushKeepsTogether() {
    let (up, down) = Self.timelines(Self.push(easingToBelow: .easeInEaseOut))
    for (tracks, distance) in [(up ?? [], 32.0), (down ?? [], -32)] {
      for millisecond in stride(from: Int64(0), to: 250, by: 10) {
        let shown = Timeline(tracks: tracks).sample(at: .milliseconds(millisecond)).map(\.value)
        #expect(shown.count == 2)
        #expect(abs(shown[0] - shown[1] - distance) < 1e-9)
      }
    }
  }

  @Test(
    "R7: in either scheme the rocket comes from below and moves up, and the logo comes from above",
    arguments: [Appearance.Swap.page, .push])
  func direction(swap: Appearance.Swap) throws {
    let edge = 32.0
    let (up, down) = Self.timelines(
      Appearance(swap: swap, edge: edge, duration: .milliseconds(250)))
    for (tracks, look) in [(up, ToggleLook.above), (down, .below)] {
      let timeline = Timeline(tracks: try #require(tracks))
      /// Returns the distance of the entering image below its final position, pt.
      func place(_ milliseconds: Int64) throws -> Double {
        let sample = try #require(timeline.sample(at: .milliseconds(milliseconds)).first)
        switch swap {
        // The rocket is the lower of the strip's two pages.
        case .page: return look == .above ? edge - sample.value : -sample.value
        case .push, .fade: return sample.value
        }
      }
      let start = look == .above ? edge : -edge
      #expect(try place(0) == start)
      let places = try stride(from: Int64(0), to: 250, by: 10).map(place)
      // It moves in one direction, and does not overshoot.
      for (one, next) in zip(places, places.dropFirst()) {
        #expect(look == .above ? next < one && next >= 0 : next > one && next <= 0)
      }
    }
  }

  @Test("R11: FADE lets the looks fade into each other")
  func fade() {
    let (up, down) = Self.timelines(Appearance(swap: .fade, duration: .milliseconds(200)))
    let tracks = [
      Track(
        .toggleIncoming("rocket"), .opacity, from: 0, to: 1, duration: .milliseconds(200),
        easing: .easeInEaseOut),
      Track(
        .toggleOutgoing("rocket"), .opacity, from: 1, to: 0, duration: .milliseconds(200),
        easing: .easeInEaseOut),
    ]
    #expect(up == tracks)
    #expect(down == tracks)
  }

  @Test("R7 D2: a declared timeline stands in for the swap in its own direction alone")
  func declared() {
    let sink = TimelineDefinition(
      name: "sink",
      tracks: [
        TrackDefinition(
          .toggleOutgoing, .scale,
          keyframes: [Keyframe(position: 0, value: 1), Keyframe(position: 1, value: 0)],
          duration: .milliseconds(400))
      ])
    var appearance = Self.push(easingToBelow: .easeInEaseOut)
    appearance.timelineToAbove = sink
    let (up, down) = Self.timelines(appearance)
    #expect(
      up == [
        Track(
          .toggleOutgoing("rocket"), .scale, from: 1, to: 0, duration: .milliseconds(400),
          easing: .easeInEaseOut)
      ])
    #expect(down == Self.pushTracks(from: -32, easing: .easeInEaseOut))
  }

  @Test("R7 D1: a switch sets the look that it leads to, with its image slots")
  func setting() {
    var session = Session(experience: .refinedHome, surface: .phone)
    _ = session.handle(.scroll(at: 0, .began, y: 400))
    let directive = session.handle(.scroll(at: 10, .moved, y: 500)).first
    guard case .toggle(let toggle) = directive?.settings.first?.state else {
      Issue.record("no toggle was set")
      return
    }
    #expect(toggle.look == .above)
    #expect(toggle.name == "rocket")
    #expect([toggle.backgroundImage, toggle.image] == ["badge", "rocket"])
    #expect(toggle.edge == 42)
  }

  /// Returns the tracks of the switch to the rocket and of the switch back.
  private static func timelines(
    _ appearance: Appearance, in experience: Experience = .refinedHome
  ) -> (up: [Track]?, down: [Track]?) {
    var experience = experience
    experience.toggles[0].appearance = appearance
    var session = Session(experience: experience, surface: .phone)
    let up = session.handle(.at(0, .orderToggle(id: "rocket", look: .above)))
    let down = session.handle(.at(1_000, .orderToggle(id: "rocket", look: .below)))
    return (up.first?.timeline?.tracks, down.first?.timeline?.tracks)
  }

  private static func push(easingToBelow: CubicBezier) -> Appearance {
    Appearance(
      swap: .push, edge: 32, duration: .milliseconds(250), easingToBelow: easingToBelow)
  }

  private static func pushTracks(from start: Double, easing: CubicBezier) -> [Track] {
    let time = TimeSpan.milliseconds(250)
    return [
      Track(
        .toggleIncoming("rocket"), .translateY, from: start, to: 0, duration: time, easing: easing),
      Track(
        .toggleOutgoing("rocket"), .translateY, from: 0, to: -start, duration: time,
        easing: easing),
    ]
  }
}
