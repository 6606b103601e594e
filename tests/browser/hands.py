"""Hands that press long and carry cards, by mouse or finger."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager

from playwright.sync_api import Locator, Page

LONG_MS = 900
"""Time of a long press: longer than the page requires (`js/table/ask.js`)."""
STEPS = 8
"""Movements on the way of a drag."""

Point = tuple[float, float]


def middle(element: Locator) -> Point:
    """Return the middle of an element in the window."""
    box = element.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@contextmanager
def _mouse(page: Page, start: Point) -> Generator[Callable[[Point], None]]:
    page.mouse.move(*start)
    page.mouse.down()
    yield lambda to: page.mouse.move(*to)
    page.mouse.up()


@contextmanager
def _finger(page: Page, start: Point) -> Generator[Callable[[Point], None]]:
    screen = page.context.new_cdp_session(page)

    def touch(kind: str, at: Point | None = None) -> None:
        points = [{"x": at[0], "y": at[1]}] if at else []
        screen.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", start)
    yield lambda to: touch("touchMove", to)
    touch("touchEnd")
    screen.detach()


def press_long(card: Locator) -> None:
    """Hold a finger on this card."""
    with _finger(card.page, middle(card)):
        card.page.wait_for_timeout(LONG_MS)


def carry(card: Locator, target: Locator, *, touch: bool = False, then: str = "") -> None:
    """Drag a card to the middle of this element. `then`: a selector that has to be there before the
    card is dropped.
    """
    page = card.page
    (x, y), (to_x, to_y) = middle(card), middle(target)
    with (_finger if touch else _mouse)(page, (x, y)) as move:
        for step in range(1, STEPS + 1):
            move((x + (to_x - x) * step / STEPS, y + (to_y - y) * step / STEPS))
        if then:
            page.locator(then).first.wait_for(state="attached")
