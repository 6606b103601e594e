"""The choice of the most promising offer, from what the page shows."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page

Picks = list[str]
Promise = Callable[[Picks], tuple[int, int]]
RATHER_WAIT = (-2, 0)
"""The rank of offers that are worse than waiting for other players."""
RANKS = ("king", "knight", "potion", "jester", "dragon", "wand", "let_happen")


def promise(picks: Picks) -> tuple[int, int]:
    """Rank offers that lead to an early end: queens, then attacks, then sums, then other cards,
    many at once; passing comes last.
    """
    if picks == ["pass"]:
        return -1, 0
    if all(pick.startswith("slot-") for pick in picks):
        return len(RANKS) + 1, 0
    rank = next((len(RANKS) - at for at, name in enumerate(RANKS) if name in picks), 0)
    return rank, len(picks)


def lay_low(picks: Picks) -> tuple[int, int]:
    """Siebenschläfer: sevens, which make others wait, then the lowest pair, which leaves space."""
    if len(picks) != 2:
        return -1, 0
    numbers = [int(pick) for pick in picks if pick.isdigit()]
    value = sum(numbers) * (2 if len(numbers) == 1 else 1) if numbers else 21
    return picks.count("7"), -value


def lay_words(picks: Picks) -> tuple[int, int]:
    """Wortspiel: a card with its word; answers that accept the word; never Halt!"""
    if any(pick.startswith("lay-") for pick in picks):
        return 2, 0
    wise = ("ready-", "valid-", "accept-", "colour-", "concede-", "point-")
    return (1, 0) if picks[0].startswith(wise) else RATHER_WAIT


def look_and_lay(page: Page) -> Promise:
    """Schlafmützen: a card where it fits by the visible numbers, else on the player's own pile."""

    def value(id_: str) -> int | None:
        card = page.locator(f"#{id_} .card, .card#{id_}").last
        label = card.get_attribute("title") if card.count() else None
        return int(re.match(r"\d+", label or "0")[0])  # type: ignore[index]  # labels begin so

    def weigh(picks: Picks) -> tuple[int, int]:
        verb = picks[0].partition("-")[0] if len(picks) == 1 else ""
        if verb:
            return {"keep": (1, 0), "reveal": (0, 0)}.get(verb, RATHER_WAIT)
        target = next(pick for pick in picks if pick.startswith(("middle-", "seat-")))
        place = target if target.startswith("middle-") else target.replace("seat-", "discard-")
        source = next(pick for pick in picks if pick != target).partition("-")[0]
        mine = "turned" if source == "turned" else f"discard-{page.evaluate(MY_SEAT)[0]}"
        card, top = value(mine), value(place)
        if card is None or top is None:
            return RATHER_WAIT
        in_middle = target.startswith("middle-")
        fits = card - top == 1 if in_middle else abs(card - top) == 1
        # The middle first, then the other players clockwise from this one.
        me, seats = page.evaluate(MY_SEAT)
        far = 0 if in_middle else (int(target.removeprefix("seat-")) - me) % seats
        return (3 if source == "discard" else 2, -far) if fits else RATHER_WAIT

    return weigh


MY_SEAT = """() => [
    Number(document.querySelector(".you").id.replace("place-", "")),
    document.querySelectorAll(".places > .place").length + 1,
]"""


WANTED: dict[str, Callable[[Page], Promise]] = {
    "siebenschlaefer": lambda page: lay_low,
    "schlafmuetzen": look_and_lay,
    "wortspiel": lambda page: lay_words,
}


def promise_of(game: str, page: Page) -> Promise:
    """Return the ranking for a game's offers; by default, offers that lead to an early end rank
    high.
    """
    return WANTED[game](page) if game in WANTED else promise
