import InteractionCore
import Testing

@Suite("T18: changes of the bar while the app runs")
struct ItemChangeTests {
  private let plain = ScreenSession { _ in }

  @Test("T18: title, images and state of an item, and back")
  func change() throws {
    var screen = ScreenSession { $0.tabBar.items[1].image = "feed" }
    let before = screen.session.snapshot
    let change = ItemChange(tab: 1, title: "News", image: "news", isEnabled: false)
    let directives = screen.handle(.item(change))
    #expect(directives.count == 1)
    let item = try #require(screen.layout?.items[1])
    #expect(item.text == "News" && item.label == "News" && item.isDisabled)
    #expect(item.change == change)
    #expect(screen.selection?.items[1].image == "news")
    #expect(screen.handle(.item(change)) == [])
    _ = screen.handle(.item(ItemChange(tab: 1)))
    #expect(screen.session.snapshot.settings.map(\.state) == before.settings.map(\.state))
    #expect(screen.session.state.itemChanges.isEmpty)
  }

  @Test("T18: a later change replaces an earlier one")
  func replacing() {
    var screen = self.plain
    _ = screen.handle(.item(ItemChange(tab: 0, title: "One")))
    _ = screen.handle(.item(ItemChange(tab: 0, isEnabled: false)))
    #expect(screen.layout?.items[0].text == "Home")
  }

  @Test("T18: the other items share the space of a hidden one")
  func hidden() throws {
    var screen = ScreenSession { $0.tabBar.items.append(TabItem(title: LocalizedText())) }
    _ = screen.handle(.item(ItemChange(tab: 1, isHidden: true)))
    let items = try #require(screen.layout?.items)
    #expect(items.map(\.frame.width) == [187.5, 0, 187.5])
    #expect(items.map(\.frame.x) == [0, 187.5, 187.5])
    #expect(items.map(\.isHidden) == [false, true, false])
    let refusal = screen.handle(.selectTab(index: 1))
    #expect(refusal.flatMap(\.effects).count == 1 && screen.selection?.selected == 0)
  }

  @Test("T18: the selected tab gives way if it is hidden or disabled")
  func selected() {
    for change in [ItemChange(tab: 0, isHidden: true), ItemChange(tab: 0, isEnabled: false)] {
      var screen = self.plain
      _ = screen.handle(.item(change))
      #expect(screen.selection?.selected == 1)
      #expect(screen.selection?.origin == .programmatic)
    }
  }

  @Test("T18: the bar slides out of the screen, and back")
  func bar() throws {
    var screen = self.plain
    let y = try #require(screen.layout?.frame.y)
    let out = screen.handle(.bar(isHidden: true))
    #expect(out.first?.timeline?.tracks.map(\.target) == [.tabBar])
    #expect(screen.layout?.frame.y == 812 && screen.layout?.isHidden == true)
    #expect(screen.handle(.bar(isHidden: true)) == [])
    _ = screen.handle(.bar(isHidden: false))
    #expect(screen.layout?.frame.y == y && screen.layout?.isHidden == false)
  }

  @Test("T18: changes are part of the client's earlier state, and follow a new surface")
  func restoration() {
    var screen = self.plain
    _ = screen.handle(.item(ItemChange(tab: 1, title: "News")))
    _ = screen.handle(.bar(isHidden: true))
    let current = screen.session.snapshot.restoration()
    #expect(current.itemChanges == [ItemChange(tab: 1, title: "News")] && current.isBarHidden)
    var next = self.plain
    _ = next.handle(.open(current))
    #expect(next.layout?.items[1].text == "News" && next.layout?.frame.y == 812)
    _ = next.handle(.surface(Surface(viewport: Size(width: 812, height: 375))))
    #expect(next.layout?.items[1].text == "News" && next.layout?.frame.y == 375)
  }

  @Test("T18: the changes of all items have at most 1 KiB")
  func limit() {
    var screen = ScreenSession {
      $0.tabBar.items = (0 ..< 16).map { _ in TabItem(title: LocalizedText(fallback: "x")) }
    }
    let long = String(repeating: "x", count: 128)
    var refused: [String] = []
    for tab in 0 ..< 16 {
      let kind = InteractionEvent.Kind.item(ItemChange(tab: tab, title: long))
      let problems = screen.session.violations(in: InteractionEvent(time: .zero, kind: kind))
      refused += problems.map(\.problem)
      _ = screen.handle(kind)
    }
    #expect(screen.session.state.itemChanges.count == 7)
    #expect(
      refused.first
        == "makes the changes of all items 1152 bytes; at most 1024 are allowed; take other changes"
        + " back, or shorten the texts")
    let kind = InteractionEvent.Kind.item(ItemChange(tab: 0, title: long + "x"))
    #expect(
      screen.session.violations(in: InteractionEvent(time: .zero, kind: kind)).first?.field
        == "item.title")
  }

  @Test("T19: an item that jumps stays lit while its page is on the stack")
  func lit() {
    var screen = ScreenSession {
      $0.tabBar.items[0].selectedImage = "home-lit"
      $0.tabBar.items[1].selectedImage = "feed-lit"
      $0.tabBar.items[1].jump = TabItem.Jump(
        kind: .route, value: LocalizedText(fallback: "cart"), staysLit: true)
    }
    func images() -> [String]? { screen.selection?.items.map(\.image) }
    _ = screen.handle(.tapTab(index: 1))
    #expect(images() == ["home-lit", ""])
    _ = screen.handle(.navigate(NavigationRequest(.push, route: "cart")))
    #expect(images() == ["", "feed-lit"] && screen.selection?.selected == 0)
    _ = screen.handle(.navigate(NavigationRequest(.push, route: "pay")))
    #expect(images() == ["", "feed-lit"])
    _ = screen.handle(.navigate(NavigationRequest(.popToRoot)))
    #expect(images() == ["home-lit", ""])
  }
}
