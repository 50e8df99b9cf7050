"""The words of a text trace's lines, as fields of messages."""

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import unquote

from frames import Event, event
from interaction.v1 import event_pb2, values_pb2

Pairs = dict[str, str]
Fields = dict[str, Any]

BADGE_WORDS: dict[str, Fields] = {
    "clear": {"clear": {}}, "hide": {"hidden": True}, "show": {"hidden": False}}  # fmt: skip

STYLE_NAMES = {"standard": "DEFAULT"}


def read_event(line: str) -> Event:
    """An event such as `16000 scroll home 1 moved x=0 y=8`, whoever ordered it."""
    words, pairs = split(line)
    command = pairs.pop("command", "")
    time, kind, *rest = words
    if kind not in KINDS:
        raise ValueError(f"no event is written '{line}'")
    return event(int(time), command_id=command, **KINDS[kind](rest, pairs))


def split(line: str) -> tuple[list[str], Pairs]:
    """The words, and what is written `name=value`."""
    words = line.split()
    pairs = dict(word.split("=", 1) for word in words if "=" in word)
    return [word for word in words if "=" not in word], pairs


def environment(pairs: Pairs) -> Fields:
    sides = numbers({side: pairs.get(side, "0") for side in ["top", "left", "bottom", "right"]})
    direction = snake(pairs.get("direction", "leftToRight"))
    size = numbers({name: pairs[name] for name in ["width", "height", "scale"]})
    return size | {"insets": sides, "locale": pairs.get("locale", ""),
                   "direction": f"LAYOUT_DIRECTION_{direction}"}  # fmt: skip


def current(pairs: Pairs) -> Fields:
    offsets = [{"source": name.removeprefix("offset."), "y": float(value)}
               for name, value in pairs.items() if name.startswith("offset.")]  # fmt: skip
    return {"selected_tab": int(pairs["tab"]), "offsets": offsets}


def scroll(words: list[str], pairs: Pairs) -> Fields:
    source, drag, phase = words
    report = {"source": source, "drag": int(drag), "phase": f"SCROLL_PHASE_{snake(phase)}"}
    return {"scroll": report | numbers(pairs)}


def pointer(words: list[str], pairs: Pairs) -> Fields:
    number, phase, target = words
    report = {"pointer": int(number), "phase": f"POINTER_PHASE_{snake(phase)}",
              "target": unquote(target)}  # fmt: skip
    return {"pointer": report | numbers(pairs)}


def asset(words: list[str], pairs: Pairs) -> Fields:
    slot, report = words
    if report == "looped":
        return {"asset_looped": {"slot": slot}}
    return {"asset": {"slot": slot, "kind": f"ASSET_KIND_{snake(report)}"} | numbers(pairs)}


def badge(words: list[str], pairs: Pairs) -> Fields:
    tab, operation, *rest = words
    return {"badge": {"tab": int(tab)} | badge_operation(operation, rest, pairs)}


def badge_operation(operation: str, rest: list[str], pairs: Pairs) -> Fields:
    match operation, rest:
        case "increase" | "decrease", [amount]:
            return {operation: int(amount)}
        case "set", ["dot"]:
            return {"set": {"dot": {}}}
        case "set", ["new"]:
            return {"set": {"new_mark": {}}}
        case "text", [text]:
            return {"set": {"text": unquote(text)}}
        case "move", []:
            return {"move": numbers(pairs)}
        case "height", [height]:
            return {"height": float(height)}
        case "animate", [name]:
            return {"animate": event_pb2.BadgeAnimation.Value(f"BADGE_ANIMATION_{snake(name)}")}
    return BADGE_WORDS[operation]


def navigate(words: list[str], pairs: Pairs) -> Fields:
    operation, *route = words
    request: Fields = {"operation": f"NAVIGATION_OPERATION_{snake(operation)}",
                       "route": "".join(map(unquote, route))}  # fmt: skip
    if style := pairs.get("style"):
        name = STYLE_NAMES.get(style, snake(style))
        request["style"] = values_pb2.NavigationStyle.Value(f"NAVIGATION_STYLE_{name}")
    frame = {name.removeprefix("key-"): value for name, value in pairs.items() if "key-" in name}
    return {"navigate": request | ({"key_frame": numbers(frame)} if frame else {})}


def numbers(pairs: Pairs) -> dict[str, float]:
    return {name: float(value) for name, value in pairs.items()}


def snake(name: str) -> str:
    """A name as constants are written: `popToRoot` is `POP_TO_ROOT`."""
    return re.sub("([A-Z])", r"_\1", name).upper()


KINDS: dict[str, Callable[[list[str], Pairs], Fields]] = {
    "scroll": scroll,
    "pointer": pointer,
    "tap": lambda words, _: {"tap": {"tab": int(words[1])}},
    "select": lambda words, _: {"select_tab": {"tab": int(words[1])}},
    "order": lambda words, _: {
        "order_toggle": {"toggle": words[0], "look": f"LOOK_{snake(words[1])}"}},
    "tick": lambda words, _: {"tick": {"by_server": words == ["server"]}},
    "animation": lambda words, _: {"animation_ended": {
        "directive": int(words[0]), "outcome": f"ANIMATION_OUTCOME_{snake(words[1])}"}},
    "asset": asset,
    "floor": lambda words, _: {"floor": {"command": f"FLOOR_COMMAND_{snake(words[0])}"}},
    "environment": lambda _, pairs: {"environment": environment(pairs)},
    "background": lambda *_: {"lifecycle": {"state": "LIFECYCLE_STATE_BACKGROUND"}},
    "foreground": lambda *_: {"lifecycle": {"state": "LIFECYCLE_STATE_FOREGROUND"}},
    "account": lambda words, _: {"account": {"change": f"ACCOUNT_CHANGE_{snake(words[0])}"}},
    "selection": lambda words, _: {"selection_verdict": {
        "tab": int(words[1]), "allowed": {"allowed": True, "vetoed": False}[words[0]]}},
    "menu": lambda words, _: {"menu": {"chosen": int(words[1])}},
    "badge": badge,
    "navigate": navigate,
    "swiping": lambda words, _: {"swiping": {"on": words == ["on"]}},
    "refresh": lambda *_: {"refresh_done": {}},
    "hold": lambda words, _: {"hold_expired": {"target": f"HOLD_TARGET_{snake(words[1])}"}},
    "content": lambda words, pairs: {"content_size": {"source": words[0]} | numbers(pairs)},
}  # fmt: skip
