"""Descriptors for thousands of connections, and the length of a soak."""

import pytest
from process import raise_descriptors


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--minutes", type=float, help="how long a soak lasts: eight hours, with a release build")


@pytest.fixture(scope="session", autouse=True)
def descriptors() -> None:
    raise_descriptors()
