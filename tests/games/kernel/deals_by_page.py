"""The deals, computed from the words of docs/verify.md and served data, not from the games."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

PAGE = Path(__file__).parents[3] / "docs" / "verify.md"


@cache
def blocks(language: str) -> list[str]:
    """Return the page's code blocks in this language."""
    return re.findall(rf"```{language}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


class Served(NamedTuple):
    """The data that a server gives about a finished round; `data`: the data that its rules pin."""

    seats: int
    start: dict[str, Any]
    options: dict[str, Any]
    data: dict[str, Any]


class Row:
    """The page's own draws, shuffle and numbers, with a count of the draws."""

    def __init__(self, names: dict[str, Any], key: bytes) -> None:
        self._names, self.drawn = names, 0
        self._row = self._counted(names["draws"](key))

    def _counted(self, row: Iterator[int]) -> Iterator[int]:
        for draw in row:
            self.drawn += 1
            yield draw

    def below(self, n: int) -> int:
        return int(self._names["below"](n, self._row))

    def one_of(self, items: list[int]) -> int:
        return items[self.below(len(items))]

    def shuffle(self, items: Iterable[Any]) -> list[Any]:
        shuffled: list[Any] = self._names["shuffle"](items, self._row)
        return shuffled

    def first(self, told: Served, meant: list[int]) -> int:
        """Return the first seat: drawn from those meant or all; later the one left of the last."""
        if told.start["began"] is not None:
            return int(told.start["began"] + 1) % told.seats
        return self.one_of(meant or list(range(told.seats)))


Dealt = tuple[int, dict[str, Any]]
"""The seat that begins (or deals, if the page names a dealer), and the places of all cards."""


def said(told: Served, option: str, choice: str, name: str) -> list[Any]:
    """Return each seat's declaration, if the rules ask for it."""
    asked = told.options.get(option) == choice
    return list(told.start["declared"].get(name, [])) if asked else []


def one_at_a_time(deck: list[Any], seats: int, each: int, first: int = 0) -> list[list[Any]]:
    hands: list[list[Any]] = [[] for _ in range(seats)]
    for number, card in enumerate(deck[: seats * each]):
        hands[(first + number) % seats].append(card)
    return hands


def daumen_drauf(row: Row, told: Served) -> Dealt:
    answers = said(told, "first_player", "youngest_declared", "youngest")
    first = row.first(told, [seat for seat, answer in enumerate(answers) if answer])
    cards = [
        f"{colour}-{value}-{kind}"
        for colour in ("yellow", "green", "black")
        for value in range(1, told.seats + 2 + 1)
        for kind in ("harmless", "poisonous")
    ]
    deck = row.shuffle(cards)
    hands = [sorted(hand, key=cards.index) for hand in one_at_a_time(deck, told.seats, 5)]
    return first, {"hands": hands, "stock": deck[5 * told.seats :]}


def siebenschlaefer(row: Row, told: Served) -> Dealt:
    faces = [*map(str, range(2, 11)), "jack", "queen", "king", "ace"]
    deck = row.shuffle(face for face in faces for _ in range(8))
    hands = [deck[10 * seat : 10 * seat + 10] for seat in range(told.seats)]
    stock = deck[10 * told.seats :]
    drawing = [seat for seat in range(told.seats) if "2" in hands[seat]]
    drawing = drawing or list(range(told.seats))
    pile, lots = list(stock), len(drawing) > 1
    while len(drawing) > 1:
        drawn: dict[int, int] = {}
        for seat in drawing:
            while pile and seat not in drawn:
                if (card := pile.pop()).isdigit():
                    drawn[seat] = int(card)
        if len(drawn) == len(drawing):
            drawing = [seat for seat in drawing if drawn[seat] == min(drawn.values())]
        else:
            drawing = [row.one_of(drawing)]
    hands = [sorted(hand, key=faces.index) for hand in hands]
    return drawing[0], {"hands": hands, "stock": row.shuffle(stock) if lots else stock}


def schlafmuetzen(row: Row, told: Served) -> Dealt:
    if told.start["began"] is None and told.options["first_player"] == "rotate":
        first = 0
    else:
        answers = said(told, "first_player", "last_up", "got_up")
        times = [answer for answer in answers if answer is not None]
        latest = [seat for seat, answer in enumerate(answers) if times and answer == max(times)]
        first = row.first(told, latest)
    deck = row.shuffle(value for value in range(2, 21) for _ in range(5))
    return first, {"draws": one_at_a_time(deck, told.seats, 95, first)}


def wortspiel(row: Row, told: Served) -> Dealt:
    cards = told.data["cards"]
    deck = row.shuffle(cards)
    dealer = row.first(told, [])
    colours = row.shuffle(["red", "blue", "green", "yellow"])
    taken: dict[str, list[dict[str, str]]] = {colour: [] for colour in colours}
    words: set[str] = set()
    for card in deck:
        if len(taken[card["colour"]]) < 3 and card["word"] not in words:
            taken[card["colour"]].append(card)
            words.add(card["word"])
    circle = [taken[colour][lap]["card"] for lap in range(3) for colour in colours]
    rest = [card["card"] for card in deck if card["card"] not in circle]
    each = {3: 10, 4: 9, 5: 8, 6: 7, 7: 7, 8: 6}[told.seats]
    order = [card["card"] for card in cards].index
    hands = [sorted(hand, key=order) for hand in one_at_a_time(rest, told.seats, each)]
    stock = rest[told.seats * each :]
    return dealer, {"hands": hands, "stock": stock, "piles": [[card] for card in circle]}


def sleeping_queens(row: Row, told: Served) -> Dealt:
    if told.start["began"] is not None:
        dealer = told.start["began"]
    else:
        answers = said(told, "dealer", "declared", "deals")
        dealer = row.first(told, [seat for seat, answer in enumerate(answers) if answer])
    copies = {"king": 8, "jester": 5, "knight": 4, "potion": 4, "dragon": 3, "wand": 3}
    copies |= {str(value): 4 for value in range(1, 11)}
    deck = row.shuffle(face for face, number in copies.items() for _ in range(number))
    order = list(copies).index
    queens = "heart cat dog pancake moon peacock ladybug sunflower rose cake rainbow starfish"
    hands = [sorted(deck[5 * seat : 5 * seat + 5], key=order) for seat in range(told.seats)]
    return dealer, {
        "hands": hands,
        "draw": deck[5 * told.seats :],
        "slots": row.shuffle(queens.split()),
    }


DEALS: dict[str, Callable[[Row, Served], Dealt]] = {
    "daumen_drauf": daumen_drauf,
    "siebenschlaefer": siebenschlaefer,
    "schlafmuetzen": schlafmuetzen,
    "wortspiel": wortspiel,
    "sleeping_queens": sleeping_queens,
}
FIRST = {"wortspiel": "dealer", "sleeping_queens": "dealer"}
"""The page's name for the seat with which a deal begins, if it is not "first"."""
OF_SEATS = {"hands": "hand", "draws": "draw pile"}
"""The zones with a list for each seat, and the name of one list."""


def numbers(slug: str, row: Row, told: Served) -> dict[str, Any]:
    """Return the numbers on the page for a self-test of a deal: first seat, cards, and draws."""
    first, zones = DEALS[slug](row, told)
    found: dict[str, Any] = {FIRST.get(slug, "first"): first}
    for zone, cards in zones.items():
        if zone in OF_SEATS:
            found[f"{OF_SEATS[zone]} of seat 0"] = cards[0]
        elif zone in {"stock", "draw"}:
            found[f"last three of {zone}"] = cards[-3:]
        else:
            found[zone] = cards
    return found | {"draws": row.drawn}
