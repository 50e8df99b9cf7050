"""Problems of the Dockerfile: consistency with the repository, and with the program."""

import fnmatch
import json
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import crashing
from manifests import Manifests
from program import Program

BUILD_ROOT = Path(__file__).parents[2] / "build-root"


def image_problems(folder: Path, program: Program) -> Iterator[str]:
    text = re.sub(r"^#.*\n|\\\n\s*", "", (folder / "Dockerfile").read_text(), flags=re.MULTILINE)
    last = [line.split(maxsplit=1) for line in text[text.rindex("FROM "):].splitlines() if line]
    words = {name: value for name, value in last}
    if words["FROM"] != "scratch":
        yield "Dockerfile: the image is not from scratch"
    manifests = Manifests(folder / "kubernetes")
    user = manifests.pod["spec"]["securityContext"]
    if words.get("USER") != f"{user['runAsUser']}:{user['runAsGroup']}":
        yield f"Dockerfile: USER {words.get('USER')} is not the user of the Deployment"
    health = json.loads(words["HEALTHCHECK"].partition("CMD ")[2])
    yield from program.health_problems(health, program.settings()["port"])
    if words["ENTRYPOINT"] != '["/bin/interaction-engine"]' or words["CMD"] != '["serve"]':
        yield "Dockerfile: the image does not serve"
    name, _, value = words["ENV"].partition("=")
    yield from backtrace_problems("Dockerfile", name, value, files_of_image())
    exposed = set(map(int, words["EXPOSE"].split()))
    ports = {each["containerPort"] for each in manifests.container["ports"]}
    if exposed != ports:
        yield f"Dockerfile: EXPOSE {sorted(exposed)} are not the Deployment's ports {sorted(ports)}"
    yield from _context(folder.parent.parent)


def backtrace_problems(where: str, name: str, value: str, files: set[str]) -> Iterator[str]:
    """Checks that a crash is reported on standard error."""
    found = crashing.settings(value)
    helper = found.pop(crashing.PATH, "")
    if name != crashing.VARIABLE or found != crashing.SETTINGS:
        yield f"{where}: {name} is {found}, not {crashing.VARIABLE} with {crashing.SETTINGS}"
    if helper not in files:
        yield f"{where}: {crashing.VARIABLE} names {helper}, which is not there"


@cache
def files_of_image() -> set[str]:
    """Returns the files that `build-root` creates for a release, with a small program as engine."""
    with tempfile.TemporaryDirectory() as scratch:
        built, root = Path(scratch) / "interaction-engine", Path(scratch) / "image"
        shutil.copy("/bin/true", built)
        shutil.copy(crashing.helper(), built.with_name("swift-backtrace"))
        subprocess.run([BUILD_ROOT, root, built], check=True)
        return {f"/{file.relative_to(root)}" for file in root.rglob("*") if file.is_file()}


def _context(root: Path) -> Iterator[str]:
    """Checks that the build context contains exactly the required files."""
    ignore = (root / ".dockerignore").read_text().splitlines()
    lines = [line for line in ignore if line and not line.startswith("#")]
    sent = [line[1:] for line in lines if line.startswith("!")]
    if lines[0] != "*":
        yield ".dockerignore: the first rule is not '*'"
    for needed in ["Package.swift", "Sources", "Tests", "scripts", "Protos"]:
        if not any(fnmatch.fnmatch(needed, pattern) for pattern in sent):
            yield f".dockerignore: {needed} is left out"
