"""The kinds of events: the core's enumeration of them, how both sides become each other, and how a
trace writes them.

A kind that is in none of the tables below carries the fields of its message, of which those that
are `optional` must be set, and all enumerations be specified; a trace writes its name, then its
fields in their order.
"""

from dataclasses import dataclass

from choices import Case
from contract import HEAD, contract
from fields import Field, fields
from records import call
from swift import doc

# Kinds that carry a type of the core, read and written by hand.
PAYLOADS = {
    "environment": "Environment",
    "menu": "MenuChoice",
    "navigate": "NavigationRequest",
    "page_drag": "PageDrag",
    "pointer": "Pointer",
    "scroll": "Scroll",
    "selection_verdict": "SelectionVerdict",
}
# Kinds that the core divides or puts in other words, by hand; and what no message says.
OTHERS = {
    "tick": {
        "tick": "Time passed on the client: drains the deadlines up to the event's time (rule S5).",
        "serverTick": "Time passed on the server, which has heard nothing of the client: drains the"
        " same deadlines, but for those that decide a touch while a finger is down (rule S5).",
    },
    "asset": {
        "assetReady(Asset)": "A picture has arrived on the client (rules F2, F10).",
        "assetFailed(slot: String)": "A picture cannot be had.",
    },
    "lifecycle": {
        "background": "The app left the screen.",
        "foreground": "The app is on the screen again.",
    },
    "held_drags": {
        "heldDrags([HeldDrag], pointers: [UInt32])":
        "The client's heartbeat names the drags whose finger is still down (rule S3).",
    },
    "badge": {
        "badge(tab: Int, operation: BadgeOperation)": "A tab's badge is to change (rule B2).",
    },
    "content_size": {
        "contentSize(source: SourceID, size: Size)": "A list's content has another size (rule C1).",
    },
    "open": {
        "open(RestoredState?)":
        "The session starts, from a former state where the client still knows one.",
    },
}  # fmt: skip
# Large payloads, which would make every event large.
INDIRECT = {"environment", "open"}
# Other names in the core.
NAMES = {"tap": "tapTab"}
LABELS = {
    "asset_looped.slot": "slot",
    "order_toggle.toggle": "id",
    "select_tab.tab": "index",
    "swiping.on": "isOn",
    "tap.tab": "index",
}
# Lists of samples are many events; and what only recordings have is not counted.
RUNS, UNCOUNTED = "scroll_samples", {"held_drags", "open"}
POSITIVE = {"animation_ended.directive"}
LIMITS = {"asset_looped.slot": 32}
# How a trace writes a kind, unless by its name.
WORDS = {
    "animation_ended": "animation",
    "hold_expired": "hold expired",
    "order_toggle": "order",
    "refresh_done": "refresh done",
    "select_tab": "select tab",
    "tap": "tap tab",
}
# Written by hand, since they are more than a list of words.
WRITTEN = {*PAYLOADS, *OTHERS, "asset_looped", "swiping"}


@dataclass(frozen=True)
class Kind(Case):
    @property
    def name(self) -> str:
        return NAMES.get(self.field.name) or super().name

    @property
    def payload(self) -> str | None:
        return PAYLOADS.get(self.field.name)

    def label(self, field: Field) -> str:
        return LABELS.get(f"{self.field.name}.{field.proto.name}") or field.label

    def variable(self, field: Field) -> str:
        return self.label(field) or field.name

    @property
    def declarations(self) -> dict[str, str]:
        """Its cases, with what they say."""
        if self.field.name in OTHERS:
            return OTHERS[self.field.name]
        carried = [f"{self.label(field)}: {field.base}" if self.label(field) else field.base
                   for field in self.fields]  # fmt: skip
        parts = [self.payload] if self.payload else carried
        return {f"{self.name}({', '.join(parts)})" if parts else self.name:
                contract().comment("Event", self.field.name)}  # fmt: skip

    @property
    def fields(self) -> list[Field]:
        return fields(self.message, is_inline=True)

    @property
    def patterns(self) -> str:
        return ", ".join(f".{declared.partition('(')[0]}" for declared in self.declarations)

    @property
    def pattern(self) -> str:
        """Its case, with its fields as constants."""
        carried = ", ".join(f"let {self.variable(field)}" for field in self.fields)
        return f".{self.name}({carried})" if carried else f".{self.name}"

    def value(self, read: list[str]) -> list[str]:
        """The lines that make it of its fields' values."""
        arguments = [f"{self.label(field)}: {value}" if self.label(field) else value
                     for field, value in zip(self.fields, read, strict=True)]  # fmt: skip
        return call(f"      self = .{self.name}", arguments, "") if arguments else [
            f"      self = .{self.name}"]


def kinds() -> list[Kind]:
    return [Kind(field) for field in contract().messages["Event"].field
            if field.HasField("oneof_index") and field.name != RUNS]  # fmt: skip


def core() -> str:
    lines = [HEAD, "extension Event {", *doc("The kinds of events, and what they carry.", "  ")]
    lines.append("  public enum Kind: Hashable, Sendable {")
    declared = [(kind.field.name, kind.declarations) for kind in kinds()]
    for name, cases in [("open", OTHERS["open"]), *declared]:
        indirect = "indirect " if name in INDIRECT else ""
        for case, comment in cases.items():
            lines += [*doc(comment, "    "), f"    {indirect}case {case}"]
    counted = ", ".join(
        f'"{kind.field.name}"' for kind in kinds() if kind.field.name not in UNCOUNTED)
    lines += [
        "  }", "}", "", "extension Event.Kind {",
        "  /// The labels of the kinds that clients send.",
        f"  package static let labels = [{counted}]", "",
        "  /// The name of the kind, as metrics have it: its field in the contract.",
        "  package var label: String {", "    switch self {", '    case .open: "open"',
        *(f'    case {kind.patterns}: "{kind.field.name}"' for kind in kinds()),
        "    }", "  }", "}", ""]  # fmt: skip
    return "\n".join(lines)


def wire() -> str:
    lines = [HEAD, "import InteractionCore", "import SwiftProtobuf", "", "extension Event.Kind {"]
    lines += [
        "  /// - Throws: A ``Violation`` of a field that is missing, unknown or out of bounds.",
        "  init(_ proto: Interaction_V1_Event) throws(Violation) {", "    switch proto.kind {"]
    for kind in kinds():
        lines += reading(kind)
    lines += [
        "    case .scrollSamples:",
        f'      throw Violation(field: "{RUNS}", problem: "are many events; here each event stands'
        ' alone")',
        "    case .none:",
        '      throw .missing("event.kind", "must be specified", in: proto)', "    }", "  }", "",
        "  /// The message, nil for what is never sent as an event.",
        "  var proto: Interaction_V1_Event.OneOf_Kind? {", "    switch self {"]  # fmt: skip
    for kind in kinds():
        lines += writing(kind)
    return "\n".join([*lines, "    case .open: nil", "    }", "  }", "}", ""])


def reading(kind: Kind) -> list[str]:
    bare = not kind.fields and kind.field.name not in OTHERS
    field = Case(kind.field).name
    lines = [f"    case .{field}:" if bare else f"    case .{field}(let proto):"]
    if kind.field.name in OTHERS:
        return [*lines, "      self = try Self(proto)"]
    if kind.payload:
        return [*lines, f"      self = .{kind.name}(try {kind.payload}(proto))"]
    for field in kind.fields:
        if limit := LIMITS.get(path := f"{kind.field.name}.{field.proto.name}"):
            lines.append(f'      try checkLength(proto.{field.wire}, {limit}, "{path}")')
    # A value of a later contract is told before a field that is missing.
    early = [field for field in kind.fields if field.is_enum and len(kind.fields) > 1]
    lines += [f"      let {field.name} = {required(kind, field)}" for field in early]
    return lines + kind.value(
        [field.name if field in early else required(kind, field) for field in kind.fields])


def required(kind: Kind, field: Field) -> str:
    """A field's value, which must be set."""
    path, place = f"{kind.field.name}.{field.proto.name}", f"proto.{field.wire}"
    if field.is_enum:
        return f'try {field.base}({place}, "{path}")'
    if path in POSITIVE:
        return f'try required({place} > 0, {place}, "{path}")'
    if not field.proto.proto3_optional:
        return field.read("proto")
    has = f"proto.has{field.wire[0].upper()}{field.wire[1:]}"
    return field.forms[1].format(f'try required({has}, {place}, "{path}")')


def writing(kind: Kind) -> list[str]:
    if kind.field.name in OTHERS:
        return [f"    case {kind.patterns}: .{kind.name}(self.message())"]
    if kind.payload:
        return [f"    case .{kind.name}(let it): .{Case(kind.field).name}(it.proto)"]
    set_fields = "; ".join(field.set(kind.variable(field)) for field in kind.fields)
    made = f".with {{ {set_fields} }}" if set_fields else ".init()"
    return [f"    case {kind.pattern}: .{Case(kind.field).name}({made})"]


def trace() -> str:
    """How a trace writes the kinds whose fields are a list of words."""
    listed = [kind for kind in kinds() if kind.field.name not in WRITTEN]
    lines = [HEAD, "import InteractionCore", "import InteractionWire", "", "extension Event.Kind {"]
    lines += [
        "  /// The words of a kind that is a list of them; nil for the others.",
        "  var listedWords: String? {", "    switch self {"]  # fmt: skip
    for kind in listed:
        words = [spelled(kind), *(f"\\({printed(kind, field)})" for field in kind.fields)]
        lines.append(f'    case {kind.pattern}: "{" ".join(words)}"')
    lines += [
        "    default: nil", "    }", "  }", "",
        "  /// Reads a kind that is a list of words, after its first one; nil for the others.",
        "  init?(listed first: String, _ words: inout Words) throws {",
        "    switch first {"]  # fmt: skip
    for kind in listed:
        first, *others = spelled(kind).split()
        lines.append(f'    case "{first}":')
        lines += [f'      _ = try words.next("the word \'{word}\'")' for word in others]
        lines += kind.value([parsed(field) for field in kind.fields])
    return "\n".join([*lines, "    default:", "      return nil", "    }", "  }", "}", ""])


def spelled(kind: Kind) -> str:
    return WORDS.get(kind.field.name, kind.field.name.replace("_", "-"))


def printed(kind: Kind, field: Field) -> str:
    name = kind.variable(field)
    if field.is_enum:
        return f"{name}.word"
    return f"plain({name})" if field.base == "Double" else name


def parsed(field: Field) -> str:
    what = f"the {field.proto.name.replace('_', ' ')}"
    if field.is_enum:
        return f'try words.choice("{what}")'
    if field.base in ("Int", "UInt32", "UInt64", "Double"):
        return f'try words.number("{what}")'
    read = f'try words.next("{what}")'
    return f"SourceID({read})" if field.base == "SourceID" else read
