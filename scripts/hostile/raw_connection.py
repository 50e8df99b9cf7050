"""A connection of an attacker's."""

from collections import Counter

from http2_client import Connection
from limits import ATTACKERS


class RawConnection(Connection):
    @classmethod
    async def connect(
        cls, port: int, reads: bool = True, source: str = ATTACKERS
    ) -> "RawConnection":
        return await cls.open(port, b"", source, reads)

    @property
    def answers(self) -> Counter[str]:
        return Counter(reset=self.resets, ended=self.ends)

    @property
    def ended_streams(self) -> int:
        return self.resets + self.ends
