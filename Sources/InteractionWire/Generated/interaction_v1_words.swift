// Written by scripts/generate from Protos/interaction/v1: change those instead.

extension Interaction_V1_BadgeAnimation: WordedEnum {
  package static let words = ["unspecified", "none", "alert", "shake", "scale_loop", "shake_loop", "bounce_loop", "breathe_loop", "alert_and_shake"]
}
extension Interaction_V1_NavigationStyle: WordedEnum {
  package static let words = ["unspecified", "window", "system", "spring", "fade", "default", "slide", "page", "omni", "key_move", "zoom_to", "twitter", "pop_tip", "flip", "elevate", "scan"]
}
extension Interaction_V1_LayoutDirection: WordedEnum {
  package static let words = ["unspecified", "left_to_right", "right_to_left"]
}
extension Interaction_V1_ScrollPhase: WordedEnum {
  package static let words = ["unspecified", "began", "moved", "ended", "cancelled", "decelerating", "settled", "programmatic_began", "programmatic_moved", "programmatic_ended"]
}
extension Interaction_V1_PointerPhase: WordedEnum {
  package static let words = ["unspecified", "down", "moved", "up", "cancelled"]
}
extension Interaction_V1_Look: WordedEnum {
  package static let words = ["unspecified", "below", "above"]
}
extension Interaction_V1_AnimationOutcome: WordedEnum {
  package static let words = ["unspecified", "finished", "cancelled"]
}
extension Interaction_V1_AssetKind: WordedEnum {
  package static let words = ["unspecified", "still", "animated", "none"]
}
extension Interaction_V1_FloorCommand: WordedEnum {
  package static let words = ["unspecified", "open", "close", "peek"]
}
extension Interaction_V1_LifecycleState: WordedEnum {
  package static let words = ["unspecified", "foreground", "background"]
}
extension Interaction_V1_AccountChange: WordedEnum {
  package static let words = ["unspecified", "signed_in", "signed_out", "login_failed"]
}
extension Interaction_V1_NavigationOperation: WordedEnum {
  package static let words = ["unspecified", "push", "pop", "pop_to_root", "present", "dismiss"]
}
extension Interaction_V1_PageDragSubject: WordedEnum {
  package static let words = ["unspecified", "tabs", "back", "scan"]
}
extension Interaction_V1_PageDragPhase: WordedEnum {
  package static let words = ["unspecified", "began", "moved", "ended", "cancelled"]
}
extension Interaction_V1_HoldTarget: WordedEnum {
  package static let words = ["unspecified", "floor", "tabs", "back"]
}
extension Interaction_V1_StagingLevel: WordedEnum {
  package static let words = ["unspecified", "unchanged", "below", "above"]
}
extension Interaction_V1_Interruption: WordedEnum {
  package static let words = ["unspecified", "replace_from_current"]
}
extension Interaction_V1_AnimatedProperty: WordedEnum {
  package static let words = ["unspecified", "opacity", "scale", "translate_x", "translate_y", "rotation", "rotation_y", "content_offset_y", "frame", "translate_z", "rotation_x", "center_x", "screen_center_x", "center_y", "shadow_opacity", "mask_diameter", "scale_x", "scale_y", "shadow_offset_x", "shadow_offset_y", "shadow_radius", "mask_width", "mask_height"]
}
extension Interaction_V1_PlaybackDirection: WordedEnum {
  package static let words = ["unspecified", "normal", "reverse", "alternate", "alternate_reverse"]
}
extension Interaction_V1_Fill: WordedEnum {
  package static let words = ["unspecified", "none", "forwards", "backwards", "both"]
}
extension Interaction_V1_Orientation: WordedEnum {
  package static let words = ["unspecified", "portrait", "upside_down", "landscape_left", "landscape_right"]
}
extension Interaction_V1_SelectionOrigin: WordedEnum {
  package static let words = ["unspecified", "user", "programmatic", "restore"]
}
extension Interaction_V1_FloorPhase: WordedEnum {
  package static let words = ["unspecified", "closed", "pulling", "tip", "armed", "opening", "open", "closing"]
}
extension Interaction_V1_FloorPrefetch: WordedEnum {
  package static let words = ["unspecified", "eager", "lazy"]
}
extension Interaction_V1_BadgeStyle: WordedEnum {
  package static let words = ["unspecified", "dot", "number", "text", "new"]
}
extension Interaction_V1_PendingCondition: WordedEnum {
  package static let words = ["unspecified", "login", "client"]
}
extension Interaction_V1_PressPhase: WordedEnum {
  package static let words = ["unspecified", "possible", "began", "changed", "ended", "cancelled", "failed"]
}
extension Interaction_V1_TransitionPhase: WordedEnum {
  package static let words = ["unspecified", "idle", "running", "interactive"]
}
extension Interaction_V1_TransitionOutcome: WordedEnum {
  package static let words = ["unspecified", "finished", "cancelled"]
}
extension Interaction_V1_Haptic: WordedEnum {
  package static let words = ["unspecified", "none", "light", "medium", "heavy", "selection"]
}
extension Interaction_V1_MediaOperation: WordedEnum {
  package static let words = ["unspecified", "play", "stop"]
}
extension Interaction_V1_ActionKind: WordedEnum {
  package static let words = ["unspecified", "route", "toast", "url"]
}
extension Interaction_V1_RefusalReason: WordedEnum {
  package static let words = ["unspecified", "disabled", "busy", "not_open", "absent", "login_required", "login_failed", "timed_out", "asset_not_ready", "no_page", "too_many_pages", "vetoed"]
}
extension Interaction_V1_AnimatedPart: WordedEnum {
  package static let words = ["unspecified", "tab_icon", "tab_title", "tab_badge", "toggle_strip", "toggle_incoming", "toggle_outgoing", "floor_list", "floor_bar", "floor_page", "floor_image", "page_incoming", "page_outgoing", "page_mask", "tab_count"]
}
extension Interaction_V1_LengthUnit: WordedEnum {
  package static let words = ["unspecified", "points", "width", "height"]
}
extension Interaction_V1_Preset: WordedEnum {
  package static let words = ["unspecified", "refined", "literal"]
}
extension Interaction_V1_CappedTexts: WordedEnum {
  package static let words = ["unspecified", "capped", "number"]
}
extension Interaction_V1_TabTransitionStyle: WordedEnum {
  package static let words = ["unspecified", "spring", "slide", "fade"]
}
extension Interaction_V1_TabBarStyle: WordedEnum {
  package static let words = ["unspecified", "big_logo", "system", "buttons", "taps"]
}
extension Interaction_V1_ItemAlignment: WordedEnum {
  package static let words = ["unspecified", "icon_top", "icon_bottom", "icon_left", "icon_right"]
}
extension Interaction_V1_SelectionAnimation: WordedEnum {
  package static let words = ["unspecified", "pop", "none", "bounce", "rotate", "flip", "frames"]
}
extension Interaction_V1_Reselection: WordedEnum {
  package static let words = ["unspecified", "nothing", "scroll_to_top", "refresh"]
}
extension Interaction_V1_ToggleDirection: WordedEnum {
  package static let words = ["unspecified", "crossing", "from_drag_start"]
}
extension Interaction_V1_ToggleRedundancy: WordedEnum {
  package static let words = ["unspecified", "ignored", "sent"]
}
extension Interaction_V1_ToggleLatch: WordedEnum {
  package static let words = ["unspecified", "once_per_drag", "until_fired", "every_crossing"]
}
extension Interaction_V1_ToggleSwap: WordedEnum {
  package static let words = ["unspecified", "page", "push", "fade"]
}
extension Interaction_V1_FloorRelease: WordedEnum {
  package static let words = ["unspecified", "unless_flung_back", "by_distance"]
}
extension Interaction_V1_FloorRestoring: WordedEnum {
  package static let words = ["unspecified", "by_completion", "by_fixed_delay"]
}
extension Interaction_V1_FloorAssetKind: WordedEnum {
  package static let words = ["unspecified", "declared", "by_url", "still", "animated"]
}
extension Interaction_V1_OpenOutcome: WordedEnum {
  package static let words = ["unspecified", "new", "resumed", "restarted"]
}
extension Interaction_V1_RestartReason: WordedEnum {
  package static let words = ["unspecified", "invalid_token", "unknown_key", "expired", "unknown_experience", "events_missing", "directives_missing", "newer_state"]
}
extension Interaction_V1_CommandOutcome: WordedEnum {
  package static let words = ["unspecified", "applied", "unconfirmed", "refused", "invalid"]
}

extension Proto {
  /// Every enumeration of the contract by its full name.
  package static let enumerations: [String: any WordedEnum.Type] = [
    "interaction.v1.BadgeAnimation": Interaction_V1_BadgeAnimation.self,
    "interaction.v1.NavigationStyle": Interaction_V1_NavigationStyle.self,
    "interaction.v1.LayoutDirection": Interaction_V1_LayoutDirection.self,
    "interaction.v1.ScrollPhase": Interaction_V1_ScrollPhase.self,
    "interaction.v1.PointerPhase": Interaction_V1_PointerPhase.self,
    "interaction.v1.Look": Interaction_V1_Look.self,
    "interaction.v1.AnimationOutcome": Interaction_V1_AnimationOutcome.self,
    "interaction.v1.AssetKind": Interaction_V1_AssetKind.self,
    "interaction.v1.FloorCommand": Interaction_V1_FloorCommand.self,
    "interaction.v1.LifecycleState": Interaction_V1_LifecycleState.self,
    "interaction.v1.AccountChange": Interaction_V1_AccountChange.self,
    "interaction.v1.NavigationOperation": Interaction_V1_NavigationOperation.self,
    "interaction.v1.PageDragSubject": Interaction_V1_PageDragSubject.self,
    "interaction.v1.PageDragPhase": Interaction_V1_PageDragPhase.self,
    "interaction.v1.HoldTarget": Interaction_V1_HoldTarget.self,
    "interaction.v1.StagingLevel": Interaction_V1_StagingLevel.self,
    "interaction.v1.Interruption": Interaction_V1_Interruption.self,
    "interaction.v1.AnimatedProperty": Interaction_V1_AnimatedProperty.self,
    "interaction.v1.PlaybackDirection": Interaction_V1_PlaybackDirection.self,
    "interaction.v1.Fill": Interaction_V1_Fill.self,
    "interaction.v1.Orientation": Interaction_V1_Orientation.self,
    "interaction.v1.SelectionOrigin": Interaction_V1_SelectionOrigin.self,
    "interaction.v1.FloorPhase": Interaction_V1_FloorPhase.self,
    "interaction.v1.FloorPrefetch": Interaction_V1_FloorPrefetch.self,
    "interaction.v1.BadgeStyle": Interaction_V1_BadgeStyle.self,
    "interaction.v1.PendingCondition": Interaction_V1_PendingCondition.self,
    "interaction.v1.PressPhase": Interaction_V1_PressPhase.self,
    "interaction.v1.TransitionPhase": Interaction_V1_TransitionPhase.self,
    "interaction.v1.TransitionOutcome": Interaction_V1_TransitionOutcome.self,
    "interaction.v1.Haptic": Interaction_V1_Haptic.self,
    "interaction.v1.MediaOperation": Interaction_V1_MediaOperation.self,
    "interaction.v1.ActionKind": Interaction_V1_ActionKind.self,
    "interaction.v1.RefusalReason": Interaction_V1_RefusalReason.self,
    "interaction.v1.AnimatedPart": Interaction_V1_AnimatedPart.self,
    "interaction.v1.LengthUnit": Interaction_V1_LengthUnit.self,
    "interaction.v1.Preset": Interaction_V1_Preset.self,
    "interaction.v1.CappedTexts": Interaction_V1_CappedTexts.self,
    "interaction.v1.TabTransitionStyle": Interaction_V1_TabTransitionStyle.self,
    "interaction.v1.TabBarStyle": Interaction_V1_TabBarStyle.self,
    "interaction.v1.ItemAlignment": Interaction_V1_ItemAlignment.self,
    "interaction.v1.SelectionAnimation": Interaction_V1_SelectionAnimation.self,
    "interaction.v1.Reselection": Interaction_V1_Reselection.self,
    "interaction.v1.ToggleDirection": Interaction_V1_ToggleDirection.self,
    "interaction.v1.ToggleRedundancy": Interaction_V1_ToggleRedundancy.self,
    "interaction.v1.ToggleLatch": Interaction_V1_ToggleLatch.self,
    "interaction.v1.ToggleSwap": Interaction_V1_ToggleSwap.self,
    "interaction.v1.FloorRelease": Interaction_V1_FloorRelease.self,
    "interaction.v1.FloorRestoring": Interaction_V1_FloorRestoring.self,
    "interaction.v1.FloorAssetKind": Interaction_V1_FloorAssetKind.self,
    "interaction.v1.OpenOutcome": Interaction_V1_OpenOutcome.self,
    "interaction.v1.RestartReason": Interaction_V1_RestartReason.self,
    "interaction.v1.CommandOutcome": Interaction_V1_CommandOutcome.self,
  ]
}
