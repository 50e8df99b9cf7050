"""Calls over HTTP/1.1, as a browser makes them."""

import asyncio
import http.client
import struct
from dataclasses import dataclass


@dataclass(frozen=True)
class Answer:
    """Names of headers are in lower case; the body has messages and trailers."""

    status: int
    headers: dict[str, str]
    body: bytes

    def listed(self, name: str) -> set[str]:
        """What a header lists, without regard to case."""
        return {each.strip().lower() for each in self.headers.get(name, "").split(",")} - {""}


async def grpc_web(port: int, path: str, message: bytes, **headers: str) -> Answer:
    body = struct.pack(">BI", 0, len(message)) + message
    fields = {"content-type": "application/grpc-web+proto", "x-grpc-web": "1"} | headers
    return await request(port, "POST", path, fields, body)


async def preflight(port: int, path: str, origin: str, *headers: str) -> Answer:
    """Asks whether a page may make a call with these headers."""
    return await request(port, "OPTIONS", path, {
        "origin": origin, "access-control-request-method": "POST",
        "access-control-request-headers": ",".join(headers)})  # fmt: skip


async def request(
    port: int, method: str, path: str, headers: dict[str, str], body: bytes = b""
) -> Answer:
    return await asyncio.to_thread(_request, port, method, path, headers, body)


def _request(port: int, method: str, path: str, headers: dict[str, str], body: bytes) -> Answer:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        fields = {name.lower(): value for name, value in answer.getheaders()}
        return Answer(answer.status, fields, answer.read())
    finally:
        connection.close()
