"""Engines with certificates, and channels to them."""

import asyncio
import ssl
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from typing import Any

import grpc
from cryptography import x509

from certificates import Authority, Files, Identity
from channels import connect
from checks import Lab
from expectations import becomes

PEERS = {
    "client": x509.DNSName("proxy.internal"),
    "backend": x509.DNSName("backend.internal"),
    "operator": x509.UniformResourceIdentifier("spiffe://checks.example/operator"),
}
PEER_OPTIONS = [
    option for role, name in PEERS.items() for option in ["--peer-role", f"{name.value}={role}"]]


@dataclass(frozen=True)
class Secured:
    """An engine with a certificate, and channels to it."""

    lab: Lab
    files: Files
    authority: Authority
    channels: AsyncExitStack

    async def caller(
        self, identity: Identity | None = None, root: bytes | None = None, name: str = "localhost"
    ) -> Lab:
        """Returns the lab over a TLS connection of its own."""
        credentials = grpc.ssl_channel_credentials(
            root or self.authority.root, identity and identity.key,
            identity and identity.certificate)  # fmt: skip
        channel = await self.channels.enter_async_context(
            connect(self.lab.engine.address, credentials, name))
        return replace(self.lab, channel=channel)

    async def peer(self, *names: x509.GeneralName, **options: Any) -> Lab:
        return await self.caller(self.authority.issue(*names, **options))

    async def shown(self) -> int:
        """Returns the serial number of the certificate presented to a new connection."""
        address = ("127.0.0.1", self.lab.engine.port)
        pem = await asyncio.to_thread(ssl.get_server_certificate, address, timeout=5)
        return x509.load_pem_x509_certificate(pem.encode()).serial_number

    async def shows(self, serial: int) -> None:
        await becomes("the certificate of new connections", self.shown, serial, 6)
