import InteractionCore
import Testing

@Suite("Trigger lines follow from the rules")
struct TriggerLinesTests {
  private func lines(
    of source: SourceID = .home, _ change: (inout Experience) -> Void = { _ in }
  ) -> TriggerLines {
    var experience = Experience.refinedHome
    change(&experience)
    return Session(experience: experience, surface: .phone).triggerLines(for: source)
  }

  @Test("F2 F3 F4 R1: the floor's and the rocket's; the top starts a cell, a finger alone arms")
  func home() {
    #expect(
      self.lines()
        == TriggerLines(
          offsets: [-150, -146, -100, -96, 0, 456], cellStarts: [0],
          fingerOffsets: [-150, -146]))
    #expect(self.lines(of: .feed) == TriggerLines(offsets: []))
  }

  @Test("S4: without a floor the top counts where overscroll is not looked at")
  func withoutFloor() {
    #expect(self.lines { $0.floor = nil } == TriggerLines(offsets: [0, 456], cellStarts: [0]))
    let all = self.lines {
      $0.floor = nil
      $0.toggles[0].rule.seesOverscroll = true
    }
    #expect(all == TriggerLines(offsets: [456]))
  }

  @Test("R1: a threshold on one of the floor's lines is a line like any other")
  func together() {
    let top = self.lines { $0.toggles[0].rule.threshold = 0 }
    #expect(top.offsets == [-150, -146, -100, -96, 0] && top.cellStarts == [])
    let trigger = self.lines {
      $0.toggles[0].rule.seesOverscroll = true
      $0.toggles[0].rule.threshold = -150
    }
    #expect(trigger.offsets == [-150, -146, -100, -96, 0] && trigger.fingerOffsets == [-146])
  }

  @Test(
    "R3: starts of drags, and lists that are compared with each other", arguments: [true, false])
  func everySource(crossing: Bool) {
    for source in [SourceID.home, .feed] {
      let lines = self.lines(of: source) {
        $0.toggles[0].rule.seesEverySource = true
        $0.toggles[0].rule.direction = crossing ? .crossing : .fromDragStart
      }
      #expect(lines.needsEverySample == crossing)
      #expect(lines.dragStarts == (crossing ? [] : [.home]))
    }
  }
}
