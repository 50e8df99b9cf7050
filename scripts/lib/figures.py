"""Percentiles of measured times."""


def percentile(values: list[float], percent: float) -> float:
    """Returns a percentile; NaN without values."""
    ordered = sorted(values)
    if not ordered:
        return float("nan")
    return ordered[min(int(len(ordered) * percent / 100), len(ordered) - 1)]


def milliseconds(values: list[float]) -> str:
    """Returns the median and the 99th percentile of times in seconds."""
    return "/".join(f"{1e3 * percentile(values, percent):.1f}" for percent in [50, 99])
