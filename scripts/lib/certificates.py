"""Certificates of an authority made up for the checks."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from tokens import new_key, replace_file

LOOPBACK = x509.DNSName("localhost")
DAY = timedelta(days=1)


def named(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, text)])


@dataclass(frozen=True)
class Identity:
    """A certificate with its key, PEM."""

    certificate: bytes
    key: bytes

    @property
    def serial(self) -> int:
        return x509.load_pem_x509_certificate(self.certificate).serial_number


class Authority:
    NAME = "an authority for the checks"

    def __init__(self) -> None:
        self._key = new_key("ES256")
        constraints = x509.BasicConstraints(ca=True, path_length=None)
        self.root = self._signed(self._builder(self.NAME, self._key), constraints, critical=True)

    def issue(
        self, *names: x509.GeneralName, common_name: str = "checks", expired: bool = False
    ) -> Identity:
        key = new_key("ES256")
        builder = self._builder(common_name, key, -1 if expired else 30)
        alternatives = x509.SubjectAlternativeName(names) if names else None
        return Identity(
            self._signed(builder, alternatives),
            key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))  # fmt: skip

    def _signed(
        self, builder: x509.CertificateBuilder, extension: x509.ExtensionType | None,
        critical: bool = False,
    ) -> bytes:  # fmt: skip
        if extension:
            builder = builder.add_extension(extension, critical)
        return builder.sign(self._key, hashes.SHA256()).public_bytes(Encoding.PEM)

    def _builder(
        self, name: str, key: ec.EllipticCurvePrivateKey, days: int = 30
    ) -> x509.CertificateBuilder:
        now = datetime.now(UTC)
        return x509.CertificateBuilder(
            issuer_name=named(self.NAME), subject_name=named(name), public_key=key.public_key(),
            serial_number=x509.random_serial_number(), not_valid_before=now - 3 * DAY,
            not_valid_after=now + days * DAY)  # fmt: skip


class Files:
    """The files of an engine with a certificate for this machine, in a folder."""

    def __init__(self, folder: Path) -> None:
        self.authority = Authority()
        self.certificate, self.key, self.root = (
            folder / f"{name}.pem" for name in ("certificate", "key", "root"))
        self.options = ["--tls-certificate", str(self.certificate), "--tls-key", str(self.key)]
        self.mutual = [*self.options, "--tls-client-ca", str(self.root)]
        self.write(self.authority.issue(LOOPBACK))
        replace_file(self.root, self.authority.root)

    def write(self, identity: Identity) -> None:
        replace_file(self.key, identity.key)
        replace_file(self.certificate, identity.certificate)
