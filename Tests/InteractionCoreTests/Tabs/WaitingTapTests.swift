import InteractionCore
import Testing

/// A tap that waits for a possible second one while another item is tapped.
@Suite struct WaitingTapTests {
  @Test("T15 T7: a jump that waited still happens")
  func jump() {
    var driver = TabDriver {
      $0.items[1].jump = TabItem.Jump(kind: .toast, value: LocalizedText(fallback: "soon"))
      $0.items[1].doubleTap = TabItem.DoubleTap(action: .nothing, waits: true)
    }
    driver.tap(1, at: 100)
    #expect(driver.tap(2, at: 200) == ["perform 1 toast soon", "select 2 user pop"])
    #expect(driver.session.nextDeadline == nil)
  }

  @Test("T15 T14: a selection that waited does not come after the other item's")
  func selection() {
    var driver = TabDriver {
      $0.items[1].doubleTap = TabItem.DoubleTap(action: .nothing, waits: true)
    }
    driver.tap(1, at: 100)
    #expect(driver.tap(2, at: 200).last == "select 2 user pop")
    #expect(driver.session.nextDeadline == nil)
    #expect(driver.send(.tick, at: 900) == [])
    #expect(driver.selection?.selected == 2)
  }

  @Test("T15 T5: where the other item is refused the tap that waited acts")
  func refusal() {
    var driver = TabDriver {
      $0.items[1].doubleTap = TabItem.DoubleTap(action: .nothing, waits: true)
      $0.items[2].isEnabled = false
    }
    driver.tap(1, at: 100)
    #expect(driver.tap(2, at: 200) == ["select 1 user pop", "refuse 2 disabled"])
  }
}
