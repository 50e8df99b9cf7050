import InteractionCore
import SwiftProtobuf

extension ScrollTracker {
  init(_ proto: Interaction_Storage_V1_ScrollTrackerState) {
    let phase: Phase =
      switch proto.phase {
      case .none: .resting
      case .dragging(let drag): .dragging(drag: drag)
      case .coasting(let coasting):
        .decelerating(drag: coasting.drag, until: Instant(microseconds: coasting.untilUs))
      case .programmaticUntilUs(let until):
        .programmatic(until: Instant(microseconds: until))
      }
    self.init(
      phase: phase, x: proto.x, y: proto.y,
      contentHeight: proto.hasContentHeight ? proto.contentHeight : nil,
      newest: proto.newestDrag, isReleased: proto.released)
  }

  var proto: Interaction_Storage_V1_ScrollTrackerState {
    .with {
      switch self.phase {
      case .resting:
        break
      case .dragging(let drag):
        $0.dragging = drag
      case .decelerating(let drag, let until):
        $0.coasting.drag = drag
        $0.coasting.untilUs = until.microseconds
      case .programmatic(let until):
        $0.programmaticUntilUs = until.microseconds
      }
      $0.x = self.x
      $0.y = self.y
      if let height = self.contentHeight { $0.contentHeight = height }
      if let newest = self.newest {
        $0.lastEnded = self.isOver ? newest : newest - min(newest, 1)
        if newest != $0.newestDrag { $0.newest = newest }
      }
      $0.released = self.isReleased
    }
  }

  /// A Boolean value that indicates whether the newest drag has ended, for older servers that store
  /// only this.
  private var isOver: Bool {
    if case .dragging = self.phase { return false }
    return !self.isReleased
  }
}

extension Interaction_Storage_V1_ScrollTrackerState {
  /// The newest drag: the active one or, if there is none, the last that ended; nil before the
  /// first.
  fileprivate var newestDrag: UInt32? {
    if self.hasNewest { return self.newest }
    let newest = max(self.lastEnded, self.dragging, self.coasting.drag)
    return newest == 0 ? nil : newest
  }
}

extension ThresholdToggle {
  init(_ proto: Interaction_Storage_V1_ThresholdToggleState) throws(Violation) {
    let phase: Phase =
      switch proto.phase {
      case .none: .resting
      case .armedReference(let reference): .armed(reference: reference)
      case .ordered: .commanded
      case .returningUntilUs(let until): .scrollingToTop(until: Instant(microseconds: until))
      }
    self.init(phase: phase, look: try ToggleLook(proto.look, "toggles.look"))
  }

  func proto(generation: UInt32) -> Interaction_Storage_V1_ThresholdToggleState {
    .with {
      switch self.phase {
      case .resting: break
      case .armed(let reference): $0.armedReference = reference
      case .commanded: $0.ordered = .init()
      case .scrollingToTop(let until): $0.returningUntilUs = until.microseconds
      }
      $0.look = self.look.proto
      $0.generation = generation
    }
  }
}
