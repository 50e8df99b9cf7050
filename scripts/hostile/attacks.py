"""All attacks, and which of them go together."""

import floods
import greedy
import header_attacks
import malformed
import slow_attacks
import tap_floods
import window_attacks
from attack import Attack, End
from pending import PENDING

CONTROL = Attack("control", floods.flood(bytes(100)), greeting=b"", end=End.NOTHING, is_alone=True)

FAMILIES = [
    floods.ATTACKS, header_attacks.ATTACKS, greedy.ATTACKS, window_attacks.ATTACKS,
    tap_floods.ATTACKS,
]  # fmt: skip
HEAVY = [attack for family in FAMILIES for attack in family]
LIGHT = [malformed.ATTACKS, slow_attacks.ATTACKS]
ATTACKS = {
    attack.name: attack
    for attack in [CONTROL, *HEAVY, *(attack for group in LIGHT for attack in group)]
}


def groups(
    long: bool, tls: bool = False, only: str = "", pending: bool = False
) -> list[list[Attack]]:
    """Attacks that are carried out at the same time: in the short form, all that cost little."""

    def is_chosen(attack: Attack) -> bool:
        return (
            attack.tls == tls and (long or not attack.long) and only in attack.name
            and (attack.name in PENDING) == pending)  # fmt: skip

    heavy = [[attack] for attack in HEAVY if is_chosen(attack)]
    light = [[attack for attack in group if is_chosen(attack)] for group in LIGHT]
    if long:
        light = [[attack] for group in light for attack in group]
    chosen = heavy + [group for group in light if group]
    # The control measures the machine, and comes first.
    return [[CONTROL], *chosen] if chosen and not tls else chosen


def together() -> list[list[Attack]]:
    """All attacks for one engine, by their families."""
    return [
        [each for each in family if not each.tls and not each.long and each.name not in PENDING]
        for family in FAMILIES + LIGHT]  # fmt: skip
