"""Small charts of how figures grow, as one SVG that is readable on light and on dark ground."""

import math
from dataclasses import dataclass
from html import escape

WIDTH, HEIGHT, GAP = 250, 150, 60
TITLES = ["% of a core", "µs for each event", "p99 from event to directive, ms"]
STYLE = """
  text { font: 11px system-ui, sans-serif; fill: #6b7280 }
  .title { font-weight: 600 } .axis { stroke: #9ca3af; stroke-width: 1 }
  .line { fill: none; stroke: #18a2ff; stroke-width: 2 } circle { fill: #18a2ff }
"""


@dataclass(frozen=True)
class Series:
    """What was measured for growing sizes, by figure."""

    name: str
    sizes: list[int]
    share: list[float]
    processor: list[float]
    p99: list[float]


def draw(rows: list[Series]) -> str:
    """A row of charts for each series; both axes of equal ratios, so that linear growth is straight."""
    cells = []
    for row, series in enumerate(rows):
        for column, values in enumerate([series.share, series.processor, series.p99]):
            x, y = GAP + column * (WIDTH + GAP), GAP + row * (HEIGHT + GAP)
            title = f"{TITLES[column]}, by {series.name}"
            chart = _chart(title, series.sizes, values)
            cells.append(f'<g transform="translate({x} {y})">{chart}</g>')
    width = GAP + 3 * (WIDTH + GAP)
    height = GAP + len(rows) * (HEIGHT + GAP)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
            f"<style>{STYLE}</style>{''.join(cells)}</svg>\n")  # fmt: skip


def _chart(title: str, sizes: list[int], values: list[float]) -> str:
    low, high = _decades(values)
    left, right = math.log10(sizes[0]), math.log10(sizes[-1])

    def place(size: float, value: float) -> tuple[float, float]:
        across = (math.log10(size) - left) / max(right - left, 1e-9)
        up = (math.log10(max(value, 10**low)) - low) / (high - low)
        return across * WIDTH, HEIGHT - up * HEIGHT

    points = [place(size, value) for size, value in zip(sizes, values, strict=True)]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    parts = [
        f'<text class="title" x="0" y="-12">{escape(title)}</text>',
        f'<path class="axis" fill="none" d="M0 0V{HEIGHT}H{WIDTH}"/>',
        f'<polyline class="line" points="{path}"/>',
    ]
    for (x, y), size, value in zip(points, sizes, values, strict=True):
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3"/>')
        parts.append(f'<text x="{x:.1f}" y="{y - 7:.1f}" text-anchor="middle">{value:.3g}</text>')
        parts.append(f'<text x="{x:.1f}" y="{HEIGHT + 16}" text-anchor="middle">{size:,}</text>')
    for decade in range(low, high + 1):
        y = HEIGHT - (decade - low) / (high - low) * HEIGHT
        parts.append(f'<text x="-6" y="{y + 4:.1f}" text-anchor="end">{10.0**decade:g}</text>')
    return "".join(parts)


def _decades(values: list[float]) -> tuple[int, int]:
    """Powers of ten that hold all values between them."""
    positive = [value for value in values if value > 0] or [1.0]
    low = math.floor(math.log10(min(positive)))
    return low, max(math.ceil(math.log10(max(positive))), low + 1)
