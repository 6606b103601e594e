"""docs/verify.md tells the truth: its example is ours, and its own code redoes it."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from games.kernel import options, registry
from games.kernel.chance import VERSION, SeededChance, commitment, round_key
from games.kernel.contract import Rules, Start
from games.sleeping_queens.cards import FACES, QUEENS
from tests.games.contract.rounds import rules_of

PAGE = Path(__file__).parents[3] / "docs" / "verify.md"


@cache
def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


def example() -> dict[str, Any]:
    read: dict[str, Any] = json.loads(blocks("json")[0])
    return read


def redone() -> dict[str, Any]:
    """What the page's own code makes of the example's seed and nonces."""
    names: dict[str, Any] = {
        "seed": bytes.fromhex(example()["seed"]),
        "nonces": example()["nonces"],
    }
    for block in blocks("python"):
        exec(block, names)
    return names


def test_the_example_is_what_we_compute() -> None:
    told = example()
    seed, nonces = bytes.fromhex(told["seed"]), told["nonces"]
    key = round_key(seed, nonces)
    assert commitment(seed) == told["commitment"]
    assert key.hex() == told["key"]
    numbers = SeededChance(key)
    assert [numbers.below(2**64) for _ in told["first draws"]] == told["first draws"]
    chance = SeededChance(key)
    assert list(chance.shuffled(range(12))) == told["shuffle of 0 to 11"]
    assert chance.drawn == 11
    assert chance.below(6) == told["then a number below 6"]
    assert chance.drawn == 12


def test_its_own_code_gives_the_example() -> None:
    told, names = example(), redone()
    key = names["round_key"](names["seed"], names["nonces"])
    row = names["draws"](key)
    assert names["commitment"](names["seed"]) == told["commitment"]
    assert key.hex() == told["key"]
    assert [next(row) for _ in told["first draws"]] == told["first draws"]
    assert names["shuffled"] == told["shuffle of 0 to 11"]
    assert names["number"] == told["then a number below 6"]


def test_its_own_code_deals_sleeping_queens() -> None:
    """By the page's description alone, and the same as the game itself deals."""
    told, names = json.loads(blocks("json")[1]), redone()
    key = bytes.fromhex(example()["key"])
    row = names["draws"](key)
    dealer = names["below"](4, row)
    specials = (
        ("king", 8),
        ("jester", 5),
        ("knight", 4),
        ("potion", 4),
        ("dragon", 3),
        ("wand", 3),
    )
    cards = [face for face, copies in specials for _ in range(copies)]
    cards += [str(value) for value in range(1, 11) for _ in range(4)]
    deck = names["shuffle"](cards, row)
    queens = names["shuffle"](
        [
            "heart",
            "cat",
            "dog",
            "pancake",
            "moon",
            "peacock",
            "ladybug",
            "sunflower",
            "rose",
            "cake",
            "rainbow",
            "starfish",
        ],
        row,
    )
    assert dealer == told["dealer"]
    assert sorted(deck[:5]) == sorted(told["hand of seat 0"])
    assert deck[-1] == told["top of the draw pile"]
    assert queens == told["queens"]

    game, chance = registry.get("sleeping_queens"), SeededChance(key)
    rules = Rules(revision=1, options=options.complete(game.meta, {}))
    state = game.deal(rules, 4, Start(number=1, at_ms=0), chance).state
    assert state.dealer == dealer
    assert [FACES[face] for face in state.hands[0]] == told["hand of seat 0"]
    assert [FACES[face] for face in state.draw] == deck[20:]
    assert [QUEENS[queen] for queen in state.slots] == queens
    assert chance.drawn == told["draws"]


@pytest.mark.parametrize("slug", ["daumen_drauf", "siebenschlaefer", "schlafmuetzen", "wortspiel"])
@pytest.mark.parametrize("number", range(12))
def test_the_other_games_deal_as_it_says(slug: str, number: int) -> None:
    """First and later rounds, with few seats and many; by the page's description alone."""
    names, game = redone(), registry.get(slug)
    least, most = game.meta.seats
    seats, began = least + number % (most - least + 1), None if number % 2 else number % least
    key = hashlib.sha256(f"{slug} {number}".encode()).digest()
    rules, chance = rules_of(game), SeededChance(key)
    start = Start(number=1 if began is None else 2, at_ms=0, began=began)
    state = game.deal(rules, seats, start, chance).state
    row = Row(names, key)
    first, zones = DEALS[slug](row, seats, began, rules)
    assert first == (state.dealer if slug == "wortspiel" else state.began)
    revealed = game.reveal_all(rules, state)
    for zone, cards in zones.items():
        assert revealed[zone] == cards, zone
    assert chance.drawn == row.drawn


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

    def shuffle(self, items: Iterable[Any]) -> list[Any]:
        shuffled: list[Any] = self._names["shuffle"](items, self._row)
        return shuffled

    def begins(self, seats: int, began: int | None) -> int:
        return self.below(seats) if began is None else (began + 1) % seats


Dealt = tuple[int, dict[str, Any]]


def deal_daumen_drauf(row: Row, seats: int, began: int | None, rules: Rules) -> Dealt:
    first = row.begins(seats, began)
    cards = [
        f"{colour}-{value}-{kind}"
        for colour in ("yellow", "green", "black")
        for value in range(1, seats + 3)
        for kind in ("harmless", "poisonous")
    ]
    deck, order = row.shuffle(cards), cards.index
    hands = [sorted(deck[seat : 5 * seats : seats], key=order) for seat in range(seats)]
    return first, {"hands": hands, "stock": deck[5 * seats :]}


def deal_siebenschlaefer(row: Row, seats: int, began: int | None, rules: Rules) -> Dealt:
    faces = [*(str(value) for value in range(2, 11)), "jack", "queen", "king", "ace"]
    deck = row.shuffle(face for face in faces for _ in range(8))
    hands = [deck[10 * seat : 10 * seat + 10] for seat in range(seats)]
    stock = deck[10 * seats :]
    drawing = [seat for seat in range(seats) if "2" in hands[seat]] or list(range(seats))
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
            drawing = [drawing[row.below(len(drawing))]]
    hands = [sorted(hand, key=faces.index) for hand in hands]
    return drawing[0], {"hands": hands, "stock": row.shuffle(stock) if lots else stock}


def deal_schlafmuetzen(row: Row, seats: int, began: int | None, rules: Rules) -> Dealt:
    first = row.begins(seats, began)
    deck = row.shuffle(value for value in range(2, 21) for _ in range(5))
    return first, {"draws": [deck[(seat - first) % seats :: seats] for seat in range(seats)]}


def deal_wortspiel(row: Row, seats: int, began: int | None, rules: Rules) -> Dealt:
    faces, handles = rules.data.faces, rules.data.handles
    deck = row.shuffle(range(len(faces)))
    dealer = row.begins(seats, began)
    colours = row.shuffle(range(4))
    found: dict[int, list[int]] = {colour: [] for colour in colours}
    for card in deck:
        word, colour = faces[card]
        lying = {faces[other][0] for cards in found.values() for other in cards}
        if len(found[colour]) < 3 and word not in lying:
            found[colour].append(card)
    circle = [found[colour][lap] for lap in range(3) for colour in colours]
    rest = [card for card in deck if card not in circle]
    dealt = {3: 10, 4: 9, 5: 8, 6: 7, 7: 7, 8: 6}[seats] * seats
    hands = [sorted(rest[seat:dealt:seats]) for seat in range(seats)]
    zones = {
        "hands": [[handles[card] for card in hand] for hand in hands],
        "stock": [handles[card] for card in rest[dealt:]],
        "piles": [[handles[card]] for card in circle],
    }
    return dealer, zones


DEALS: dict[str, Callable[[Row, int, int | None, Rules], Dealt]] = {
    "daumen_drauf": deal_daumen_drauf,
    "siebenschlaefer": deal_siebenschlaefer,
    "schlafmuetzen": deal_schlafmuetzen,
    "wortspiel": deal_wortspiel,
}


def test_it_names_the_method() -> None:
    assert f"**`{VERSION}`**" in PAGE.read_text(encoding="utf-8")
    assert f'"{VERSION}"' in blocks("python")[0]
