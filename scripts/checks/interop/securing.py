"""Engines with certificates, and ways to them."""

import asyncio
import socket
import ssl
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any

import grpc
from cryptography import x509

from certificates import Authority, Files, Identity
from checks import Lab, eventually

PEERS = {
    "client": x509.DNSName("proxy.internal"),
    "backend": x509.DNSName("backend.internal"),
    "operator": x509.UniformResourceIdentifier("spiffe://checks.example/operator"),
}
PEER_OPTIONS = [
    option for role, name in PEERS.items() for option in ["--peer-role", f"{name.value}={role}"]]


@dataclass(frozen=True)
class Secured:
    """An engine with a certificate, and ways to it."""

    lab: Lab
    files: Files
    authority: Authority
    channels: AsyncExitStack

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
        await self.channels.enter_async_context(channel)
        return replace(self.lab, channel=channel)

    async def peer(self, *names: x509.GeneralName, **options: Any) -> Lab:
        return await self.caller(self.authority.issue(*names, **options))

    async def shown(self) -> int:
        """The serial number of the certificate that a new connection is shown."""
        return await asyncio.to_thread(shown_serial, self.lab.engine.port)

    async def greeting(self, protocols: list[str]) -> bytes:
        """The first bytes that a client of these protocols is sent."""
        return await asyncio.to_thread(first_bytes, self.lab.engine.port, protocols)

    async def shows(self, serial: int) -> None:
        async def holds() -> bool:
            return await self.shown() == serial

        await eventually("new connections see the new certificate", holds, 6)


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
        assert certificate and secure.selected_alpn_protocol() == "h2"
        return x509.load_der_x509_certificate(certificate).serial_number


def first_bytes(port: int, protocols: list[str]) -> bytes:
    with suppress(ssl.SSLError, ConnectionError), connection(port, protocols) as secure:
        secure.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes([0, 0, 0, 4, 0, 0, 0, 0, 0]))
        return secure.recv(100)
    return b""
