import InteractionCore
import Testing

/// The links of the pages to an edge pull, and the animation after the release.
@Suite struct EdgePullLinkTests {
  private static let styles = NavigationStyle.allCases.filter { $0 != .system }

  /// Returns a session in which the pull of page `b` has just begun.
  private static func pulled(
    _ style: NavigationStyle, in surface: Surface = .phone
  ) -> PagePlayer {
    var player = PagePlayer(
      .paging(style: style), in: surface, pages: EdgePullTests.pages(style))
    player.play(100, .pull(.began, surface.direction == .leftToRight ? 12 : -12))
    return player
  }

  private static func links(_ player: PagePlayer) -> [ScrollLink] {
    guard case .interactive(let links, _) = player.session.snapshot.upperPages?.phase else {
      Issue.record("no pull")
      return []
    }
    return links
  }

  private static func values(_ links: [ScrollLink], at translation: Double) -> [String:
    Double]
  {
    Dictionary(
      links.map { ("\($0.target.path) \($0.property)", $0.value(at: translation)) },
      uniquingKeysWith: { _, _ in .nan })
  }

  @Test("N5 D6: the window follows the finger as it goes on a pop")
  func window() {
    let links = Self.links(Self.pulled(.window))
    #expect(links.allSatisfy { $0.driver == .translation(.backEdge) })
    for (translation, expected) in [
      (0.0, [-93.75, 281.25, 187.5, 406]), (150, [-56.25, 393.75, 337.5, 406]),
      (375, [0, 562.5, 562.5, 406]), (400, [0, 562.5, 562.5, 406]),
      (-20, [-93.75, 281.25, 187.5, 406]),
    ] {
      let values = Self.values(links, at: translation)
      let names = [
        "window translateX", "window/snapshot centerX", "window/snapshot screenCenterX",
        "window/snapshot centerY",
      ]
      #expect(values.keys.sorted() == names.sorted())
      for (name, value) in zip(names, expected) {
        #expect(isNear(values[name], value), "\(name) at \(translation)")
      }
    }
  }

  @Test("N5 D6 T11: right to left, it follows to the left")
  func mirrored() {
    let links = Self.links(Self.pulled(.standard, in: .mirroredPhone))
    for (translation, out, back) in [(0.0, 0.0, 125.0), (-75, -75, 100), (-375, -375, 0)] {
      let values = Self.values(links, at: translation)
      #expect(isNear(values["page/outgoing translateX"], out))
      #expect(isNear(values["page/incoming translateX"], back))
    }
  }

  @Test(
    "N5 D6: no property follows twice, and each goes from one end to the other",
    arguments: styles)
  func ends(style: NavigationStyle) throws {
    let links = Self.links(Self.pulled(style))
    let back = try #require(
      style.timeline(
        isBack: true, byFinger: true, on: NavigationGeometry(surface: .phone)))
    for (translation, time) in [(0.0, TimeSpan.zero), (375, back.duration)] {
      let expected = back.values(at: time)
      let values = Self.values(links, at: translation)
      #expect(values.keys.sorted() == expected.keys.sorted())
      for (key, value) in values {
        #expect(isNear(value, expected[key] ?? .nan), "\(key) at \(translation)")
      }
    }
  }

  @Test(
    "D7 N5: the first frame after the release is the last one under the finger",
    arguments: styles, Surface.Direction.allCases)
  func continuity(style: NavigationStyle, direction: Surface.Direction) throws {
    let sign = direction == .leftToRight ? 1.0 : -1
    let surface = direction == .leftToRight ? Surface.phone : .mirroredPhone
    for translation in [5.0, 80, 150, 300, 375, 500] {
      var player = Self.pulled(style, in: surface)
      let under = Self.values(Self.links(player), at: sign * translation)
      player.play(200, .pull(.ended, sign * translation))
      let after = try #require(player.timeline)
      let first = after.values(at: .zero)
      #expect(first.keys.sorted() == under.keys.sorted())
      for (key, value) in first {
        #expect(isNear(under[key], value), "\(key) at \(translation)")
      }
      // The animation starts there and ends at the transition's end or start.
      let whole = try #require(
        style.timeline(
          isBack: true, byFinger: true, on: NavigationGeometry(surface: surface)))
      let end = whole.values(at: translation > 112.5 ? whole.duration : .zero)
      let last = after.values(at: after.duration)
      for (key, value) in end { #expect(isNear(last[key], value), "\(key)") }
      #expect(after.duration <= whole.duration)
    }
  }

  @Test("N4 N5: a page that opened at its key view's lower edge closes there under the finger")
  func omniCut() {
    var player = PagePlayer(.paging(style: .omni))
    player.play(
      100, .navigate(.push, "a", keyFrame: Rect(x: 0, y: 100, width: 375, height: 44)))
    player.report(400, of: 1)
    player.play(500, .pull(.began, 12))
    let values = Self.values(Self.links(player), at: 0)
    #expect(values["page/upper translateY"] == -144)
    #expect(values["page/lower translateY"] == 668)
  }

  @Test("N4 N5: under a finger a page of key move slides away, and no key view moves")
  func keyMove() throws {
    let player = Self.pulled(.keyMove)
    let state = try #require(player.session.snapshot.upperPages)
    #expect(state.captures.isEmpty)
    #expect(state.staging == [Staging(.outgoingPage, level: .above)])
    for translation in [0.0, 150, 375] {
      let values = Self.values(Self.links(player), at: translation)
      #expect(values.keys.sorted() == ["page/outgoing translateX"])
      #expect(isNear(values["page/outgoing translateX"], translation))
    }
  }

  @Test("N4 N5 T11: right to left, it slides away to the left")
  func mirroredKeyMove() {
    let links = Self.links(Self.pulled(.keyMove, in: .mirroredPhone))
    #expect(isNear(Self.values(links, at: -150)["page/outgoing translateX"], -150))
  }

  @Test("N4: without a finger it fades with its key view")
  func fadingKeyMove() throws {
    var player = PagePlayer(.paging(style: .keyMove), pages: EdgePullTests.pages(.keyMove))
    player.play(100, .navigate(.pop))
    let timeline = try #require(player.timeline)
    #expect(timeline.tracks.map(\.target) == [.outgoingPage, .keyView, .keyView])
    #expect(timeline.captures.map(\.target) == [.keyView])
  }

  @Test("N5 N3: what is left of the way takes its part of the time, and 2 s more without a word")
  func watchdog() {
    let cases: [(Double, Int64, String)] = [
      (75, 50_000, "*1 cancelled a b"), (150, 150_000, "*1 finished a"),
      (300, 50_000, "*1 finished a"),
    ]
    for (translation, length, outcome) in cases {
      var player = Self.pulled(.window)
      player.play(300, .pull(.ended, translation))
      let expected = TimeSpan(microseconds: length)
      #expect(player.timeline?.duration == expected)
      #expect(player.session.nextDeadline == Instant.milliseconds(2_300) + expected)
      #expect(player.play(5_000, .tick) == [outcome])
    }
  }
}
