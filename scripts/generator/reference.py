"""The page on all fields of an experience from the comments of experience.proto.

Every field of that file has to say what the page has a column for. Those that do not are printed,
as file:line, and the page is written all the same. The convention, by example:

  // How far it goes, pt; 0 to 10^6. Default: 456 (rule R1).

  range    A clause of its own, or what follows a comma: A to B, A or B, at most, at least, more
           than, less than, up to, from 0, one of …, the name of …, RRGGBB. Of the values of a
           list: "at most 32, each at most 128 bytes", as one clause.
           Numbers, durations, strings and lists have one.
  unit     What follows a comma, or a number of the range: pt, px, s, ms, µs, min, bytes, rad, °, %,
           Hz, times, pt/s and the like. Integers may have any noun: 2 to 9 frames.
           Numbers and durations have one, unless the range ends at 1 or is "from 0" or "from 1".
  default  A sentence, "Default: …."; or a clause: required, required for …, … if unspecified (or
           absent, empty, left out), absent if … (or empty), empty means …, 0 means ….
           All have one but messages, lists and members of a oneof. A string that cannot be empty,
           "1 to 64 bytes", is required unless its comment says something else.
  rules    (rule R1), (R1), (rules R1, R3) or (rules R1 to R11), in the comment of the field or
           else of its message.
  meaning  What is left.
"""

import re
from typing import Any

from contract import described as contract
from google.protobuf import descriptor_pool

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

An experience is one YAML file ([Writing an experience](Writing-an-experience.md)). Its fields are
those of [ExperienceDefinition](#experiencedefinition); the other sections say where in the file they apply,
with `[]` for each entry of a list. A field that is not listed here is an error. Durations are
`0.25s` or `250ms`; lengths `12` or `12pt`; colours six hexadecimal digits, RRGGBB, in quotes; `{}`
is written for a field that says all by being there. The contract's names of values,
`PRESET_LITERAL`, are valid beside the words that stand here, `literal`. Texts, badges, sources and
curves have [short forms](Writing-an-experience.md#the-fields).

What is left out comes from the preset, as the column *Default* says; *by field* means that the
defaults of the fields inside hold. Rules are those of
[Rules](../../InteractionCore/InteractionCore.docc/Rules.md).

This page follows the comments in `Protos/interaction/v1/experience.proto`; after a change there,
`scripts/generate` writes it anew.
"""

Comments = dict[str, tuple[str, int]]  # and the lines of what they describe, by full name


def read() -> tuple[Any, Comments]:
    """The descriptor of ExperienceDefinition, and all comments."""
    pool, comments = descriptor_pool.DescriptorPool(), {}
    for file in contract().file:
        pool.Add(file)
        for source in file.source_code_info.location:
            # A path alternates the numbers of descriptor.proto's fields with indices into them.
            node, name, path = file, file.package, list(source.path)
            while len(path) > 1 and (part := node.DESCRIPTOR.fields_by_number[path[0]]).is_repeated:
                node = getattr(node, part.name)[path[1]]
                if not hasattr(node, "name"):
                    break
                name, path = f"{name}.{node.name}", path[2:]
            if not path:
                text = " ".join((source.leading_comments or source.trailing_comments).split())
                comments[name] = (text, source.span[0] + 1)
    return pool.FindMessageTypeByName("interaction.v1.ExperienceDefinition"), comments


def parsed(comment: str) -> dict[str, str]:
    """The parts of a comment by the convention; one that is missing is empty."""
    text = RULES.sub("", comment)
    parts = dict.fromkeys(PATTERNS, "")
    if sentence := DEFAULT.search(text):
        parts["default"] = sentence[1]

    def rest(clause: str) -> str:
        """Moves what is at the end of a clause, or all of it, to the parts; returns the rest."""
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
    """Of a map, the field that its values are; else the field itself."""
    kind = field.message_type
    return kind.fields_by_name["value"] if kind and kind.GetOptions().map_entry else field


def value_name(value: Any) -> str:
    """A value's name among the comments."""
    return f"{value.type.full_name}.{value.name}"


def word(value: Any) -> str:
    """A value's name in YAML: without the prefix of its enum, in lower case."""
    return value.name.removeprefix(value.type.values[0].name.removesuffix("UNSPECIFIED")).lower()


def is_bare(field: Any) -> bool:
    """Whether a field says all by being there."""
    return field.message_type is not None and not field.message_type.fields


def type_of(field: Any) -> str:
    """The type of one value, in the words of YAML."""
    if is_bare(field):
        return "`{}`"
    if kind := field.message_type or field.enum_type:
        is_duration = kind.full_name == "google.protobuf.Duration"
        return "duration" if is_duration else f"[{kind.name}](#{kind.name.lower()})"
    known = {field.CPPTYPE_STRING: "string", field.CPPTYPE_BOOL: "bool"}
    known |= {field.CPPTYPE_DOUBLE: "number", field.CPPTYPE_FLOAT: "number"}
    return known.get(field.cpp_type, "integer")


def sections_from(node: Any, place: str = "", above: tuple[Any, ...] = ()) -> dict[Any, list[str]]:
    """The messages and enums in the page's order, each with where in a file it applies."""
    found = {node: [place]}
    for field in () if node in above else getattr(node, "fields", ()):
        kind = value_of(field).message_type or value_of(field).enum_type
        if kind and not kind.full_name.startswith("google.") and not is_bare(value_of(field)):
            here = f"{place}.{field.name}{'[]' if field.is_repeated else ''}".lstrip(".")
            for inner, places in sections_from(kind, here, (*above, node)).items():
                found.setdefault(inner, []).extend(places)
    return found


def described(field: Any, comments: Comments) -> tuple[list[str], list[str]]:
    """A field's row, and what its comment lacks."""
    parts = parsed(comments[field.full_name][0])
    default, limit, unit = parts["default"], parts["range"], parts["unit"]
    rules = parts["rules"] or parsed(comments[field.containing_type.full_name][0])["rules"]
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


def section(node: Any, places: list[str], comments: Comments) -> str:
    """A message or enum: what it is, where it applies, and a table."""
    about = comments[node.full_name][0]
    if places != [""]:
        about += f" At {', '.join(f'`{place}`' for place in places)}."
    if hasattr(node, "fields"):
        rows = [["Field", "Type", "Default", "Range and unit", "Rules", "Meaning"]]
        rows += [described(field, comments)[0] for field in node.fields]
    else:
        values = [value for value in node.values if value.number]
        rows = [["Value", "Meaning"]]
        rows += [[f"`{word(value)}`", comments[value_name(value)][0]] for value in values]
    rows = [[cell.replace("|", r"\|").replace("<", r"\<") for cell in row] for row in rows]
    rows.insert(1, ["---"] * len(rows[0]))
    table = "".join(f"| {' | '.join(row)} |\n" for row in rows)
    return f"\n## {node.name}\n\n{about}\n\n{table}"


def page() -> tuple[str, list[str]]:
    """The page, and what the comments lack."""
    root, comments = read()
    sections = sections_from(root)
    words = {
        value.name: word(value)
        for node in sections for value in getattr(node, "values", ()) if value.number
    }  # fmt: skip
    tables = "".join(section(*each, comments) for each in sections.items())
    text = INTRODUCTION + re.sub(
        r"`?\b([A-Z]+_[A-Z_]+)\b`?",
        lambda name: f"`{words[name[1]]}`" if name[1] in words else name[0], tables)
    problems = []
    messages = {*sections, *root.file.message_types_by_name.values()}
    fields = [field for message in messages for field in getattr(message, "fields", ())]
    for field in sorted(fields, key=lambda field: comments[field.full_name][1]):
        lacks = described(field, comments)[1]
        if lacks and field.file.name == CONTRACT:
            place = f"Protos/{CONTRACT}:{comments[field.full_name][1]}"
            name = f"{field.containing_type.name}.{field.name}"
            problems.append(f"{place}: {name} lacks {', '.join(lacks)}")
    if problems:
        problems.append(f"comments to mend: {len(problems)}; scripts/generator/reference.py says how")
    return text, problems
