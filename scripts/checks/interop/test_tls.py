"""TLS: who gets in, whom a certificate makes a caller, and certificates that are replaced."""

import asyncio
from collections.abc import Awaitable, Callable

from cryptography import x509

from bearers import caller, expect_refused, token_options
from certificates import LOOPBACK, Authority, Identity
from checks import Lab, eventually
from conversation import OK, Conversation
from doors import expect_doors
from frames import opening
from monitoring import Monitoring
from securing import PEER_OPTIONS, PEERS, Secured
from services import is_serving
from single_calls import failure, inspect, simulate
from steps import close_well, expect_session, expect_tab, opened
from tokens import replace_file, signer, write_keys

Secure = Callable[..., Awaitable[Secured]]


async def expect_no_connection(lab: Lab) -> None:
    assert (await failure(is_serving(lab.channel))).code == "UNAVAILABLE"


async def test_encrypted_and_nothing_else(secure):
    own = await secure()
    good = await own.caller()
    await expect_session(good)
    await expect_doors(good, set(PEERS))
    await expect_no_connection(own.lab)
    await expect_no_connection(await own.caller(root=Authority().root))
    await expect_no_connection(await own.caller(name="attic.example"))
    for protocols in [["http/1.1"], ["attic", "http/1.1"], []]:
        assert await own.greeting(protocols) == b"", protocols
    await expect_session(good)


async def test_names_of_certificates_give_roles(secure):
    own = await secure(*PEER_OPTIONS, mutual=True)
    await expect_no_connection(await own.caller())
    await expect_no_connection(own.lab)
    await expect_no_connection(await own.caller(Authority().issue(PEERS["operator"])))
    await expect_no_connection(await own.peer(PEERS["operator"], expired=True))
    for role, name in PEERS.items():
        await expect_doors(await own.peer(name), {role})
    await expect_doors(await own.peer(LOOPBACK, *PEERS.values()), set(PEERS))
    await expect_doors(await own.peer(x509.DNSName("BACKEND.Internal")), {"backend"})


async def test_names_of_certificates_that_give_none(secure):
    own = await secure(*PEER_OPTIONS, mutual=True)
    for names in [
        [], [LOOPBACK], [x509.DNSName("*.internal")], [x509.DNSName("a.backend.internal")],
        [x509.DNSName("backend.internal.attic.example")],
        [x509.DNSName("spiffe://checks.example/operator")],
        [x509.UniformResourceIdentifier("backend.internal")],
        [x509.UniformResourceIdentifier("spiffe://checks.example/Operator")],
        [x509.RFC822Name("backend.internal")],
    ]:  # fmt: skip
        peer = await own.peer(*names, common_name="backend.internal")
        expect_refused(await failure(simulate(peer)), "TOKEN_MISSING", what=f"{names}")
        assert await is_serving(peer.channel)
    # No token is accepted where no keys are given.
    peer = await own.peer(PEERS["client"])
    expect_refused(await failure(simulate(caller(peer))), "TOKEN_INVALID")


async def test_a_token_decides_alone(secure, tmp_path):
    """Who has only a certificate speaks for users."""
    write_keys(tmp_path / "keys.json", signer())
    own = await secure(*PEER_OPTIONS, *token_options(tmp_path / "keys.json"), mutual=True)
    proxy, stranger = await own.peer(*PEERS.values()), await own.peer(LOOPBACK)
    await expect_doors(proxy, set(PEERS))
    expect_refused(await failure(simulate(stranger)), "TOKEN_MISSING")
    for peer in [proxy, stranger]:
        await expect_doors(caller(peer), {"client"})
        await expect_doors(caller(peer, "backend"), {"backend"})
        expect_refused(await failure(simulate(caller(peer, aud="attic"))), "TOKEN_INVALID")
    conversation = await opened(proxy, session_id="for-otto", user="otto")
    session = await inspect(proxy, "GetSession", session_id="for-otto")
    assert session.summary.user == "otto"
    _, end = await caller(proxy, sub="anna").conversation().failure(
        opening(session_id="for-otto", epoch=2))  # fmt: skip
    assert (end.code, end.reason) == ("PERMISSION_DENIED", "FOREIGN_SESSION")
    await close_well(conversation)


async def test_certificates_are_replaced_under_20_sessions(secure):
    """They stream at 60 Hz; none of them notices."""
    own = await secure("--operator-port", "0")
    channels = [await own.caller() for _ in range(4)]
    clients = [channels[number % 4].conversation() for number in range(20)]
    over = asyncio.Event()
    async with asyncio.TaskGroup() as group:
        for client in clients:
            group.create_task(stream(client, over))
        await asyncio.sleep(0.5)
        for _ in range(2):
            new = own.authority.issue(LOOPBACK)
            own.files.write(new)
            await own.shows(new.serial)
            await expect_session(await own.caller())
        await expect_the_last_good(own, new)
        over.set()


async def stream(conversation: Conversation, over: asyncio.Event) -> None:
    """Plays; everything is acknowledged, and nothing but the client ends it."""
    await conversation.open()
    turn = 0
    while not over.is_set():
        turn += 1
        await expect_tab(conversation, 1 + turn % 2, turn * 16_667)
        await asyncio.sleep(1 / 60)
    assert (await conversation.close())[1] == OK
    assert turn > 100


async def expect_the_last_good(own: Secured, good: Identity) -> None:
    """Files that cannot be used change nothing, until they can."""
    other = own.authority.issue(LOOPBACK)
    replace_file(own.files.certificate, other.certificate)
    await asyncio.sleep(2.5)
    assert await own.shown() == good.serial, "a certificate without its key"
    replace_file(own.files.certificate, other.certificate[:300])
    replace_file(own.files.key, "attic")
    await asyncio.sleep(2.5)
    assert await own.shown() == good.serial, "broken files"
    own.files.key.unlink()
    await asyncio.sleep(2.5)
    assert await own.shown() == good.serial, "no key"
    await expect_session(await own.caller())
    own.files.write(other)
    await own.shows(other.serial)


async def test_a_certificate_that_cannot_be_reloaded_is_told(secure, log):
    """In the log and in the metrics, and so is when it ends."""
    own = await secure("--log-level", "info", "--monitoring-port", "0", log=log)
    page = Monitoring(await own.lab.engine.next_address("monitoring"))
    first = x509.load_pem_x509_certificate(own.files.certificate.read_bytes())
    expiry = await page.number("certificate_expiry_timestamp_seconds")
    assert expiry == first.not_valid_after_utc.timestamp()
    other = own.authority.issue(LOOPBACK)
    replace_file(own.files.key, other.key)
    await eventually("the log tells", lambda: log.has("certificate not reloaded"))
    assert await page.numbers("certificate_reloads_total") == {("error",): 1}
    replace_file(own.files.certificate, other.certificate)
    await own.shows(other.serial)
    assert await page.numbers("certificate_reloads_total") == {("error",): 1, ("ok",): 1}
