"""Ports on the loopback interface."""

import socket


def free_port() -> int:
    """For programs that do not tell which port they got, or that come back on it."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]
