"""All attacks, and which of them go together."""

import floods
import greedy
import header_attacks
import malformed
import slow_attacks
from attack import Attack, End

CONTROL = Attack("control", floods.flood(bytes(100)), greeting=b"", end=End.NOTHING)

HEAVY = [*floods.ATTACKS, *header_attacks.ATTACKS, *greedy.ATTACKS]
LIGHT = [malformed.ATTACKS, slow_attacks.ATTACKS]
ATTACKS = {
    attack.name: attack
    for attack in [CONTROL, *HEAVY, *(attack for group in LIGHT for attack in group)]
}


def groups(long: bool) -> list[list[Attack]]:
    """What is carried out at the same time: in the short form, all that costs little."""
    if long:
        return [[attack] for attack in ATTACKS.values()]
    light = [
        [attack for attack in group if attack.tls == tls and not attack.long]
        for group in LIGHT for tls in (False, True)
    ]  # fmt: skip
    heavy = [attack for attack in [CONTROL, *HEAVY] if not attack.long]
    return [[attack] for attack in heavy] + [group for group in light if group]
