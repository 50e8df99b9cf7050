"""Certificates of an authority made up for the checks."""

import datetime
from dataclasses import dataclass, field
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from tokens import replace_file

LOOPBACK = x509.DNSName("localhost")
DAY = datetime.timedelta(days=1)


def named(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, text)])


def pem_of(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


@dataclass(frozen=True)
class Identity:
    """A certificate with its key, PEM."""

    certificate: bytes
    key: bytes

    @property
    def serial(self) -> int:
        return x509.load_pem_x509_certificate(self.certificate).serial_number


@dataclass(frozen=True)
class Authority:
    """Who signs certificates."""

    name: str = "an authority for the checks"
    key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    @property
    def root(self) -> bytes:
        builder = self._builder(self.name, self.key).add_extension(
            x509.BasicConstraints(ca=True, path_length=None), critical=True)
        return builder.sign(self.key, hashes.SHA256()).public_bytes(Encoding.PEM)

    def issue(
        self, *names: x509.GeneralName, common_name: str = "checks", expired: bool = False,
        days: int = 1,
    ) -> Identity:
        key = ec.generate_private_key(ec.SECP256R1())
        builder = self._builder(common_name, key, -1 if expired else days)
        if names:
            builder = builder.add_extension(x509.SubjectAlternativeName(names), critical=False)
        certificate = builder.sign(self.key, hashes.SHA256())
        return Identity(certificate.public_bytes(Encoding.PEM), pem_of(key))

    def _builder(
        self, name: str, key: ec.EllipticCurvePrivateKey, days: int = 1
    ) -> x509.CertificateBuilder:
        now = datetime.datetime.now(datetime.UTC)
        return x509.CertificateBuilder(
            issuer_name=named(self.name), subject_name=named(name), public_key=key.public_key(),
            serial_number=x509.random_serial_number(), not_valid_before=now - 3 * DAY,
            not_valid_after=now + days * DAY)  # fmt: skip


@dataclass(frozen=True)
class Files:
    """What an engine reads, in a folder."""

    folder: Path

    @property
    def certificate(self) -> Path:
        return self.folder / "certificate.pem"

    @property
    def key(self) -> Path:
        return self.folder / "key.pem"

    @property
    def root(self) -> Path:
        return self.folder / "root.pem"

    @property
    def options(self) -> list[str]:
        return ["--tls-certificate", str(self.certificate), "--tls-key", str(self.key)]

    @property
    def mutual(self) -> list[str]:
        return [*self.options, "--tls-client-ca", str(self.root)]

    def write(self, identity: Identity) -> None:
        replace_file(self.key, identity.key)
        replace_file(self.certificate, identity.certificate)
