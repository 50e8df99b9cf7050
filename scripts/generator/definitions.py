"""Readers of an experience's definitions, for the fields whose limits do not depend on others. Each
field is read into the property of the same name, within the range in its comment (see
reference.py); an absent field keeps the property's value."""

import re

from contract import HEAD, contract
from fields import Field, fields
from reference import parsed

# The core's structures of a definition. A field is in the first one, unless another lists it.
PARTS: dict[str, dict[str, set[str]]] = {
    "SecondFloorDefinition": {
        "FloorDefinition.Rule": set(),
        "FloorDefinition.Appearance": {
            "asset_kind", "asset_url", "background_color", "close_label", "fades_list", "label",
            "mask_start", "open_label", "peek_duration", "peek_easing", "prefetch", "tip",
            "tip_color", "tip_gap", "tip_height",
        },
    },
    "ToggleDefinition": {
        "ToggleDefinition.Rule": set(),
        "ToggleDefinition.Appearance": {
            "above_image", "above_label", "above_name", "background_image", "below_image",
            "below_label", "below_name", "hides_bar",
        },
    },
}  # fmt: skip
# Fields that depend on other fields, or refer to other declarations of the experience.
BY_HAND = {
    "SecondFloorDefinition": {
        "asset_height", "asset_width", "closing_timeline", "limit", "links", "mask_end",
        "landscape", "opening_timeline", "refresh_distance", "source", "spring_back_duration",
        "tip_distance", "tip_hysteresis", "trigger_distance", "trigger_hysteresis", "unit",
    },
    "ToggleDefinition": {
        "away", "back", "duration", "easing_above", "easing_below", "edge", "hysteresis", "id",
        "near_top", "policy", "source", "swap", "threshold", "timeline_above", "timeline_below",
        "unit",
    },
}  # fmt: skip
NAMES = {"login_required": "requiresLogin", "asset_required": "requiresAsset"}


def wire() -> str:
    lines = [HEAD, "import InteractionCore", "import SwiftProtobuf", ""]
    for message, parts in PARTS.items():
        listed = set().union(*parts.values()) | BY_HAND[message]
        for part, own in parts.items():
            read = [field for field in fields(message, is_inline=True)
                    if field.proto.name in own or not own and field.proto.name not in listed]
            lines += [
                "extension DefinitionReader {",
                "  /// Reads the fields whose limits do not depend on others.",
                f"  mutating func read(_ definition: Interaction_V1_{message},"
                f" into part: inout {part}, at place: String) {{",
                *(f"    {line}" for field in read for line in reading(field)), "  }", "}", "",
                f"extension {part} {{",
                f"  func write(to definition: inout Interaction_V1_{message}) {{",
                *(f"    definition.{field.wire} = {written(field)}" for field in read),
                "  }", "}", ""]  # fmt: skip
    return "\n".join(lines)


def property_name(field: Field) -> str:
    return NAMES.get(field.proto.name, field.name)


def reading(field: Field) -> list[str]:
    name, value = f"part.{property_name(field)}", f"definition.{field.wire}"
    place = f'place.child("{field.proto.name}")'
    has = f"definition.has{field.wire[0].upper()}{field.wire[1:]}"
    limits = parsed(contract().comment(field.message, field.proto.name))["range"]
    if field.is_enum:
        return [f"{name} = self.choice({value}, {name}, {place})"]
    if field.base == "Duration":
        least, most = (float(bound) for bound in re.findall(r"[\d.]+", limits))
        more = f", from: .milliseconds({least * 1000:.0f})" if least else ""
        more += f", limit: .seconds({most:.0f})" if most != 10 else ""
        return [f"{name} = self.span({has} ? {value} : nil, {name}, {place}{more})"]
    if field.base == "CubicBezier":
        return [f"{name} = self.curve({has} ? {value} : nil, {name}, {place})"]
    if field.base == "LocalizedText":
        return [f"{name} = self.localizedText({value}, {place})"]
    if field.base == "Bool":
        return [f"if {has} {{ {name} = {value} }}" if field.proto.proto3_optional
                else f"{name} = {value}"]  # fmt: skip
    if field.base == "Double":
        least, most = re.fullmatch(r"(\S+) to (\S+).*", limits).groups()  # type: ignore[union-attr]
        bounds = f"{least} ... {most.replace('10^', '1e')}"
        return [f"if {has} {{", f"  {name} = self.number({value}, in: {bounds}, {place})", "}"]
    if "RRGGBB" in limits:
        return [f"{name} = self.color({value}, {name}, {place})"]
    most = re.fullmatch(r"at most (\d+) bytes", limits)[1]  # type: ignore[index]
    return [f"{name} = self.text({value}, {place}, fallback: {name}, limit: {most})"]


def written(field: Field) -> str:
    name = f"self.{property_name(field)}"
    if field.base == "LocalizedText":
        return f"{name}.definition"
    return f"{name}.proto" if field.is_enum or field.is_message else name
