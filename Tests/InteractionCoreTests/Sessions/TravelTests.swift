import InteractionCore
import Testing

@Suite("R12: toggles that switch by direction")
struct TravelTests {
  private static func screen(
    _ change: (inout ToggleDefinition) -> Void = { _ in }
  ) -> ScreenSession {
    ScreenSession {
      var bar = ToggleDefinition(id: "bar", source: SourceID("home"), rule: .directional)
      bar.appearance.hidesBar = true
      change(&bar)
      $0.toggles = [bar]
    }
  }

  @Test("R12: a turn is measured from the extreme of the travel")
  func turns() {
    var travel = ScrollTravel(at: 100)
    let offsets: [(Double, Double)] = [
      (120, 20), (119, -1), (110, -10), (110, -10), (140, 30), (140.5, 30.5), (140, -0.5),
    ]
    for (y, distance) in offsets {
      travel.move(to: y)
      #expect(travel.distance == distance, "at \(y)")
    }
  }

  @Test("R12: above after 30 pt away, below after 10 pt back, whatever lies between")
  func policy() {
    var screen = Self.screen()
    #expect(screen.scroll([0, 20, 29]) == [])
    #expect(screen.scroll([29.5, 30]) == [.above])
    #expect(screen.scroll([500, 495, 490.5]) == [])
    #expect(screen.scroll([490]) == [.below])
    #expect(screen.scroll([480, 485, 481, 510, 511]) == [.above])
  }

  @Test("R12: below near the top, also for a leap")
  func nearTop() {
    var screen = Self.screen { $0.rule.travel?.nearTop = 50 }
    #expect(screen.scroll([0, 45]) == [])
    #expect(screen.scroll([51]) == [.above])
    #expect(screen.scroll([50]) == [.below])
    #expect(screen.scroll([400, -20]) == [.above, .below])
  }

  @Test("R12 S4: bounces at both ends are no travel")
  func bounces() {
    var screen = Self.screen()
    _ = screen.handle(.contentSize(source: SourceID("home"), size: Size(width: 375, height: 1_778)))
    // The largest offset is 1,000 pt.
    #expect(screen.scroll([-60, -20, 0]) == [])
    #expect(screen.scroll([990]) == [.above])
    #expect(screen.scroll([1_060, 1_030, 1_000, 995]) == [])
    #expect(screen.scroll([990]) == [.below])
  }

  @Test("R12: a scroll by the app switches at its end")
  func programmatic() {
    var screen = Self.screen()
    #expect(screen.scroll([0, 100, 200], .programmaticMoved) == [])
    #expect(screen.scroll([200], .programmaticEnded) == [.above])
    #expect(screen.scroll([150, 30], .programmaticMoved) == [])
    #expect(screen.scroll([5], .programmaticEnded) == [.below])
  }

  @Test("R12: with a latch it switches once per drag")
  func latch() {
    var screen = Self.screen { $0.rule.latch = .oncePerDrag }
    #expect(screen.scroll([0, 40, 20, 80]) == [.above])
    #expect(screen.scroll([200, 100, 180]) == [])
    _ = screen.settle(at: 180)
    #expect(screen.scroll([175, 165, 220], newDrag: true) == [.below])
  }

  @Test("R12 R10: an order holds until the next drag")
  func order() {
    var screen = Self.screen()
    #expect(screen.scroll([0, 40]) == [.above])
    _ = screen.settle(at: 40)
    #expect(screen.handle(.orderToggle(id: "bar", look: .below)).toggleLooks == [.below])
    #expect(screen.scroll([60], newDrag: true) == [.above])
  }

  @Test("R12: the bar leaves the screen, and comes back on another tab")
  func bar() throws {
    var screen = Self.screen()
    let home = try #require(screen.layout?.frame.y)
    let directives = screen.directives([0, 60])
    let timeline = try #require(directives.last?.timeline)
    #expect(timeline.tracks.contains { $0.target == .tabBar && $0.property == .translateY })
    #expect(screen.layout?.frame.y == 812)
    let tab = screen.handle(.selectTab(index: 1))
    #expect(tab.flatMap(\.settings).contains { $0.aspect == .layout })
    #expect(screen.layout?.frame.y == home)
    _ = screen.handle(.selectTab(index: 0))
    #expect(screen.layout?.frame.y == 812)
  }

  @Test("R12: the lines of the source, and nothing for other toggles")
  func lines() {
    let screen = Self.screen { $0.rule.travel?.nearTop = 40 }
    let lines = screen.session.triggerLines(for: SourceID("home"))
    #expect(lines == TriggerLines(offsets: [0, 40], cellStarts: [0], away: [30], back: [10]))
    #expect(!screen.session.triggerLines(for: SourceID("feed")).dependsOnTravel)
    #expect(screen.session.state.travels.count == 1)
    #expect(Session(experience: .refinedHome, surface: .phone).state.travels.isEmpty)
  }
}
