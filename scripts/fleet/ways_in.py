"""The ways in which clients come to Envoy, besides gRPC and WebSocket without encryption."""

import grpc

from checks import expect_in, expect_that
from fronted import FrontedFleet
from raw_call import grpc_web
from services import experiences


async def encrypted(fleet: FrontedFleet) -> str:
    """The same port speaks TLS."""
    credentials = grpc.ssl_channel_credentials(fleet.front.root.read_bytes())
    address = f"localhost:{fleet.front.port}"
    async with grpc.aio.secure_channel(address, credentials) as channel:
        expect_that("home-refined" in await experiences(channel), "there is no experience")
    return "on the same port"


async def translated(fleet: FrontedFleet) -> str:
    """A call in gRPC-Web's form is answered in that form."""
    answer = await grpc_web(fleet.front.port, "/grpc.health.v1.Health/Check", b"")
    expect_in(b"grpc-status:0", answer.body)
    return "in its form"
