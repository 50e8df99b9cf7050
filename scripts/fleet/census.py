"""What the engines of a fleet say of their sessions."""

from checks import expect_that
from forms import Form
from fronted import FrontedFleet


async def counts(fleet: FrontedFleet) -> dict[str, int]:
    """How many sessions each engine has."""
    return {name: round(await fleet.monitoring(name).number("sessions_active"))
            for name in fleet.engines}  # fmt: skip


async def events(fleet: FrontedFleet) -> float:
    """How many events the engines have received since they started."""
    series = [await fleet.monitoring(name).numbers("events_total") for name in fleet.engines]
    return sum(sum(each.values()) for each in series)


async def spread(fleet: FrontedFleet, form: Form) -> str:
    """How many sessions each engine has. Chance spreads few of them less evenly than many."""
    found = await counts(fleet)
    even = form.sessions / len(found)
    words = "/".join(str(count) for count in found.values())
    if form.is_long:
        for name, count in found.items():
            expect_that(abs(count - even) <= even / 4, f"{name} has {count}: {words}")
    return f"sessions {words}"
