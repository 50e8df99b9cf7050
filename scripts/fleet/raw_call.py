"""A gRPC-Web call, as a browser makes it."""

import asyncio
import http.client
import struct


async def grpc_web(port: int, path: str, message: bytes, **headers: str) -> bytes:
    """The answer's body: messages and trailers."""
    return await asyncio.to_thread(_grpc_web, port, path, message, headers)


def _grpc_web(port: int, path: str, message: bytes, headers: dict[str, str]) -> bytes:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        body = struct.pack(">BI", 0, len(message)) + message
        fields = {"content-type": "application/grpc-web+proto", "x-grpc-web": "1"} | headers
        connection.request("POST", path, body, fields)
        return connection.getresponse().read()
    finally:
        connection.close()
