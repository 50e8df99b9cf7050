"""TLS: authentication, roles by certificate, and certificates that are replaced."""

import asyncio
from pathlib import Path

from cryptography import x509

from certificates import LOOPBACK, Authority
from checks import Lab, eventually
from conversation import OK, Conversation
from monitoring import Monitoring
from securing import PEER_OPTIONS, PEERS, Secured
from services import is_serving
from single_calls import expect_roles, failure, simulate
from steps import expect_session, expect_tab, lines_with
from tokens import bearer, replace_file, verifying


async def expect_no_connection(lab: Lab) -> None:
    assert (await failure(is_serving(lab.channel))).code == "UNAVAILABLE"


async def test_encrypted_and_nothing_else(secure):
    own = await secure()
    good = await own.caller()
    await expect_session(good)
    await expect_roles(good, *PEERS)
    await expect_no_connection(own.lab)
    await expect_no_connection(await own.caller(root=Authority().root))
    await expect_no_connection(await own.caller(name="attic.example"))
    await expect_session(good)


async def test_names_of_certificates_give_roles(secure):
    """The Swift tests of peers have more names, with and without a role."""
    own = await secure(*PEER_OPTIONS, mutual=True)
    await expect_no_connection(await own.caller())
    await expect_no_connection(own.lab)
    await expect_no_connection(await own.caller(Authority().issue(PEERS["operator"])))
    await expect_no_connection(await own.peer(PEERS["operator"], expired=True))
    for role, name in PEERS.items():
        await expect_roles(await own.peer(name), role)
    await expect_roles(await own.peer(LOOPBACK, *PEERS.values()), *PEERS)
    for names in [[], [LOOPBACK], [x509.DNSName("backend.internal.attic.example")]]:
        peer = await own.peer(*names, common_name="backend.internal")
        assert (await failure(simulate(peer))).reason == "TOKEN_MISSING", names
        assert await is_serving(peer.channel)
    # Without keys no token is accepted.
    peer = await own.peer(PEERS["client"])
    assert (await failure(simulate(peer, metadata=bearer()))).reason == "TOKEN_INVALID"


async def test_a_token_decides_alone(secure, tmp_path):
    own = await secure(*PEER_OPTIONS, *verifying(tmp_path), mutual=True)
    proxy, stranger = await own.peer(*PEERS.values()), await own.peer(LOOPBACK)
    await expect_roles(proxy, *PEERS)
    assert (await failure(simulate(stranger))).reason == "TOKEN_MISSING"
    for peer in [proxy, stranger]:
        for role in ["client", "backend"]:
            await expect_roles(peer, role, metadata=bearer(role))
        end = await failure(simulate(peer, metadata=bearer(aud="attic")))
        assert end.reason == "TOKEN_INVALID"


async def test_certificates_are_replaced_under_20_sessions(secure, tmp_path):
    """They stream at 60 Hz; none of them notices."""
    log = tmp_path / "log"
    own = await secure("--log-level", "info", "--monitoring-port", "0", log=log.open("wb"))
    page = Monitoring(await own.lab.engine.next_address("monitoring"))
    channels = [await own.caller() for _ in range(4)]
    clients = [channels[number % 4].conversation() for number in range(20)]
    over = asyncio.Event()
    async with asyncio.TaskGroup() as group:
        for client in clients:
            group.create_task(stream(client, over))
        await asyncio.sleep(0.5)
        await expect_the_last_good(own, page, log)
        await expect_session(await own.caller())
        over.set()


async def stream(conversation: Conversation, over: asyncio.Event) -> None:
    """Plays; every event is acknowledged, and only the client ends the stream."""
    await conversation.open()
    turn = 0
    while not over.is_set():
        turn += 1
        await expect_tab(conversation, 1 + turn % 2, turn * 16_667)
        await asyncio.sleep(1 / 60)
    assert (await conversation.close())[1] == OK
    assert turn > 100


async def expect_the_last_good(own: Secured, page: Monitoring, log: Path) -> None:
    """Unusable files change nothing until they are repaired; log and metrics report both."""
    first = x509.load_pem_x509_certificate(own.files.certificate.read_bytes())
    expiry = await page.number("certificate_expiry_timestamp_seconds")
    assert expiry == first.not_valid_after_utc.timestamp()
    other = own.authority.issue(LOOPBACK)
    replace_file(own.files.key, other.key)
    await eventually("the log tells", lambda: bool(lines_with(log, "certificate reload failed")))
    assert await page.numbers("certificate_reloads_total") == {("error",): 1}
    assert await own.shown() == first.serial_number, "a certificate without its key"
    replace_file(own.files.certificate, other.certificate)
    await own.shows(other.serial)
    assert await page.numbers("certificate_reloads_total") == {("error",): 1, ("ok",): 1}
    replace_file(own.files.certificate, other.certificate[:300])
    replace_file(own.files.key, "attic")
    await asyncio.sleep(2.5)
    assert await own.shown() == other.serial, "broken files"
    own.files.key.unlink()
    await asyncio.sleep(2.5)
    assert await own.shown() == other.serial, "no key"
    await expect_session(await own.caller())
    new = own.authority.issue(LOOPBACK)
    own.files.write(new)
    await own.shows(new.serial)
