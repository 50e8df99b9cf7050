import InteractionCore
import Testing

/// Tabs that trigger an action instead of being selected.
@Suite struct JumpTests {
  @Test(
    "T7: a jump does its own thing and switches nothing",
    arguments: [(.route, "/cart"), (.toast, "soon"), (.url, "https://example.com")]
      as [(TabActionKind, String)])
  func kinds(kind: TabActionKind, value: String) {
    var driver = TabDriver {
      $0.items[2].jump = TabItem.Jump(kind: kind, value: LocalizedText(fallback: value))
    }
    let before = driver.session.snapshot
    for time in [100, 200] as [Int64] {
      #expect(driver.tap(2, at: time) == ["perform 2 \(kind) \(value)"])
      #expect(driver.session.snapshot == before)
    }
  }

  @Test("T7: what it says is in the session's language")
  func language() {
    var surface = Surface.phone
    surface.locale = "de-AT"
    let text = LocalizedText(
      fallback: "soon", translations: [.init(locale: "de", text: "bald")])
    var driver = TabDriver(in: surface) {
      $0.items[2].jump = TabItem.Jump(kind: .toast, value: text)
    }
    #expect(driver.tap(2, at: 100) == ["perform 2 toast bald"])
  }

  @Test("T7: a gated jump waits for the login, then jumps and still switches nothing")
  func gated() {
    var driver = TabDriver {
      $0.items[2].requiresLogin = true
      $0.items[2].jump = TabItem.Jump(kind: .route, value: LocalizedText(fallback: "/cart"))
    }
    #expect(driver.tap(2, at: 100) == ["login 2"])
    #expect(driver.send(.account(.signedIn), at: 200) == ["perform 2 route /cart"])
    #expect(driver.selection?.selected == 0)
    #expect(driver.gate == GateState(isSignedIn: true))
  }

  @Test("T7 T14: a jump does not react by itself")
  func reaction() {
    let driver = TabDriver {
      $0.items[2].jump = TabItem.Jump(kind: .toast, value: LocalizedText(fallback: "soon"))
    }
    #expect(driver.selection?.items.map(\.reacts) == [false, true, false, true, true])
  }
}
