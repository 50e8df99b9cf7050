"""What Envoy lets pages of other origins do."""

from checks import expect, expect_in
from fronted import FrontedFleet
from own_chromium import own_chromium
from raw_call import Answer, grpc_web, preflight

HEALTH = "/grpc.health.v1.Health/Check"
ALLOWED, FOREIGN = "http://localhost:3000", "https://elsewhere.example"
SENT = {"content-type", "x-grpc-web", "grpc-timeout", "x-user-agent", "authorization",
        "x-interaction-key", "traceparent"}  # fmt: skip
READ = {"grpc-status", "grpc-message", "grpc-status-details-bin"}
# What a page is told of a call that succeeds, and of one that fails.
FETCHES = """async (front) => {
  const headers = {"content-type": "application/grpc-web+proto", "x-grpc-web": "1",
                   "x-interaction-key": "ann"};
  const called = (path) =>
    fetch(front + path, {method: "POST", headers, body: new Uint8Array(5)});
  try {
    const answer = await called("/grpc.health.v1.Health/Check");
    const failure = await called("/none.None/None");
    return [(await answer.text()).includes("grpc-status:0"), failure.headers.get("grpc-status")];
  } catch (error) {
    return String(error);
  }
}"""


def granted(answer: Answer) -> str | None:
    return answer.headers.get("access-control-allow-origin")


async def asked(fleet: FrontedFleet) -> str:
    """A preflight from an origin that is allowed says what its pages may do; others say nothing."""
    answer = await preflight(fleet.front.port, HEALTH, ALLOWED, *SENT)
    expect("the origin that is allowed", granted(answer), ALLOWED)
    expect("methods", answer.listed("access-control-allow-methods"), {"post", "options"})
    expect("headers to send", answer.listed("access-control-allow-headers"), SENT)
    expect("for how long", answer.headers.get("access-control-max-age"), "7200")
    for origin in [FOREIGN, "http://localhost.elsewhere.example", "http://127.0.0.1.example:80"]:
        answer = await preflight(fleet.front.port, HEALTH, origin, *SENT)
        expect(f"what is allowed to {origin}", granted(answer), None)
    # What is not gRPC-Web is for the engine to allow.
    answer = await preflight(fleet.front.port, HEALTH, ALLOWED, "connect-protocol-version")
    expect("what is allowed by Connect", granted(answer), None)
    return f"{len(SENT)} headers"


async def called(fleet: FrontedFleet) -> str:
    """Pages of an origin that is allowed may read the answer, and those of others not."""
    answer = await grpc_web(fleet.front.port, HEALTH, b"", origin=ALLOWED)
    expect_in(b"grpc-status:0", answer.body)
    expect("the origin that is allowed", granted(answer), ALLOWED)
    expect("headers to read", answer.listed("access-control-expose-headers"), READ)
    answer = await grpc_web(fleet.front.port, HEALTH, b"", origin=FOREIGN)
    expect(f"what is allowed to {FOREIGN}", granted(answer), None)
    return f"{len(READ)} headers"


async def browsed(fleet: FrontedFleet) -> str:
    """Chromium lets a page of this machine call, and one from elsewhere not."""
    port, told = fleet.addresses.of("engine-1").web, {}
    async with own_chromium("--host-resolver-rules=MAP elsewhere.example 127.0.0.1") as browser:
        page = await browser.new_page()
        for host in ["127.0.0.1", "elsewhere.example"]:
            await page.goto(f"http://{host}:{port}/none")
            told[host] = await page.evaluate(FETCHES, f"http://{fleet.front.address}")
    expect("what pages are told", told, {
        "127.0.0.1": [True, "12"], "elsewhere.example": "TypeError: Failed to fetch"})  # fmt: skip
    return "in Chromium"
