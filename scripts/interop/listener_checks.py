"""A listener of the operators' own, and monitoring on an address of its own."""

import signal
from contextlib import suppress
from dataclasses import replace

import grpc

from call_checks import failure
from checks import Check, Lab, expect, expect_that
from drain_checks import drain_frame, opened
from inspector_checks import listed
from monitoring import Monitoring, line_of
from own_engine import own_engine
from session_checks import close_well


async def own_listeners(lab: Lab) -> None:
    """Operators see the sessions on their port, and there alone, until the last one is over."""
    options = ["--operator-port", "0", "--monitoring-port", "0", "--monitoring-host", "127.0.0.2"]
    async with own_engine(lab, *options, drain_deadline=9) as own:
        address = await line_of(own, "operators")
        page = Monitoring(await line_of(own, "monitoring"))
        expect("monitoring", page.address.split(":")[0], "127.0.0.2")
        expect("ready", (await page.get("/health/ready")).status, 200)
        with suppress(ConnectionRefusedError):
            await Monitoring(page.address.replace("0.0.2", "0.0.1")).get("/health/ready")
            expect_that(False, "monitoring is on 127.0.0.1, too")
        async with grpc.aio.insecure_channel(address) as channel:
            operators = replace(own, channel=channel)
            client = await opened(own, session_id="here")
            expect("ListSessions for users", (await failure(listed(own))).code, "UNIMPLEMENTED")
            own.engine.tell(signal.SIGTERM)
            await drain_frame(client)
            expect("sessions while it drains", await listed(operators), (["here"], "", 1))
            await close_well(client)
            expect("exit code", await own.engine.ended(), 0)


CHECKS = [Check("operators and monitoring: listeners of their own", own_listeners)]
