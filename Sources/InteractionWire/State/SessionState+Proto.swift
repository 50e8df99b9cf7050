package import InteractionCore
import SwiftProtobuf

extension Session {
  /// Everything the session remembers, to be continued elsewhere.
  package var proto: Proto.SessionState {
    let state = self.state
    return .with {
      $0.experienceDigest = self.experience.digest
      $0.environment = state.environment.proto
      $0.nowUs = state.now.microseconds
      $0.nextDirective = state.nextDirective
      $0.lateEvents = state.lateEvents
      $0.background = !state.isForeground
      $0.started = state.hasStarted
      $0.scrolls = state.scrolls.map(\.proto)
      $0.toggles = zip(state.toggles, state.generations.toggles).map { toggle, generation in
        toggle.proto(generation: generation)
      }
      $0.selectedTab = Int32(clamping: state.tabBar.selected)
      $0.floor = state.floor.proto
      $0.selectionGeneration = state.generations.selection
      $0.layoutGeneration = state.generations.layout
      $0.floorGeneration = state.generations.floor
      $0.floorLayoutGeneration = state.generations.floorLayout
      $0.linksGeneration = state.generations.links
    }
  }

  /// Continues a session of `experience`; a state of another one is refused.
  package init(_ proto: Proto.SessionState, of experience: Experience) throws(Violation) {
    guard proto.experienceDigest == experience.digest,
      proto.scrolls.count == experience.sources.count,
      proto.toggles.count == experience.toggles.count,
      experience.tabBar.items.indices.contains(Int(proto.selectedTab))
    else {
      throw Violation(
        field: "experience_digest",
        problem: "is \(proto.experienceDigest); the experience's is \(experience.digest)")
    }
    var toggles: [ThresholdToggle] = []
    for toggle in proto.toggles { toggles.append(try ThresholdToggle(toggle)) }
    let state = Session.State(
      environment: try Environment(proto.environment),
      now: Instant(microseconds: proto.nowUs),
      nextDirective: proto.nextDirective,
      lateEvents: proto.lateEvents,
      isForeground: !proto.background,
      hasStarted: proto.started,
      scrolls: proto.scrolls.map(ScrollTracker.init),
      toggles: toggles,
      tabBar: TabBar(selected: Int(proto.selectedTab)),
      floor: try SecondFloor(proto.floor),
      generations: Session.Generations(
        toggles: proto.toggles.map(\.generation),
        selection: proto.selectionGeneration,
        layout: proto.layoutGeneration,
        floor: proto.floorGeneration,
        floorLayout: proto.floorLayoutGeneration,
        links: proto.linksGeneration))
    self.init(experience: experience, state: state)
  }
}

extension ScrollTracker {
  fileprivate init(_ proto: Interaction_V1_ScrollTrackerState) {
    let phase: Phase =
      switch proto.phase {
      case .none: .resting
      case .dragging(let drag): .dragging(drag: drag)
      case .coasting(let coasting):
        .coasting(drag: coasting.drag, until: Instant(microseconds: coasting.untilUs))
      case .programmaticUntilUs(let until):
        .programmatic(until: Instant(microseconds: until))
      }
    self.init(phase: phase, x: proto.x, y: proto.y, lastEnded: proto.lastEnded)
  }

  fileprivate var proto: Interaction_V1_ScrollTrackerState {
    .with {
      switch self.phase {
      case .resting:
        break
      case .dragging(let drag):
        $0.dragging = drag
      case .coasting(let drag, let until):
        $0.coasting.drag = drag
        $0.coasting.untilUs = until.microseconds
      case .programmatic(let until):
        $0.programmaticUntilUs = until.microseconds
      }
      $0.x = self.x
      $0.y = self.y
      $0.lastEnded = self.lastEnded
    }
  }
}

extension ThresholdToggle {
  fileprivate init(_ proto: Interaction_V1_ThresholdToggleState) throws(Violation) {
    let phase: Phase =
      switch proto.phase {
      case .none: .resting
      case .armedReference(let reference): .armed(reference: reference)
      case .ordered: .ordered
      case .returningUntilUs(let until): .returning(until: Instant(microseconds: until))
      }
    self.init(phase: phase, look: try Look(proto.look, "toggles.look"))
  }

  fileprivate func proto(generation: UInt32) -> Interaction_V1_ThresholdToggleState {
    .with {
      switch self.phase {
      case .resting: break
      case .armed(let reference): $0.armedReference = reference
      case .ordered: $0.ordered = true
      case .returning(let until): $0.returningUntilUs = until.microseconds
      }
      $0.look = self.look.proto
      $0.generation = generation
    }
  }
}
