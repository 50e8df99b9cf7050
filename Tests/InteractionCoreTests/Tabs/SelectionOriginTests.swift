import InteractionCore
import Testing

/// The origin of a selection, and the orientations of its page.
@Suite struct SelectionOriginTests {
  @Test("T6: a tap pops, a programmatic request does not, and both say who asked")
  func origins() {
    var driver = TabDriver()
    #expect(driver.tap(1, at: 100) == ["select 1 user pop"])
    #expect(driver.send(.selectTab(index: 2), at: 200) == ["select 2 programmatic"])
    #expect(driver.send(.selectTab(index: 2), at: 300) == [])
  }

  @Test("T6: literal pops for every origin")
  func literalOrigins() {
    var driver = TabDriver { $0.popsWithoutTap = true }
    #expect(driver.send(.selectTab(index: 2), at: 200) == ["select 2 programmatic pop"])
  }

  @Test("T5 T6: refined sets its first state, restored or not, without a word")
  func quietLaunch() {
    let launched = TabDriver()
    #expect(launched.directives == [])
    let restored = TabDriver(restoring: RestoredState(selectedTab: 3))
    #expect(restored.directives == [])
    #expect(restored.selection?.selected == 3)
  }

  @Test("T5: literal pops the first selection at launch, once")
  func literalLaunch() {
    var driver = TabDriver { $0.popsAtLaunch = true }
    #expect(driver.words == ["select 0 programmatic pop"])
    #expect(driver.selections.map(\.from) == [nil])
    #expect(driver.send(.open(nil), at: 100) == [])
    #expect(driver.tap(0, at: 200) == [])
  }

  @Test("T5 T6: what literal pops at launch says where it was restored from")
  func literalRestoration() {
    let driver = TabDriver(restoring: RestoredState(selectedTab: 3)) { $0.popsAtLaunch = true }
    #expect(driver.words == ["select 3 restore pop"])
    #expect(driver.selections.map(\.from) == [nil])
  }

  @Test("T6 T7: a programmatic request that had to wait for the login is still programmatic")
  func deferredOrigin() {
    var driver = TabDriver { $0.items[2].requiresLogin = true }
    #expect(driver.send(.selectTab(index: 2), at: 100) == ["login 2"])
    #expect(driver.send(.account(.signedIn), at: 200) == ["select 2 programmatic"])
  }

  @Test("T13: a selection of any origin brings the orientations that its page allows")
  func orientations() throws {
    let sideways = Orientations(landscapeLeft: true, landscapeRight: true)
    let change: (inout TabBarDefinition) -> Void = {
      $0.items[0].orientations = .portrait
      $0.items[2].orientations = sideways
      $0.items[2].requiresLogin = true
      $0.transition = TransitionDefinition(swipes: true)
    }
    var driver = TabDriver(change)
    #expect(driver.selection?.orientations == .portrait)
    driver.tap(2, at: 100)
    #expect(driver.selection?.orientations == .portrait)
    driver.send(.account(.signedIn), at: 200)
    #expect(try Self.sent(by: driver) == sideways)
    driver.send(.selectTab(index: 0), at: 300)
    #expect(try Self.sent(by: driver) == .portrait)
    driver.send(.tick, at: 9_000)
    driver.send(.pageDrag(PageDrag(.tabs, .began, translation: -20)), at: 9_100)
    driver.send(.pageDrag(PageDrag(.tabs, .ended, translation: -300)), at: 9_200)
    #expect(try Self.sent(by: driver) == .all)
    driver.tap(2, at: 20_000)
    driver.send(.account(.signedOut), at: 20_100)
    #expect(try Self.sent(by: driver) == .portrait)
    let restored = TabDriver(restoring: RestoredState(selectedTab: 2, isSignedIn: true), change)
    #expect(restored.selection?.orientations == sideways)
  }

  @Test("T13: it says whether the page turns by itself, and how it is first presented")
  func rotation() throws {
    var driver = TabDriver {
      $0.items[1].autorotates = false
      $0.items[1].preferredOrientation = .landscapeRight
    }
    #expect(driver.selection?.autorotates == true)
    #expect(driver.selection?.preferredOrientation == nil)
    driver.tap(1, at: 100)
    let selection = try #require(driver.selections.last).state
    #expect(!selection.autorotates)
    #expect(selection.preferredOrientation == .landscapeRight)
    driver.send(.selectTab(index: 2), at: 200)
    #expect(driver.selection?.autorotates == true)
    #expect(driver.selection?.preferredOrientation == nil)
  }

  /// Returns the orientations in the latest event's selection, which equal the snapshot's.
  private static func sent(by driver: TabDriver) throws -> Orientations {
    let selection = try #require(driver.selections.last)
    #expect(driver.selection == selection.state)
    return selection.state.orientations
  }
}
