"""What a PromQL expression names."""

import re
from collections.abc import Mapping

STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
SELECTOR = re.compile(r"\{[^{}]*\}|\[[^\[\]]*\]")
LABELS = re.compile(r"\b(?:by|without|on|ignoring|group_left|group_right)\s*\([^()]*\)")
NAME = re.compile(r"(?<![\w:.])([a-zA-Z_:][\w:]*)(?!\s*\()(?![\w:])")
VARIABLE = re.compile(r"\$\{?(\w+)\}?")
WORDS = {
    "and", "or", "unless", "bool", "offset", "atan2", "by", "without", "on", "ignoring", "inf",
    "nan",
}  # fmt: skip


def metrics(expression: str) -> set[str]:
    """The names of the metrics in it: what is left without strings, labels and functions."""
    text = LABELS.sub(" ", SELECTOR.sub(" ", STRING.sub('""', expression)))
    return {name for name in NAME.findall(text) if name.lower() not in WORDS}


def variables(expression: str) -> set[str]:
    """The variables of a board in it."""
    return set(VARIABLE.findall(expression))


def substituted(expression: str, values: Mapping[str, str]) -> str:
    """The expression as the board would ask it."""
    return VARIABLE.sub(lambda found: values.get(found[1], found[0]), expression)
