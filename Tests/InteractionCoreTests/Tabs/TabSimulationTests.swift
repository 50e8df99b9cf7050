import InteractionCore
import InteractionRandom
import Testing

/// The invariants of a tab bar; the driver checks the client model after each event.
@Suite struct TabSimulationTests {
  @Test(
    "S8 D1 D5 T5 T10: whatever happens, in whatever order",
    arguments: 1 ... UInt64(RandomCases.count(40, of: 120)))
  func anything(seed: UInt64) {
    var simulation = TabSimulation(seed: seed)
    for _ in 0 ..< 150 {
      let before = simulation.driver
      let kind = simulation.step()
      Self.check(kind, before: before, after: simulation.driver)
    }
    simulation.rest()
    let session = simulation.driver.session
    #expect(session.nextDeadline == nil)
    #expect(session.heldPointers == [])
    #expect(session.state.barTouch == TabBarTouch(lastTap: session.state.barTouch.lastTap))
    #expect(session.state.pageTouch.phase == .idle)
    #expect(session.state.transition.phase == .idle)
    #expect(session.state.navigation.phase == .idle)
    #expect(session.state.tabBar.pending == nil)
  }

  private static func check(_ kind: InteractionEvent.Kind, before: TabDriver, after: TabDriver) {
    // The server's deadline is never before the session's.
    if let server = after.serverDeadline {
      #expect(after.deadline.map { $0 <= server } == true)
    }
    let caused = after.directives.filter { $0.deadlineName == nil }
    if case .serverTick = kind {
      #expect(caused == [])
      #expect(after.session.heldPointers == before.session.heldPointers)
      if before.session.state.barTouch.finger != nil {
        #expect(after.press == before.press)
      }
    }
    // A refused tap has no other effect, unless an earlier one was pending.
    let taps = Self.isTap(kind) && before.session.state.barTouch.tapDeadline == nil
    if taps, !caused.reasons.isEmpty {
      #expect(caused.count == 1)
    }
    // A reacting tab is selected with the next generation, unless a page transition runs.
    if case .tapTab(let tab) = kind, taps, before.selection?.items[tab].reacts == true,
      !before.session.state.navigation.blocksInput
    {
      let generations = after.selections.map(\.setting.generation)
      #expect(generations == before.selectionGeneration.map { [$0 + 1] })
    }
    // A gated tab is never selected while signed out.
    if after.gate?.isSignedIn == false { #expect(after.selection?.selected != 2) }
    var selected = before.selection?.selected
    for selection in after.selections {
      #expect(selection.from == selected)
      #expect(selection.from != selection.to)
      selected = selection.to
      #expect(after.session.experience.tabBar.items[selection.to].isEnabled)
    }
  }

  private static func isTap(_ kind: InteractionEvent.Kind) -> Bool {
    switch kind {
    case .tapTab, .selectTab: true
    case .pointer(let pointer): pointer.target.tabIndex != nil
    default: false
    }
  }
}
