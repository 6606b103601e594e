"""docs/verify.md is true: its example is ours, and its own code reproduces it."""

from __future__ import annotations

import hashlib
import json
from itertools import cycle, islice
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from games.kernel import registry
from games.kernel.chance import VERSION, SeededChance, commitment, round_key
from games.kernel.contract import OptionValue, Rules, Start
from games.kernel.registry import AnyGame
from tests.games.contract.rounds import rules_of
from tests.games.kernel.deals_by_page import DEALS, FIRST, PAGE, Row, Served, blocks, numbers


def example() -> dict[str, Any]:
    read: dict[str, Any] = json.loads(blocks("json")[0])
    return read


def redone() -> dict[str, Any]:
    """Return the result of the page's own code for the example's seed and nonces."""
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


def served(game: AnyGame, rules: Rules, seats: int, start: Start) -> Served:
    """Return a server's data about a round, as JSON."""
    told = msgspec.to_builtins(start) | {
        "declared": {k: list(v) for k, v in start.declared.items()}
    }
    return Served(seats, told, dict(rules.options), game.pinned(rules))


@pytest.mark.parametrize("place", range(len(DEALS)), ids=list(DEALS))
def test_its_numbers_are_those_of_its_own_words(place: int) -> None:
    """The page has numbers for a self-test of every game, in its own order."""
    slug = list(DEALS)[place]
    game = registry.get(slug)
    told = served(game, rules_of(game), 4, Start(number=1, at_ms=0))
    row = Row(redone(), bytes.fromhex(example()["key"]))
    assert json.loads(blocks("json")[1 + place]) == numbers(slug, row, told)


def test_it_names_the_list_of_which_it_gives_numbers() -> None:
    game = registry.get("wortspiel")
    cards = [one["card"] for one in game.pinned(rules_of(game))["cards"]]
    named = f"{len(cards)} cards from `{cards[0]}` to `{cards[-1]}`"
    assert named in PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize("slug", DEALS)
@pytest.mark.parametrize("number", range(12))
def test_all_games_deal_as_it_says(slug: str, number: int) -> None:
    """The page describes all rounds: first and later, few and many seats, with declarations."""
    game = registry.get(slug)
    least, most = game.meta.seats
    seats, began = least + number % (most - least + 1), None if number % 2 else number % least
    key = hashlib.sha256(f"{slug} {number}".encode()).digest()
    rules, declared = rules_of(game), dict[str, tuple[OptionValue | None, ...]]()
    for one in game.meta.declarations if number % 4 == 3 else ():
        rules = replace(rules, options=rules.options | {one.option: one.choice})
        answers = (True, None) if one.kind == "flag" else (450, 455, None, 455)
        declared[one.name] = tuple(islice(cycle(answers), seats))
    start = Start(number=1 if began is None else 2, at_ms=0, began=began, declared=declared)
    chance, row = SeededChance(key), Row(redone(), key)
    state = game.deal(rules, seats, start, chance).state
    first, zones = DEALS[slug](row, served(game, rules, seats, start))
    assert first == (state.dealer if slug in FIRST else state.began)
    revealed = game.reveal_all(rules, state)
    for zone, cards in zones.items():
        assert revealed[zone] == cards, zone
    assert chance.drawn == row.drawn


def test_it_names_the_method() -> None:
    assert f"**`{VERSION}`**" in PAGE.read_text(encoding="utf-8")
    assert f'"{VERSION}"' in blocks("python")[0]
