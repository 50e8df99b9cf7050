"""The words of the pages: headings and phrases that an engineer of the field would not write."""

import re
from collections.abc import Iterator

from markdown import FENCE, HEADING, Page

# The first words of a heading that is a clause, not a noun or an imperative.
CLAUSES = ("how", "what", "when", "where", "which", "who", "whose", "why")
# Paraphrases and metaphors, with the field's words.
SUBSTITUTIONS = {
    r"(?:is|are|was) old news": "must be ignored",
    r"(?:makes?|made) pointless": "superseded",
    r"says? by being there": "is empty; its presence is the value",
    r"what becomes? of|what became of": "the outcome of",
    r"wh(?:o|om) it is for": "the recipients",
    r"how far (?:a|the) \w+ is": "the phase of",
    r"how to go down": "the drain parameters",
    r"takes? more on (?:a|the) (?:call|stream)": "WINDOW_UPDATE for a stream",
    r"too much of frames": "RST_STREAM rate limit exceeded",
    r"newer proof": "a refreshed access token",
    r"(?:has|have) to go elsewhere": "must move to another server",
    r"go(?:es)? on by the time of day": "follows the wall clock",
    r"moments? (?:is|are) missing": "dropped messages",
    r"gets? no place": "cannot be admitted",
    r"leaves? (?:its|their) room": "frees its slot",
    r"clocks? (?:of \w+ )*rings?|ring together": "timers are coalesced",
    r"hurts? (?:a |the )?(?:connections?|load)": "injects faults into",
    r"keeps? (?:\w+ )?from (?:its|their) turn": "starves",
    r"be felt": "plays a haptic",
    r"be heard": "plays a sound",
    r"claims least": "the most conservative value",
    r"without being asked": "automatically",
    r"says? (?:so )?in so many words": "states",
    r"goodbyes?": "GOAWAY",
    r"comebacks?": "reconnects",
    r"running it": "run an engine",
    r"looking inside": "inspect sessions",
    r"nothing lost": "resilience",
}


def problems(page: Page) -> Iterator[str]:
    """Yields the line of each problem and its remedy."""
    prose = FENCE.sub(lambda fence: re.sub(r"[^\n]", " ", fence[0]), page.text)
    for heading in HEADING.finditer(prose):
        if heading[2].split()[0].lower() in CLAUSES:
            yield f"{_line(prose, heading)}: '{heading[2]}' is a clause; write a noun or imperative"
    # A phrase may continue on the next line.
    text = prose.replace("\n", " ")
    for phrase, better in SUBSTITUTIONS.items():
        for match in re.finditer(rf"\b(?:{phrase})\b", text, re.IGNORECASE):
            yield f"{_line(prose, match)}: '{match[0]}'; write: {better}"


def _line(text: str, match: re.Match[str]) -> int:
    return text.count("\n", 0, match.start()) + 1
