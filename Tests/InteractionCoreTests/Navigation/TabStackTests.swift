import InteractionCore
import Testing

@Suite("N6: pages that keep the bar, and a stack for each tab")
struct TabStackTests {
  private static func screen(_ stacks: NavigationDefinition.Stacks = .perTab) -> ScreenSession {
    ScreenSession { $0.navigation?.stacks = stacks }
  }

  private func push(
    _ route: String, keepsBar: Bool = true, in screen: inout ScreenSession
  ) {
    _ = screen.handle(
      .navigate(NavigationRequest(.push, route: route, keepsBar: keepsBar)))
  }

  @Test("N6 N2: the bar is hidden by any page that does not keep it")
  func bar() {
    var screen = Self.screen(.shared)
    self.push("a", in: &screen)
    #expect(screen.navigation?.hidesBar == false && screen.navigation?.pages[0].keepsBar == true)
    self.push("b", keepsBar: false, in: &screen)
    #expect(screen.navigation?.hidesBar == true)
    _ = screen.handle(.navigate(NavigationRequest(.pop)))
    #expect(screen.navigation?.hidesBar == false)
    _ = screen.handle(.navigate(NavigationRequest(.present, route: "c", keepsBar: true)))
    #expect(screen.navigation?.pages.last?.keepsBar == false)
  }

  @Test("N6: each tab keeps its pages while others are selected")
  func perTab() throws {
    var screen = Self.screen()
    self.push("a", in: &screen)
    self.push("b", in: &screen)
    let directives = screen.handle(.tapTab(index: 1))
    #expect(directives.first?.settings.contains { $0.aspect == .navigation } == true)
    #expect(screen.navigation?.pages == [])
    #expect(screen.navigation?.tabPages.map(\.tab) == [0])
    self.push("c", in: &screen)
    _ = screen.handle(.selectTab(index: 0))
    #expect(screen.navigation?.pages.map(\.route) == ["a", "b"])
    #expect(screen.navigation?.tabPages.map { $0.pages.map(\.route) } == [["c"]])
  }

  @Test("N6: presented pages, and pages pushed onto them, lie over the stacks of all tabs")
  func presented() {
    var screen = Self.screen()
    self.push("a", in: &screen)
    _ = screen.handle(.navigate(NavigationRequest(.present, route: "login")))
    self.push("help", in: &screen)
    _ = screen.handle(.selectTab(index: 1))
    #expect(screen.navigation?.pages.map(\.route) == ["login", "help"])
    _ = screen.handle(.navigate(NavigationRequest(.dismiss)))
    _ = screen.handle(.selectTab(index: 0))
    #expect(screen.navigation?.pages.map(\.route) == ["a"])
  }

  @Test("N6: one stack for all tabs stays as it is")
  func shared() {
    var screen = Self.screen(.shared)
    self.push("a", in: &screen)
    let directives = screen.handle(.selectTab(index: 1))
    #expect(!directives.flatMap(\.settings).contains { $0.aspect == .navigation })
    #expect(screen.navigation?.pages.map(\.route) == ["a"])
  }

  @Test("N6: the limit counts the pages of all tabs")
  func limit() {
    var screen = Self.screen()
    for index in 0 ..< 10 { self.push("\(index)", in: &screen) }
    _ = screen.handle(.selectTab(index: 1))
    for index in 0 ..< 10 { self.push("\(index)", in: &screen) }
    #expect(screen.navigation?.pages.count == 6)
  }

  @Test("N6 T6: the client's earlier state has the pages of all tabs")
  func restoration() {
    var screen = Self.screen()
    self.push("a", in: &screen)
    _ = screen.handle(.selectTab(index: 1))
    self.push("b", in: &screen)
    var next = Self.screen()
    _ = next.handle(.open(screen.session.snapshot.restoration()))
    #expect(next.navigation?.pages.map(\.route) == ["b"])
    _ = next.handle(.selectTab(index: 0))
    #expect(next.navigation?.pages.map(\.route) == ["a"])
  }

  @Test("N6 N3: a running transition ends when its tab is left")
  func running() {
    var screen = ScreenSession {
      $0.navigation = NavigationDefinition(stacks: .perTab)
    }
    self.push("a", in: &screen)
    #expect(screen.navigation?.phase == .running)
    _ = screen.handle(.selectTab(index: 1))
    #expect(screen.navigation?.phase == .idle(.finished) && screen.navigation?.pages == [])
  }
}
