package import InteractionCore

// One line for each case; the way back is derived (see WireEnum).

extension Scroll.Phase: WireEnum {
  package var proto: Interaction_V1_ScrollPhase {
    switch self {
    case .began: .began
    case .moved: .moved
    case .ended: .ended
    case .cancelled: .cancelled
    case .decelerating: .decelerating
    case .settled: .settled
    case .programmaticBegan: .programmaticBegan
    case .programmaticMoved: .programmaticMoved
    case .programmaticEnded: .programmaticEnded
    }
  }
}

extension Pointer.Phase: WireEnum {
  package var proto: Interaction_V1_PointerPhase {
    switch self {
    case .down: .down
    case .moved: .moved
    case .up: .up
    case .cancelled: .cancelled
    }
  }
}

extension Look: WireEnum {
  package var proto: Interaction_V1_Look {
    switch self {
    case .below: .below
    case .above: .above
    }
  }
}

extension AnimationOutcome: WireEnum {
  package var proto: Interaction_V1_AnimationOutcome {
    switch self {
    case .finished: .finished
    case .cancelled: .cancelled
    }
  }
}

extension Asset.Kind: WireEnum {
  package var proto: Interaction_V1_AssetKind {
    switch self {
    case .still: .still
    case .animated: .animated
    }
  }
}

extension FloorCommand: WireEnum {
  package var proto: Interaction_V1_FloorCommand {
    switch self {
    case .open: .open
    case .close: .close
    case .peek: .peek
    }
  }
}

extension TabSelection.Origin: WireEnum {
  package var proto: Interaction_V1_SelectionOrigin {
    switch self {
    case .user: .user
    case .programmatic: .programmatic
    case .restore: .restore
    }
  }
}

extension Refusal.Reason: WireEnum {
  package var proto: Interaction_V1_RefusalReason {
    switch self {
    case .disabled: .disabled
    case .busy: .busy
    case .notOpen: .notOpen
    case .absent: .absent
    }
  }
}

extension FloorState.Phase: WireEnum {
  package var proto: Interaction_V1_FloorPhase {
    switch self {
    case .closed: .closed
    case .pulling: .pulling
    case .tip: .tip
    case .armed: .armed
    case .opening: .opening
    case .open: .open
    case .closing: .closing
    }
  }
}

extension Timeline.Interruption: WireEnum {
  package var proto: Interaction_V1_Interruption {
    switch self {
    case .replaceFromCurrent: .replaceFromCurrent
    case .finishFirst: .finishFirst
    case .ignore: .ignore
    }
  }
}

extension AnimatedProperty: WireEnum {
  package var proto: Interaction_V1_AnimatedProperty {
    switch self {
    case .opacity: .opacity
    case .scale: .scale
    case .translateX: .translateX
    case .translateY: .translateY
    case .rotation: .rotation
    case .rotationY: .rotationY
    case .contentOffsetY: .contentOffsetY
    case .frame: .frame
    }
  }
}

extension Track.Direction: WireEnum {
  package var proto: Interaction_V1_PlaybackDirection {
    switch self {
    case .normal: .normal
    case .reverse: .reverse
    case .alternate: .alternate
    case .alternateReverse: .alternateReverse
    }
  }
}

extension Track.Fill: WireEnum {
  package var proto: Interaction_V1_Fill {
    switch self {
    case .none: .none
    case .forwards: .forwards
    case .backwards: .backwards
    case .both: .both
    }
  }
}

extension Environment.Direction: WireEnum {
  package var proto: Interaction_V1_LayoutDirection {
    switch self {
    case .leftToRight: .leftToRight
    case .rightToLeft: .rightToLeft
    }
  }
}
