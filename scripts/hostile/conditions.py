"""All conditions, each with an engine of its own."""

import crowded_listeners
import expired_streams
import fair_shares
import json_frames
import stalls
import unclaimed_sessions
import unread_watchers
import waiting_calls
import web_listeners
from condition import Condition
from pending import PENDING

FAMILIES = [
    stalls, waiting_calls, expired_streams, crowded_listeners, unclaimed_sessions, web_listeners,
    fair_shares, unread_watchers, json_frames,
]  # fmt: skip
CONDITIONS = [condition for family in FAMILIES for condition in family.CONDITIONS]


def chosen_conditions(only: str = "", pending: bool = False) -> list[Condition]:
    return [
        condition for condition in CONDITIONS
        if only in condition.name and (condition.name in PENDING) == pending]  # fmt: skip
