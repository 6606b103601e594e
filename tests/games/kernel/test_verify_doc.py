"""docs/verify.md tells the truth: its example is ours, and its own code redoes it."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from games.kernel import options, registry
from games.kernel.chance import VERSION, SeededChance, commitment, round_key
from games.kernel.contract import Rules, Start
from games.sleeping_queens.cards import FACES, QUEENS

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


def test_it_names_the_method() -> None:
    assert f"**`{VERSION}`**" in PAGE.read_text(encoding="utf-8")
    assert f'"{VERSION}"' in blocks("python")[0]
