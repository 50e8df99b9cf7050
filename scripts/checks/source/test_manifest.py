"""The declarations of Package.swift. SwiftPM's own check lets a target import modules that its
dependencies declare, and all products of other packages."""

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

Json = dict[str, Any]
Targets = dict[str, Json]

# An attribute, an access level and a kind of declaration may surround the module's name, which is
# also the product's in all packages used here.
IMPORT = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|private|fileprivate)\s+)?"
    r"import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(\w+)",
    re.MULTILINE,
)
TOOLCHAIN = {
    "CoreFoundation", "Darwin", "Dispatch", "Foundation", "FoundationEssentials",
    "FoundationNetworking", "FoundationXML", "Glibc", "Musl", "SwiftUI", "Synchronization", "Testing", "UIKit"}  # fmt: skip
# The packages that an app without traits resolves.
WITHOUT_TRAITS = {"grpc-swift-2", "grpc-swift-protobuf", "swift-protobuf"}
# Modules that targets never link, directly or indirectly.
PROMISES = {
    "InteractionStream": {"GRPCCore", "GRPCProtobuf", "NIOCore"},
    "InteractionService": {"NIOCore", "NIOPosix", "NIOHTTP2", "GRPCNIOTransportHTTP2"},
    "InteractionUIKit": {"InteractionClient", "InteractionWire"},
    "InteractionClient": {
        "InteractionService", "InteractionTransport", "NIOCore", "Yams", "Crypto"},
    "InteractionReplay": {"InteractionService", "NIOCore", "GRPCNIOTransportHTTP2"},
    "interaction-engine": {
        "InteractionChaos", "InteractionDrawing", "InteractionLoad", "Subprocess", "Histogram"},
}  # fmt: skip


@pytest.fixture(scope="module")
def manifest() -> Json:
    dump = ["swift", "package", "dump-package"]
    return json.loads(subprocess.run(dump, check=True, stdout=subprocess.PIPE).stdout)


@pytest.fixture(scope="module")
def targets(manifest: Json) -> Targets:
    return {target["name"]: target for target in manifest["targets"]}


def declared(target: Json) -> dict[str, str | None]:
    """Returns the modules that a target declares, each with its package; None for an own target."""
    pairs = [next(iter(dependency.items())) for dependency in target["dependencies"]]
    return {values[0]: values[1] if kind == "product" else None for kind, values in pairs}


def linked(name: str, targets: Targets) -> set[str]:
    """Returns all modules that a target declares, directly or indirectly."""
    modules = set(declared(targets[name])) if name in targets else set()
    return modules.union(*(linked(module, targets) for module in modules))


def untraited(target: Json) -> Iterator[str]:
    """Yields the packages that a target needs regardless of traits."""
    for dependency in target["dependencies"]:
        _, package, _, condition = dependency.get("product", [None] * 4)
        if package and not (condition or {}).get("traits"):
            yield package


@pytest.mark.fast
def test_targets_declare_what_their_files_import_and_nothing_else(targets: Targets) -> None:
    problems = []
    for name, target in targets.items():
        parent = "Tests" if target["type"] == "test" else "Sources"
        files = Path(target.get("path") or f"{parent}/{name}").rglob("*.swift")
        imported = {each for file in files for each in IMPORT.findall(file.read_text("utf-8"))}
        # An executable's module name is a valid C identifier.
        modules = {each.replace("-", "_") for each in declared(target)}
        problems += [f"{name} declares {each}, which no file of it imports"
                     for each in sorted(modules - imported)]  # fmt: skip
        problems += [f"{name} imports {each}, which it does not declare"
                     for each in sorted(imported - modules - TOOLCHAIN)]  # fmt: skip
    assert not problems


@pytest.mark.fast
def test_each_package_has_a_product_that_a_target_uses(manifest: Json, targets: Targets) -> None:
    used = {(package or module).lower() for target in targets.values()
            for module, package in declared(target).items()}  # fmt: skip
    packages = [each["sourceControl"][0]["identity"] for each in manifest["dependencies"]]
    assert not [package for package in packages if package not in used]


@pytest.mark.fast
@pytest.mark.parametrize("name", PROMISES)
def test_a_target_links_nothing_it_promises_not_to(name: str, targets: Targets) -> None:
    assert not linked(name, targets) & PROMISES[name]


@pytest.mark.fast
def test_only_the_packages_of_clients_need_no_trait(targets: Targets) -> None:
    needed = {package for target in targets.values() for package in untraited(target)}
    assert not needed - WITHOUT_TRAITS


def test_a_program_of_the_core_links_no_foundation(binary: Path) -> None:
    """core-benchmark contains only the core and the standard library."""
    linked = subprocess.run(["ldd", binary.with_name("core-benchmark")], check=True,
                            stdout=subprocess.PIPE, text=True).stdout  # fmt: skip
    assert "foundation" not in linked.lower()


@pytest.mark.fast
def test_the_guide_lists_each_folder_of_sources() -> None:
    page = Path("Sources/interaction-engine/interaction-engine.docc/Inside.md").read_text("utf-8")
    listed = set(re.findall(r"`Sources/([\w-]+)/`", page))
    assert listed == {folder.name for folder in Path("Sources").iterdir() if folder.is_dir()}
