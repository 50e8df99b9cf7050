"""Swift names for the names of the contract."""

import re
from textwrap import wrap

from contract import contract, words

# Enumerations with another name in the core, or nested in another type.
ENUMERATIONS = {
    "AnimationFileOperation": "ControlAnimationFile.Operation",
    "AnnouncementOccasion": "AnnouncementDefinition.Occasion",
    "AssetKind": "Asset.Kind",
    "BadgeStyle": "BadgeState.Style",
    "CappedTexts": "TabBarDefinition.CappedTexts",
    "ColorScheme": "Surface.ColorScheme",
    "Fill": "Track.Fill",
    "FloorAssetKind": "FloorDefinition.Appearance.AssetKind",
    "FloorPhase": "FloorState.Phase",
    "FloorPrefetch": "FloorLayout.Prefetch",
    "FloorRelease": "FloorDefinition.Rule.Release",
    "FloorRestoring": "FloorDefinition.Rule.Restoring",
    "ItemAlignment": "TabItem.Alignment",
    "ItemRole": "BarLayout.Item.Role",
    "LayoutDirection": "Surface.Direction",
    "LengthUnit": "TrackDefinition.Unit",
    "NavigationOperation": "NavigationRequest.Operation",
    "NavigationStacks": "NavigationDefinition.Stacks",
    "PageDragPhase": "PageDrag.Phase",
    "PageDragSubject": "PageDrag.Subject",
    "PendingCondition": "GateState.Condition",
    "PlaybackDirection": "Track.Direction",
    "PointerPhase": "Pointer.Phase",
    "PressPhase": "PressState.Phase",
    "RefusalReason": "Refusal.Reason",
    "Reselection": "TabItem.Reselection",
    "ScrollPhase": "Scroll.Phase",
    "SelectionAnimation": "TabItem.SelectionAnimation",
    "SelectionOrigin": "SelectionState.Origin",
    "StagingLevel": "Staging.Level",
    "TabBarStyle": "TabBarDefinition.Style",
    "TabTransitionStyle": "TransitionDefinition.Style",
    "ToggleDirection": "ToggleDefinition.Rule.Direction",
    "ToggleLatch": "ToggleDefinition.Rule.Latch",
    "ToggleRedundancy": "ToggleDefinition.Rule.Redundancy",
    "ToggleSwap": "ToggleDefinition.Appearance.Swap",
}
# Enumerations without a counterpart in the core.
WIRE_ONLY = {
    "CommandOutcome", "Interruption", "LifecycleState", "OpenOutcome", "TogglePolicy", "TransitionPhase",
}  # fmt: skip
# Errors of the core, whose raw values are the names in logs and metrics.
REASONS = {"ErrorReason", "NoticeReason", "RestartReason"}
# Values without a counterpart in the core, and values with another name.
WITHOUT = {"ASSET_KIND_NONE"}
CASES = {"ERROR_REASON_COMMAND_ID_REUSED": "commandIDReused", "FLOOR_ASSET_KIND_BY_URL": "byURL"}


def type_name(enum: str) -> str:
    return ENUMERATIONS.get(enum, enum)


def camel(name: str) -> str:
    """Returns a name of the contract, such as `key_frame`, in camel case."""
    first, *others = name.lower().split("_")
    return first + "".join(other.capitalize() for other in others)


def case_name(value: str, word: str) -> str:
    return CASES.get(value) or camel(word)


def doc(comment: str, indent: str) -> list[str]:
    """Returns the lines of a doc comment."""
    for enum in contract().enums.values():
        for value, word in zip(enum.value, words(enum), strict=True):
            reference = f"``{type_name(enum.name)}/{case_name(value.name, word)}``"
            comment = re.sub(rf"\b{value.name}\b", reference.replace(".", "/"), comment)
    return [f"{indent}/// {line}" for line in wrap(comment, 96 - len(indent))]
