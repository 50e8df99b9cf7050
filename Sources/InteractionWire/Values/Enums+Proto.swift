package import InteractionCore

// The cases have the numbers of their twins: those are the raw values in the core.

extension Scroll.Phase: WireEnum {
  package typealias Wire = Interaction_V1_ScrollPhase
}

extension Pointer.Phase: WireEnum {
  package typealias Wire = Interaction_V1_PointerPhase
}

extension Look: WireEnum {
  package typealias Wire = Interaction_V1_Look
}

extension AnimationOutcome: WireEnum {
  package typealias Wire = Interaction_V1_AnimationOutcome
}

extension Asset.Kind: WireEnum {
  package typealias Wire = Interaction_V1_AssetKind
}

extension FloorCommand: WireEnum {
  package typealias Wire = Interaction_V1_FloorCommand
}

extension SelectionState.Origin: WireEnum {
  package typealias Wire = Interaction_V1_SelectionOrigin
}

extension Orientation: WireEnum {
  package typealias Wire = Interaction_V1_Orientation
}

extension Refusal.Reason: WireEnum {
  package typealias Wire = Interaction_V1_RefusalReason
}

extension GateState.Condition: WireEnum {
  package typealias Wire = Interaction_V1_PendingCondition
}

extension FloorState.Phase: WireEnum {
  package typealias Wire = Interaction_V1_FloorPhase
}

extension FloorLayout.Prefetch: WireEnum {
  package typealias Wire = Interaction_V1_FloorPrefetch
}

extension AnimatedProperty: WireEnum {
  package typealias Wire = Interaction_V1_AnimatedProperty
}

extension Track.Direction: WireEnum {
  package typealias Wire = Interaction_V1_PlaybackDirection
}

extension Track.Fill: WireEnum {
  package typealias Wire = Interaction_V1_Fill
}

extension Environment.Direction: WireEnum {
  package typealias Wire = Interaction_V1_LayoutDirection
}

extension Staging.Level: WireEnum {
  package typealias Wire = Interaction_V1_StagingLevel
}

extension AccountChange: WireEnum {
  package typealias Wire = Interaction_V1_AccountChange
}

extension BadgeAnimation: WireEnum {
  package typealias Wire = Interaction_V1_BadgeAnimation
}

extension BadgeState.Style: WireEnum {
  package typealias Wire = Interaction_V1_BadgeStyle
}

extension PressState.Phase: WireEnum {
  package typealias Wire = Interaction_V1_PressPhase
}

extension TransitionOutcome: WireEnum {
  package typealias Wire = Interaction_V1_TransitionOutcome
}

extension NavigationStyle: WireEnum {
  package typealias Wire = Interaction_V1_NavigationStyle
}

extension NavigationRequest.Operation: WireEnum {
  package typealias Wire = Interaction_V1_NavigationOperation
}

extension PageDrag.Subject: WireEnum {
  package typealias Wire = Interaction_V1_PageDragSubject
}

extension PageDrag.Phase: WireEnum {
  package typealias Wire = Interaction_V1_PageDragPhase
}

extension HoldTarget: WireEnum {
  package typealias Wire = Interaction_V1_HoldTarget
}

extension Haptic: WireEnum {
  package typealias Wire = Interaction_V1_Haptic
}

extension ItemAction.Kind: WireEnum {
  package typealias Wire = Interaction_V1_ActionKind
}

extension Media.Operation: WireEnum {
  package typealias Wire = Interaction_V1_MediaOperation
}

extension RestartReason: WireEnum {
  package var proto: Interaction_V1_RestartReason {
    switch self {
    case .invalidToken: .invalidToken
    case .unknownKey: .unknownKey
    case .expired: .expired
    case .unknownExperience: .unknownExperience
    case .eventsMissing: .eventsMissing
    case .directivesMissing: .directivesMissing
    case .newerState: .newerState
    }
  }
}
