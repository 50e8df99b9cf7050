"""The elements of a protobuf contract."""

from collections.abc import Iterator
from typing import Any

from google.protobuf.descriptor_pb2 import FileDescriptorProto, SourceCodeInfo

Element = tuple[str, str, SourceCodeInfo.Location]


def elements(file: FileDescriptorProto) -> Iterator[Element]:
    """Yields each element with a name: the field of its parent that lists it, such as `enum_type`,
    its full name, and its location, which has its comments."""
    locations = {tuple(each.path): each for each in file.source_code_info.location}

    def within(node: Any, prefix: str, path: tuple[int, ...]) -> Iterator[Element]:
        for field in node.DESCRIPTOR.fields:
            inner_type = field.message_type if field.is_repeated else None
            if inner_type and "name" in inner_type.fields_by_name:
                for index, inner in enumerate(getattr(node, field.name)):
                    name, place = f"{prefix}.{inner.name}", (*path, field.number, index)
                    yield field.name, name, locations.get(place, SourceCodeInfo.Location())
                    yield from within(inner, name, place)

    yield from within(file, file.package, ())
