"""A listener of the operators' own."""

import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import grpc

from backend import COUNT_UP, order
from call_checks import failure, health_check, simulate
from called_session import CalledSession
from callers import caller, guarded, operator
from checks import Check, CheckFailed, Lab, expect, expect_that
from drain_checks import drain_frame
from frames import opening
from inspector_checks import listed
from monitoring import Monitoring, line_of
from own_engine import own_engine
from role_checks import reflected
from services import experiences
from session_checks import close_well


@asynccontextmanager
async def divided(lab: Lab) -> AsyncIterator[tuple[Lab, Lab, Monitoring]]:
    """An engine as its users, its operators and its monitoring see it."""
    async with own_engine(
        lab, "--operator-port", "0", "--monitoring-port", "0", drain_deadline=9) as own:
        address = await line_of(own, "operators")
        page = Monitoring(await line_of(own, "monitoring"))
        async with grpc.aio.insecure_channel(address) as channel:
            yield own, replace(own, channel=channel), page


async def own_listener(lab: Lab) -> None:
    async with divided(lab) as (own, operators, page):
        client = own.conversation()
        await client.open(session_id="here")
        expect("sessions", await listed(operators), (["here"], "", 1))
        expect("active", await page.number("sessions_active"), 1)
        for what, call in {
            "ListSessions for users": listed(own), "ListExperiences for users":
            experiences(own.channel), "Simulate for operators": simulate(operators),
            "SetBadge for operators": order(operators, "SetBadge", "up", **COUNT_UP),
            "OpenSession for operators": CalledSession(operators).open(),
        }.items():  # fmt: skip
            expect(what, (await failure(call)).code, "UNIMPLEMENTED")
        _, end = await operators.conversation().failure(opening())
        expect("Interact for operators", end.code, "UNIMPLEMENTED")
        for each in [own, operators]:
            expect("health", (await health_check(each, "")).status, 1)
            await reflected(each, "v1")
        expect_that((await failure(simulate(own))).code != "UNIMPLEMENTED", "no Simulate for users")
        own.engine.tell(signal.SIGTERM)
        await drain_frame(client)
        expect("sessions while it drains", (await listed(operators))[2], 1)
        await close_well(client)
        expect("exit code", await own.engine.ended(), 0)


async def listed_where_they_are(lab: Lab) -> None:
    """Reflection and health of a listener speak of the services that it has."""
    async with divided(lab) as (own, operators, _):
        for each, there in [(own, {"ControlService", "InteractionService"}),
                            (operators, {"InspectorService"})]:  # fmt: skip
            names = [item.name for item in
                     (await reflected(each, "v1")).list_services_response.service]
            found = {name.split(".")[-1] for name in names if name.startswith("interaction.")}
            expect("services", found, there)


async def own_address(lab: Lab) -> None:
    """Monitoring is where it was asked for, and not where it is by itself."""
    options = ["--monitoring-port", "0", "--monitoring-host", "127.0.0.2"]
    async with own_engine(lab, *options) as own:
        page = Monitoring(await line_of(own, "monitoring"))
        expect_that(page.address.startswith("127.0.0.2:"), f"its address is {page.address}")
        expect("status", (await page.get("/health/ready")).status, 200)
        try:
            await Monitoring(page.address.replace("0.0.2", "0.0.1")).get("/health/ready")
        except ConnectionRefusedError:
            return
        raise CheckFailed("it is on 127.0.0.1, too")


async def guarded_operators(lab: Lab) -> None:
    """A port of one's own is no proof: operators need their role there, too."""
    async with guarded(lab, "--operator-port", "0") as (own, _):
        address = await line_of(own, "operators")
        async with grpc.aio.insecure_channel(address) as channel:
            there = replace(own, channel=channel)
            expect("nobody", (await failure(listed(there))).reason, "TOKEN_MISSING")
            expect("a client", (await failure(listed(caller(there)))).reason, "ROLE_MISSING")
            await listed(operator(there))


CHECKS = [
    Check("operators: a listener of their own", own_listener),
    Check("operators: reflection says what a listener has", listed_where_they_are),
    Check("--monitoring-host: there, and only there", own_address),
    Check("operators: a token on their listener, too", guarded_operators),
]
