"""Every game has a lesson with a whole deck and a script that its own rules allow.

The learner plays most of it.
"""

from __future__ import annotations

from typing import Any

import pytest

from games.kernel import codec, registry, session
from games.kernel.chance import SeededChance
from games.kernel.contract import Start
from games.kernel.lessons import LEARNER
from tests.games.cards import cards_in
from tests.games.contract.rounds import rules_of

GAMES = list(registry.games())


def first_state(slug: str) -> tuple[Any, Any, Any]:
    """Return the game, the rules, and the state at the start of the lesson."""
    game = registry.get(slug)
    rules = rules_of(game, {})
    return game, rules, registry.lesson_of(slug).begin(rules)


@pytest.mark.parametrize("slug", GAMES)
def test_a_lesson_begins_with_all_cards_that_a_round_has(slug: str) -> None:
    game, rules, state = first_state(slug)
    lesson = registry.lesson_of(slug)
    dealt = game.deal(rules, lesson.seats, Start(number=1, at_ms=0), SeededChance(b"any")).state
    assert cards_in(game, rules, state) == cards_in(game, rules, dealt)
    assert codec.decode_state(game, codec.encode(state)) == state
    least, most = game.meta.seats
    assert least <= lesson.seats <= most


@pytest.mark.parametrize("slug", GAMES)
def test_the_learner_plays_about_half_of_a_lesson(slug: str) -> None:
    """At the end of the lesson the learner goes on playing."""
    lesson = registry.lesson_of(slug)
    own = [step for step in lesson.steps if step.is_learners]
    assert 4 <= len(own) <= len(lesson.steps) <= 12
    assert not session.is_over(*first_state(slug))
    assert {move.seat for step in lesson.steps for move in step.moves} == set(range(lesson.seats))
    assert all(step.moves[0].seat == LEARNER for step in own)


@pytest.mark.parametrize("slug", GAMES)
def test_what_a_lesson_says_fits_beside_a_hand_on_a_phone(slug: str) -> None:
    lesson = registry.lesson_of(slug)
    for words in (*(step.says for step in lesson.steps), lesson.ends):
        assert 20 <= len(words) <= 210, words
