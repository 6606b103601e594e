"""The time until readers have read: sentence after sentence, and not for ever."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.kernel.contract import Event
from games.kernel.events import private_event, public_event
from games.kernel.pace import LONGEST_MS, OWN_READ_MS, READ_MS, is_said, read_until_ms
from tests.games.contract.doze import Doze


class Told(Doze):
    """A poke concerns the poked; a yawn is left out of the line."""

    meta = replace(Doze.meta, unsaid=("yawn",), concerns={"poke": ("to", "others")})


GAME = Told()
SNORE = public_event("snore", seat=0)


def poke(*seats: int, to: int | None = None) -> Event:
    return public_event("poke", to=to, others=list(seats))


def until(*moves: Any, people: tuple[int, ...] = (0,)) -> int:
    return read_until_ms(GAME, moves, people)


def test_sentences_are_read_one_after_the_other() -> None:
    assert until((10_000, [SNORE])) == 10_000 + READ_MS
    assert until((10_000, [SNORE, SNORE])) == 10_000 + 2 * READ_MS
    assert until((10_000, [SNORE]), (10_200, [SNORE])) == 10_000 + 2 * READ_MS
    assert until((10_000, [SNORE]), (19_000, [SNORE])) == 19_000 + READ_MS
    assert until() == 0


def test_what_happens_to_people_takes_longer_to_read() -> None:
    assert until((0, [poke(to=0)])) == OWN_READ_MS
    assert until((0, [poke(1, 0)])) == OWN_READ_MS
    assert until((0, [poke(1, to=2)])) == READ_MS
    assert until((0, [poke(to=0)]), people=()) == READ_MS, "a bot reads nothing"


def test_only_public_sentences_of_the_line_are_read() -> None:
    """Otherwise the pause of a bot would tell that a player learned something."""
    hidden = private_event(0, "poke", to=0)
    gone = Event("poke", {"to": 0}, moment=True)
    assert until((5, [hidden, public_event("yawn"), gone])) == 5
    assert is_said(GAME.meta, Event("poke", {"to": 0}, moment=True, log={"to": 0}))


def test_nobody_waits_for_long() -> None:
    assert until((0, [poke(to=0)] * 9)) == LONGEST_MS
    assert until((0, [poke(to=0)] * 9), (4_000, [SNORE])) == LONGEST_MS + READ_MS
    assert until((0, [SNORE] * 9), (1_000, [SNORE] * 9)) == 1_000 + LONGEST_MS
