"""Engines with certificates, and ways to them."""

import asyncio
import socket
import ssl
from contextlib import AsyncExitStack, suppress
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
        address = ("127.0.0.1", self.lab.engine.port)
        pem = await asyncio.to_thread(ssl.get_server_certificate, address, timeout=5)
        return x509.load_pem_x509_certificate(pem.encode()).serial_number

    async def shows(self, serial: int) -> None:
        async def holds() -> bool:
            return await self.shown() == serial

        await eventually("new connections see the new certificate", holds, 6)


def greeting(port: int, protocols: list[str]) -> bytes:
    """The first bytes that a client of these protocols is sent."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.set_alpn_protocols(protocols)
    with (
        suppress(ssl.SSLError, ConnectionError),
        socket.create_connection(("127.0.0.1", port), timeout=5) as plain,
        context.wrap_socket(plain) as secure,
    ):
        secure.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes([0, 0, 0, 4, 0, 0, 0, 0, 0]))
        return secure.recv(100)
    return b""
