"""All attacks, and the groups in which they run together."""

import floods
import greedy
import header_attacks
import malformed
import slow_attacks
import tap_floods
import window_attacks
from attack import Attack, End

CONTROL = Attack("control", floods.flood(bytes(100)), greeting=b"", end=End.NOTHING, is_alone=True)
# Expensive attacks, and cheap ones, which run together.
HEAVY = [floods, header_attacks, greedy, window_attacks, tap_floods]
LIGHT = [malformed, slow_attacks]
FAMILIES = [module.ATTACKS for module in HEAVY + LIGHT]
ATTACKS = {each.name: each for family in [[CONTROL], *FAMILIES] for each in family}


def groups(long: bool, tls: bool) -> list[list[Attack]]:
    """Returns the attacks that run together: in the long form one, in the short all cheap ones."""
    found: list[list[Attack]] = []
    for module in HEAVY + LIGHT:
        chosen = [each for each in module.ATTACKS if each.tls == tls and (long or not each.long)]
        found += [chosen] if module in LIGHT and not long else [[each] for each in chosen]
    return [group for group in found if group]


def together() -> list[list[str]]:
    """Returns the names of all attacks for one engine, by family."""
    return [[each.name for each in family if not each.tls and not each.long] for family in FAMILIES]
