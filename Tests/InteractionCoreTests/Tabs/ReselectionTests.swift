import InteractionCore
import Testing

@Suite("T16 T17: long presses with an action, and reactions in order")
struct ReselectionTests {
  private static func screen(_ reactions: [TabItem.Reselection]) -> ScreenSession {
    ScreenSession {
      $0.tabBar.items[0].reselection = reactions
      $0.tabBar.items[0].reselectionAction = "search"
    }
  }

  private static let all: [TabItem.Reselection] = [.popToRoot, .scrollToTop, .refresh]

  @Test("T17: the first reaction that has something to do acts")
  func first() {
    var screen = Self.screen(Self.all)
    _ = screen.drag(to: 300)
    _ = screen.settle(at: 300)
    _ = screen.handle(.navigate(NavigationRequest(.push, route: "item")))
    let popped = screen.handle(.tapTab(index: 0))
    #expect(popped.count == 1)
    for case .navigation(let state) in popped.flatMap(\.settings).map(\.state) {
      #expect(state.pages.isEmpty)
      #expect(state.change?.operation == .popToRoot)
    }
    #expect(
      screen.handle(.tapTab(index: 0)).flatMap(\.effects) == [
        .scrollList(SourceID("home"), y: 0, animated: true)
      ])
    _ = screen.drag(to: 0)
    _ = screen.settle(at: 0)
    #expect(screen.handle(.tapTab(index: 0)).flatMap(\.effects) == [.refresh(SourceID("home"))])
    #expect(screen.handle(.tapTab(index: 0)) == [])
  }

  @Test("T17: the last reaction scrolls a list that is at its top")
  func last() {
    var screen = Self.screen([.popToRoot, .scrollToTop])
    #expect(
      screen.handle(.tapTab(index: 0)).flatMap(\.effects) == [
        .scrollList(SourceID("home"), y: 0, animated: true)
      ])
  }

  @Test("T17: an action of the app always has something to do")
  func perform() {
    var screen = Self.screen([.refresh, .perform])
    let search = Effect.tabAction(PerformTabAction(tab: 0, kind: .app, value: "search"))
    #expect(screen.handle(.tapTab(index: 0)).flatMap(\.effects) == [.refresh(SourceID("home"))])
    #expect(screen.handle(.tapTab(index: 0)).flatMap(\.effects) == [search])
  }

  @Test("T17: no reaction leaves a tap without effect")
  func none() {
    var screen = Self.screen([])
    #expect(screen.handle(.tapTab(index: 0)) == [])
  }

  @Test("T16: a long press performs its action, with its haptic, and opens no menu")
  func longPress() {
    var screen = ScreenSession {
      $0.tabBar.longPress.haptic = .light
      $0.tabBar.items[1].longPress = TabItem.LongPressAction(name: "scan", haptic: .heavy)
    }
    let down = Pointer(id: 1, phase: .down, target: .tab(1), position: Point(x: 280, y: 790))
    #expect(screen.handle(.pointer(down)) == [])
    let began = screen.handle(.tick, after: .milliseconds(600))
    #expect(
      began.flatMap(\.effects) == [
        .haptic(.heavy), .tabAction(PerformTabAction(tab: 1, kind: .app, value: "scan")),
      ])
    var phases: [PressState] = []
    for case .press(let press) in began.flatMap(\.settings).map(\.state) { phases.append(press) }
    #expect(phases == [PressState(tab: 1, phase: .began)])
    let up = Pointer(id: 1, phase: .up, target: .tab(1), position: Point(x: 280, y: 790))
    let ended = screen.handle(.pointer(up))
    #expect(ended.flatMap(\.effects) == [])
    #expect(
      !screen.session.violations(in: InteractionEvent(time: .seconds(1), kind: .menu(.dismissed)))
        .isEmpty
        || screen.handle(.menu(.dismissed)) == [])
  }

  @Test("T16: without a haptic of its own, the bar's plays")
  func haptic() {
    var screen = ScreenSession {
      $0.tabBar.longPress.haptic = .light
      $0.tabBar.items[1].longPress = TabItem.LongPressAction(name: "scan")
    }
    #expect(screen.handle(.pressTab(index: 1)).flatMap(\.effects).first == .haptic(.light))
  }
}
