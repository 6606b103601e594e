"""Every game has examples for its rules, with whole decks; page tests play their scripts."""

from __future__ import annotations

from itertools import pairwise

import pytest

from games.kernel import codec, registry
from games.kernel.chance import SeededChance
from games.kernel.contract import Start
from games.kernel.lessons import Example
from tests.games.cards import cards_in
from tests.games.contract import citations
from tests.games.contract.rounds import rules_of

EXAMPLES = [(slug, example) for slug in registry.games() for example in registry.examples_of(slug)]
NAMES = [f"{slug}-{example.name}" for slug, example in EXAMPLES]


@pytest.mark.parametrize(("slug", "example"), EXAMPLES, ids=NAMES)
def test_an_example_begins_with_all_cards_that_a_round_has(slug: str, example: Example) -> None:
    game = registry.get(slug)
    rules = rules_of(game, {})
    state = example.begin(rules)
    dealt = game.deal(rules, example.seats, Start(number=1, at_ms=0), SeededChance(b"any")).state
    assert cards_in(game, rules, state) == cards_in(game, rules, dealt)
    assert codec.decode_state(game, codec.encode(state)) == state


@pytest.mark.parametrize("slug", registry.games())
def test_examples_have_names_of_their_own_and_stand_at_a_clause(slug: str) -> None:
    examples = registry.examples_of(slug)
    assert len(examples) >= 2
    names = sorted(example.name for example in examples)
    assert all(one != other for one, other in pairwise(names))
    assert {example.clause for example in examples} <= citations.clauses(slug).keys()


@pytest.mark.parametrize(("slug", "example"), EXAMPLES, ids=NAMES)
def test_what_an_example_says_fits_beside_a_hand_on_a_phone(slug: str, example: Example) -> None:
    for words in (*(step.says for step in example.steps), example.ends):
        assert 20 <= len(words) <= 210, words
