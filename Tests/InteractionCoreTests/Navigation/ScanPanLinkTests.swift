import InteractionCore
import Testing

/// The links of the pages to a pan, and the animation after the release.
@Suite struct ScanPanLinkTests {
  /// Returns a session whose pan, of a leaving or an entering page, has just begun.
  private static func panned(isBack: Bool) -> PagePlayer {
    var player = PagePlayer(.paging(), pages: isBack ? [ScanPanTests.scanned] : [])
    player.play(100, .pan(.began, isBack ? -12 : 12, to: "s"))
    return player
  }

  private static func values(_ player: PagePlayer, at translation: Double) -> [String: Double] {
    guard case .interactive(let links, _) = player.session.snapshot.upperPages?.phase else {
      Issue.record("no pan")
      return [:]
    }
    #expect(links.allSatisfy { $0.driver == .translation(.scan) })
    return Dictionary(
      links.map { ("\($0.target.path) \($0.property)", $0.value(at: translation)) },
      uniquingKeysWith: { _, _ in .nan })
  }

  @Test("N5 D6: downwards the old page follows the finger, the new one comes behind it")
  func presenting() throws {
    let player = Self.panned(isBack: false)
    let state = try #require(player.session.snapshot.upperPages)
    #expect(state.pages == [])
    #expect(state.staging == [Staging(.outgoingPage, level: .above)])
    for (translation, old, new) in [
      (0.0, 0.0, -812.0 / 3), (406, 406, -812.0 / 6), (812, 812, 0), (900, 812, 0),
      (-20, 0, -812.0 / 3),
    ] {
      let values = Self.values(player, at: translation)
      #expect(isNear(values["page/outgoing translateY"], old), "at \(translation)")
      #expect(isNear(values["page/incoming translateY"], new), "at \(translation)")
    }
  }

  @Test("N5 D6: upwards the old page comes back over the other one")
  func dismissing() throws {
    let player = Self.panned(isBack: true)
    let state = try #require(player.session.snapshot.upperPages)
    #expect(state.pages == [ScanPanTests.scanned])
    #expect(state.staging == [Staging(.incomingPage, level: .above)])
    for (translation, old, new) in [
      (0.0, 812.0, 0.0), (-406, 406, -812.0 / 6), (-812, 0, -812.0 / 3), (20, 812, 0),
    ] {
      let values = Self.values(player, at: translation)
      #expect(isNear(values["page/incoming translateY"], old), "at \(translation)")
      #expect(isNear(values["page/outgoing translateY"], new), "at \(translation)")
    }
  }

  @Test(
    "D7 N5: the first frame after the release is the last one under the finger",
    arguments: [true, false])
  func continuity(isBack: Bool) throws {
    let sign = isBack ? -1.0 : 1
    let whole = try #require(
      NavigationStyle.scan.timeline(
        isBack: isBack, on: NavigationGeometry(surface: .phone)))
    for translation in [5.0, 200, 300, 812, 900] {
      var player = Self.panned(isBack: isBack)
      let under = Self.values(player, at: sign * translation)
      player.play(200, .pan(.ended, sign * translation))
      let after = try #require(player.timeline)
      let first = after.values(at: .zero)
      #expect(first.keys.sorted() == under.keys.sorted())
      for (key, value) in first {
        #expect(isNear(under[key], value), "\(key) at \(translation)")
      }
      // The animation starts there and ends at the transition's end or start.
      let end = whole.values(at: translation > 243.6 ? whole.duration : .zero)
      let last = after.values(at: after.duration)
      for (key, value) in end { #expect(isNear(last[key], value), "\(key)") }
      #expect(after.duration <= whole.duration)
    }
  }

  @Test("N5 N3: what is left of the way takes its part of the time, and 2 s more without a word")
  func watchdog() {
    let cases: [(Double, Int64, String)] = [
      (203, 75_000, "*1 cancelled -"), (406, 150_000, "*1 finished s"),
      (609, 75_000, "*1 finished s"),
    ]
    for (translation, length, outcome) in cases {
      var player = Self.panned(isBack: false)
      player.play(300, .pan(.ended, translation))
      let expected = TimeSpan(microseconds: length)
      #expect(player.timeline?.duration == expected)
      #expect(player.session.nextDeadline == Instant.milliseconds(2_300) + expected)
      #expect(player.play(5_000, .tick) == [outcome])
    }
  }
}
