import InteractionCore
import Testing

/// The predicted animation that a client plays on touch-up, before the engine's answer.
@Suite struct ReactionTests {
  /// The states in which a user taps: name, events that lead there.
  static let states: [(name: String, events: [InteractionEvent.Kind])] = [
    ("fresh", []), ("elsewhere", [.tapTab(index: 1)]),
    ("back", [.tapTab(index: 1), .tapTab(index: 0)]), ("waiting", [.tapTab(index: 2)]),
    ("signed in", [.account(.signedIn)]),
    ("signed out", [.account(.signedIn), .tapTab(index: 2), .account(.signedOut)]),
    ("look off", [.tapTab(index: 0)]), ("programmatic", [.selectTab(index: 1)]),
    ("swiping", [.pageDrag(PageDrag(.tabs, .began, translation: -30))]),
    ("rotated", [.surface(landscape)]), ("returned", [.background, .foreground]),
  ]

  private static let landscape = Surface(
    viewport: Size(width: 812, height: 375), scale: 3, reducedMotion: true)

  @Test(
    "T14: a tab that reacts is selected with the next generation, playing just that",
    arguments: 0 ..< 5, states.indices)
  func promise(tab: Int, state: Int) throws {
    for kinds in [["tap"], ["down", "up"]] {
      var driver = Self.driver()
      for (index, kind) in Self.states[state].events.enumerated() {
        driver.send(kind, at: Int64(index + 1) * 100)
      }
      let promised = try #require(driver.selectionGeneration) + 1
      let reacts = try #require(driver.selection).items[tab].reacts
      let reaction = driver.layout?.items[tab].reaction
      for kind in kinds {
        switch kind {
        case "tap": driver.tap(tab, at: 1_000)
        case "down": driver.touch(.down, tab, at: 1_000)
        default: driver.touch(.up, tab, at: 1_100)
        }
      }
      guard reacts else {
        #expect(driver.selections.isEmpty)
        continue
      }
      let selection = try #require(driver.selections.first)
      #expect(driver.selections.count == 1)
      #expect(selection.to == tab)
      #expect(selection.setting.generation == promised)
      let parts: [ViewPath] = [.tabIcon(tab), .tabTitle(tab), .tabBadge(tab)]
      let played = selection.timeline?.tracks.filter { parts.contains($0.target) }
      #expect(played == reaction?.tracks)
      #expect(reaction != nil)
    }
  }

  @Test("T14: enabled, ungated tabs that are not selected react; jumps and waiting ones do not")
  func whoReacts() {
    var driver = Self.driver()
    #expect(driver.selection?.items.map(\.reacts) == [false, true, false, false, false])
    driver.send(.account(.signedIn), at: 100)
    #expect(driver.selection?.items.map(\.reacts) == [false, true, true, false, false])
    driver.tap(1, at: 200)
    #expect(driver.selection?.items.map(\.reacts) == [true, false, true, false, false])
    driver.send(.account(.signedOut), at: 300)
    #expect(driver.selection?.items.map(\.reacts) == [true, false, false, false, false])
  }

  @Test("T14 T15: whose first tap waits for a second one does not react")
  func waiting() {
    let driver = TabDriver {
      $0.items[1].doubleTap = TabItem.DoubleTap(action: .refresh, waits: true)
      $0.items[2].doubleTap = TabItem.DoubleTap(action: .refresh)
    }
    #expect(driver.selection?.items.map(\.reacts) == [false, false, true, true, true])
  }

  @Test(
    "T14 T3 T12: the layout has the looks that a tap leads to", arguments: [false, true],
    TabBarDefinition.Style.allCases)
  func looks(hasBigLogo: Bool, style: TabBarDefinition.Style) throws {
    var driver = TabDriver {
      $0.style = style
      $0.items[0].hasBigLogo = hasBigLogo
      for index in $0.items.indices { $0.items[index].isEnabled = true }
    }
    for (index, tab) in [1, 2, 0, 4].enumerated() {
      let layout = try #require(driver.layout)
      driver.tap(tab, at: Int64(index + 1) * 1_000)
      let items = try #require(driver.selection).items
      for (index, var item) in items.enumerated() {
        // Only the selection contains `reacts`.
        item.reacts = false
        let look = layout.items[index]
        #expect(item == (index == tab ? look.selectedLook : look.otherLook), "\(index)")
      }
      #expect(
        layout.items.allSatisfy {
          $0.selectedLook?.reacts == false && $0.otherLook?.reacts == false
        })
    }
  }

  @Test("T14: an item that plays nothing reacts without an animation")
  func nothingToPlay() {
    let driver = TabDriver { $0.items[1].animation = .none }
    #expect(driver.selection?.items[1].reacts == true)
    #expect(driver.layout?.items[1].reaction == nil)
    #expect(driver.layout?.items[2].reaction != nil)
  }

  @Test("T14 T15: the generation that a tap was promised is not another tab's")
  func afterAWaitingTap() throws {
    var driver = TabDriver {
      $0.items[1].doubleTap = TabItem.DoubleTap(action: .refresh, waits: true)
    }
    driver.tap(1, at: 100)
    let promised = try #require(driver.selectionGeneration) + 1
    let reacts = try #require(driver.selection).items[2].reacts
    driver.tap(2, at: 200)
    let confirmed = driver.selections.filter { $0.setting.generation == promised }.map(\.to)
    #expect(!reacts || confirmed == [2])
    #expect(driver.selection?.selected == 2)
  }

  @Test("T14 T5: a refusal sends nothing but itself, so that the client rolls back")
  func refusal() throws {
    var driver = TabDriver(navigation: NavigationDefinition())
    driver.send(.navigate(NavigationRequest(.present, route: "sheet")), at: 100)
    let before = driver.session.snapshot
    #expect(driver.selection?.items[1].reacts == false)
    driver.touch(.down, 1, at: 150)
    driver.tap(1, at: 200)
    #expect(driver.words == ["refuse 1 busy"])
    #expect(driver.directives.count == 1)
    #expect(driver.session.snapshot == before)
  }

  /// Returns a driver with tab 1 plain, tab 2 gated, tab 3 a jump and tab 4 disabled; buttons with
  /// a toggling look, and sliding pages.
  private static func driver() -> TabDriver {
    TabDriver {
      $0.style = .buttons
      $0.togglesSelectedLook = true
      $0.transition = TransitionDefinition(swipes: true)
      $0.items[0].hasBigLogo = true
      $0.items[0].animationDuration = .milliseconds(200)
      $0.items[1].animation = .bounce
      $0.items[2].requiresLogin = true
      $0.items[3].jump = TabItem.Jump(kind: .toast, value: LocalizedText(fallback: "soon"))
      $0.items[4].isEnabled = false
    }
  }
}
