"""Advice on a finished round: the move that the best bot would have made at a step."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from bots import advice
from games.kernel import registry, session
from matches.models import Match
from matches.present import reading
from matches.store.load_match import load_table
from tests.platform.matches.cast import dealt, person, play_out
from tests.platform.matches.test_reading import as_user
from tests.platform.matches.test_untimed import alone, played_on

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_asked() -> None:
    cache.clear()


def address(match: Match, step: int) -> str:
    return reverse("bots:advice", args=[match.pk, 1, step])


def step_to_decide(match: Match) -> int:
    """Return the first step of a match's round with a choice."""
    table, round_ = load_table(match.pk, 1), reading.finished(match.pk, 1)
    return next(
        step
        for step in range(round_.version)
        if advice.question_at(table, round_, step) is not None
    )


def asked_at(match: Match, step: int) -> advice.AdviceQuestion:
    found = advice.question_at(load_table(match.pk, 1), reading.finished(match.pk, 1), step)
    assert found is not None
    return found


@pytest.mark.parametrize("game", sorted(registry.games()))
def test_each_game_tells_what_its_best_bot_would_have_done(game: str) -> None:
    """The advice is in words."""
    match, person = alone(game)
    played_on(match, person)
    last = match.rounds.get().version
    table, round_ = load_table(match.pk, 1), reading.finished(match.pk, 1)
    asked = [one for step in range(last) if (one := advice.question_at(table, round_, step))]
    assert asked
    for one in (asked[0], asked[len(asked) // 2], asked[-1]):
        advice.answer_question(one)
        found = advice.read_advice(one)
        assert found is not None
        assert 1 <= found.tries <= advice.TRIES
        assert found.answers
        assert sum(answer.times for answer in found.answers) <= found.tries
        assert len({answer.words for answer in found.answers}) == len(found.answers)
        for answer in found.answers:
            assert answer.percent == round(100 * answer.times / found.tries)
        assert found.answers[0].times == max(answer.times for answer in found.answers)


def test_it_goes_by_what_the_seat_knew() -> None:
    """The answer to the same question is the same when another seat holds other cards."""
    match = dealt(person("Alice"), person("Bob"), public=True)
    play_out(match)
    asked = asked_at(match, step_to_decide(match))
    seen = asked.live.observe(asked.seat)
    advice.answer_question(asked)
    first = advice.read_advice(asked)
    live = asked.live
    known = session.information_state(live.game, live.rules, live.state, asked.seat, asked.happened)
    live.state = live.game.sample_state(live.rules, known, live.chance)
    cache.clear()
    assert asked.live.observe(asked.seat) == seen
    advice.answer_question(asked)
    assert advice.read_advice(asked) == first


def test_it_is_asked_thought_about_and_read_without_scripts() -> None:
    match = dealt(person("Alice"), person("Bob"), public=True)
    play_out(match)
    reader, step = Client(), step_to_decide(match)
    page = reader.get(address(match, step))
    assert page.status_code == 200
    assert 'id="ask"' in page.content.decode()
    asked = reader.post(address(match, step))
    assert (asked.status_code, asked["location"]) == (302, address(match, step))
    thinking = reader.get(address(match, step)).content.decode()
    assert 'http-equiv="refresh"' in thinking
    assert "data-pending" in thinking
    advice.answer_question(asked_at(match, step))
    answer = reader.get(address(match, step)).content.decode()
    assert "data-pending" not in answer
    assert "<meter" in answer
    part = reader.post(address(match, step), headers={"HX-Request": "true"}).content.decode()
    assert part.lstrip().startswith("<div")
    assert "<meter" in part


def test_a_question_is_thought_about_once() -> None:
    match = dealt(person("Alice"), person("Bob"), public=True)
    play_out(match)
    asked = asked_at(match, step_to_decide(match))
    assert advice.note_question(asked)
    assert not advice.note_question(asked)
    advice.answer_question(asked)
    assert not advice.note_question(asked)


def test_no_advice_is_given_on_a_running_or_private_round() -> None:
    alice = person("Alice")
    running = dealt(alice, person("Bob"), public=True)
    assert as_user(alice).post(address(running, 0)).status_code == 409
    private = dealt(alice, person("Carl"))
    play_out(private)
    assert Client().post(address(private, 0)).status_code == 404
    assert as_user(alice).get(address(private, 0)).status_code == 200


def test_where_nobody_had_to_decide_it_says_so() -> None:
    match = dealt(person("Alice"), person("Bob"), public=True)
    play_out(match)
    last = match.rounds.get().version
    answer = Client().post(address(match, last), headers={"HX-Request": "true"})
    assert "There was nothing to decide here." in answer.content.decode()
    assert "data-pending" not in answer.content.decode()
    assert Client().get(address(match, last + 1)).status_code == 404
