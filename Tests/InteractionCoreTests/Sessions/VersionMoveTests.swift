import InteractionCore
import Testing

@Suite("V1: a session continues with another version of its experience")
struct VersionMoveTests {
  private static func screen() -> ScreenSession {
    ScreenSession {
      $0.digest = "one"
      $0.toggles = [ToggleDefinition(id: "rocket", source: SourceID("home"))]
      $0.navigation = NavigationDefinition(completesAtStart: true, stacks: .perTab)
      $0.tabBar.items[0].badge = BadgeDefinition(content: .number(count: 1, max: 99))
    }
  }

  private static func next(_ change: (inout Experience) -> Void = { _ in }) -> Experience {
    var experience = Self.screen().session.base
    experience.digest = "two"
    change(&experience)
    return experience
  }

  @Test("V1: one directive replaces all; without a difference it shows the same")
  func same() throws {
    var screen = Self.screen()
    _ = screen.scroll([0, 500])
    _ = screen.settle(at: 500)
    _ = screen.handle(.badge(tab: 0, operation: .increase(by: 4)))
    _ = screen.handle(.navigate(NavigationRequest(.push, route: "a", keepsBar: true)))
    _ = screen.handle(.selectTab(index: 1))
    _ = screen.handle(.item(ItemChange(tab: 1, title: "News")))
    let before = screen.session.snapshot
    let directives = screen.handle(.move(to: Self.next()))
    let directive = try #require(directives.first)
    #expect(directives.count == 1 && directive.replacesAll)
    #expect(directive.timeline == nil && directive.effects.isEmpty)
    #expect(screen.session.experience.digest == "two")
    for (now, former) in zip(states(of: screen.session.snapshot), states(of: before)) {
      #expect(now == former)
    }
    // A client that has the older settings takes the newer ones.
    let newest = before.settings.map(\.generation).max() ?? 0
    #expect(directive.settings.allSatisfy { $0.generation > newest })
  }

  /// The states, without the origin of the selection, which is a restoration now.
  private func states(of snapshot: Snapshot) -> [Setting.State] {
    snapshot.settings.map { setting in
      guard case .selection(var selection) = setting.state else { return setting.state }
      (selection.origin, selection.previous) = (.programmatic, nil)
      return .selection(selection)
    }
  }

  @Test("V1: what the version changes is there at once: thresholds, titles, tabs that are gone")
  func changed() {
    var screen = Self.screen()
    _ = screen.scroll([0, 500])
    _ = screen.settle(at: 500)
    _ = screen.handle(.selectTab(index: 1))
    let next = Self.next {
      $0.toggles[0].rule.threshold = 600
      $0.tabBar.items.removeLast()
      $0.tabBar.items[0].title = LocalizedText(fallback: "Start")
    }
    _ = screen.handle(.move(to: next))
    #expect(screen.layout?.items.map(\.text) == ["Start"])
    #expect(screen.selection?.selected == 0)
    #expect(screen.session.state.toggles[0].look == .below)
    // The numbering of drags continues.
    #expect(screen.scroll([500, 700], newDrag: true) == [.above])
  }

  @Test("V1: a session is not at rest under a finger, in motion, or while something is waited for")
  func rest() {
    var screen = Self.screen()
    #expect(screen.session.isAtRest)
    _ = screen.scroll([0, 100])
    #expect(!screen.session.isAtRest)
    _ = screen.settle(at: 100)
    #expect(screen.session.isAtRest)
    _ = screen.handle(
      .pointer(
        Pointer(id: 1, phase: .down, target: .tab(0), position: Point(x: 10, y: 780))))
    #expect(!screen.session.isAtRest)
    _ = screen.handle(
      .pointer(Pointer(id: 1, phase: .up, target: .tab(0), position: Point(x: 10, y: 780))))
    #expect(screen.session.isAtRest)
    var moving = ScreenSession { $0.navigation = NavigationDefinition() }
    _ = moving.handle(.navigate(NavigationRequest(.push, route: "a")))
    #expect(!moving.session.isAtRest)
    var asking = ScreenSession { $0.tabBar.items[1].requiresLogin = true }
    _ = asking.handle(.tapTab(index: 1))
    #expect(!asking.session.isAtRest)
  }

  @Test("V1: the order of a toggle holds, and the session is deterministic afterwards")
  func order() {
    var screen = Self.screen()
    _ = screen.handle(.orderToggle(id: "rocket", look: .above))
    _ = screen.handle(.move(to: Self.next()))
    #expect(screen.session.state.toggles[0].look == .above)
    var twin = screen
    #expect(twin.drag(to: 300) == screen.drag(to: 300))
  }
}
