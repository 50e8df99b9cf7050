import InteractionCore
import Testing

/// The items that react to a tap while the bar is covered (rules T14, F1, N3).
@Suite struct CoveredBarTests {
  private static let reacting = [false, true, true, true, true]
  private static let none = [Bool](repeating: false, count: 5)

  private static func reactions(_ driver: TabDriver) -> [Bool]? {
    driver.selection?.items.map(\.reacts)
  }

  @Test("T14 F1: no item reacts from the opening until the floor is closed again")
  func floor() {
    var driver = TabDriver(hasFloor: true)
    #expect(Self.reactions(driver) == Self.reacting)
    let open = driver.selectionGeneration
    driver.send(.floor(.open), at: 100)
    #expect(Self.reactions(driver) == Self.none)
    #expect(driver.selectionGeneration == open.map { $0 + 1 })
    // The selection is sent together with the floor that covers the bar.
    #expect(driver.directives.first?.settings.map(\.aspect) == [.floor, .selection])
    driver.send(.background, at: 200)
    driver.send(.foreground, at: 300)
    #expect(Self.reactions(driver) == Self.none)
    driver.send(.floor(.close), at: 400)
    #expect(Self.reactions(driver) == Self.none)
    driver.send(.tick, at: 9_000)
    #expect(Self.reactions(driver) == Self.reacting)
    #expect(driver.directives.first?.settings.map(\.aspect) == [.floor, .selection])
  }

  @Test("T14 N3: no item reacts while pages come and go, by request or as a finger left them")
  func pages() {
    for kind in [
      InteractionEvent.Kind.navigate(.push, "a"),
      .pageDrag(PageDrag(.back, .ended, translation: 20)),
      .pageDrag(PageDrag(.back, .cancelled, translation: 20)),
    ] {
      let page = NavigationState.Page(route: "z", style: .slide)
      var driver = TabDriver(
        restoring: RestoredState(pages: [page]), navigation: NavigationDefinition())
      driver.send(.pageDrag(PageDrag(.back, .began, translation: 20)), at: 100)
      #expect(Self.reactions(driver) == Self.reacting)
      driver.send(kind, at: 200)
      #expect(Self.reactions(driver) == Self.none)
      driver.send(.tick, at: 9_000)
      #expect(Self.reactions(driver) == Self.reacting)
    }
  }

  @Test("T14: a tab selected underneath reacts no more than the others")
  func underneath() {
    var driver = TabDriver(hasFloor: true)
    driver.send(.floor(.open), at: 100)
    driver.send(.selectTab(index: 2), at: 200)
    #expect(Self.reactions(driver) == Self.none)
    driver.send(.tick, at: 9_000)
    driver.send(.floor(.close), at: 10_000)
    driver.send(.tick, at: 20_000)
    #expect(Self.reactions(driver) == [true, true, false, true, true])
  }
}
