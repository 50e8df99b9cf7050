"""ControlService: what backends order, what becomes of it, and who hears of it."""

import asyncio
import math
from collections import Counter
from collections.abc import Awaitable, Iterable
from dataclasses import dataclass, field
from typing import Any

import grpc

from bad_input_checks import undisturbing
from call_checks import failure
from called_session import CalledSession
from checks import Check, Lab, eventually, expect, expect_in, expect_that
from conversation import Conversation, Failure
from engine import Engine
from frames import Response, ack, event, tap
from interaction.v1 import control_service_pb2, directive_pb2, event_pb2
from interaction.v1.control_service_pb2_grpc import ControlServiceStub
from session_checks import close_well, directives, floor_phases, tabs, toggled
from shop import shop

SERVICE = "interaction.v1.ControlService"
METHODS = [
    "CloseSecondFloor", "OpenSecondFloor", "PushRocket", "ResolveGate", "SelectTab", "SetBadge"]

Command = control_service_pb2.Command
Result = control_service_pb2.CommandResult
Directive = directive_pb2.Directive

APPLIED = control_service_pb2.COMMAND_OUTCOME_APPLIED
UNCONFIRMED = control_service_pb2.COMMAND_OUTCOME_UNCONFIRMED
REFUSED = control_service_pb2.COMMAND_OUTCOME_REFUSED
INVALID = control_service_pb2.COMMAND_OUTCOME_INVALID

DISABLED = directive_pb2.REFUSAL_REASON_DISABLED
BUSY = directive_pb2.REFUSAL_REASON_BUSY
NOT_OPEN = directive_pb2.REFUSAL_REASON_NOT_OPEN
ABSENT = directive_pb2.REFUSAL_REASON_ABSENT
LOGIN_REQUIRED = directive_pb2.REFUSAL_REASON_LOGIN_REQUIRED
LOGIN_FAILED = directive_pb2.REFUSAL_REASON_LOGIN_FAILED
ASSET_NOT_READY = directive_pb2.REFUSAL_REASON_ASSET_NOT_READY

# The session that is meant where none is named.
SESSION = "shop"

COUNT_UP = {"badge": {"tab": 1, "increase": 1}}


def moved(dx: float) -> dict[str, Any]:
    """A change of the badge that is one whatever the badge says."""
    return {"badge": {"tab": 1, "move": {"dx": dx}}}


def call(lab: Lab, method: str, command: Command | None, **fields: Any) -> Awaitable[Any]:
    request = getattr(control_service_pb2, f"{method}Request")(command=command, **fields)
    return getattr(ControlServiceStub(lab.channel), method)(request)


async def order(
    lab: Lab, method: str, command_id: str, session_id: str = SESSION, **fields: Any
) -> Result:
    """Orders something of one session. Returns what became of it."""
    command = Command(command_id=command_id, session_id=session_id)
    (result,) = (await call(lab, method, command, **fields)).results
    expect("session of the result", result.session_id, session_id)
    return result


async def applied(conversation: Conversation, count: int = 1) -> list[Directive]:
    """Waits for so many directives and acknowledges the last of each frame. Returns them."""
    found: list[Directive] = []
    while len(found) < count:
        frame = await conversation.receive()
        found += frame.directives
        if frame.directives:
            await conversation.send(ack(found[-1].sequence))
    return found


async def carried_out(
    lab: Lab, conversation: Conversation, method: str, command_id: str, count: int = 1,
    **fields: Any,
) -> list[Directive]:  # fmt: skip
    """Orders something that leads to so many directives, which the client applies. Returns them."""
    result, found = await asyncio.gather(
        order(lab, method, command_id, **fields), applied(conversation, count))
    expect(f"what became of {command_id}", described(result), (APPLIED, 0, ""))
    expect("causes", commands(found), [command_id] * count)
    return found


def described(result: Result) -> tuple[int, int, str]:
    return result.outcome, result.reason, result.problem


def commands(found: Iterable[Directive]) -> list[str]:
    """The commands that caused directives, in order; empty for those that none did."""
    return [item.cause.command for item in found]


def numbers(found: Iterable[Directive]) -> list[int]:
    return [item.sequence for item in found]


def setting(directive: Directive) -> directive_pb2.Setting:
    kind = directive.WhichOneof("action")
    return getattr(directive, kind).setting if kind else directive_pb2.Setting()


async def shopping(lab: Lab, **fields: Any) -> Conversation:
    """A client in the shop."""
    conversation = lab.conversation()
    await conversation.open(**({"session_id": SESSION, "experience": "shop"} | fields))
    return conversation


# What every operation makes of a badge that counts 3.
BADGES: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"increase": 2}, {"text": "5", "shown": True, "style": directive_pb2.BADGE_STYLE_NUMBER}),
    ({"increase": 999_999_999}, {"text": "99+"}),
    ({"decrease": 1}, {"text": "2", "shown": True}),
    ({"decrease": 999_999_999}, {"shown": False}),
    ({"clear": True}, {"shown": False}),
    ({"set": {"count": {"count": 200}}}, {"text": "99+"}),
    ({"set": {"count": {"count": 200, "max": 150}}}, {"text": "150+"}),
    ({"set": {"text": "919+"}}, {"text": "919+", "style": directive_pb2.BADGE_STYLE_NUMBER}),
    ({"set": {"text": "夏"}}, {"text": "夏", "style": directive_pb2.BADGE_STYLE_TEXT}),
    ({"set": {"dot": True}}, {"style": directive_pb2.BADGE_STYLE_DOT}),
    ({"set": {"new": True}}, {"style": directive_pb2.BADGE_STYLE_NEW}),
    ({"hidden": True}, {"shown": False}),
    ({"move": {"dx": 3, "dy": -4}}, {"dx": 3, "dy": -4, "text": "3"}),
    ({"height": 24}, {"height": 24}),
    ({"animate": event_pb2.BADGE_ANIMATION_BREATHE_LOOP},
     {"loop": event_pb2.BADGE_ANIMATION_BREATHE_LOOP}),
]  # fmt: skip


async def every_badge_operation(lab: Lab) -> None:
    async with shop(lab) as own:
        for operation, expected in BADGES:
            conversation = await shopping(own)
            (found,) = await carried_out(
                own, conversation, "SetBadge", "change", badge={"tab": 1} | operation)
            badge = setting(found).badge
            actual = {name: getattr(badge, name) for name in expected}
            expect(f"badge after {operation}", actual, expected)
            expect("its tab", badge.tab, 1)
            await close_well(conversation)


async def selection(lab: Lab) -> None:
    async with shop(lab) as own:
        conversation = await shopping(own)
        (found,) = await carried_out(own, conversation, "SelectTab", "go", tab=1)
        expect("tabs", (found.select_tab.to, setting(found).selection.selected), (1, 1))
        expect("origin", found.select_tab.origin, directive_pb2.SELECTION_ORIGIN_PROGRAMMATIC)
        expect("result for the same tab again", described(
            await order(own, "SelectTab", "stay", tab=1)), (APPLIED, 0, ""))  # fmt: skip


async def gate_that_opens(lab: Lab) -> None:
    async with shop(lab) as own:
        conversation = await shopping(own)
        (found,) = await carried_out(own, conversation, "SelectTab", "go", tab=2)
        expect("tab that waits", found.request_login.tab, 2)
        gate, selected = await carried_out(
            own, conversation, "ResolveGate", "in", count=2, signed_in=True)
        expect("signed in", setting(gate).gate.signed_in, True)
        expect("tab", selected.select_tab.to, 2)


async def gate_that_stays_shut(lab: Lab) -> None:
    async with shop(lab) as own:
        conversation = await shopping(own)
        await carried_out(own, conversation, "SelectTab", "go", tab=2)
        result, found = await asyncio.gather(
            order(own, "ResolveGate", "out", signed_in=False), applied(conversation, 2))
        expect("tab that still waits", setting(found[0]).gate.HasField("pending_tab"), False)
        expect("why", found[1].refusal.reason, LOGIN_FAILED)
        # The tab was refused, not the command: that has changed the gate.
        expect("what became of the command", described(result), (APPLIED, 0, ""))


async def rocket(lab: Lab) -> None:
    async with shop(lab) as own:
        conversation = await shopping(own)
        steps: list[tuple[dict[str, Any], str]] = [
            ({}, "up"),
            ({"look": event_pb2.LOOK_BELOW}, "down"),
            ({"toggle": "bar"}, "gone"),
            ({"toggle": "bar", "look": event_pb2.LOOK_BELOW}, "shown"),
            ({"toggle": "top", "look": event_pb2.LOOK_ABOVE}, "up"),
        ]
        for number, (fields, look) in enumerate(steps):
            (found,) = await carried_out(own, conversation, "PushRocket", f"p{number}", **fields)
            expect(f"look after {fields}", toggled(found), look)


async def second_floor(lab: Lab) -> None:
    async with shop(lab) as own:
        conversation = await shopping(own)
        for method, during, after in [
            ("OpenSecondFloor", directive_pb2.FLOOR_PHASE_OPENING, directive_pb2.FLOOR_PHASE_OPEN),
            ("CloseSecondFloor", directive_pb2.FLOOR_PHASE_CLOSING,
             directive_pb2.FLOOR_PHASE_CLOSED),
        ]:  # fmt: skip
            found = await carried_out(own, conversation, method, method)
            expect("phase", setting(found[0]).floor.phase, during)
            ended = {"directive": found[0].sequence, "outcome": 1}
            frames = await conversation.exchange(event(animation_ended=ended))
            expect("phase after it", floor_phases(frames)[-1], after)


async def floor_closed_while_it_opens(lab: Lab) -> None:
    async with shop(lab) as own:
        conversation = await shopping(own)
        (opening,) = await carried_out(own, conversation, "OpenSecondFloor", "open")
        result = await order(own, "CloseSecondFloor", "close")
        expect("nothing to tell yet", described(result), (APPLIED, 0, ""))
        ended = {"directive": opening.sequence, "outcome": 1}
        frames = await conversation.exchange(event(animation_ended=ended))
        expect("last phase", floor_phases(frames)[-1], directive_pb2.FLOOR_PHASE_CLOSING)


async def in_order_with_the_clients_own(lab: Lab) -> None:
    async with shop(lab) as own:
        conversation = await shopping(own, experience="plain")
        found: list[Directive] = []
        causes: list[int | str] = []
        for turn in range(1, 6):
            await conversation.events(tap(1))
            found += await applied(conversation)
            found += await carried_out(own, conversation, "SelectTab", f"c{turn}", tab=0)
            causes += [turn, f"c{turn}"]
        expect("numbers", numbers(found), list(range(1, 11)))
        actual = [item.cause.command or item.cause.event_sequence for item in found]
        expect("causes", actual, causes)
        times = [item.at_us for item in found]
        expect("times", times, sorted(times))


async def late_client(lab: Lab) -> None:
    """A command has the server's time; what the client stamped before it counts all the same."""
    async with shop(lab) as own:
        conversation = await shopping(own, time_us=5_000_000)
        await asyncio.sleep(0.2)
        (found,) = await carried_out(own, conversation, "SetBadge", "up", **COUNT_UP)
        expect_that(found.at_us >= 5_200_000, f"the command's time is {found.at_us}")
        frames = await conversation.exchange(tap(1, time_us=5_000_000))
        expect("tabs", tabs(frames), [1])
        expect("notices", [notice for frame in frames for notice in frame.notices], [])


async def no_ack(lab: Lab) -> None:
    async with shop(lab) as own:
        conversation = await shopping(own)
        result = await order(own, "SetBadge", "a", **COUNT_UP)
        expect("outcome without an ack", result.outcome, UNCONFIRMED)
        await conversation.send(ack(1))
        result = await order(own, "SetBadge", "b", **COUNT_UP)
        expect("outcome with an ack of what came before", result.outcome, UNCONFIRMED)
        await conversation.send(ack(2))
        await conversation.exchange(event(tick={}))
        result = await order(own, "SetBadge", "b", **COUNT_UP)
        expect("outcome with a late ack", result.outcome, APPLIED)
        frames = await close_well(conversation)
        expect("directives after that", directives(frames), [])


async def half_an_ack(lab: Lab) -> None:
    async with shop(lab) as own:
        conversation = await shopping(own)
        await carried_out(own, conversation, "SelectTab", "go", tab=2)

        async def apply_first() -> list[Directive]:
            found = list((await conversation.receive()).directives)
            await conversation.send(ack(found[0].sequence))
            return found

        result, found = await asyncio.gather(
            order(own, "ResolveGate", "in", signed_in=True), apply_first())
        expect("directives", len(found), 2)
        expect("outcome for the first of two", result.outcome, UNCONFIRMED)
        await conversation.send(ack(found[1].sequence))
        await conversation.exchange(event(tick={}))
        result = await order(own, "ResolveGate", "in", signed_in=True)
        expect("outcome for both", result.outcome, APPLIED)


async def repeated(lab: Lab) -> None:
    async with shop(lab) as own:
        conversation = await shopping(own)
        (found,) = await carried_out(own, conversation, "SetBadge", "once", **COUNT_UP)
        expect("text", setting(found).badge.text, "4")
        for number in range(60):
            await carried_out(own, conversation, "SetBadge", f"b{number}", **moved(number + 1))
        again = await order(own, "SetBadge", "once", **COUNT_UP)
        expect("the same again", described(again), (APPLIED, 0, ""))
        # It is the name that counts, whatever is ordered under it.
        other = await order(own, "SelectTab", "once", tab=1)
        expect("something else under its name", described(other), (APPLIED, 0, ""))
        frames = await conversation.exchange(event(tick={}))
        expect("directives after that", numbers(directives(frames)), [])
        (found,) = await carried_out(own, conversation, "SetBadge", "twice", **COUNT_UP)
        expect("text after another", setting(found).badge.text, "5")


async def repeated_elsewhere(lab: Lab) -> None:
    async with shop(lab) as own:
        for session in ["one", "two", "one"]:
            conversation = await shopping(own, session_id=session)
            found = await carried_out(
                own, conversation, "SetBadge", "once", session_id=session, **COUNT_UP)
            expect(f"text in {session}", setting(found[0]).badge.text, "4")
            if session == "one":
                await close_well(conversation)


async def corrected(lab: Lab) -> None:
    """What was invalid was not carried out, so that its name is free."""
    async with shop(lab) as own:
        conversation = await shopping(own)
        expect("outcome", (await order(own, "SelectTab", "go", tab=9)).outcome, INVALID)
        (found,) = await carried_out(own, conversation, "SelectTab", "go", tab=1)
        expect("tab", found.select_tab.to, 1)


@dataclass(frozen=True)
class BadCommand:
    """A call that fails, and how."""

    name: str
    method: str
    command: Command | None
    code: str
    reason: str
    violated: tuple[str, ...] = ()
    fields: dict[str, Any] = field(default_factory=dict)

    async def run(self, lab: Lab) -> None:
        end = await failure(call(lab, self.method, self.command, **self.fields))
        expect("code and reason", (end.code, end.reason), (self.code, self.reason))
        expect("domain", end.domain, "interaction.v1")
        expect("fields", end.fields, self.violated)
        expect_that(0 < len(end.message) < 500, f"the message has {len(end.message)} characters")


def unreached(method: str) -> list[BadCommand]:
    fields: dict[str, Any] = {"badge": {"tab": 1, "clear": True}} if method == "SetBadge" else {}
    return [
        BadCommand(
            f"{method} for {name}", method, command, "NOT_FOUND", "UNKNOWN_SESSION", fields=fields)
        for name, command in [
            ("an unknown session", Command(command_id="a", session_id="nobody")),
            ("an unknown user", Command(command_id="a", user="nobody")),
        ]
    ]


def invalid(name: str, command: Command | None, *violated: str, **fields: Any) -> BadCommand:
    method = "SetBadge" if "badge" in fields else "PushRocket" if "look" in fields else "SelectTab"
    return BadCommand(
        name, method, command, "INVALID_ARGUMENT", "INVALID_ARGUMENT", violated, fields)


def bad_id(name: str, command_id: str) -> BadCommand:
    return invalid(
        name, Command(command_id=command_id, session_id="bystander"), "command.command_id")


TO_BYSTANDER = Command(command_id="a", session_id="bystander")

BAD_COMMANDS = [
    *[case for method in METHODS for case in unreached(method)],
    BadCommand(
        "a session id of 1 MB", "SelectTab", Command(command_id="a", session_id="x" * 1_000_000),
        "NOT_FOUND", "UNKNOWN_SESSION"),
    BadCommand(
        "a user of 1 MB", "SelectTab", Command(command_id="a", user="x" * 1_000_000),
        "NOT_FOUND", "UNKNOWN_SESSION"),
    invalid("no command", None, "command.command_id"),
    bad_id("no command id", ""),
    bad_id("a command id of 65 bytes", "x" * 65),
    bad_id("a command id of 1 MB", "x" * 1_000_000),
    bad_id("a space in the command id", "a b"),
    bad_id("a command id beyond ASCII", "ß"),
    bad_id("a zero byte in the command id", "a\0"),
    invalid("no recipient", Command(command_id="a"), "command.recipient"),
    invalid("a user without a name", Command(command_id="a", user=""), "command.recipient"),
    invalid("a badge and no operation", TO_BYSTANDER, "badge.operation", badge={"tab": 1}),
    invalid(
        "clear that does not", TO_BYSTANDER, "badge.operation", badge={"tab": 1, "clear": False}),
    invalid(
        "new that is not", TO_BYSTANDER, "badge.set.new",
        badge={"tab": 1, "set": {"new": False}}),
    invalid(
        "a dot that is none", TO_BYSTANDER, "badge.set.dot",
        badge={"tab": 1, "set": {"dot": False}}),
    invalid("an unknown animation", TO_BYSTANDER, "badge.animate", badge={"tab": 1, "animate": 42}),
    invalid("a look that is none", TO_BYSTANDER, "look", look=42),
    invalid("a negative look", TO_BYSTANDER, "look", look=-1),
]  # fmt: skip


@dataclass(frozen=True)
class Unsuitable:
    """An order that a session does not carry out, and the field or reason that it gives."""

    method: str
    why: str | int
    experience: str = "shop"
    fields: dict[str, Any] = field(default_factory=dict)


def bad_badge(why: str, **fields: Any) -> Unsuitable:
    return Unsuitable("SetBadge", why, fields={"badge": {"tab": 1} | fields})


UNSUITABLE = [
    *[Unsuitable("SelectTab", "select_tab.tab", fields={"tab": tab})
      for tab in [-1, 4, 2**31 - 1, -(2**31)]],
    *[bad_badge("badge.tab", tab=tab, clear=True) for tab in [0, -1, 4, 2**31 - 1, -(2**31)]],
    *[bad_badge("badge.increase", increase=by) for by in [-1, 10**9, 2**63 - 1, -(2**63)]],
    *[bad_badge("badge.decrease", decrease=by) for by in [-1, 10**9, 2**63 - 1, -(2**63)]],
    *[bad_badge("badge.height", height=height) for height in [0, 0.5, 101, math.nan, math.inf]],
    *[bad_badge("badge.move.dx", move={"dx": dx}) for dx in [1001, -1001, math.nan, -math.inf]],
    bad_badge("badge.move.dy", move={"dy": 1e300}),
    bad_badge("has 65 bytes", set={"text": "x" * 65}),
    Unsuitable("PushRocket", "order_toggle.toggle", fields={"toggle": "attic"}),
    Unsuitable("PushRocket", "order_toggle.toggle", "plain"),
    Unsuitable("SetBadge", "badge.tab", "plain", {"badge": {"tab": 1, "clear": True}}),
    Unsuitable("SelectTab", DISABLED, fields={"tab": 3}),
    Unsuitable("CloseSecondFloor", NOT_OPEN),
    Unsuitable("OpenSecondFloor", ABSENT, "plain"),
    Unsuitable("CloseSecondFloor", ABSENT, "plain"),
    Unsuitable("OpenSecondFloor", LOGIN_REQUIRED, "guarded"),
    Unsuitable("OpenSecondFloor", ASSET_NOT_READY, "pictured"),
]  # fmt: skip


async def unsuitable_orders(lab: Lab) -> None:
    async with shop(lab) as own:
        for case in UNSUITABLE:
            conversation = await shopping(own, experience=case.experience)
            if isinstance(case.why, str):
                await expect_invalid(own, case, case.why)
                expect("directives", directives(await close_well(conversation)), [])
            else:
                await expect_refused(own, conversation, case)


async def expect_invalid(lab: Lab, case: Unsuitable, field: str) -> None:
    result = await order(lab, case.method, "bad", **case.fields)
    expect(f"outcome of {case}", (result.outcome, result.reason), (INVALID, 0))
    expect_in(field, result.problem)


async def expect_refused(lab: Lab, conversation: Conversation, case: Unsuitable) -> None:
    result, found = await asyncio.gather(
        order(lab, case.method, "bad", **case.fields), applied(conversation))
    expect(f"outcome of {case}", described(result), (REFUSED, case.why, ""))
    expect("what the client hears", [item.refusal.reason for item in found], [case.why])
    expect("its cause", commands(found), ["bad"])
    expect("directives after it", directives(await close_well(conversation)), [])


async def busy_floor(lab: Lab) -> None:
    async with shop(lab) as own:
        conversation = await shopping(own)
        await carried_out(own, conversation, "OpenSecondFloor", "open")
        result, found = await asyncio.gather(
            order(own, "OpenSecondFloor", "again"), applied(conversation))
        expect("result", described(result), (REFUSED, BUSY, ""))
        expect("what the client hears", found[0].refusal.reason, BUSY)


async def all_of_a_user(lab: Lab) -> None:
    async with shop(lab) as own:
        one = await shopping(own, session_id="b", user="anna")
        two = CalledSession(own)
        await two.open(session_id="a", user="anna", experience="shop")
        three = await shopping(own, session_id="c", user="anna")
        others = [
            await shopping(own, session_id="d", user="ann"), await shopping(own, session_id="e")]
        command = Command(command_id="all", user="anna")
        response, *found = await asyncio.gather(
            call(own, "SetBadge", command, **COUNT_UP), *map(applied, [one, two, three]))
        results = {item.session_id: described(item) for item in response.results}
        expect("results", results, dict.fromkeys("abc", (APPLIED, 0, "")))
        expect("their order", [item.session_id for item in response.results], ["a", "b", "c"])
        for each in found:
            expect("causes and texts", [(item.cause.command, setting(item).badge.text)
                                        for item in each], [("all", "4")])  # fmt: skip
        for other in others:
            expect("directives elsewhere", directives(await close_well(other)), [])
        await close_well(one)
        await close_well(two)
        command = Command(command_id="rest", user="anna")
        response, _ = await asyncio.gather(
            call(own, "SetBadge", command, **COUNT_UP), applied(three))
        expect("who is left", [item.session_id for item in response.results], ["c"])


async def each_its_own_outcome(lab: Lab) -> None:
    async with shop(lab) as own:
        reader = await shopping(own, session_id="applies", user="anna")
        await shopping(own, session_id="does-not", user="anna")
        await shopping(own, session_id="cannot", user="anna", experience="plain")
        command = Command(command_id="go", user="anna")
        response, _ = await asyncio.gather(
            call(own, "SetBadge", command, **COUNT_UP), applied(reader))
        outcomes = {item.session_id: item.outcome for item in response.results}
        expect("outcomes", outcomes, {
            "applies": APPLIED, "does-not": UNCONFIRMED, "cannot": INVALID})  # fmt: skip


async def user_with_many_sessions(lab: Lab) -> None:
    """All are asked at once, so that 200 that do not answer take no longer than one."""
    async with shop(lab, "--limit", "sessions-per-user=500") as own:
        names = [f"many-{number:03}" for number in range(200)]
        await asyncio.gather(*(
            CalledSession(own).open_unread(session_id=name, user="anna", experience="shop")
            for name in names))  # fmt: skip
        response = await call(own, "SetBadge", Command(command_id="all", user="anna"), **COUNT_UP)
        results = [(item.session_id, item.outcome) for item in response.results]
        expect("results", results, [(name, UNCONFIRMED) for name in names])


async def nameless_user(lab: Lab) -> None:
    """Many sessions have no user; nobody reaches them all at once."""
    async with shop(lab) as own:
        conversation = await shopping(own)
        end = await failure(call(own, "SelectTab", Command(command_id="a", user=""), tab=1))
        expect("reason and fields", (end.reason, end.fields),
               ("INVALID_ARGUMENT", ("command.recipient",)))  # fmt: skip
        expect("directives", directives(await close_well(conversation)), [])


async def many_at_once(lab: Lab) -> None:
    async with shop(lab) as own:
        conversation = await shopping(own)
        names = [f"c{number}" for number in range(50)]
        *results, found = await asyncio.gather(
            *(order(own, "SetBadge", name, **COUNT_UP) for name in names),
            applied(conversation, 50))
        expect("outcomes", Counter(map(described, results)), {(APPLIED, 0, ""): 50})
        expect("numbers", numbers(found), list(range(1, 51)))
        expect("commands", sorted(commands(found)), sorted(names))
        expect("texts", [setting(item).badge.text for item in found],
               [f"{count}" for count in range(4, 54)])  # fmt: skip
        expect("directives after that", directives(await close_well(conversation)), [])


async def many_at_once_among_events(lab: Lab) -> None:
    """Commands and the client's own events, all at once: every one takes place, once."""
    async with shop(lab) as own:
        conversation = await shopping(own)
        conversation.acknowledges = False

        async def use() -> None:
            for number in range(1, 41):
                await conversation.events(tap(number % 2))

        *results, found, _ = await asyncio.gather(
            *(order(own, "SetBadge", f"c{number}", **moved(number + 1)) for number in range(40)),
            applied_in_silence(conversation, 80), use())
        expect("outcomes", Counter(result.outcome for result in results), {UNCONFIRMED: 40})
        expect("numbers", numbers(found), list(range(1, len(found) + 1)))
        ordered = [name for name in commands(found) if name]
        expect("commands", sorted(ordered), sorted(f"c{number}" for number in range(40)))
        expect("causing events", [item.cause.event_sequence for item in found
                                  if item.HasField("select_tab")], list(range(1, 41)))  # fmt: skip


async def applied_in_silence(conversation: Conversation, count: int) -> list[Directive]:
    """Waits for so many selections and badges. Returns everything up to the last."""
    found: list[Directive] = []
    while sum(item.HasField("select_tab") or bool(item.cause.command) for item in found) < count:
        found += (await conversation.receive()).directives
    return found


async def one_name_at_once(lab: Lab) -> None:
    async with shop(lab) as own:
        conversation = await shopping(own)
        *results, found = await asyncio.gather(
            *(order(own, "SetBadge", "once", **COUNT_UP) for _ in range(50)),
            applied(conversation))
        expect("outcomes", Counter(map(described, results)), {(APPLIED, 0, ""): 50})
        expect("texts", [setting(item).badge.text for item in found], ["4"])
        expect("directives after that", directives(await close_well(conversation)), [])


async def unread_session(lab: Lab) -> None:
    """Backends that talk to nobody end the session, not the server, and are told in time."""
    async def is_over() -> bool:
        end = await failure(order(own, "SelectTab", "late", "deaf", tab=1))
        return end.reason == "UNKNOWN_SESSION"

    async with shop(lab) as own:
        session = CalledSession(own)
        await session.open_unread(session_id="deaf", experience="shop")
        ends = await asyncio.gather(*(
            failure(order(own, "SetBadge", f"c{number}", "deaf", **moved(number + 1)))
            for number in range(300)))  # fmt: skip
        expect_that({end.reason or end.code for end in ends} <= {"OK", "UNKNOWN_SESSION"},
                    f"the ends are {Counter(end.reason or end.code for end in ends)}")  # fmt: skip
        await eventually("the session ends", is_over, 10)


async def ending_session(lab: Lab) -> None:
    """Commands that come as the session ends either reach it or fail, and nobody waits for ever."""
    async with shop(lab) as own:
        for turn in range(40):
            client = CalledSession(own) if turn % 2 else own.conversation()
            await client.open(session_id=SESSION, experience="shop")
            *answers, (frames, end) = await asyncio.gather(
                *(failure(order(own, "SetBadge", f"c{number}", **moved(number + 1)))
                  for number in range(5)),
                closed_after(client, turn // 2 * 0.0003))  # fmt: skip
            expect("the end", end, Failure("OK"))
            reasons = Counter(answer.reason or answer.code for answer in answers)
            expect_that(set(reasons) <= {"OK", "UNKNOWN_SESSION"}, f"the ends are {reasons}")
            expect("directives", numbers(directives(frames)), list(range(1, reasons["OK"] + 1)))


async def closed_after(client: Conversation, seconds: float) -> tuple[list[Response], Failure]:
    await asyncio.sleep(seconds)
    return await client.close()


async def ending_server(lab: Lab) -> None:
    """Commands that wait for an ack do not keep a server that is told to go."""
    engine = await Engine.start(lab.binary)
    try:
        async with grpc.aio.insecure_channel(engine.address) as channel:
            own = Lab(lab.binary, lab.tools, engine, channel, lab.bystander)
            conversation = Conversation(channel)
            await conversation.open(session_id=SESSION)
            answers = [
                asyncio.create_task(failure(order(own, "SelectTab", f"c{tab}", tab=tab)))
                for tab in range(1, 5)]
            for _ in answers:
                await conversation.receive()
            code, (_, end) = await asyncio.gather(engine.stop(), conversation.failure())
            expect("exit code", code, 0)
            expect("end of the session", end.reason, "DRAINING")
            expect_that(
                {answer.code for answer in await asyncio.gather(*answers)} <= {"OK", "UNAVAILABLE"},
                "a command ended in another way")
    finally:
        await engine.stop()


async def end_of_time(lab: Lab) -> None:
    """No session time is left, since the client's clock stands at 2^53: no order is said to be done
    that was not."""
    async with shop(lab) as own:
        conversation = await shopping(own, time_us=2**53)
        await asyncio.sleep(0.01)
        result = await order(own, "SelectTab", "go", tab=1)
        shown = tabs(await close_well(conversation))
        expect_that(
            shown == [1] or result.outcome not in (APPLIED, UNCONFIRMED),
            f"the outcome is {result.outcome}, and the tabs selected are {shown}")


def bad_command_checks() -> list[Check]:
    return [
        undisturbing(f"{case.code} {case.reason}: {case.name}", case.run) for case in BAD_COMMANDS]


CHECKS = [
    Check("SetBadge: every operation", every_badge_operation),
    Check("SelectTab selects as the app would", selection),
    Check("SelectTab and ResolveGate: a gate that opens", gate_that_opens),
    Check("ResolveGate: a gate that stays shut", gate_that_stays_shut),
    Check("PushRocket: every toggle and look", rocket),
    Check("OpenSecondFloor and CloseSecondFloor", second_floor),
    Check("CloseSecondFloor while it opens", floor_closed_while_it_opens),
    Check("commands come in order with the client's own events", in_order_with_the_clients_own),
    Check("a command does not make the client's next event too late", late_client),
    Check("UNCONFIRMED until the client has acknowledged", no_ack),
    Check("UNCONFIRMED until the last directive is acknowledged", half_an_ack),
    Check("a repeated command is not carried out again", repeated),
    Check("another session carries out a command of the same name", repeated_elsewhere),
    Check("an invalid command can be corrected under its name", corrected),
    *bad_command_checks(),
    Check("INVALID and REFUSED: what a session does not carry out", unsuitable_orders, 40),
    Check("REFUSED: a second floor that is opening", busy_floor),
    Check("all sessions of a user: two streams and one on calls", all_of_a_user),
    Check("all sessions of a user, each with its own outcome", each_its_own_outcome),
    Check("a user with 200 sessions", user_with_many_sessions),
    Check("sessions without a user are nobody's", nameless_user),
    Check("50 commands at once, each carried out once", many_at_once),
    Check("40 commands at once among 40 events", many_at_once_among_events),
    Check("one command 50 times at once, carried out once", one_name_at_once),
    Check("300 commands at once to a session that nobody reads", unread_session),
    Check("commands to sessions that are ending", ending_session, 30),
    Check("commands to a server that is ending", ending_server),
    Check("a command when the client's time is at its end", end_of_time),
]
