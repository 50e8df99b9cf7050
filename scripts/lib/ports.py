"""Ports on the loopback interface."""

import socket

import httpx


def free_port() -> int:
    """For programs that do not tell which port they got, or that come back on it."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


def http_client(address: str) -> httpx.AsyncClient:
    """A client of a port, each of whose requests has a connection of its own."""
    return httpx.AsyncClient(
        base_url=f"http://{address}", timeout=60, trust_env=False, verify=False,
        limits=httpx.Limits(max_keepalive_connections=0))  # fmt: skip
