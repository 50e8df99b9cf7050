"""What becomes of sessions from second to second, as a table."""

from bench import quantile, show
from load import Load, within

COLUMNS = ["s", "events/s", "sessions", "MiB", "taken", "refused", "open p50", "p99",
           "refusal p50", "p99", "tap p50", "p99"]  # fmt: skip


def show_timeline(title: str, load: Load, start: float, end: float, step: float) -> None:
    rows, tally = [], load.tally
    for number in range(round((end - start) / step)):
        span = start + number * step, start + (number + 1) * step
        samples = [sample for sample in load.samples if span[0] <= sample.time < span[1]]
        cells = [f"{load.goodput(span[0] - 1, span[1]):.0f}"]
        cells += [str(samples[-1].sessions), str(samples[-1].memory >> 20)] if samples else ["", ""]
        cells += [str(len(within(found, *span))) for found in [tally.opens, tally.refusals]]
        for found in [tally.opens, tally.refusals, tally.taps]:
            seconds = within(found, *span)
            cells += [f"{1e3 * quantile(seconds, part):.0f}" for part in [0.5, 0.99]]
        rows.append([f"{span[0] - start:.0f}", *cells])
    show(f"{title}; times in ms", COLUMNS, rows)
