"""Sessions that cannot be resumed: why, and what the client gets instead."""

import asyncio
import shutil
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from call_checks import failure
from called_session import CalledSession
from checks import Check, Lab, eventually, expect, expect_that
from frames import opening, tap
from interaction.v1 import interaction_service_pb2
from own_engine import add_key, key_file, own_engine
from process_checks import YAML
from resuming import RESTARTED, Opened, Survivor
from services import experience_digest
from session_checks import close_well, tabs

INVALID_TOKEN = interaction_service_pb2.RESTART_REASON_INVALID_TOKEN
UNKNOWN_KEY = interaction_service_pb2.RESTART_REASON_UNKNOWN_KEY
UNKNOWN_EXPERIENCE = interaction_service_pb2.RESTART_REASON_UNKNOWN_EXPERIENCE
EVENTS_MISSING = interaction_service_pb2.RESTART_REASON_EVENTS_MISSING
DIRECTIVES_MISSING = interaction_service_pb2.RESTART_REASON_DIRECTIVES_MISSING

# What a client shows that was on the third tab.
CURRENT = {"selected_tab": 2}


async def tapped(lab: Lab, **fields: Any) -> Survivor:
    """A session that was cut after six taps, each of them in a checkpoint."""
    survivor = Survivor(**({"session_id": "tapped", "current": CURRENT} | fields))
    await survivor.open(lab.conversation())
    tab_numbers = [1, 0] * 3
    await survivor.exchange(*(tap(tab, 1000 * at) for at, tab in enumerate(tab_numbers)))
    expect("event of the checkpoint", survivor.checkpoint.event, 6)
    survivor.conversation.cancel()
    return survivor


async def expect_restarted(lab: Lab, survivor: Survivor, *reasons: int, **changes: Any) -> None:
    """It begins anew with what the client shows, by stream and by calls, and then works."""
    token, applied = survivor.checkpoint, survivor.applied
    for client in [lab.conversation(), CalledSession(lab)]:
        survivor.checkpoint, survivor.applied = token, applied
        opened = await survivor.try_to_resume(client, **changes)
        expect_anew(opened, reasons)
        expect("tabs", tabs(await survivor.exchange(tap(1), tap(0))), [1, 0])
        expect("directives", list(survivor.directives), [1, 2])
        await close_well(client)
    survivor.checkpoint, survivor.applied = token, applied


def expect_anew(opened: Opened, reasons: tuple[int, ...]) -> None:
    expect("outcome", opened.outcome, RESTARTED)
    expect_that(opened.restart_reason in reasons,
                f"the reason is {opened.restart_reason}, not one of {reasons}")  # fmt: skip
    expect("last event applied", opened.applied_event, 0)
    selected = [setting.selection.selected for setting in opened.snapshot.settings
                if setting.HasField("selection")]  # fmt: skip
    expect("selected tab in the snapshot", selected, [2])


async def changed_tokens(lab: Lab) -> None:
    survivor = await tapped(lab)
    token = survivor.checkpoint.token
    places = [*range(24), *range(24, len(token) - 16, 37), *range(len(token) - 16, len(token), 3)]
    for number, place in enumerate(places):
        changed = bytearray(token)
        changed[place] ^= 1 << number % 8
        # Who changes the key's name or length asks for another key.
        await expect_reason(lab, survivor, bytes(changed), INVALID_TOKEN, UNKNOWN_KEY)


async def expect_reason(lab: Lab, survivor: Survivor, token: bytes, *reasons: int) -> None:
    kept, survivor.applied = survivor.checkpoint, 6
    conversation = lab.conversation()
    opened = await survivor.try_to_resume(
        conversation, token=token, first_event=kept.event + 1, directive=6)
    expect_anew(opened, reasons)
    await close_well(conversation)
    survivor.checkpoint = kept


async def cut_tokens(lab: Lab) -> None:
    survivor = await tapped(lab)
    token = survivor.checkpoint.token
    for length in [*range(40), len(token) // 2, len(token) - 16, len(token) - 1]:
        await expect_reason(lab, survivor, token[:length], INVALID_TOKEN)
    for longer in [token + b"\0", token + token, bytes(4096), b"\xff" * 4096]:
        await expect_reason(lab, survivor, longer[:4096], INVALID_TOKEN, UNKNOWN_KEY)


async def foreign_tokens(lab: Lab) -> None:
    for name, fields in [
        ("another session", {"session_id": "another"}),
        ("another user", {"user": "berta"}),
        ("nobody", {"user": ""}),
    ]:
        survivor = await tapped(lab, session_id=f"foreign-{fields.get('user')}", user="anna")
        frame = opening(**(
            survivor.fields | {"epoch": 9, "resume": survivor.resumption()} | fields))  # fmt: skip
        _, by_stream = await lab.conversation().failure(frame)
        request = interaction_service_pb2.OpenSessionRequest(open=frame.open)
        by_call = await failure(CalledSession(lab)._stub.OpenSession(request))
        for end in [by_stream, by_call]:
            expect(f"code and reason for {name}", (end.code, end.reason),
                   ("PERMISSION_DENIED", "FOREIGN_CHECKPOINT"))  # fmt: skip
        await survivor.resume(client := lab.conversation())
        await close_well(client)


async def keys_of_others(lab: Lab) -> None:
    async with key_file(lab) as file, own_engine(lab, "--checkpoint-keys", str(file)) as one:
        await expect_restarted(lab, await tapped(one), UNKNOWN_KEY)
        await expect_restarted(one, await tapped(lab), UNKNOWN_KEY)


async def keys_made_at_the_start(lab: Lab) -> None:
    async with own_engine(lab) as one:
        await expect_restarted(lab, await tapped(one), UNKNOWN_KEY)


async def rotated_keys(lab: Lab) -> None:
    async with key_file(lab) as file, own_engine(lab, "--checkpoint-keys", str(file)) as one:
        older = await tapped(one, session_id="older")
        await add_key(lab, file, "second", "--seal-after", "1")
        await eventually("tokens of the new key", lambda: seals_with(one, b"second"))
        newer = await tapped(one, session_id="newer")
        await older.resume(client := one.conversation())
        await close_well(client)
        older = await tapped(one, session_id="older")
        file.write_text("first no-key-at-all\n")
        await asyncio.sleep(1.5)
        await older.resume(client := one.conversation())
        await close_well(client)
        first = await tapped(one, session_id="first")
        await add_key_alone(lab, file, "third")
        await eventually("tokens of the third key", lambda: seals_with(one, b"third"))
        for survivor in [newer, first]:
            await expect_restarted(one, survivor, UNKNOWN_KEY)


async def add_key_alone(lab: Lab, file: Path, name: str) -> None:
    """Puts one key in the place of all others."""
    fresh = file.with_name("fresh")
    await add_key(lab, fresh, name)
    fresh.replace(file)


async def seals_with(lab: Lab, key: bytes) -> bool:
    """Whether new tokens have this key's name."""
    conversation = lab.conversation()
    frame = await conversation.open(capabilities={"resumes": True})
    await close_well(conversation)
    return frame.checkpoint.token[2 : 2 + len(key)] == key


async def events_missing(lab: Lab) -> None:
    for first in [8, 100, 2**63]:
        survivor = await tapped(lab)
        await expect_restarted(lab, survivor, EVENTS_MISSING, first_event=first)


async def directives_missing(lab: Lab) -> None:
    for applied in [5, 0]:
        survivor = await tapped(lab)
        await expect_restarted(lab, survivor, DIRECTIVES_MISSING, directive=applied)


async def directives_never_sent(lab: Lab) -> None:
    """Who says to have applied what was never decided still gets what is decided later."""
    survivor = await tapped(lab)
    client = lab.conversation()
    frame = opening(**(survivor.fields | {
        "epoch": 2, "resume": survivor.resumption(directive=1000)}))  # fmt: skip
    await client.send(frame)
    await client.send(interaction_service_pb2.InteractRequest(
        events={"first_sequence": 7, "events": [tap(3, 9000)]}))  # fmt: skip
    frames, end = await client.close()
    expect_that(end.code != "OK" or tabs(frames) == [3],
                "the directives after the resume are left out for ever")  # fmt: skip


@asynccontextmanager
async def tiny_engine(lab: Lab, folder: str, keys: Path) -> AsyncIterator[Lab]:
    async with own_engine(
        lab, "--experiences", folder, "--checkpoint-keys", str(keys)
    ) as own:
        yield own


async def edited_experience(lab: Lab) -> None:
    """A resumed session keeps its version, as long as a server has it."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "tiny.yaml"
        file.write_text(YAML)
        async with key_file(lab) as keys, tiny_engine(lab, folder, keys) as one:
            survivor = await tapped(one, experience="tiny", current=None)
            first = await edit(one, file, 1)
            opened = await survivor.resume(client := one.conversation())
            expect("digest on the same server", opened.experience_digest, first)
            client.cancel()
            async with tiny_engine(lab, folder, keys) as two:
                opened = await survivor.resume(client := two.conversation())
                expect("digest on a later server", opened.experience_digest, first)
                client.cancel()
            with tempfile.TemporaryDirectory() as bare:
                shutil.copy(file, bare)
                async with tiny_engine(lab, bare, keys) as three:
                    await expect_unknown(three, survivor)
            for number in range(2, 10):
                await edit(one, file, number)
            await expect_unknown(one, survivor)
            async with tiny_engine(lab, folder, keys) as four:
                await expect_unknown(four, survivor)


async def edit(lab: Lab, file: Path, number: int) -> str:
    """Changes the file until the server has it. Returns the digest before."""
    before = await experience_digest(lab.channel, "tiny")
    file.write_text(YAML.replace("300", f"{300 + number}"))

    async def is_new() -> bool:
        return await experience_digest(lab.channel, "tiny") != before

    await eventually("a new digest", is_new, 5)
    return before


async def expect_unknown(lab: Lab, survivor: Survivor) -> None:
    kept, applied = survivor.checkpoint, survivor.applied
    opened = await survivor.try_to_resume(client := lab.conversation())
    expect("outcome and reason", (opened.outcome, opened.restart_reason),
           (RESTARTED, UNKNOWN_EXPERIENCE))  # fmt: skip
    expect("digest", opened.experience_digest, await experience_digest(lab.channel, "tiny"))
    await close_well(client)
    survivor.checkpoint, survivor.applied = kept, applied


CHECKS = [
    Check("RESTARTED: changed tokens", changed_tokens),
    Check("RESTARTED: tokens that were cut, or are longer", cut_tokens),
    Check("PERMISSION_DENIED FOREIGN_CHECKPOINT", foreign_tokens),
    Check("RESTARTED: a key from another file", keys_of_others),
    Check("RESTARTED: a key that another server made for itself", keys_made_at_the_start),
    Check("RESTARTED: events are missing", events_missing),
    Check("RESTARTED: directives are missing", directives_missing),
    Check("a resume behind directives that were never sent", directives_never_sent),
]

SLOW_CHECKS = [
    Check("keys are rotated, and a broken key file changes nothing", rotated_keys, seconds=40),
    Check("an experience is edited between the cut and the resume", edited_experience, seconds=60),
]
