"""Keys that are made: on top of their file, at its bottom, and never over something else."""

import asyncio
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from checks import Check, Lab, expect, expect_in, expect_that
from engine import limited
from own_engine import add_key


@contextmanager
def new_file() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder) / "keys"


def names(file: Path) -> list[str]:
    return [line.split()[0] for line in file.read_text().splitlines()]


async def complaint(lab: Lab, *options: str, limits: dict[str, int] | None = None) -> str:
    """What `keygen` says that must not succeed."""
    process = await asyncio.create_subprocess_exec(
        *limited(limits or {}), lab.binary, "keygen", *options, stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE)  # fmt: skip
    out, err = await process.communicate()
    expect("success and standard output", (process.returncode == 0, out), (False, b""))
    return err.decode()


async def top_and_bottom(lab: Lab) -> None:
    with new_file() as file:
        await add_key(lab, file, "first", "--append")
        await add_key(lab, file, "next", "--append")
        await add_key(lab, file, "now")
        expect("names", names(file), ["now", "first", "next"])
        # As some editors leave it.
        file.write_text(file.read_text().rstrip("\n"))
        await add_key(lab, file, "last", "--append")
        expect("names", names(file), ["now", "first", "next", "last"])
        expect("mode", stat.S_IMODE(file.stat().st_mode), 0o600)


async def no_harm(lab: Lab) -> None:
    with new_file() as file:
        for text in [b"no key\n", b"\xff\xfe"]:
            file.write_bytes(text)
            expect_in(str(file), await complaint(lab, "--into", str(file)))
            expect("the file", file.read_bytes(), text)
    expect_in("--append needs --into", await complaint(lab, "--append"))


async def whole(lab: Lab) -> None:
    with new_file() as file:
        await add_key(lab, file, "first")
        link = file.with_name("link")
        link.symlink_to(file)
        with file.open() as reader:
            await add_key(lab, link, "second")
            expect("names, to who reads since before", [reader.read().split()[0]], ["first"])
        expect("names", names(file), ["second", "first"])
        expect_that(link.is_symlink(), "the link has become a file")
        expect("files", {each.name for each in file.parent.iterdir()}, {"keys", "link"})


async def full_disk(lab: Lab) -> None:
    """What cannot be written leaves nothing behind."""
    with new_file() as file:
        await add_key(lab, file, "first")
        before = file.read_bytes()
        limits = {"fsize": 0}
        expect_in(str(file), await complaint(lab, "--into", str(file), limits=limits))
        expect("the file", file.read_bytes(), before)
        expect("files", [each.name for each in file.parent.iterdir()], ["keys"])


CHECKS = [
    Check("keygen: a new file takes the old one's place, so nobody reads half of it", whole),
    Check("keygen: on top, and at the bottom with --append", top_and_bottom),
    Check("keygen: a full disk leaves the file as it is, and no other", full_disk),
    Check("keygen: a file that is no key file stays as it is", no_harm),
]
