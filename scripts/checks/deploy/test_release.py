"""The artefacts of `scripts/release --dry`, made in a clone of this tree with its changes."""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import running

ROOT = Path(__file__).parents[3]
SOURCE = ROOT / "Sources/InteractionWire/ReleaseVersion.swift"
VERSION = re.search(r'number = "(.*)"', SOURCE.read_text("utf-8"))[1]
CHANGELOG = "Sources/interaction-engine/interaction-engine.docc/Changelog.md"
MACHINE = os.uname().machine
# Arguments of the command, after a change of the clone, and a part of the problem.
PROBLEMS = [
    ("--dry 1.0", "true", "VERSION is '1.0'; write MAJOR.MINOR.PATCH"),
    ("--dry 99.0.0-rc.1", "true", f"ReleaseVersion.swift has {VERSION}; change one of them"),
    ("--dry 99.0.0-rc.1", "true", "Changelog.md has no heading '## 99.0.0-rc.1'; add it"),
    (f"--dry {VERSION}", f"sed -i s/{VERSION}/0/ README.md", f"README.md does not have {VERSION}"),
    (f"--dry {VERSION}", "touch new", "has changes; commit or remove them:\n?? new"),
    (f"--dry {VERSION}", f"git tag {VERSION} HEAD:", f"the tag {VERSION} is on "),
    (VERSION, f"sed -i 's/^## {VERSION}.*/## {VERSION}, in development/; $ a x' {CHANGELOG}",
     "replace 'in development' with the date"),
]  # fmt: skip

pytestmark = pytest.mark.timeout(600)


def output(*command: str | Path, **options: object) -> str:
    return subprocess.check_output(command, text=True, **options).strip()


@pytest.fixture(scope="module")
def clone(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    clone = tmp_path_factory.mktemp("release") / "clone"
    author = ["-c", "user.name=check", "-c", "user.email=check@example.com"]
    changed = output("git", *author, "stash", "create", cwd=ROOT) or "HEAD"
    output("git", "clone", "-q", "--shared", "--no-tags", "--no-checkout", ROOT, clone)
    output("git", "checkout", "-q", "--detach", changed, cwd=clone)
    (clone / ".venv").symlink_to(ROOT / ".venv")
    (clone / ".build").mkdir()
    (clone / ".build/debug").symlink_to(binary.parent)
    yield clone
    # With 150 MB of artefacts.
    shutil.rmtree(clone)


@pytest.fixture(scope="module")
def artefacts(clone: Path) -> Path:
    output("scripts/release", "--dry", VERSION, cwd=clone)
    return clone / ".release/dry" / VERSION


def unpacked(artefacts: Path, name: str, into: Path) -> Path:
    output("tar", "--extract", "--file", next(artefacts.glob(name)), "--directory", into)
    return next(into.iterdir())


def test_the_programs_run_beside_what_deploys_them(artefacts: Path, tmp_path: Path) -> None:
    top = unpacked(artefacts, f"*-{MACHINE}.tar.gz", tmp_path)
    for name, option in [("interaction-engine", "version"), ("interaction-load", "--version")]:
        assert output(top / "bin" / name, option).startswith(f"{name} {VERSION}")
        assert ".symtab" not in output("readelf", "-SW", top / "bin" / name)
    for name in ("LICENSE", "bin/swift-backtrace", "deploy/systemd/interaction-engine.service",
                 "licences/swift-nio/NOTICE.txt"):  # fmt: skip
        assert (top / name).is_file()


async def test_the_client_opens_a_session(artefacts: Path, binary: Path, tmp_path: Path) -> None:
    package = unpacked(artefacts, "*.tgz", tmp_path)
    assert json.loads((package / "package.json").read_text("utf-8"))["version"] == VERSION
    (tmp_path / "node_modules").mkdir()
    package.rename(tmp_path / "node_modules/interaction-engine-client")
    (tmp_path / "client.js").write_text('export * from "interaction-engine-client";')
    (tmp_path / "package.json").write_text('{"type": "module"}')
    script = shutil.copy(ROOT / "Tests/Web/Examples/session.mjs", tmp_path)
    async with running(binary, "--web-port", "0") as engine:
        url = f"ws://{await engine.next_address('browsers')}/v1/interact"
        modules = os.environ | {"NODE_PATH": "/usr/share/nodejs"}
        assert '"rocket"' in output("node", script, url, env=modules, timeout=60)


def test_the_site_and_the_notes_have_the_pages(artefacts: Path, clone: Path) -> None:
    listed = output("tar", "--list", "--file", next(artefacts.glob("*-site.tar.gz")))
    assert "/documentation/interaction_engine/changelog/index.html" in listed
    notes = (artefacts / "RELEASE-NOTES.md").read_text("utf-8")
    assert notes.startswith(f"## {VERSION}")
    assert notes in (clone / CHANGELOG).read_text("utf-8")


def test_the_bill_has_each_pin(artefacts: Path, binary: Path) -> None:
    bill = json.loads(next(artefacts.glob("*.cdx.json")).read_text("utf-8"))
    found = {(each["externalReferences"][0]["url"], each["properties"][0]["value"])
             for each in bill["components"] if "properties" in each}  # fmt: skip
    pins = json.loads((binary.parents[3] / "Package.resolved").read_text("utf-8"))["pins"]
    assert found == {(pin["location"], pin["state"]["revision"]) for pin in pins}


def test_a_changed_byte_is_found(artefacts: Path, tmp_path: Path) -> None:
    check = ["sha256sum", "--check", "--strict", "SHA256SUMS"]
    assert output(*check, cwd=artefacts).count(": OK") == len([*artefacts.iterdir()]) - 1
    changed = Path(shutil.copytree(artefacts, tmp_path / "copy")) / "RELEASE-NOTES.md"
    changed.write_bytes(b"?" + changed.read_bytes()[1:])
    found = subprocess.run(check, cwd=changed.parent, stdout=subprocess.PIPE, text=True,
                           check=False)  # fmt: skip
    assert found.returncode == 1
    assert "RELEASE-NOTES.md: FAILED" in found.stdout


@pytest.mark.parametrize(("arguments", "change", "part"), PROBLEMS)
def test_a_problem_is_named(clone: Path, arguments: str, change: str, part: str) -> None:
    try:
        output("sh", "-c", change, cwd=clone)
        found = subprocess.run(["scripts/release", *arguments.split()], cwd=clone, text=True,
                               stderr=subprocess.PIPE, check=False)  # fmt: skip
        assert found.returncode == 65
        assert part in found.stderr
    finally:
        undo = f"git reset -q --hard; git clean -qfd; git tag -d {VERSION} 2> /dev/null || true"
        output("sh", "-c", undo, cwd=clone)
