"""Ports on the loopback interface."""

import socket

import httpx


def free_port() -> int:
    """Returns a free port, for programs that do not report theirs, or that restart on it."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


def http_client(address: str) -> httpx.AsyncClient:
    """Returns a client of a port that opens a connection for each request."""
    return httpx.AsyncClient(
        base_url=f"http://{address}", timeout=60, trust_env=False, verify=False,
        limits=httpx.Limits(max_keepalive_connections=0))  # fmt: skip
