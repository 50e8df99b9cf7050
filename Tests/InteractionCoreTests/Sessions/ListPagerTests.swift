import InteractionCore
import Testing

@Suite("S9: lists side by side")
struct ListPagerTests {
  private static func screen() -> ScreenSession {
    ScreenSession {
      $0.sources[0].lists = ["for_you", "nearby", "following"]
      $0.toggles = [ToggleDefinition(id: "rocket", source: SourceID("home"))]
    }
  }

  private func show(_ list: String, in screen: inout ScreenSession) -> [Directive] {
    screen.handle(.listShown(SourceID("home"), list: list))
  }

  @Test("S9: each list keeps its offset, and the toggle follows the shown one without animation")
  func offsets() {
    var screen = Self.screen()
    #expect(screen.scroll([0, 500]) == [.above])
    _ = screen.settle(at: 500)
    let other = self.show("nearby", in: &screen)
    #expect(other.toggleLooks == [.below] && other.allSatisfy { $0.timeline == nil })
    #expect(self.show("nearby", in: &screen) == [])
    #expect(screen.scroll([0, 100], newDrag: true) == [])
    _ = screen.settle(at: 100)
    #expect(self.show("for_you", in: &screen).toggleLooks == [.above])
    #expect(self.show("nearby", in: &screen).toggleLooks == [.below])
    #expect(screen.session.state.scrolls[0].y == 100)
  }

  @Test("S9: a change ends the drag of the former list")
  func drag() {
    var screen = Self.screen()
    _ = screen.scroll([0, 100])
    #expect(screen.session.heldDrags.count == 1)
    _ = self.show("following", in: &screen)
    #expect(screen.session.heldDrags.isEmpty)
    // The same finger no longer moves anything.
    #expect(screen.scroll([600]) == [])
  }

  @Test("S9: unknown lists are refused with the names of the known ones")
  func unknown() {
    let screen = Self.screen()
    func problem(_ source: String, _ list: String) -> String? {
      let kind = InteractionEvent.Kind.listShown(SourceID(source), list: list)
      return screen.session.violations(in: InteractionEvent(time: .zero, kind: kind)).first
        .map { "\($0.field): \($0.problem)" }
    }
    #expect(
      problem("home", "best")
        == "list_shown.list: is 'best'; must be a list of source 'home': for_you, nearby, following"
    )
    #expect(
      problem("feed", "a")
        == "list_shown.list: is 'a'; source 'feed' has a single list; leave it out"
    )
    #expect(problem("none", "a")?.hasPrefix("list_shown.source: ") == true)
  }

  @Test("S9 T6: the client's earlier state has the offset of each list")
  func restoration() {
    let offsets = [
      RestoredState.Offset(source: SourceID("home"), y: 500, list: "nearby"),
      RestoredState.Offset(source: SourceID("home"), y: 30, isShown: false),
    ]
    var screen = Self.screen()
    _ = screen.handle(.open(RestoredState(offsets: offsets)))
    #expect(screen.session.state.pagers[0].shown == 1)
    #expect(screen.session.state.toggles[0].look == .above)
    #expect(self.show("for_you", in: &screen).toggleLooks == [.below])
    #expect(screen.session.state.scrolls[0].y == 30)
  }

  @Test(
    "S9 T6: of a list that the app named only later the last offset counts",
    arguments: [("for_you", false, 500), ("for_you", true, 20), ("nearby", false, 0)])
  func laterName(list: String, hasScrolled: Bool, y: Double) {
    let unnamed = RestoredState.Offset(source: SourceID("home"), y: 500, isShown: false)
    let named = RestoredState.Offset(source: SourceID("home"), y: hasScrolled ? 20 : 0, list: list)
    var screen = Self.screen()
    _ = screen.handle(
      .open(RestoredState(offsets: hasScrolled ? [unnamed, named] : [named, unnamed])))
    #expect(screen.session.state.scrolls[0].y == y)
    #expect(screen.session.state.toggles[0].look == (y == 500 ? .above : .below))
  }
}
