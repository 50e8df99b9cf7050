import InteractionCore
import Testing

/// All sequences of one to three events in every phase of the second floor.
@Suite struct FloorFuzzerTests {
  /// The initial phase, and the events that lead to it.
  enum Stage: String, CaseIterable, Sendable {
    case closed, pulling, tip, armed, opening, released, closeNoted, open, touched, closing

    var shots: [FloorEvent] {
      switch self {
      case .closed, .pulling, .tip: []
      case .armed: [.pull]
      case .opening: [.open]
      case .released: [.pull, .lift]
      case .closeNoted: [.open, .close]
      case .open: [.open, .silence]
      case .touched: [.open, .silence, .touch]
      case .closing: [.open, .silence, .close]
      }
    }

    var phase: FloorState.Phase {
      switch self {
      case .closed: .closed
      case .pulling: .pulling
      case .tip: .tip
      case .armed: .armed
      case .opening, .released, .closeNoted: .opening
      case .open, .touched: .open
      case .closing: .closing
      }
    }

    func reached(_ preset: Preset) throws -> FloorFuzzer {
      var floor = FloorFuzzer(preset)
      if self == .pulling || self == .tip {
        floor.drag += 1
        floor.isDragged = true
        floor.send(.list(.began, 0, drag: floor.drag))
        floor.send(.list(.moved, self == .tip ? -120 : -50, drag: floor.drag))
      }
      for shot in self.shots { floor.fire(shot) }
      try #require(floor.fault == nil)
      try #require(floor.shown.phase == self.phase)
      return floor
    }
  }

  @Test(
    "F1 F5 F7 F8 D1 D5 D7 S8: any three in any phase leave it closed or open, and nothing hidden",
    arguments: Stage.allCases, Preset.allCases)
  func sequences(stage: Stage, preset: Preset) throws {
    var run = Run()
    run.follow(try stage.reached(preset), after: [])
    #expect(run.faults == [])
  }

  /// Plays all sequences of up to three events, each brought to rest. A sequence whose last event
  /// changes nothing is not extended, since the shorter one covers it.
  private struct Run {
    var faults: [String] = []

    mutating func follow(_ floor: FloorFuzzer, after shots: [FloorEvent]) {
      for shot in FloorEvent.allCases where self.faults.count < 5 {
        var next = floor
        next.fire(shot)
        let path = shots + [shot]
        var ended = next
        ended.rest()
        if path.count < 3 { ended.goRound() }
        if let fault = ended.fault {
          self.faults.append("\(path.map(\.rawValue)): \(fault)")
        } else if path.count < 3 && !next.isSame(as: floor) {
          self.follow(next, after: path)
        }
      }
    }
  }
}
