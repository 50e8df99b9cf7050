"""TLS: who gets in, whom a certificate makes a caller, and certificates that are replaced."""

import asyncio
import ipaddress
import socket
import ssl
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import grpc
from cryptography import x509

from call_checks import failure, health_check, simulate
from callers import caller, expect_unauthenticated, token_options
from certificates import LOOPBACK, Authority, Files, Identity
from checks import Check, Lab, eventually, expect, expect_that
from configuration_checks import tool
from conversation import OK, Conversation
from frames import opening, tap
from identity_checks import expect_session
from inspector_checks import inspected
from monitoring import Monitoring, line_of
from own_engine import own_engine
from role_checks import expect_doors
from session_checks import close_well, tabs
from tokens import ALGORITHMS, replace_file, signer, write_keys

PEERS = {
    "client": x509.DNSName("proxy.internal"),
    "backend": x509.DNSName("backend.internal"),
    "operator": x509.UniformResourceIdentifier("spiffe://checks.example/operator"),
}
PEER_OPTIONS = [
    option for role, name in PEERS.items() for option in ["--peer-role", f"{name.value}={role}"]]


class Secured:
    """An engine with a certificate, and ways to it."""

    def __init__(self, lab: Lab, files: Files, authority: Authority, stack: AsyncExitStack) -> None:
        self.lab = lab
        self.files = files
        self.authority = authority
        self._stack = stack

    async def caller(
        self, identity: Identity | None = None, root: bytes | None = None, name: str = "localhost"
    ) -> Lab:
        """The laboratory as seen through a TLS connection of its own."""
        credentials = grpc.ssl_channel_credentials(
            root or self.authority.root, identity and identity.key,
            identity and identity.certificate)  # fmt: skip
        channel = grpc.aio.secure_channel(
            self.lab.engine.address, credentials,
            options=[("grpc.use_local_subchannel_pool", 1),
                     ("grpc.ssl_target_name_override", name)])  # fmt: skip
        await self._stack.enter_async_context(channel)
        return replace(self.lab, channel=channel)

    async def peer(self, *names: x509.GeneralName, **options: Any) -> Lab:
        return await self.caller(self.authority.issue(*names, **options))

    async def shown(self) -> int:
        """The serial number of the certificate that a new connection is shown."""
        return await asyncio.to_thread(shown_serial, self.lab.engine.port)

    async def greeting(self, protocols: list[str]) -> bytes:
        """The first bytes that a client of these protocols is sent."""
        return await asyncio.to_thread(first_bytes, self.lab.engine.port, protocols)


@contextmanager
def connection(port: int, protocols: list[str]) -> Iterator[ssl.SSLSocket]:
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.set_alpn_protocols(protocols)
    with (
        socket.create_connection(("127.0.0.1", port), timeout=5) as plain,
        context.wrap_socket(plain, server_hostname="localhost") as secure,
    ):
        yield secure


def shown_serial(port: int) -> int:
    with connection(port, ["h2"]) as secure:
        certificate = secure.getpeercert(binary_form=True)
        assert certificate
        expect("the protocol", secure.selected_alpn_protocol(), "h2")
        return x509.load_der_x509_certificate(certificate).serial_number


def first_bytes(port: int, protocols: list[str]) -> bytes:
    with suppress(ssl.SSLError, ConnectionError), connection(port, protocols) as secure:
        secure.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes([0, 0, 0, 4, 0, 0, 0, 0, 0]))
        return secure.recv(100)
    return b""


@asynccontextmanager
async def secured(
    lab: Lab, *options: str, mutual: bool = False, **process: Any
) -> AsyncIterator[Secured]:
    authority = Authority()
    async with AsyncExitStack() as stack:
        files = Files(Path(stack.enter_context(tempfile.TemporaryDirectory())))
        files.write(authority.issue(LOOPBACK))
        replace_file(files.root, authority.root)
        write_keys(files.folder / "keys.json", *map(signer, ALGORITHMS))
        own = await stack.enter_async_context(
            own_engine(lab, *(files.mutual if mutual else files.options), *options, **process))
        yield Secured(own, files, authority, stack)
        expect("the engine runs", own.engine.is_running, True)


async def expect_no_connection(lab: Lab, what: str) -> None:
    end = await failure(health_check(lab, ""))
    expect(f"{what}: code", end.code, "UNAVAILABLE")


async def encrypted(lab: Lab) -> None:
    async with secured(lab) as own:
        good = await own.caller()
        await expect_session(good)
        await expect_doors(good, set(PEERS))
        await expect_no_connection(own.lab, "without encryption")
        await expect_no_connection(await own.caller(root=Authority().root), "another root")
        await expect_no_connection(await own.caller(name="attic.example"), "another name")
        for protocols in [["http/1.1"], ["attic", "http/1.1"], []]:
            expect(f"the engine with {protocols}", await own.greeting(protocols), b"")
        await expect_session(good)


async def mutual(lab: Lab) -> None:
    async with secured(lab, *PEER_OPTIONS, mutual=True) as own:
        await expect_no_connection(await own.caller(), "no certificate")
        await expect_no_connection(own.lab, "no encryption")
        stranger = Authority().issue(PEERS["operator"])
        await expect_no_connection(await own.caller(stranger), "another authority's certificate")
        expired = await own.peer(PEERS["operator"], expired=True)
        await expect_no_connection(expired, "an expired certificate")
        for role, name in PEERS.items():
            await expect_doors(await own.peer(name), {role})
        await expect_doors(await own.peer(LOOPBACK, *PEERS.values()), set(PEERS))
        await expect_doors(await own.peer(x509.DNSName("BACKEND.Internal")), {"backend"})


async def unknown_peers(lab: Lab) -> None:
    async with secured(lab, *PEER_OPTIONS, mutual=True) as own:
        for what, names in {
            "no name": [], "another name": [LOOPBACK],
            "a wildcard": [x509.DNSName("*.internal")],
            "a name in front": [x509.DNSName("a.backend.internal")],
            "a name behind": [x509.DNSName("backend.internal.attic.example")],
            "a URI as a name": [x509.DNSName("spiffe://checks.example/operator")],
            "a name as a URI": [x509.UniformResourceIdentifier("backend.internal")],
            "another URI": [x509.UniformResourceIdentifier("spiffe://checks.example/Operator")],
            "mail": [x509.RFC822Name("backend.internal")],
        }.items():  # fmt: skip
            peer = await own.peer(*names, common_name="backend.internal")
            expect_unauthenticated(what, await failure(simulate(peer)), "TOKEN_MISSING")
            expect("health", (await failure(health_check(peer, ""))).code, "OK")
        # No token is accepted where no keys are given.
        peer = await own.peer(PEERS["client"])
        expect_unauthenticated("a token", await failure(simulate(caller(peer))))


async def peers_and_tokens(lab: Lab) -> None:
    """A token decides alone; who has only a certificate speaks for users."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        write_keys(folder / "keys.json", signer())
        options = [*PEER_OPTIONS, *token_options(folder / "keys.json")]
        own = await stack.enter_async_context(secured(lab, *options, mutual=True))
        proxy, stranger = await own.peer(*PEERS.values()), await own.peer(LOOPBACK)
        await expect_doors(proxy, set(PEERS))
        expect_unauthenticated("nothing", await failure(simulate(stranger)), "TOKEN_MISSING")
        for peer in [proxy, stranger]:
            await expect_doors(caller(peer), {"client"})
            await expect_doors(caller(peer, "backend"), {"backend"})
            wrong = caller(peer, aud="attic")
            expect_unauthenticated("a bad token", await failure(simulate(wrong)))
        conversation = proxy.conversation()
        await conversation.open(session_id="for-otto", user="otto")
        expect("user", (await inspected(proxy, "for-otto")).summary.user, "otto")
        _, end = await caller(proxy, sub="anna").conversation().failure(
            opening(session_id="for-otto", epoch=2))  # fmt: skip
        expect("another user's", (end.code, end.reason), ("PERMISSION_DENIED", "FOREIGN_SESSION"))
        await close_well(conversation)


async def streaming(conversation: Conversation, goes_on: Callable[[], bool]) -> None:
    """Plays at 60 Hz; everything is acknowledged, and nothing but the client ends it."""
    await conversation.open()
    turn = 0
    while goes_on():
        turn += 1
        found = tabs(await conversation.exchange(tap(1 + turn % 2, turn * 16_667)))
        expect("tabs", found, [1 + turn % 2])
        await asyncio.sleep(1 / 60)
    expect("the end", (await conversation.close())[1], OK)
    expect_that(turn > 100, f"only {turn} events in all that time")


def shows(own: Secured, serial: int) -> Awaitable[None]:
    async def holds() -> bool:
        return await own.shown() == serial

    return eventually("new connections see the new certificate", holds, 6)


async def reloaded(lab: Lab) -> None:
    """20 sessions stream while certificates are replaced: none of them notices."""
    async with secured(lab, "--operator-port", "0") as own:
        channels = [await own.caller() for _ in range(4)]
        clients = [channels[number % 4].conversation() for number in range(20)]
        over = asyncio.Event()
        async with asyncio.TaskGroup() as group:
            for client in clients:
                group.create_task(streaming(client, lambda: not over.is_set()))
            await asyncio.sleep(0.5)
            for _ in range(2):
                new = own.authority.issue(LOOPBACK)
                own.files.write(new)
                await shows(own, new.serial)
                await expect_session(await own.caller())
            await keeps_the_last_good(own, new)
            over.set()


async def keeps_the_last_good(own: Secured, good: Identity) -> None:
    """Files that cannot be used change nothing, until they can."""
    other = own.authority.issue(LOOPBACK)
    replace_file(own.files.certificate, other.certificate)
    await asyncio.sleep(2.5)
    expect("serial, certificate without its key", await own.shown(), good.serial)
    replace_file(own.files.certificate, other.certificate[:300])
    replace_file(own.files.key, "attic")
    await asyncio.sleep(2.5)
    expect("serial, broken files", await own.shown(), good.serial)
    own.files.key.unlink()
    await asyncio.sleep(2.5)
    expect("serial, without a key", await own.shown(), good.serial)
    await expect_session(await own.caller())
    own.files.write(other)
    await shows(own, other.serial)


async def told_certificates(lab: Lab) -> None:
    """A certificate that cannot be reloaded is in the log and in the metrics, and so is when it ends."""
    with tempfile.NamedTemporaryFile() as log:
        options = ["--log-level", "info", "--monitoring-port", "0"]
        async with secured(lab, *options, log=log.fileno()) as own:
            page = Monitoring(await line_of(own.lab, "monitoring"))
            first = x509.load_pem_x509_certificate(own.files.certificate.read_bytes())
            expect("expiry", await page.number("certificate_expiry_timestamp_seconds"),
                   first.not_valid_after_utc.timestamp())  # fmt: skip
            other = own.authority.issue(LOOPBACK)
            replace_file(own.files.key, other.key)

            async def is_told() -> bool:
                return "certificate not reloaded" in Path(log.name).read_text()

            await eventually("the log tells", is_told)
            expect("failures", await page.numbers("certificate_reloads_total"), {("error",): 1})
            replace_file(own.files.certificate, other.certificate)
            await shows(own, other.serial)
            expect("successes", await page.numbers("certificate_reloads_total"),
                   {("error",): 1, ("ok",): 1})  # fmt: skip


def address(text: str) -> x509.IPAddress:
    return x509.IPAddress(ipaddress.ip_address(text))


async def asked_by_address(lab: Lab) -> None:
    """An address is compared with the certificate's addresses, and never with its names."""
    async with secured(lab) as own:
        for name, good in [
            (LOOPBACK, {"localhost"}), (address("127.0.0.1"), {"localhost", "127.0.0.1"}),
            (address("127.0.0.2"), set()), (x509.DNSName("127.0.0.1"), set()),
        ]:  # fmt: skip
            new = own.authority.issue(name)
            own.files.write(new)
            await shows(own, new.serial)
            for host in ["localhost", "127.0.0.1"]:
                code, out, err = await tool(
                    lab, "health", "--address", f"{host}:{own.lab.engine.port}",
                    "--tls-ca", str(own.files.root))  # fmt: skip
                right = (0, "SERVING\n") if host in good else (69, "")
                expect(f"{host} with {name.value}, {err!r}", (code, out), right)


CHECKS = [
    Check("TLS: encrypted, and nothing else", encrypted),
    Check("TLS: health asked by a name and by an address", asked_by_address, 40),
    Check("TLS: a certificate that cannot be reloaded is told", told_certificates),
    Check("mutual TLS: the certificate's names give roles", mutual),
    Check("mutual TLS: names that give none", unknown_peers),
    Check("mutual TLS and tokens: a token decides alone", peers_and_tokens),
]

# It waits for files to be looked at, and runs beside all others.
SLOW_CHECKS = [
    Check("TLS: certificates replaced under 20 sessions", reloaded, 60),
]
