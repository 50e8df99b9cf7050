"""An engine of an older version."""

import shutil
import subprocess
from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--older", default="2ef0925", metavar="COMMIT|BINARY",
        help="the older version (default: 2ef0925, the first of this contract)")  # fmt: skip


@pytest.fixture(scope="session")
def older(pytestconfig: pytest.Config) -> Path:
    """Built in .build-older, unless the option is a file; the first time, everything is built."""
    version = pytestconfig.getoption("--older")
    if Path(version).is_file():
        return Path(version).resolve()
    commit = subprocess.run(
        ["git", "rev-parse", "--verify", f"{version}^{{commit}}"],
        check=True, stdout=subprocess.PIPE, text=True).stdout.strip()  # fmt: skip
    source = Path(".build-older") / commit
    if not source.is_dir():
        subprocess.run(["git", "worktree", "add", "--detach", source, commit], check=True)
    # The same dependencies as this version's, if resolved.
    if Path("Package.resolved").is_file():
        shutil.copy("Package.resolved", source)
    build = ["swift", "build", "--package-path", source, "--scratch-path", ".build-older/build"]
    subprocess.run([*build, "--product", "interaction-engine"], check=True)
    folder = subprocess.run(
        [*build, "--show-bin-path"], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    return Path(folder) / "interaction-engine"
