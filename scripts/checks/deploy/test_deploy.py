"""The Dockerfile, the manifests and the unit that engines are deployed with: by the tools of their
fields, against each other, and against the program's options, ports, metrics and system calls."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from cluster import manifest_problems, scaling_problems
from faults import FAULTS
from image import image_problems
from program import Program
from unit import sandbox_problems, unit_problems

ROOT = Path(__file__).parents[3]
DEPLOY = Path("scripts/deploy")
MANIFESTS = sorted((ROOT / DEPLOY / "kubernetes").rglob("*.yaml"))
TOOLS = [
    ["hadolint", DEPLOY / "Dockerfile"],
    ["kubernetes-validate", "--strict", *MANIFESTS, DEPLOY / "prometheus-adapter.yaml"],
    ["checkov", "--config-file", DEPLOY / "checkov.yaml", "--directory", DEPLOY],
    ["shellcheck", "--external-sources", "scripts/check", "scripts/install", "scripts/build-root",
     "scripts/build-release"],
    ["systemd-sysusers", "--dry-run", ROOT / DEPLOY / "systemd/sysusers.conf"],
]  # fmt: skip
PROBLEMS = [manifest_problems, scaling_problems, image_problems, unit_problems, sandbox_problems]


@pytest.fixture(scope="session")
async def program(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> Program:
    program = Program(binary)
    await program.watch(tmp_path_factory.mktemp("program"))
    return program


@pytest.mark.timeout(300)
@pytest.mark.parametrize("command", TOOLS, ids=lambda command: command[0])
def test_a_tool_of_the_field_is_content(command: list[str | Path]) -> None:
    folders = f"{ROOT}/.venv-deploy/bin:{os.environ['PATH']}"
    found = subprocess.run(
        command, cwd=ROOT, env=os.environ | {"PATH": folders}, capture_output=True, text=True,
        check=False)  # fmt: skip
    assert found.returncode == 0, found.stdout + found.stderr


@pytest.mark.parametrize("problems", PROBLEMS)
def test_what_engines_are_deployed_with_has_no_problems(problems, program: Program) -> None:
    assert list(problems(ROOT / DEPLOY, program)) == []


@pytest.mark.parametrize(
    ("file", "old", "new", "part"), FAULTS, ids=[f"{file}: {new}" for file, _, new, _ in FAULTS])
def test_a_fault_is_found(
    file: str, old: str, new: str, part: str, program: Program, tmp_path: Path
) -> None:
    """What is put in the place of what, and a part of the problem that has to be told."""
    shutil.copytree(ROOT / DEPLOY, tmp_path / DEPLOY)
    shutil.copy(ROOT / ".dockerignore", tmp_path)
    changed = tmp_path / DEPLOY / file
    text = changed.read_text()
    assert old in text
    changed.write_text(text.replace(old, new))
    found = [each for problems in PROBLEMS for each in problems(tmp_path / DEPLOY, program)]
    assert any(part in each for each in found), found
