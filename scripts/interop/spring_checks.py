"""Springs for clients that know none: keyframes, wherever an animation comes from."""

import asyncio
from itertools import pairwise
from typing import Any

from bad_input_checks import undisturbing
from call_checks import simulate
from called_session import CalledSession
from checks import Check, Lab, expect, expect_that
from control_checks import applied, numbers, order
from conversation import Conversation
from frames import event, tap
from interaction.v1 import directive_pb2
from session_checks import close_well
from shop import shop

Directive = directive_pb2.Directive
Track = directive_pb2.Track


def sprung(spring: directive_pb2.Spring, times: list[float]) -> list[float]:
    """Parts of the way at these times, ascending, by small steps of the equation itself."""
    def acceleration(x: float, v: float) -> float:
        return spring.stiffness * (1 - x) - spring.damping * v

    x, v, time, found = 0.0, spring.initial_velocity, 0.0, []
    for until in times:
        steps = max(round((until - time) / 1e-4), 1)
        h = (until - time) / steps
        for _ in range(steps):
            # The classical Runge-Kutta method.
            dx1, dv1 = v, acceleration(x, v)
            dx2, dv2 = v + h / 2 * dv1, acceleration(x + h / 2 * dx1, v + h / 2 * dv1)
            dx3, dv3 = v + h / 2 * dv2, acceleration(x + h / 2 * dx2, v + h / 2 * dv2)
            dx4, dv4 = v + h * dv3, acceleration(x + h * dx3, v + h * dv3)
            x += h / 6 * (dx1 + 2 * dx2 + 2 * dx3 + dx4)
            v += h / 6 * (dv1 + 2 * dv2 + 2 * dv3 + dv4)
        time = until
        found.append(x)
    return found


def expect_sampled(sampled: Track, spring: Track) -> None:
    """A track is another one's spring, 60 values to the second, joined by straight lines."""
    name = f"{spring.target}'s"
    expect(f"{name} easing", spring.WhichOneof("easing"), "spring")
    expect(f"{name} easing, sampled", sampled.WhichOneof("easing"), "bezier")
    curve = sampled.bezier
    expect(f"{name} curve", (curve.x1, curve.y1, curve.x2, curve.y2), (0, 0, 1, 1))
    seconds = spring.duration_us / 1e6
    expect(f"{name} keyframes", len(sampled.keyframes), max(int(seconds * 60), 2) + 1)
    positions = [frame.position for frame in sampled.keyframes]
    expect(f"{name} ends", (positions[0], positions[-1]), (0, 1))
    expect_that(all(one < next for one, next in pairwise(positions)), f"{name} positions fall back")
    start, end = (frame.value for frame in spring.keyframes)
    parts = sprung(spring.spring, [position * seconds for position in positions[:-1]])
    values = [start + (end - start) * part for part in parts] + [end]
    errors = [abs(frame.value - value)
              for frame, value in zip(sampled.keyframes, values, strict=True)]  # fmt: skip
    expect_that(max(errors) < 1e-3, f"{name} keyframes are off by {max(errors)} pt")
    alike = Track()
    alike.CopyFrom(sampled)
    alike.ClearField("keyframes")
    alike.keyframes.extend(spring.keyframes)
    alike.spring.CopyFrom(spring.spring)
    expect(f"{name} other fields", alike, spring)


def tracks(directive: Directive) -> list[Track]:
    """What a directive plays."""
    kind = directive.WhichOneof("action")
    action = kind and getattr(directive, kind)
    return list(action.timeline.tracks) if hasattr(action, "timeline") else []


def expect_all_sampled(sampled: list[Directive], usual: list[Directive]) -> int:
    """Springs are sampled, and everything else is as usual. Returns how many springs there were."""
    expect("directives", numbers(sampled), numbers(usual))
    springs = 0
    for one, other in zip(sampled, usual, strict=True):
        for track, expected in zip(tracks(one), tracks(other), strict=True):
            if expected.HasField("spring"):
                expect_sampled(track, expected)
                springs += 1
            else:
                expect("a track without a spring", track, expected)
    return springs


def sliding(**transition: Any) -> dict[str, Any]:
    """A definition whose pages slide."""
    return {"name": "slides", "sources": [{"id": "list"}],
            "tab_bar": {"items": [{}, {}], "transition": transition}}  # fmt: skip


async def simulated_springs(lab: Lab) -> None:
    for transition in [
        {}, {"damping_ratio": 1, "initial_velocity": 0}, {"damping_ratio": 3},
        {"damping_ratio": 0.05, "initial_velocity": -5, "duration": {"seconds": 2}},
        {"duration": {"nanos": 10_000_000}},
    ]:  # fmt: skip
        usual, sampled = [
            await simulate(lab, tap(1), definition=sliding(**transition), samples_springs=samples)
            for samples in [False, True]]
        springs = expect_all_sampled(list(sampled.directives), list(usual.directives))
        expect("springs", springs, 2)


async def simulated_still_springs(lab: Lab) -> None:
    """Who knows no springs gets none, even where everything is over at once."""
    environment = {"width": 375, "height": 812, "reduced_motion": True}
    response = await simulate(
        lab, tap(1), definition=sliding(), samples_springs=True, environment=environment)
    for track in tracks(response.directives[0]):
        expect(f"{track.target}'s duration", track.duration_us, 0)
        expect(f"{track.target}'s easing", track.WhichOneof("easing"), "bezier")


async def streamed_springs(lab: Lab) -> None:
    """Taps, commands and pushed pages, by stream and by calls: all are sampled."""
    async with shop(lab) as own:
        for make in [own.conversation, lambda: CalledSession(own)]:
            usual, sampled = [
                await played(own, make(), samples_springs=samples) for samples in [False, True]]
            expect("springs", expect_all_sampled(sampled, usual), 6)


async def played(lab: Lab, client: Conversation, *, samples_springs: bool) -> list[Directive]:
    """Slides by a tap and by a command, then pushes a page. Returns what the client was told."""
    capabilities = {"samples_springs": samples_springs}
    await client.open(session_id="springs", experience="shop", capabilities=capabilities)
    await client.events(tap(1))
    found = await applied(client)
    _, ordered = await asyncio.gather(
        order(lab, "SelectTab", "go", "springs", tab=0), applied(client, 2))
    await client.events(event(10_000_000, navigate={"operation": 1, "route": "page"}))
    found += ordered + await applied(client, 2)
    await close_well(client)
    return found


CHECKS = [
    undisturbing("Simulate samples springs", simulated_springs),
    Check("Simulate samples springs where motion is reduced", simulated_still_springs),
    Check("streams, calls and commands sample springs", streamed_springs),
]
