"""The machine that engines and their attackers share, and the sizes of attacks on it."""

from collections.abc import Iterator

import pytest
from process import on_core, raise_descriptors

CLIENT_CORE = 0


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--soak", type=float, default=0, metavar="MINUTES",
        help="all attacks at once for so long, beside 100 sessions: for a release build")


@pytest.fixture(scope="session", autouse=True)
def core_of_clients() -> Iterator[None]:
    """Pins clients and attackers to one core; engines are on another."""
    raise_descriptors()
    with on_core(CLIENT_CORE):
        yield
