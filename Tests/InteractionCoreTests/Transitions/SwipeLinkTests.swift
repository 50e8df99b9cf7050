import InteractionCore
import Testing

/// The links of the pages to the finger, which need no round trip per frame.
@Suite struct SwipeLinkTests {
  /// Returns the links of the swipe in progress.
  private static func links(_ player: PagePlayer) throws -> [ScrollLink] {
    guard case .interactive(let links, _) = player.session.snapshot.tabPages?.phase else {
      Issue.record("no swipe")
      return []
    }
    return links
  }

  private static func place(_ tab: Int, _ links: [ScrollLink], at translation: Double)
    -> Double
  {
    let links = links.filter { $0.target == .page(tab) && $0.property == .translateX }
    return links.count == 1 ? links[0].value(at: translation) : .nan
  }

  @Test("D6 X7: both pages follow the finger, a width and 10 pt apart")
  func links() throws {
    var player = PagePlayer(.sliding(), selected: 1)
    player.play(100, .swipe(.began, -12))
    let left = try Self.links(player)
    #expect(left.count == 2)
    #expect(left.allSatisfy { $0.driver == .translation(.pageContainer) })
    for translation in [0.0, -1, -12.5, -40, -150, -374, -385] {
      #expect(isNear(Self.place(1, left, at: translation), translation))
      #expect(isNear(Self.place(2, left, at: translation), translation + 385))
    }
    player.play(200, .swipe(.moved, 12))
    let right = try Self.links(player)
    for translation in [0.0, 1, 12.5, 40, 150, 374, 385] {
      #expect(isNear(Self.place(1, right, at: translation), translation))
      #expect(isNear(Self.place(0, right, at: translation), translation - 385))
    }
    // Beyond its range a link clamps, so that the pages never separate.
    for translation in [-1e7, -386, 386, 1e7] {
      for (links, tab) in [(left, 2), (right, 0)] {
        let gap = Self.place(tab, links, at: translation) - Self.place(1, links, at: translation)
        #expect(isNear(gap, tab == 2 ? 385 : -385))
      }
    }
  }

  @Test("D6 T11: a right-to-left layout brings the other neighbours")
  func mirrored() throws {
    var player = PagePlayer(.sliding(), in: .mirroredPhone, selected: 1)
    player.play(100, .swipe(.began, -12))
    let links = try Self.links(player)
    for translation in [0.0, -1, -150, -385] {
      #expect(isNear(Self.place(1, links, at: translation), translation))
      #expect(isNear(Self.place(0, links, at: translation), translation + 385))
    }
  }

  @Test("D6: the links are those of the surface's width")
  func width() throws {
    var player = PagePlayer(.sliding(), in: .turnedPhone, selected: 1)
    player.play(100, .swipe(.began, 12))
    let links = try Self.links(player)
    #expect(isNear(Self.place(1, links, at: 822), 822))
    #expect(isNear(Self.place(0, links, at: 411), -411))
  }

  @Test(
    "D7 X7: the first frame after the release is the last one under the finger",
    arguments: [-12.0, -150, -374, -385, -386, -500, 12, 150, 385, 500])
  func continuity(translation: Double) throws {
    for velocity in [-900.0, 0, 900] {
      var player = PagePlayer(.sliding(), selected: 1)
      player.play(100, .swipe(.began, translation < 0 ? -12 : 12))
      player.play(200, .swipe(.moved, translation))
      let links = try Self.links(player)
      player.play(300, .swipe(.ended, translation, velocity: velocity))
      let timeline = try #require(player.timeline)
      for tab in [1, translation < 0 ? 2 : 0] {
        #expect(
          isNear(
            timeline.value(.page(tab), .translateX, at: .zero),
            Self.place(tab, links, at: translation)),
          "tab \(tab) at \(velocity) pt/s")
      }
    }
  }
}
