"""Numbers of the text that are changed by trigger lines on the phone, and by scrubbing."""

from finger import Finger
from pages import BUILT_IN, TEXT, Pages
from phone import Phone

DESKTOP = {"viewport": {"width": 1600, "height": 1000}, "is_mobile": False, "has_touch": False}
ROCKET = "[aria-label='rocket threshold']"


async def change(phone: Phone, key: str = "") -> str:
    """Presses a key in the text. Returns what the text has gained, or else the threshold."""
    if key:
        await phone.page.focus(TEXT)
        await phone.page.keyboard.press(key)
    text = await phone.page.input_value(TEXT)
    number = text.partition("threshold: ")[2].partition("\n")[0]
    former = BUILT_IN.read_text("utf-8").replace("threshold: 456", f"threshold: {number}")
    assert text.startswith(former)
    return text[len(former) :] or number


async def center(phone: Phone, selector: str) -> tuple[float, float]:
    box = await phone.page.locator(selector).evaluate("it => it.getBoundingClientRect().toJSON()")
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


async def drag(phone: Phone, start: tuple[float, float], x: float, y: float) -> None:
    await phone.page.mouse.move(*start)
    await phone.page.mouse.down()
    await phone.page.mouse.move(start[0] + x, start[1] + y, steps=9)


async def test_a_dragged_line_changes_its_number_in_the_text(pages: Pages) -> None:
    phone = await pages.phone(**DESKTOP)
    page, pixels = phone.page, phone.on_page(0, 0)[1] - phone.on_page(0, 100)[1]
    # A drag that Escape takes back, and one that ends where it began, leave nothing to undo.
    for key, shown, left in [("", 356, 356), ("Escape", 256, 356), ("Shift", 256, 356),
                             ("", 256, 256)]:  # fmt: skip
        place = await center(phone, ROCKET)
        await drag(phone, place, 0, pixels)
        await page.wait_for_selector(f".trigger >> text=/→ {shown} pt/")
        if key:
            await page.keyboard.press(key)
            await page.mouse.move(*place)
        await page.mouse.up()
        assert await change(phone) == str(left)
        await page.wait_for_selector(f".trigger >> text='{left} pt'")
    assert [await change(phone, "Control+z") for _ in range(3)] == ["356", "456", "456"]
    assert not await phone.moments("scrolls")


async def test_a_finger_drags_a_distance_that_the_preset_gave(phone: Phone) -> None:
    x, y = await center(phone, "[aria-label='trigger distance']")
    pixels = phone.on_page(0, 100)[1] - phone.on_page(0, 0)[1]
    await Finger(phone.devtools).drag((x, y), (x, y + pixels))
    await phone.page.wait_for_selector(".trigger >> text='trigger 250 pt'")
    assert await change(phone) == "  trigger_distance: 250\n"
    assert await change(phone, "Control+z") == "456"


async def test_keys_change_the_number_of_a_line_that_keeps_the_focus(phone: Phone) -> None:
    await phone.page.evaluate("document.querySelector('.port').scrollTop = 100")
    await phone.page.focus(ROCKET)
    for key, threshold in [("Shift+ArrowDown", 446), ("ArrowUp", 447), ("Control+z", 446)]:
        await phone.page.keyboard.press(key)
        assert await change(phone) == str(threshold)
        await phone.page.wait_for_selector(f".trigger >> text='{threshold} pt'")
        await phone.page.wait_for_selector(f"{ROCKET}:focus[aria-valuetext='{threshold} pt']")
        assert await phone.offset() == 100


async def test_a_number_of_the_text_is_scrubbed(pages: Pages) -> None:
    phone = await pages.phone(**DESKTOP)
    place = await center(phone, ".colours .number >> text='456'")
    await phone.page.keyboard.down("Alt")
    for key, threshold in [("Escape", "456"), ("Shift", "461")]:
        await drag(phone, place, 15, 0)
        assert await phone.page.inner_text(".scrub-step") == "461, step 1"
        await phone.page.keyboard.press(key)
        await phone.page.mouse.up()
        assert await change(phone) == threshold
    await phone.page.keyboard.up("Alt")
    keys = ["Control+z", "Alt+Shift+ArrowUp", "Control+z"]
    assert [await change(phone, key) for key in keys] == ["456", "466", "456"]
