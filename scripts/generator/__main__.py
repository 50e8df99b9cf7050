"""Generates code and documentation from the contract's descriptors and comments: types of the core
and their conversions, types and codecs of the web and Kotlin clients, and the Experience reference.

usage: python scripts/generator FOLDER

FOLDER is the root of the project, or another output folder, for a comparison.
"""

import sys
from pathlib import Path

import choices
import definitions
import enumerations
import events
import kotlin
import records
import reference
import typescript

CORE, WIRE = "Sources/InteractionCore/Generated", "Sources/InteractionWire/Generated"
WEB = "Sources/InteractionWeb/Client/src/contract"
KOTLIN = "Sources/InteractionAndroid/Core/contract/generated"


def main(folder: Path) -> int:
    page, problems = reference.page()
    for name, text in {
        f"{CORE}/Enumerations.swift": enumerations.core(),
        f"{CORE}/Records.swift": records.core(),
        f"{CORE}/Choices.swift": choices.core(),
        f"{CORE}/Events.swift": events.core(),
        f"{WIRE}/Enumerations+Proto.swift": enumerations.wire(),
        f"{WIRE}/Records+Proto.swift": records.wire(),
        f"{WIRE}/Choices+Proto.swift": choices.wire(),
        f"{WIRE}/Definitions+Proto.swift": definitions.wire(),
        f"{WIRE}/Events+Proto.swift": events.wire(),
        "Sources/InteractionTrace/Generated/Events+Words.swift": events.trace(),
        f"{WEB}/messages.ts": typescript.messages(),
        f"{WEB}/fields.ts": typescript.fields(),
        "Sources/InteractionWeb/Pages/definition/fields.ts": typescript.definition(),
        f"{KOTLIN}/Messages.kt": kotlin.messages(),
        reference.PAGE: page,
    }.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    print(*problems, sep="\n", file=sys.stderr, end="\n" if problems else "")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
