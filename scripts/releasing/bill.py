"""Prints the bill of materials of a release, in CycloneDX 1.5.

usage: bill.py VERSION BUILD      (the folder in which SwiftPM has built it)
"""

import json
import sys
import uuid
from pathlib import Path
from subprocess import check_output
from typing import Any

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

CLIENT = Path("Sources/InteractionWeb/Client/package.json")
OWN, SWIFT = "Apache-2.0", "Apache-2.0 WITH Swift-exception"
# Words of a licence's text, with its SPDX expression.
LICENCES = {"Runtime Library Exception": SWIFT, "Apache License": OWN, "MIT License": "MIT"}
Json = dict[str, Any]


def bill(version: str, build: Path) -> str:
    client = json.loads(CLIENT.read_text("utf-8"))
    swift = json.loads(check_output(["swiftc", "-print-target-info"]))["compilerVersion"]
    pins = json.loads((build.parent / "Package.resolved").read_text("utf-8"))["pins"]
    product = component("interaction-engine", version, OWN) | {"type": "application"}
    parts = [
        component("swift", swift.partition("version ")[2].split()[0], SWIFT),
        npm(client["name"], version, OWN),
        *(npm(*dependency, "") for dependency in client.get("dependencies", {}).items()),
        *(package(pin, build / "checkouts") for pin in pins)]  # fmt: skip
    commit, time = check_output(["git", "log", "-1", "--format=%H %cI"], text=True).split()
    text = json.dumps({
        "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
        "serialNumber": uuid.uuid5(uuid.NAMESPACE_URL, commit).urn,
        "metadata": {"timestamp": time, "component": product}, "components": parts,
        "dependencies": [{"ref": product["bom-ref"], "dependsOn": [it["bom-ref"] for it in parts]}],
    }, indent=2)  # fmt: skip
    if error := JsonStrictValidator(SchemaVersion.V1_5).validate_str(text):
        raise ValueError(f"the bill of materials is not CycloneDX: {error}")
    return text


def component(name: str, version: str, licence: str, **more: Any) -> Json:
    licences = {"licenses": [{"expression": licence}]} if licence else {}
    return {"type": "library", "bom-ref": f"{name}@{version}", "name": name, "version": version,
            **licences, **more}  # fmt: skip


def npm(name: str, version: str, licence: str) -> Json:
    return component(name, version, licence, purl=f"pkg:npm/{name}@{version}")


def package(pin: Json, checkouts: Path) -> Json:
    """Returns the component of a package of Package.resolved, with the licence of its checkout."""
    url, state = pin["location"], pin["state"]
    host, name = url.removesuffix(".git").removeprefix("https://").rsplit("/", 1)
    version = state.get("version") or state["revision"]
    text = "".join(file.read_text("utf-8") for file in (checkouts / name).glob("LICENSE*"))
    licence = next((spdx for words, spdx in LICENCES.items() if words in text), "")
    return component(
        name, version, licence, purl=f"pkg:swift/{host}/{name}@{version}",
        externalReferences=[{"type": "vcs", "url": url}],
        properties=[{"name": "git:revision", "value": state["revision"]}])  # fmt: skip


print(bill(sys.argv[1], Path(sys.argv[2])))
