import InteractionCore
import Testing

/// The outcome of a request to select a tab, and the order of its directives.
@Suite struct TabOrderTests {
  /// All combinations of enabled, gated and jumping items.
  static let table = TransitionTable(
    """
                   | signed out        | signed in
    plain          | select 1          | select 1
    jump           | perform 1 toast   | perform 1 toast
    login          | login 1           | select 1
    login jump     | login 1           | perform 1 toast
    off            | refuse 1 disabled | refuse 1 disabled
    off jump       | refuse 1 disabled | refuse 1 disabled
    off login      | refuse 1 disabled | refuse 1 disabled
    off login jump | refuse 1 disabled | refuse 1 disabled
    """)

  @Test("T5 T7: enabled, then the gate, then the jump, then the selection", arguments: table.pairs)
  func order(pair: TransitionTable.Pair) {
    for kind in [InteractionEvent.Kind.tapTab(index: 1), .selectTab(index: 1)] {
      var driver = Self.driver(pair)
      let before = driver.session.snapshot
      let words = driver.send(kind, at: 100)
      #expect(words.count == 1)
      #expect(words.first?.hasPrefix(pair.expected) == true, "\(words)")
      let isSelected = pair.expected.hasPrefix("select")
      #expect(driver.selection?.selected == (isSelected ? 1 : 0))
      if pair.expected.hasPrefix("refuse") || pair.expected.hasPrefix("perform") {
        #expect(driver.session.snapshot == before)
        #expect(driver.directives.count == 1)
      }
    }
  }

  @Test("T5: a finger's tap is judged like a ready-made one", arguments: table.pairs)
  func pointer(pair: TransitionTable.Pair) {
    var tapped = Self.driver(pair)
    var touched = tapped
    touched.touch(.down, 1, at: 50)
    #expect(touched.directives == [])
    touched.touch(.up, 1, at: 100)
    tapped.tap(1, at: 100)
    #expect(touched.directives.map(\.content) == tapped.directives.map(\.content))
    #expect(touched.session.snapshot == tapped.session.snapshot)
  }

  @Test("T5: a refusal leaves the tab that waits for a login waiting")
  func refusalWhilePending() {
    var driver = TabDriver {
      $0.items[1].isEnabled = false
      $0.items[2].requiresLogin = true
    }
    driver.tap(2, at: 100)
    let before = driver.session.snapshot
    #expect(driver.tap(1, at: 200) == ["refuse 1 disabled"])
    #expect(driver.session.snapshot == before)
    #expect(driver.send(.account(.signedIn), at: 300) == ["select 2 user pop"])
  }

  @Test("T5: the old tab goes off and the new one on in one directive, and what plays follows")
  func selection() throws {
    var driver = TabDriver { $0.items[2].haptic = .light }
    #expect(driver.tap(2, at: 100) == ["select 2 user pop", "haptic light"])
    let selection = try #require(driver.selections.first)
    #expect(selection.from == 0)
    #expect(selection.to == 2)
    let images = selection.state.items.map(\.image)
    #expect(images == ["home", "feed", "messages_selected", "shop", "me"])
  }

  @Test("T5 N3: while pages move nothing is selected by hand, and the reason says so")
  func busy() {
    var driver = TabDriver(navigation: NavigationDefinition())
    driver.send(.navigate(NavigationRequest(.present, route: "sheet")), at: 100)
    let before = driver.session.snapshot
    #expect(driver.tap(2, at: 200) == ["refuse 2 busy"])
    #expect(driver.directives.count == 1)
    #expect(driver.session.snapshot == before)
  }

  private static func driver(_ pair: TransitionTable.Pair) -> TabDriver {
    let restoration = RestoredState(isSignedIn: pair.phase == "signed in")
    let words = pair.input.split(separator: " ")
    return TabDriver(restoring: restoration) { bar in
      bar.items[1].isEnabled = !words.contains("off")
      bar.items[1].requiresLogin = words.contains("login")
      bar.items[1].jump =
        words.contains("jump")
        ? TabItem.Jump(kind: .toast, value: LocalizedText(fallback: "soon")) : nil
    }
  }
}
