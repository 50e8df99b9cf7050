#!/usr/bin/env python3
"""Writes the web client's view of the contract: types of the messages, and tables of their fields.

usage: scripts/web/generate.py [--check]

Reads Protos/interaction/v1 by protoc and writes Sources/InteractionWeb/Client/src/contract/
messages.ts and fields.ts: of what a stream of Interact carries, all but the experience itself,
which a client in a browser does not decide by. With --check only says whether the committed files
are current.
"""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from textwrap import wrap

from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    EnumDescriptorProto,
    FieldDescriptorProto,
    FileDescriptorSet,
)

ROOT = Path(__file__).resolve().parents[2]
CONTRACT = ROOT / "Sources/InteractionWeb/Client/src/contract"
ROOTS = ["interaction.v1.InteractRequest", "interaction.v1.InteractResponse"]
# Fields of these types are as unknown to the client.
LEFT_OUT = {"interaction.v1.ExperienceDefinition"}

Field = FieldDescriptorProto
MESSAGE, ENUM = Field.TYPE_MESSAGE, Field.TYPE_ENUM
REPEATED = Field.LABEL_REPEATED
# How a type is written, and what TypeScript calls its values.
SCALARS = {
    Field.TYPE_DOUBLE: ("double", "number"), Field.TYPE_BOOL: ("bool", "boolean"),
    Field.TYPE_INT32: ("int", "number"), Field.TYPE_INT64: ("int", "number"),
    Field.TYPE_UINT32: ("uint", "number"), Field.TYPE_UINT64: ("uint", "number"),
    Field.TYPE_SINT64: ("sint", "number"), Field.TYPE_STRING: ("string", "string"),
    Field.TYPE_BYTES: ("bytes", "Uint8Array"),
}  # fmt: skip
HEAD = "// Written by scripts/web/generate.py from Protos/interaction/v1: change those instead.\n"


def main(arguments: list[str]) -> int:
    if arguments[:1] in (["-h"], ["--help"]):
        print(__doc__)
        return 0
    contract = Contract(described())
    stale = False
    for name, text in (("messages.ts", contract.types()), ("fields.ts", contract.tables())):
        file = CONTRACT / name
        if arguments == ["--check"]:
            if not file.exists() or file.read_text("utf-8") != text:
                print(f"{file.relative_to(ROOT)} is not what Protos/ gives", file=sys.stderr)
                stale = True
        else:
            file.write_text(text, "utf-8")
    return 1 if stale else 0


def described() -> FileDescriptorSet:
    with tempfile.NamedTemporaryFile() as file:
        subprocess.run(
            ["protoc", "-I", ROOT / "Protos", "--include_imports", "--include_source_info",
             f"--descriptor_set_out={file.name}", "interaction/v1/interaction_service.proto"],
            check=True)  # fmt: skip
        return FileDescriptorSet.FromString(Path(file.name).read_bytes())


class Contract:
    """What the roots reach, in the order of the files."""

    def __init__(self, files: FileDescriptorSet) -> None:
        self.comments: dict[tuple[str, tuple[int, ...]], str] = {}
        self.messages: dict[str, tuple[str, int, DescriptorProto]] = {}
        self.enums: dict[str, tuple[str, int, EnumDescriptorProto]] = {}
        for file in files.file:
            for place in file.source_code_info.location:
                self.comments[file.name, tuple(place.path)] = place.leading_comments.strip()
            for index, message in enumerate(file.message_type):
                self.messages[f"{file.package}.{message.name}"] = (file.name, index, message)
            for index, enum in enumerate(file.enum_type):
                self.enums[f"{file.package}.{enum.name}"] = (file.name, index, enum)
        self.reached: set[str] = set()
        for root in ROOTS:
            self.reach(root)

    def reach(self, name: str) -> None:
        if name in self.reached:
            return
        self.reached.add(name)
        for field in self.fields(name) if name in self.messages else ():
            if field.type in (MESSAGE, ENUM):
                self.reach(field.type_name.removeprefix("."))

    def fields(self, name: str) -> Iterator[Field]:
        for field in self.messages[name][2].field:
            if field.type_name.removeprefix(".") not in LEFT_OUT:
                yield field

    # Types

    def types(self) -> str:
        parts = [HEAD]
        for name, (file, index, message) in self.messages.items():
            if name in self.reached:
                lines = self.comment(file, (4, index), "", of=message.name)
                lines.append(f"export interface {message.name} {{")
                for place, field in enumerate(message.field):
                    if field.type_name.removeprefix(".") not in LEFT_OUT:
                        lines += self.comment(file, (4, index, 2, place), "  ",
                                              oneof=self.oneof(message, field))  # fmt: skip
                        lines.append(f"  {field.json_name}?: {self.type_of(field)};")
                parts.append("\n".join([*lines, "}\n"]))
        for name, (file, index, enum) in self.enums.items():
            if name in self.reached:
                lines = self.comment(file, (5, index), "")
                lines.append(f"export type {enum.name} =")
                for place, value in enumerate(enum.value):
                    lines += self.comment(file, (5, index, 2, place), "  ")
                    lines.append(f'  | "{value.name}"')
                parts.append("\n".join(lines) + ";\n")
        names = [message.name for name, (_, _, message) in self.messages.items()
                 if name in self.reached]  # fmt: skip
        parts.append("/** The messages by their names. */\nexport interface Messages {\n"
                     + "".join(f"  {name}: {name};\n" for name in names) + "}\n")  # fmt: skip
        return "\n".join(parts)

    def oneof(self, message: DescriptorProto, field: Field) -> str:
        if not field.HasField("oneof_index") or field.proto3_optional:
            return ""
        return message.oneof_decl[field.oneof_index].name

    def comment(self, file: str, path: tuple[int, ...], indent: str, of: str = "",
                oneof: str = "") -> list[str]:  # fmt: skip
        text = self.comments.get((file, path), "")
        if of == "Duration":
            text = "A span of time."
        text = " ".join(text.split()).replace("*/", "* /")
        if file.startswith("google/") and not of:
            text = {0: "Whole seconds.", 1: "Billionths of a second besides."}[path[-1]]
        if oneof:
            text = f"One of `{oneof}`. {text}"
        lines = wrap(text, 96 - len(indent))
        if len(lines) == 1 and len(lines[0]) <= 93 - len(indent):
            return [f"{indent}/** {lines[0]} */"]
        return [f"{indent}/**", *(f"{indent} * {line}" for line in lines), f"{indent} */"]

    @staticmethod
    def type_of(field: Field) -> str:
        name = SCALARS[field.type][1] if field.type in SCALARS else short(field)
        return f"{name}[]" if field.label == REPEATED else name

    # Tables

    def tables(self) -> str:
        lines = [
            HEAD,
            "/**",
            " * The fields of each message: their names, numbers and types. A type ends with `*` if",
            " * the field is repeated, and with `?` if it is there even where it has its default.",
            " */",
            "export const messageFields: Record<string, string> = {",
        ]
        for name, (_, _, message) in self.messages.items():
            if name in self.reached:
                fields = ",".join(self.entry(field) for field in self.fields(name))
                lines += ["  " + line for line in literal(message.name, fields)]
        lines += [
            "};",
            "",
            "/** The names of each enum's values, from 0, and before them what they begin with. */",
            "export const enumNames: Record<string, string> = {",
        ]
        for name, (_, _, enum) in self.enums.items():
            if name in self.reached:
                prefix = enum.value[0].name.removesuffix("UNSPECIFIED")
                numbers = [value.number for value in enum.value]
                if numbers != list(range(len(numbers))):
                    raise SystemExit(f"{name}: its numbers leave some out")
                names = [value.name.removeprefix(prefix) for value in enum.value]
                lines += ["  " + line for line in literal(enum.name, ",".join([prefix, *names]))]
        return "\n".join([*lines, "};\n"])

    @staticmethod
    def entry(field: Field) -> str:
        kind = SCALARS[field.type][0] if field.type in SCALARS else short(field)
        # Only in a oneof, or if `optional`, is a scalar there where it has its default.
        if field.label == REPEATED:
            kind += "*"
        elif field.HasField("oneof_index"):
            kind += "?"
        return f"{field.json_name} {field.number} {kind}"


def short(field: Field) -> str:
    return field.type_name.rpartition(".")[2]


def literal(name: str, text: str) -> list[str]:
    """A property whose value is a string, on as many lines as it needs."""
    if len(text) + len(name) < 90:
        return [f'{name}: "{text}",']
    parts = [""]
    for entry in text.split(","):
        if len(parts[-1]) + len(entry) > 88:
            parts.append("")
        parts[-1] += entry + ","
    parts[-1] = parts[-1].removesuffix(",")
    return [f"{name}:", *(f'  "{part}"' + (" +" if part is not parts[-1] else ",")
                          for part in parts)]  # fmt: skip


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
