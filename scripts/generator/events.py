"""The kinds of events: the core's enumeration, the conversions from and to protobuf, and the trace
format. A kind in none of the tables below has the fields of its message as payload: `optional` ones
are required, and enumerations must be specified. A trace has its name, and its fields in order."""

from dataclasses import dataclass

from choices import Case
from contract import HEAD, contract
from fields import Field
from records import call
from swift import doc

# Kinds with a type of the core as payload, read and written by hand.
PAYLOADS = {
    "surface": "Surface",
    "item": "ItemChange",
    "menu": "MenuChoice",
    "navigate": "NavigationRequest",
    "page_drag": "PageDrag",
    "pointer": "Pointer",
    "scroll": "Scroll",
    "selection_verdict": "SelectionVerdict",
}
# Kinds with other cases in the core, converted by hand, and cases without a message.
OTHERS = {
    "tick": {
        "tick": "Time has passed on the client: drains the deadlines up to its time (rule S5).",
        "serverTick": "Time has passed on the server while the client is silent: drains the same"
        " deadlines, except for those that decide a touch while a finger is down (rule S5).",
    },
    "asset": {
        "assetReady(Asset)": "An image has been loaded by the client (rules F2, F10).",
        "assetFailed(slot: String)": "An image has failed to load.",
    },
    "lifecycle": {
        "background": "The app has left the screen.",
        "foreground": "The app has returned to the screen.",
    },
    "held_drags": {
        "heldDrags([HeldDrag], pointers: [UInt32])":
        "The drags and fingers that are down, as in a heartbeat (rule S3).",
    },
    "badge": {
        "badge(tab: Int, operation: BadgeOperation)": "A change to a tab's badge (rule B2).",
    },
    "content_size": {
        "contentSize(source: SourceID, size: Size)":
        "The size of a list's content has changed (rule C1).",
    },
    "move": {
        "move(to: Experience)":
        "The session continues with another version of its experience (rule V1).",
    },
    "open": {
        "open(RestoredState?)":
        "The session opens, from the client's earlier state if it has one.",
    },
}  # fmt: skip
# Large payloads, which are boxed to keep events small.
INDIRECT = {"surface", "open", "move"}
# Kinds with another name in the core.
NAMES = {"tap": "tapTab"}
LABELS = {
    "asset_looped.slot": "slot",
    "bar.hidden": "isHidden",
    "order_toggle.toggle": "id",
    "press_tab.tab": "index",
    "select_tab.tab": "index",
    "swiping.on": "isOn",
    "tap.tab": "index",
}
# The kind that contains several events; and kinds that clients do not send as events.
RUNS, UNCOUNTED = "scroll_samples", {"held_drags", "move", "open"}
POSITIVE = {"animation_ended.directive"}
LIMITS = {"asset_looped.slot": 32}
# Names of kinds in traces, if they differ.
WORDS = {
    "animation_ended": "animation",
    "hold_expired": "hold expired",
    "list_shown": "list shown",
    "order_toggle": "order",
    "press_tab": "press tab",
    "refresh_done": "refresh done",
    "select_tab": "select tab",
    "tap": "tap tab",
}
# Kinds whose trace format is written by hand, since it is not a list of words.
WRITTEN = {*PAYLOADS, *OTHERS, "asset_looped", "bar", "swiping"}


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
        """The cases, with their comments."""
        if self.field.name in OTHERS:
            return OTHERS[self.field.name]
        carried = [f"{self.label(field)}: {field.base}" if self.label(field) else field.base
                   for field in self.fields]  # fmt: skip
        parts = [self.payload] if self.payload else carried
        return {f"{self.name}({', '.join(parts)})" if parts else self.name:
                contract().comment("InteractionEvent", self.field.name)}  # fmt: skip

    @property
    def patterns(self) -> str:
        return ", ".join(f".{declared.partition('(')[0]}" for declared in self.declarations)

    @property
    def pattern(self) -> str:
        """The case, with its fields as constants."""
        carried = ", ".join(f"let {self.variable(field)}" for field in self.fields)
        return f".{self.name}({carried})" if carried else f".{self.name}"

    def value(self, read: list[str]) -> list[str]:
        """Returns the lines that construct the kind from the values of its fields."""
        arguments = [f"{self.label(field)}: {value}" if self.label(field) else value
                     for field, value in zip(self.fields, read, strict=True)]  # fmt: skip
        return call(f"      self = .{self.name}", arguments, "") if arguments else [
            f"      self = .{self.name}"]


def kinds() -> list[Kind]:
    return [Kind(field) for field in contract().messages["InteractionEvent"].field
            if field.HasField("oneof_index") and field.name != RUNS]  # fmt: skip


def core() -> str:
    lines = [HEAD, "extension InteractionEvent {", *doc("The kinds of events, with their payloads.", "  ")]
    lines.append("  public enum Kind: Hashable, Sendable {")
    declared = [(kind.field.name, kind.declarations) for kind in kinds()]
    for name, cases in [("open", OTHERS["open"]), *declared]:
        indirect = "indirect " if name in INDIRECT else ""
        for case, comment in cases.items():
            lines += [*doc(comment, "    "), f"    {indirect}case {case}"]
    counted = ", ".join(
        f'"{kind.field.name}"' for kind in kinds() if kind.field.name not in UNCOUNTED)
    lines += [
        "  }", "}", "", "extension InteractionEvent.Kind {",
        "  /// The labels of the kinds that clients send.",
        f"  package static let labels = [{counted}]", "",
        "  /// The name of the kind's field in the contract, which is the label in metrics.",
        "  package var label: String {", "    switch self {", '    case .open: "open"',
        *(f'    case {kind.patterns}: "{kind.field.name}"' for kind in kinds()),
        "    }", "  }", "}", ""]  # fmt: skip
    return "\n".join(lines)


def wire() -> str:
    lines = [HEAD, "import InteractionCore", "import SwiftProtobuf", "", "extension InteractionEvent.Kind {"]
    lines += [
        "  /// - Throws: A ``Violation`` by a field that is missing, unknown or out of range.",
        "  init(_ proto: Interaction_V1_InteractionEvent) throws(Violation) {", "    switch proto.kind {"]
    for kind in kinds():
        lines += reading(kind)
    lines += [
        "    case .scrollSamples:",
        f'      throw Violation(field: "{RUNS}", problem: "contains several events; only a'
        ' single event is valid here")',
        "    case .none:",
        '      throw .missing("event.kind", "must be specified", in: proto)', "    }", "  }", "",
        "  /// The message; nil for a kind that is never sent as an event.",
        "  var proto: Interaction_V1_InteractionEvent.OneOf_Kind? {", "    switch self {"]  # fmt: skip
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
    # An unknown value of a newer contract is reported before a missing field.
    early = [field for field in kind.fields if field.is_enum and len(kind.fields) > 1]
    lines += [f"      let {field.name} = {required(kind, field)}" for field in early]
    return lines + kind.value(
        [field.name if field in early else required(kind, field) for field in kind.fields])


def required(kind: Kind, field: Field) -> str:
    """Returns the value of a required field."""
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
    """Returns the trace format of the kinds whose fields are a list of words."""
    listed = [kind for kind in kinds() if kind.field.name not in WRITTEN]
    lines = [HEAD, "import InteractionCore", "import InteractionWire", "", "extension InteractionEvent.Kind {"]
    lines += [
        "  /// The words of a kind whose trace format is a list of words; nil for other kinds.",
        "  var listedWords: String? {", "    switch self {"]  # fmt: skip
    for kind in listed:
        words = [spelled(kind), *(f"\\({printed(kind, field)})" for field in kind.fields)]
        lines.append(f'    case {kind.pattern}: "{" ".join(words)}"')
    lines += [
        "    default: nil", "    }", "  }", "",
        "  /// Reads such a kind after its first word; nil for other kinds.",
        "  init?(listed first: String, _ words: inout TraceLineReader) throws {",
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
