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

extension SelectionState.Origin: WireEnum {
  package var proto: Interaction_V1_SelectionOrigin {
    switch self {
    case .user: .user
    case .programmatic: .programmatic
    case .restore: .restore
    }
  }
}

extension Orientation: WireEnum {
  package var proto: Interaction_V1_Orientation {
    switch self {
    case .portrait: .portrait
    case .upsideDown: .upsideDown
    case .landscapeLeft: .landscapeLeft
    case .landscapeRight: .landscapeRight
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
    case .loginRequired: .loginRequired
    case .loginFailed: .loginFailed
    case .timedOut: .timedOut
    case .vetoed: .vetoed
    case .assetNotReady: .assetNotReady
    case .noPage: .noPage
    case .tooManyPages: .tooManyPages
    }
  }
}

extension GateState.Condition: WireEnum {
  package var proto: Interaction_V1_PendingCondition {
    switch self {
    case .login: .login
    case .client: .client
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

extension FloorLayout.Prefetch: WireEnum {
  package var proto: Interaction_V1_FloorPrefetch {
    switch self {
    case .eager: .eager
    case .lazy: .lazy
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
    case .translateZ: .translateZ
    case .rotationX: .rotationX
    case .centerX: .centerX
    case .screenCenterX: .screenCenterX
    case .centerY: .centerY
    case .shadowOpacity: .shadowOpacity
    case .maskDiameter: .maskDiameter
    case .scaleX: .scaleX
    case .scaleY: .scaleY
    case .shadowOffsetX: .shadowOffsetX
    case .shadowOffsetY: .shadowOffsetY
    case .shadowRadius: .shadowRadius
    case .maskWidth: .maskWidth
    case .maskHeight: .maskHeight
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

extension Staging.Level: WireEnum {
  package var proto: Interaction_V1_StagingLevel {
    switch self {
    case .unchanged: .unchanged
    case .below: .below
    case .above: .above
    }
  }
}

extension AccountChange: WireEnum {
  package var proto: Interaction_V1_AccountChange {
    switch self {
    case .signedIn: .signedIn
    case .signedOut: .signedOut
    case .loginFailed: .loginFailed
    }
  }
}

extension BadgeAnimation: WireEnum {
  package var proto: Interaction_V1_BadgeAnimation {
    switch self {
    case .none: .none
    case .alert: .alert
    case .shake: .shake
    case .scaleLoop: .scaleLoop
    case .shakeLoop: .shakeLoop
    case .bounceLoop: .bounceLoop
    case .breatheLoop: .breatheLoop
    case .alertAndShake: .alertAndShake
    }
  }
}

extension BadgeState.Style: WireEnum {
  package var proto: Interaction_V1_BadgeStyle {
    switch self {
    case .dot: .dot
    case .number: .number
    case .text: .text
    case .new: .new
    }
  }
}

extension PressState.Phase: WireEnum {
  package var proto: Interaction_V1_PressPhase {
    switch self {
    case .possible: .possible
    case .began: .began
    case .changed: .changed
    case .ended: .ended
    case .cancelled: .cancelled
    case .failed: .failed
    }
  }
}

extension TransitionOutcome: WireEnum {
  package var proto: Interaction_V1_TransitionOutcome {
    switch self {
    case .finished: .finished
    case .cancelled: .cancelled
    }
  }
}

extension NavigationStyle: WireEnum {
  package var proto: Interaction_V1_NavigationStyle {
    switch self {
    case .window: .window
    case .system: .system
    case .spring: .spring
    case .fade: .fade
    case .standard: .default
    case .slide: .slide
    case .page: .page
    case .omni: .omni
    case .keyMove: .keyMove
    case .zoomTo: .zoomTo
    case .twitter: .twitter
    case .popTip: .popTip
    case .flip: .flip
    case .elevate: .elevate
    case .scan: .scan
    }
  }
}

extension NavigationRequest.Operation: WireEnum {
  package var proto: Interaction_V1_NavigationOperation {
    switch self {
    case .push: .push
    case .pop: .pop
    case .popToRoot: .popToRoot
    case .present: .present
    case .dismiss: .dismiss
    }
  }
}

extension PageDrag.Subject: WireEnum {
  package var proto: Interaction_V1_PageDragSubject {
    switch self {
    case .tabs: .tabs
    case .back: .back
    case .scan: .scan
    }
  }
}

extension PageDrag.Phase: WireEnum {
  package var proto: Interaction_V1_PageDragPhase {
    switch self {
    case .began: .began
    case .moved: .moved
    case .ended: .ended
    case .cancelled: .cancelled
    }
  }
}

extension HoldTarget: WireEnum {
  package var proto: Interaction_V1_HoldTarget {
    switch self {
    case .floor: .floor
    case .tabs: .tabs
    case .back: .back
    }
  }
}

extension Haptic: WireEnum {
  package var proto: Interaction_V1_Haptic {
    switch self {
    case .none: .none
    case .light: .light
    case .medium: .medium
    case .heavy: .heavy
    case .selection: .selection
    }
  }
}

extension ItemAction.Kind: WireEnum {
  package var proto: Interaction_V1_ActionKind {
    switch self {
    case .route: .route
    case .toast: .toast
    case .url: .url
    }
  }
}

extension Media.Operation: WireEnum {
  package var proto: Interaction_V1_MediaOperation {
    switch self {
    case .play: .play
    case .stop: .stop
    }
  }
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
