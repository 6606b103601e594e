"""Finds the steps of a round that is played by ear, and their notation.

The easy bot's move is translated into controls, and these into their roles and names.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import permutations
from typing import Any, Final

from playwright.sync_api import Locator

from tests.browser.person import AT_TABLE
from tests.browser.spoken import DOES, OTHERS
from tests.browser.spoken.playing import PAUSE, Player, is_meant

TABLE: Final = "region “The table”"
SKIP: Final = "Tab to link “Skip to the content”, Enter"
BEHIND: Final = """element => Boolean(
    document.activeElement.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING)"""
LOOKS_AROUND, TRIES, READS = 1, 2, 3
BY_TAB: Final = (1, 3)
"""The player's turns in which all controls are reached by Tab."""


def steps(player: Player, most: int) -> Iterator[str]:
    """Yield the steps; the caller requests the next one after the last one is done.

    `most`: the number of the player's own turns to play; 0: all.
    """
    yield from _does("open", SKIP, f"read {TABLE}")
    yield from _use(player, player.page.locator("[data-ready]"))
    yield from _does(f"read {TABLE}")
    turns = 0
    while not (following := player.next_move()).get("over") and (not most or turns < most):
        if following["who"] != player.person.name:
            yield OTHERS + str(following["who"] or PAUSE)
            continue
        turns += 1
        if turns == LOOKS_AROUND:
            yield from _look_around(player)
        if turns == TRIES and (impossible := _impossible(player)):
            yield from _use(player, impossible)
            yield from _use(player, impossible)
        if turns == READS:
            yield from _does(f"read {TABLE}")
        yield from _play(player, following["picks"], by_letters=turns not in BY_TAB)
    yield from _does(f"read {TABLE}")


def _does(*keys: str) -> Iterator[str]:
    for key in keys:
        yield DOES + key


def _look_around(player: Player) -> Iterator[str]:
    """Tab through the whole table once, and confirm the one-time messages."""
    yield from _does("Escape", SKIP, f"Tab through {TABLE}", "Escape", SKIP)
    if (seen := player.page.locator("#board [data-seen]")).count():
        yield from _use(player, seen.first)


def _impossible(player: Player) -> Locator | None:
    """Return a piece that is in no current offer."""
    board = player.page.locator("#board")
    offered = {pick for picks in _offers(board) for pick in picks}
    pieces = board.locator(".piece:is(button), .piece input").all()
    values = [piece.get_attribute("value") or "" for piece in pieces]
    impossible = (
        piece for piece, value in zip(pieces, values, strict=True) if value not in offered
    )
    return next((piece for piece in impossible if piece.is_enabled()), None)


def _offers(board: Locator) -> Any:
    return json.loads(board.get_attribute("data-offers") or "[]")


def _play(player: Player, picks: Any, *, by_letters: bool) -> Iterator[str]:
    """Choose these pieces and carry the action out. `by_letters`: with the keys of the keyboard
    list.
    """
    board = player.page.locator("#board")
    version = board.get_attribute("data-version")

    def control(pick: str) -> Locator:
        return board.locator(f'[name=pick][value="{pick}"]:not(:checked)').first

    for source, target in permutations(picks) if len(picks) == 2 else ():
        if (both := control(f"{source}-{target}")).count() and both.is_visible():
            yield from _use(player, both, by_letter=by_letters)
            return
    word = next((pick for pick in picks if pick.isupper()), "")
    pieces = [pick for pick in picks if not (word and pick.startswith((word, "lay-")))]
    for pick in sorted(pieces, key=lambda pick: pick.startswith(("slot-", "pile-", "queen-"))):
        yield from _use(player, control(pick), by_letter=by_letters)
    if word:
        yield f"{DOES}type {word}, Enter"
    elif board.get_attribute("data-version") == version:
        yield from _use(player, board.locator("[data-play]"))


def _use(player: Player, control: Locator, *, by_letter: bool = False) -> Iterator[str]:
    """Move to a control and press it."""
    letter = control.get_attribute("data-key")
    if by_letter and letter and player.page.evaluate(AT_TABLE):
        yield DOES + letter
        return
    node = player.reader.node(control)
    press = "Space" if node.role == "checkbox" else "Enter"
    if is_meant(player.reader.focus, node.role, node.name):
        yield DOES + press
        return
    key = "Shift+Tab" if control.evaluate(BEHIND) else "Tab"
    yield f"{DOES}{key} to {node.role} “{node.name}”, {press}"
