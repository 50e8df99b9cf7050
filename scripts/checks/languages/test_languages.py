"""The contract's code for nine languages, from Debian's protoc: compiled, or loaded with a message
written and read, if Debian has a compiler and protobuf's library; only generated for C#, Kotlin and
Objective-C, and for Python, whose code all other suites use. The Kotlin client against an engine."""

import os
import subprocess
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

PROTOS = sorted(Path("Protos/interaction").rglob("*.proto"))
RUBY = """
Dir.glob("**/*_pb.rb", base: $LOAD_PATH.first).sort.each { |file| require file }
sent = Interaction::V1::Directive.new(sequence: 7, replaces_all: true)
sent.effects << Interaction::V1::Effect.new(scroll_list: {source: "home"})
raise "reads other than written" unless Interaction::V1::Directive.decode(sent.to_proto) == sent
"""
PHP = r"""
spl_autoload_register(fn ($class) => require strtr($class, "\\", "/") . ".php");
$files = new RecursiveIteratorIterator(new RecursiveDirectoryIterator($argv[1]));
foreach ($files as $file) {
  if ($file->getExtension() == "php") require_once $file->getPathname();
}
$sent = new Interaction\V1\Directive(["sequence" => 7, "replaces_all" => true]);
$read = new Interaction\V1\Directive();
$read->mergeFromString($sent->serializeToString());
assert($read->getSequence() == 7 && $read->getReplacesAll());
"""

pytestmark = pytest.mark.timeout(600)


def run(*command: str | Path, folder: Path | None = None, **variables: str) -> None:
    subprocess.run(command, check=True, cwd=folder, env={**os.environ, **variables})


Generate = Callable[..., Path]


@pytest.fixture
def generate(tmp_path: Path) -> Generate:
    def generate(language: str, *options: str, into: str = "") -> Path:
        folder = tmp_path / (into or language)
        folder.mkdir(parents=True)
        run("protoc", "-I", "Protos", f"--{language}_out={folder}", *options, *PROTOS)
        assert any(file.is_file() for file in folder.rglob("*"))
        return folder

    return generate


def test_cpp_compiles(generate: Generate) -> None:
    folder = generate("cpp")
    with ThreadPoolExecutor(os.cpu_count()) as compilers:
        list(compilers.map(
            lambda file: run("g++", "-std=c++17", "-fsyntax-only", "-I", folder, file),
            folder.rglob("*.cc")))  # fmt: skip


def test_go_passes_vet(generate: Generate, tmp_path: Path) -> None:
    # GOPATH's folder of the packages in the contract's `go_package`.
    folder = generate("go", "--go_opt=paths=source_relative", into="gopath/src")
    run("go", "vet", "./interaction/...", folder=folder, GO111MODULE="off",
        GOPATH=f"{tmp_path}/gopath:/usr/share/gocode")  # fmt: skip


def test_java_compiles(generate: Generate, tmp_path: Path) -> None:
    run("javac", "-nowarn", "-d", tmp_path / "classes", "-cp", "/usr/share/java/protobuf.jar",
        *generate("java").rglob("*.java"))  # fmt: skip


@pytest.mark.timeout(1500)
def test_the_kotlin_client_against_an_engine() -> None:
    run("scripts/android/test", ENGINE=".build/debug/interaction-engine")


def test_ruby_reads_what_it_writes(generate: Generate) -> None:
    run("ruby", "-I", generate("ruby"), "-e", RUBY)


def test_php_reads_what_it_writes(generate: Generate) -> None:
    folder = generate("php")
    run("php", "-d", "zend.assertions=1", "-d", f"include_path={folder}:/usr/share/php",
        "-r", PHP, "--", folder)  # fmt: skip


@pytest.mark.parametrize("languages", [
    # Kotlin's builders depend on the classes for Java.
    ["kotlin", "java"], ["objc"], ["csharp"], ["python"]], ids=lambda languages: languages[0])  # fmt: skip
def test_other_languages_are_generated(languages: list[str], generate: Generate) -> None:
    for language in languages:
        generate(language, *["--csharp_opt=base_namespace="] * (language == "csharp"))
