import InteractionCore
import Testing

/// The motion of the two pages in a switch of tabs.
@Suite struct SlideTests {
  /// A switch, and the end offset of the leaving page.
  struct Case: CustomTestStringConvertible {
    var from: Int
    var to: Int
    var surface: Surface
    var leaves: Double

    var testDescription: String {
      "\(self.from)→\(self.to), \(self.surface.viewport.width) pt,"
        + " \(self.surface.direction)"
    }
  }

  static let cases = [
    Case(from: 0, to: 1, surface: .phone, leaves: -385),
    Case(from: 0, to: 4, surface: .phone, leaves: -385),
    Case(from: 3, to: 4, surface: .phone, leaves: -385),
    Case(from: 1, to: 0, surface: .phone, leaves: 385),
    Case(from: 4, to: 0, surface: .phone, leaves: 385),
    Case(from: 3, to: 1, surface: .phone, leaves: 385),
    Case(from: 1, to: 3, surface: .turnedPhone, leaves: -822),
    Case(from: 3, to: 1, surface: .turnedPhone, leaves: 822),
    Case(from: 1, to: 3, surface: .mirroredPhone, leaves: 385),
    Case(from: 3, to: 1, surface: .mirroredPhone, leaves: -385),
  ]

  @Test("X1 T11: the pages part by a width and 10 pt, the way the tabs stand", arguments: cases)
  func distances(it: Case) throws {
    for kind in [InteractionEvent.Kind.tapTab(index: it.to), .selectTab(index: it.to)] {
      var player = PagePlayer(.sliding(), in: it.surface, selected: it.from)
      player.play(100, kind)
      let timeline = try #require(player.timeline)
      func place(_ tab: Int, _ time: Int64) -> Double? {
        timeline.value(.page(tab), .translateX, at: .milliseconds(time))
      }
      #expect(place(it.from, 0) == 0)
      #expect(place(it.to, 0) == -it.leaves)
      #expect(place(it.from, 750) == it.leaves)
      #expect(place(it.to, 750) == 0)
      for time in stride(from: Int64(0), through: 900, by: 50) {
        let gap = (place(it.to, time) ?? 0) - (place(it.from, time) ?? 0)
        #expect(isNear(gap, -it.leaves), "at \(time) ms")
      }
    }
  }

  @Test("X1: the gap is the experience's")
  func gap() throws {
    var experience = Experience.sliding()
    experience.tabBar.transition?.gap = 24
    var player = PagePlayer(experience)
    player.play(100, .tapTab(index: 2))
    #expect(player.timeline?.value(.page(0), .translateX, at: .seconds(1)) == -399)
  }

  @Test("X1 T6: without a tap only the pages move", arguments: [true, false])
  func company(isTap: Bool) throws {
    var player = PagePlayer(.sliding())
    player.play(100, isTap ? .tapTab(index: 2) : .selectTab(index: 2))
    let timeline = try #require(player.timeline)
    #expect(timeline.pageTracks.map(\.target) == [.page(0), .page(2)])
    let others = timeline.tracks.map(\.target.path).filter { !$0.hasPrefix("page/") }
    #expect(others == (isTap ? ["tab/2/icon", "tab/2/title"] : []))
  }

  @Test("X3: the tab that is shown is no other tab")
  func sameTab() {
    var player = PagePlayer(.sliding(), selected: 2)
    #expect(player.play(100, .tapTab(index: 2)) == [])
    #expect(player.play(200, .selectTab(index: 2)) == [])
    #expect(player.session.snapshot.tabPages?.number == 0)
    #expect(player.session.nextDeadline == nil)
  }

  @Test("X3: the direction is that of this switch, not of the one before")
  func ownDirection() throws {
    var player = PagePlayer(.sliding())
    for (time, tab, leaves) in [(100, 3, -385.0), (900, 1, 385), (1_700, 2, -385), (2_500, 0, 385)]
    {
      let from = player.selected
      player.play(Int64(time), .tapTab(index: tab))
      #expect(player.timeline?.value(.page(from), .translateX, at: .seconds(1)) == leaves)
    }
  }

  @Test("X1: tabs without a transition just change")
  func none() {
    var experience = Experience.sliding()
    experience.tabBar.transition = nil
    var player = PagePlayer(experience)
    #expect(player.play(100, .tapTab(index: 2)) == ["select 0→2 user"])
    #expect(player.timeline?.pageTracks == [])
    #expect(player.play(200, .swipe(.began, -40)) == [])
    #expect(player.play(300, .holdExpired(.tabs)) == [])
    #expect(player.play(400, .swiping(isOn: true)) == [])
    #expect(player.session.nextDeadline == nil)
  }
}
