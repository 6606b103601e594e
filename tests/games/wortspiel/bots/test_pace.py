"""The time that people need for a card, and that the easy level leaves them (docs/bots.md)."""

from __future__ import annotations

from statistics import median, quantiles

import pytest

from games.kernel.chance import SeededChance
from games.kernel.contract import Millis, Start
from games.kernel.thinking import thinking_ms
from games.wortspiel import GAME
from games.wortspiel.bots.bot import NORMAL
from games.wortspiel.bots.vocabulary import vocabulary
from games.wortspiel.view import Board
from tests.games.wortspiel.scene import LEXICON, Scene
from tests.games.wortspiel.test_scenarios import raced

READS = 238 / 60
"""Reading speed, in words per second (Brysbaert 2019)."""
DECIDES = 0.77
"""Time to decide whether letters are a word, in seconds (Balota and others 2007)."""
POINTS = 1.2
"""Time to react and point to a card or a pile, in seconds (Card, Moran and Newell 1983)."""
TYPES = 30 * 5 / 60
"""Typing speed, in letters per second: 30 words a minute, of five letters each."""
LEVELS = {level.slug: level for level in GAME.meta.levels}


def needs_s(board: Board, number: int) -> float:
    """Return a newcomer's time for a card here, in seconds.

    A newcomer reads cards and piles, tries pairs in random order until one is a word, points to
    both, and types it. A newcomer who finds no word has tried them all.
    """
    words = vocabulary(LEXICON, NORMAL, 0)
    piles = [pile for pile in board.piles if board.colour in (None, pile.top.colour)]
    pairs = [(face.word, pile.top.word) for face in board.hand for pile in piles]
    tried = 0
    for pair in SeededChance(f"pairs {number}".encode()).shuffled(pairs):
        tried += 1
        found = words.get(frozenset(pair))
        if found:
            letters = len(found[0].text)
            return _reads(board, len(piles)) + tried * DECIDES + 2 * POINTS + letters / TYPES
    return _reads(board, len(piles)) + tried * DECIDES


def _reads(board: Board, piles: int) -> float:
    return (len(board.hand) + piles) / READS


@pytest.fixture(scope="module")
def needed() -> list[float]:
    """Return the times that a newcomer of three needs for the first card after the opening."""
    rules = raced().rules
    boards: list[Board] = []
    for number in range(120):
        chance = SeededChance(f"pace {number}".encode())
        state = GAME.deal(rules, 3, Start(number=1, at_ms=0), chance).state
        board = GAME.observe(rules, state, number % 3)
        colour = board.piles[number % len(board.piles)].top.colour
        boards.append(
            Board(**{f: getattr(board, f) for f in board.__struct_fields__} | {"colour": colour})
        )
    return [needs_s(board, number) for number, board in enumerate(boards)]


def takes_s(level: str, scene: Scene) -> list[float]:
    times: list[Millis] = [
        thinking_ms(GAME, scene.rules, scene.state, 1, level, str(random_key))
        for random_key in range(400)
    ]
    return [took / 1000 for took in times]


def test_an_easy_bot_takes_as_long_for_a_card_as_a_newcomer(needed: list[float]) -> None:
    quick, middle, slow = quantiles(needed, n=4)
    takes = takes_s("easy", raced())
    assert min(takes) >= 0.9 * quick, "the bot is too fast for a newcomer"
    assert median(takes) >= middle
    assert max(takes) <= 1.5 * slow, "the bot is too slow for a newcomer"


def test_levels_are_paced_one_after_the_other(needed: list[float]) -> None:
    easy, normal, hard = (takes_s(level, raced()) for level in LEVELS)
    assert min(easy) > max(normal)
    assert min(normal) > max(hard)


def test_what_has_a_short_window_for_everybody_takes_no_longer() -> None:
    """A vote, a colour and a photo finish take the time of one attempt."""
    for level in LEVELS.values():
        assert set(level.thinking_by_deadline_ms) <= {"opening", "idle"}
        assert level.thinking_ms[1] < 6_000
