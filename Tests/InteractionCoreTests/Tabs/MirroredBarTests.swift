import InteractionCore
import Testing

/// A right-to-left layout mirrors positions and motion, but never indices.
@Suite struct MirroredBarTests {
  private static let mirrored: Surface = {
    var surface = Surface.phone
    surface.direction = .rightToLeft
    return surface
  }()

  private static func change(_ bar: inout TabBarDefinition) {
    bar.items[1].width = 90
    bar.items[1].leading = 5
    bar.items[1].menu = LongPressTests.menu
    bar.items[3].alignment = .iconLeft
    bar.transition = TransitionDefinition(swipes: true)
  }

  @Test("T11: items stand where a mirror shows them")
  func places() throws {
    let left = try #require(TabDriver(Self.change).layout)
    let right = try #require(TabDriver(in: Self.mirrored, Self.change).layout)
    #expect(left.items.map(\.frame.x) == [0, 80, 170, 245, 320])
    #expect(right.items.map(\.frame.x) == [300, 205, 130, 55, -20])
    #expect(left.items[3].icon.x == 7.5)
    #expect(right.items[3].icon.x == 75 - 7.5 - 28)
  }

  @Test("T11: the same taps select the same tabs")
  func indices() {
    var left = TabDriver(Self.change)
    var right = TabDriver(in: Self.mirrored, Self.change)
    for (index, tab) in [1, 4, 2, 0].enumerated() {
      let time = Int64(index + 1) * 5_000
      for phase in [Pointer.Phase.down, .up] {
        #expect(left.touch(phase, tab, at: time) == right.touch(phase, tab, at: time))
      }
      #expect(right.selection == left.selection)
      #expect(right.selection?.selected == tab)
    }
  }

  @Test("T11: a finger that strayed taps if it lifts over the item's mirrored place")
  func overTheItem() {
    for (direction, dx) in [(Surface.Direction.leftToRight, 40.0), (.rightToLeft, -40)] {
      var surface = Surface.phone
      surface.direction = direction
      for (distance, words) in [(dx, ["select 1 user pop"]), (dx * 2, [])] {
        var driver = TabDriver(in: surface, Self.change)
        driver.touch(.down, 1, at: 100)
        driver.touch(.moved, 1, at: 200, dx: distance)
        #expect(driver.touch(.up, 1, at: 300, dx: distance) == words)
      }
    }
  }

  @Test("T11 X1: pages slide the other way", arguments: [(0, 2), (2, 0)])
  func slide(from: Int, to: Int) throws {
    var ends: [Double] = []
    for surface in [Surface.phone, Self.mirrored] {
      var driver = TabDriver(
        in: surface, restoring: RestoredState(selectedTab: from), Self.change)
      driver.tap(to, at: 100)
      let timeline = try #require(driver.selections.first?.timeline)
      let leaves = try #require(timeline.tracks.first { $0.target == .page(from) })
      let comes = try #require(timeline.tracks.first { $0.target == .page(to) })
      let end = try #require(leaves.keyframes.last).value
      #expect(comes.keyframes.map(\.value) == [-end, 0])
      ends.append(end)
    }
    #expect(ends == (from < to ? [-385, 385] : [385, -385]))
  }

  @Test("T11 X7: a swipe goes to the neighbour that comes from the other side")
  func swipe() {
    for (surface, translation) in [(Surface.phone, -300.0), (Self.mirrored, 300)] {
      var driver = TabDriver(in: surface, Self.change)
      driver.send(.pageDrag(PageDrag(.tabs, .began, translation: translation / 10)), at: 100)
      #expect(driver.transition?.to == 1)
      driver.send(.pageDrag(PageDrag(.tabs, .ended, translation: translation)), at: 200)
      #expect(driver.selection?.selected == 1)
      #expect(driver.selections.map(\.from) == [0])
    }
  }

  @Test("T11: a change of direction mirrors the layout at once and selects nothing")
  func rotation() throws {
    var driver = TabDriver(Self.change)
    driver.tap(2, at: 100)
    let selection = driver.selection
    driver.send(.surface(Self.mirrored), at: 5_000)
    #expect(driver.selection == selection)
    #expect(driver.layout == TabDriver(in: Self.mirrored, Self.change).layout)
  }
}
