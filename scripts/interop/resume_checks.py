"""Sessions whose engine is killed go on at another one, which has nothing but the key."""

import signal

from called_session import CalledSession
from checks import Check, Lab, expect
from own_engine import key_file, own_engine
from resuming import Survivor, expect_same, journey, uninterrupted


def resumed_after_death(name: str) -> Check:
    async def run(lab: Lab) -> None:
        async with key_file(lab) as file:
            keys = ["--checkpoint-keys", str(file)]
            async with own_engine(lab, *keys) as one:
                expected = await uninterrupted(one.conversation(), journey())
                survivor = Survivor("survivor", journey())
                await survivor.open(CalledSession(one) if name == "calls" else one.conversation())
                await survivor.play(151)
                await survivor.play_unread(177)
                expect("exit code", await one.engine.stop(signal.SIGKILL), -signal.SIGKILL)
            async with own_engine(lab, *keys) as two:
                await survivor.resume(CalledSession(two) if name == "calls" else two.conversation())
                await survivor.play()
                expect_same(survivor.directives, expected)
                await survivor.conversation.close()

    return Check(f"resumed after the server was killed, by {name}", run)


CHECKS = [resumed_after_death(name) for name in ["stream", "calls"]]
