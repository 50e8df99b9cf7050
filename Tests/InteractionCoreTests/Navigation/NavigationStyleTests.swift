import InteractionCore
import Testing

/// The animations of each named style, forward and back.
@Suite struct NavigationStyleTests {
  private static let styles = NavigationStyle.allCases.filter { $0 != .system }

  @Test("N1 N4: there, on a phone", arguments: styles)
  func phoneThere(style: NavigationStyle) throws {
    let expected = try #require(PhoneStyles.there.entry(style))
    try expected.expect(style.timeline(isBack: false, on: PhoneStyles.stage))
  }

  @Test("N1 N4: back, on a phone", arguments: styles)
  func phoneBack(style: NavigationStyle) throws {
    let expected = try #require(PhoneStyles.back.entry(style))
    try expected.expect(style.timeline(isBack: true, on: PhoneStyles.stage))
  }

  @Test("N1 N4: there, on a tablet", arguments: styles)
  func tabletThere(style: NavigationStyle) throws {
    let expected = try #require(TabletStyles.there.entry(style))
    try expected.expect(style.timeline(isBack: false, on: TabletStyles.stage))
  }

  @Test("N1 N4: back, on a tablet", arguments: styles)
  func tabletBack(style: NavigationStyle) throws {
    let expected = try #require(TabletStyles.back.entry(style))
    try expected.expect(style.timeline(isBack: true, on: TabletStyles.stage))
  }

  @Test("N1 N4 T11: a right-to-left layout sees all of it mirrored", arguments: styles)
  func mirrored(style: NavigationStyle) throws {
    let stage = PhoneStyles.stage.mirrored
    let there = try #require(PhoneStyles.there.entry(style)).mirrored(width: 375)
    let back = try #require(PhoneStyles.back.entry(style)).mirrored(width: 375)
    try there.expect(style.timeline(isBack: false, on: stage))
    try back.expect(style.timeline(isBack: true, on: stage))
  }

  @Test("N4: the system's own is left to the platform", arguments: [true, false])
  func system(isBack: Bool) {
    #expect(NavigationStyle.system.timeline(isBack: isBack, on: PhoneStyles.stage) == nil)
  }

  @Test("N1 N4 X2: the curves are the rule's", arguments: styles, [true, false])
  func easings(style: NavigationStyle, isBack: Bool) throws {
    let timeline = try #require(style.timeline(isBack: isBack, on: PhoneStyles.stage))
    for track in timeline.tracks {
      let expected: Easing =
        switch (style, track.property) {
        case (.window, _): .bezier(.easeOut)
        case (.spring, _):
          .spring(Spring(dampingRatio: 0.75, duration: .milliseconds(750), initialVelocity: 2))
        case (.popTip, .translateY):
          .spring(Spring(dampingRatio: 1, duration: .milliseconds(300), initialVelocity: 1))
        default: .bezier(.easeInEaseOut)
        }
      #expect(track.easing == expected, "\(track.target.path) \(track.property)")
    }
  }

  @Test("N1 N4: every style holds its ends before and after", arguments: styles, [true, false])
  func ends(style: NavigationStyle, isBack: Bool) throws {
    let timeline = try #require(style.timeline(isBack: isBack, on: PhoneStyles.stage))
    #expect(timeline.values(at: timeline.duration) == timeline.values(at: .seconds(60)))
    #expect(timeline.tracks.allSatisfy { $0.iterations == 1 })
  }

  @Test("N1: in the window and on the screen, the picture stands in the same place")
  func coordinates() throws {
    for stage in [PhoneStyles.stage, TabletStyles.stage, PhoneStyles.stage.mirrored] {
      for isBack in [true, false] {
        let timeline = try #require(NavigationStyle.window.timeline(isBack: isBack, on: stage))
        for time in stride(from: Int64(0), through: 250, by: 10) {
          let values = timeline.values(at: .milliseconds(time))
          let window = try #require(values["window translateX"])
          let center = try #require(values["window/snapshot centerX"])
          #expect(isNear(values["window/snapshot screenCenterX"], window + center))
        }
      }
    }
  }

  @Test("N4: zoom_to presses the key view and lets it go, back only waits; then all moves")
  func press() throws {
    let there = try #require(NavigationStyle.zoomTo.timeline(isBack: false, on: PhoneStyles.stage))
    let back = try #require(NavigationStyle.zoomTo.timeline(isBack: true, on: PhoneStyles.stage))
    for (time, scale) in [(0, 1), (50, 0.985), (100, 0.97), (150, 0.985), (200, 1.0)] {
      let values = there.values(at: .milliseconds(Int64(time)))
      #expect(isNear(values["page/key scale"], scale), "at \(time) ms")
      #expect(isNear(values["page/outgoing translateX"], 0), "at \(time) ms")
      #expect(isNear(values["page/incoming translateX"], 375), "at \(time) ms")
      #expect(back.values(at: .milliseconds(Int64(time))) == back.values(at: .zero))
    }
    #expect(!back.tracks.contains { $0.property == .scale })
    #expect(back.value(.outgoingPage, .translateX, at: .milliseconds(400)) == 187.5)
  }

  @Test("N4: a sheet that bounces has the spring 0.8 / 0.6, and overshoots")
  func bouncing() throws {
    var stage = PhoneStyles.stage
    stage.sheetBounces = true
    let timeline = try #require(NavigationStyle.popTip.timeline(isBack: false, on: stage))
    let sheet = try #require(timeline.tracks.first { $0.property == .translateY })
    #expect(
      sheet.easing
        == .spring(Spring(dampingRatio: 0.8, duration: .milliseconds(300), initialVelocity: 0.6)))
    #expect(isNear(sheet.value(at: .milliseconds(150)), 508.777_763_0))
    #expect(sheet.value(at: .milliseconds(300)) == 512)
  }

  @Test("N4: no more of a sheet shows than the screen holds")
  func highSheet() throws {
    let stage = NavigationGeometry(surface: .phone, sheetHeight: 2_000)
    let timeline = try #require(NavigationStyle.popTip.timeline(isBack: false, on: stage))
    #expect(timeline.value(.incomingPage, .translateY, at: .seconds(1)) == 0)
  }

  @Test("N4 X1: pages on a spring are a width and the experience's gap apart")
  func gap() throws {
    let stage = NavigationGeometry(surface: .phone, gap: 24)
    let timeline = try #require(NavigationStyle.spring.timeline(isBack: false, on: stage))
    #expect(timeline.value(.outgoingPage, .translateX, at: .seconds(1)) == -399)
    #expect(timeline.value(.incomingPage, .translateX, at: .zero) == 399)
  }
}
