"""The Experience reference: a page on all fields of an experience, from their comments.

The comment of every field must have a value for each column of the page. Fields that lack one are
printed as file:line; the page is written all the same. The convention, by example:

  // Offset at which the toggle switches, pt; 0 to 10^6. Default: 456 (rule R1).

  range    A clause, or the text after a comma: A to B, A or B, at most, at least, more
           than, less than, up to, from 0, one of …, the name of …, RRGGBB. For the values of a
           list: "at most 32, each at most 128 bytes", as one clause.
           Required for numbers, durations, strings and lists.
  unit     The text after a comma, or after a number of the range: pt, px, s, ms, µs, min, bytes,
           rad, °, %, Hz, times, pt/s and the like. Integers may have any noun: 2 to 9 frames.
           Required for numbers and durations, unless the range ends at 1 or is "from 0" or
           "from 1".
  default  A sentence, "Default: …."; or a clause: required, required for …, … if unspecified (or
           absent, empty, left out), absent if … (or empty), empty means …, 0 means ….
           Required, except for messages, lists and members of a oneof. A string that cannot be
           empty, "1 to 64 bytes", is required unless its comment has another default.
  rules    (rule R1), (R1), (rules R1, R3) or (rules R1 to R11), in the comment of the field or of
           its message.
  meaning  The rest.
"""

import re
from typing import Any

from contract import comments, pool

PAGE = "Sources/interaction-engine/interaction-engine.docc/Experience-reference.md"
CONTRACT = "interaction/v1/experience.proto"

RULE = r"[A-Z]\d{1,2}"
RULES = re.compile(rf"\s*\((?:rules? )?({RULE}(?:(?:,| and| to|, and|–) ?{RULE})*)\)")
DEFAULT = re.compile(r"\s*\bDefault: (.+?)(?:\.(?=\s+[A-Z])|\.?$)")
SENTENCE_END = re.compile(r"\.\s+(?=[A-Z])|\.$")
NUMBER = r"[-−]?\d[\d.]*(?:\^\d+)?"
UNIT = r"(?:pt|px|s|ms|µs|min|bytes|rad|°|%|Hz|times)(?:/s²?)?"
UNITLESS = re.compile(r"^from [01]\b(?! to)|[a-z] 1$")
IF_LEFT_OUT = r" if (?:unspecified|absent|empty|left out)"
PATTERNS = {
    "default": r"[Rr]equired(?: (?:if|where|while|when|for|with|unless) .+)?|0 (?:means|is|for) .+"
    r"|(?:[Aa]bsent|[Ee]mpty)(?::| (?:means|if|where|while|when|for|is)) .+"
    rf"|[a-z0-9`][^,]*{IF_LEFT_OUT}",
    "unit": UNIT,
    "range": rf"(?:each )?(?:(?:{NUMBER}|\w+_\w+|`\w+`)(?:, {NUMBER})* (?:to|or) .+|from {NUMBER}.*"
    r"|(?:at most|at least|more than|less than|up to|one of|the name of) .+|RRGGBB(?:AA)?)",
}

INTRODUCTION = """\
# Experience reference

Every field of an experience: type, default, range, unit, rules and meaning.

## Overview

An experience is one YAML file ([Writing an experience](Writing-an-experience.md)). Its top-level
fields are those of [ExperienceDefinition](#experiencedefinition); every other section names its
places in the file, with `[]` for each entry of a list. A field that is not listed here is an error.
A duration is `0.25s` or `250ms`, a length `12` or `12pt`, and a colour six hexadecimal digits,
RRGGBB, in quotes. `{}` is the value of a field that has no fields of its own. For a value of an
enumeration, both the word listed here, such as `literal`, and its name in the contract,
`PRESET_LITERAL`, are valid. Texts, badges, sources and curves have [short
forms](Writing-an-experience.md#the-fields).

A field that is left out has the default of the preset, in the column *Default*; *by field* stands
for the defaults of the inner fields. The column *Rules* refers to
[Rules](../../InteractionCore/InteractionCore.docc/Rules.md).

`scripts/generate` creates this page from the comments in
`Protos/interaction/v1/experience.proto`.
"""

def parsed(comment: str) -> dict[str, str]:
    """Returns the parts of a comment by the convention; a missing one is empty."""
    text = RULES.sub("", comment)
    parts = dict.fromkeys(PATTERNS, "")
    if sentence := DEFAULT.search(text):
        parts["default"] = sentence[1]

    def rest(clause: str) -> str:
        """Moves the end of a clause, or all of it, to the parts; returns the rest."""
        head, _, tail = clause.rpartition(", ")
        # "at most 32, each at most 9" is one range, "1 to 16, required" is not.
        is_range = re.fullmatch(PATTERNS["range"], clause)
        for text, left in ((tail, head), (clause, "")):
            for part, pattern in PATTERNS.items():
                is_inside = part == "range" and is_range and left
                if not parts[part] and not is_inside and re.fullmatch(pattern, text):
                    parts[part] = re.sub(f"{IF_LEFT_OUT}$", "", text)
                    return rest(left)
        return clause

    sentences = []
    for sentence in SENTENCE_END.split(DEFAULT.sub("", text)):
        sentences.append("; ".join(filter(None, map(rest, sentence.split("; ")))))
    parts["meaning"] = " ".join(f"{sentence}." for sentence in sentences if sentence)
    parts["rules"] = ", ".join(RULES.findall(comment))
    noun = re.search(rf"\d ?(?!(?:to|or|and|of)\b)({UNIT}|[a-z]+)(?!\w)", parts["range"])
    parts["unit"] = parts["unit"] or (noun[1] if noun else "")
    return parts


def value_of(field: Any) -> Any:
    """Returns the field of a map's values; the field itself if it is no map."""
    kind = field.message_type
    return kind.fields_by_name["value"] if kind and kind.GetOptions().map_entry else field


def value_name(value: Any) -> str:
    """Returns the key of a value in the comments."""
    return f"{value.type.full_name}.{value.name}"


def word(value: Any) -> str:
    """Returns a value's name in YAML: lower case, without the prefix of its enum."""
    return value.name.removeprefix(value.type.values[0].name.removesuffix("UNSPECIFIED")).lower()


def is_bare(field: Any) -> bool:
    """Returns True for a message without fields."""
    return field.message_type is not None and not field.message_type.fields


def type_of(field: Any) -> str:
    """Returns the type of one value, in YAML's terms."""
    if is_bare(field):
        return "`{}`"
    if kind := field.message_type or field.enum_type:
        is_duration = kind.full_name == "google.protobuf.Duration"
        return "duration" if is_duration else f"[{kind.name}](#{kind.name.lower()})"
    known = {field.CPPTYPE_STRING: "string", field.CPPTYPE_BOOL: "bool"}
    known |= {field.CPPTYPE_DOUBLE: "number", field.CPPTYPE_FLOAT: "number"}
    return known.get(field.cpp_type, "integer")


def sections_from(node: Any, place: str = "", above: tuple[Any, ...] = ()) -> dict[Any, list[str]]:
    """Returns the messages and enums in the page's order, with their places in a file."""
    found = {node: [place]}
    for field in () if node in above else getattr(node, "fields", ()):
        kind = value_of(field).message_type or value_of(field).enum_type
        if kind and not kind.full_name.startswith("google.") and not is_bare(value_of(field)):
            here = f"{place}.{field.name}{'[]' if field.is_repeated else ''}".lstrip(".")
            for inner, places in sections_from(kind, here, (*above, node)).items():
                found.setdefault(inner, []).extend(places)
    return found


def described(field: Any) -> tuple[list[str], list[str]]:
    """Returns a field's row, and the missing parts of its comment."""
    parts = parsed(comments()[field.full_name][0])
    default, limit, unit = parts["default"], parts["range"], parts["unit"]
    rules = parts["rules"] or parsed(comments()[field.containing_type.full_name][0])["rules"]
    value, oneof = type_of(value_of(field)), field.containing_oneof
    is_number = value in ("number", "integer", "duration")
    has_unit = UNITLESS.search(limit) or (unit if value == "integer" else re.fullmatch(UNIT, unit))
    if default:
        if value == "bool":
            default = re.sub(r"\bno\b", "false", re.sub(r"\byes\b", "true", default))
    elif oneof and not oneof.name.startswith("_"):  # an optional field is in one of its own
        default = "at most one of " + ", ".join(f"`{member.name}`" for member in oneof.fields)
    elif re.match("[1-9]", limit) and (field.is_repeated or value == "string"):
        default = "" if field.has_presence else "required"
    elif field.is_repeated:
        default = "none"
    elif field.message_type and not is_number:
        default = "by field"
    lacks = {
        "meaning": not parts["meaning"],
        "default": not default,
        "range": not limit and (is_number or field.is_repeated or value == "string"),
        "unit": is_number and not has_unit,
        "rule": not rules,
    }
    if unit and not re.search(rf"\d ?{unit}", limit):
        limit += (" " if re.search(r"\d$", limit) else ", " if limit else "") + unit
    kind = "" if not field.is_repeated else "list of " if value_of(field) is field else "map to "
    row = [f"`{field.name}`", kind + value, default, limit, rules, parts["meaning"]]
    return row, [part for part, is_lacking in lacks.items() if is_lacking]


def section(node: Any, places: list[str]) -> str:
    """Returns the section of a message or enum: its comment, its places, and a table."""
    about = comments()[node.full_name][0]
    if places != [""]:
        about += f" At {', '.join(f'`{place}`' for place in places)}."
    if hasattr(node, "fields"):
        rows = [["Field", "Type", "Default", "Range and unit", "Rules", "Meaning"]]
        rows += [described(field)[0] for field in node.fields]
    else:
        values = [value for value in node.values if value.number]
        rows = [["Value", "Meaning"]]
        rows += [[f"`{word(value)}`", comments()[value_name(value)][0]] for value in values]
    rows = [[cell.replace("|", r"\|").replace("<", r"\<") for cell in row] for row in rows]
    rows.insert(1, ["---"] * len(rows[0]))
    table = "".join(f"| {' | '.join(row)} |\n" for row in rows)
    return f"\n## {node.name}\n\n{about}\n\n{table}"


def page() -> tuple[str, list[str]]:
    """Returns the page, and the problems of the comments."""
    root = pool().FindMessageTypeByName("interaction.v1.ExperienceDefinition")
    sections = sections_from(root)
    words = {
        value.name: word(value)
        for node in sections for value in getattr(node, "values", ()) if value.number
    }  # fmt: skip
    tables = "".join(section(*each) for each in sections.items())
    text = INTRODUCTION + re.sub(
        r"`?\b([A-Z]+_[A-Z_]+)\b`?",
        lambda name: f"`{words[name[1]]}`" if name[1] in words else name[0], tables)
    problems = []
    messages = {*sections, *root.file.message_types_by_name.values()}
    fields = [field for message in messages for field in getattr(message, "fields", ())]
    for field in sorted(fields, key=lambda field: comments()[field.full_name][1]):
        lacks = described(field)[1]
        if lacks and field.file.name == CONTRACT:
            place = f"Protos/{CONTRACT}:{comments()[field.full_name][1]}"
            name = f"{field.containing_type.name}.{field.name}"
            problems.append(f"{place}: {name} lacks {', '.join(lacks)}")
    if problems:
        problems.append(f"incomplete comments: {len(problems)}; see scripts/generator/reference.py")
    return text, problems
