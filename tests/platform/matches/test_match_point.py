"""The table says how near the match is to its end, from finished rounds alone."""

from __future__ import annotations

import pytest

from accounts.models import User
from core.rendering import cache
from matches.models import Match
from matches.present.board import context
from matches.services.rounds import finish, start
from matches.store.load_match import load_table
from tests.platform.matches import cast
from tests.sure import sure

pytestmark = pytest.mark.django_db


def said(match: Match, seat: int | None) -> str:
    with cache.rendering_in("en"):
        return context(load_table(match.pk), seat, user_id=None).match_point


def round_over(match: Match) -> None:
    cast.play_out(match)
    finish.finish_round(match.rounds.latest("number").pk)


def next_round(match: Match, *people: User) -> None:
    for one in people:
        start.get_ready(match.pk, one)


@pytest.fixture
def pair() -> tuple[User, User]:
    return cast.person("Alice"), cast.person("Bob")


def test_the_last_round_names_the_leaders(pair: tuple[User, User]) -> None:
    match = cast.dealt(*pair, target="rounds-2")
    assert said(match, 0) == ""
    round_over(match)
    assert said(match, 0) == "", "between rounds the result shows it"
    winner = sure(match.rounds.get(number=1).outcome)["places"].index(1)
    next_round(match, *pair)
    assert said(match, winner) == "Last round. In the lead: you."
    for viewer in (1 - winner, None):
        assert said(match, viewer) == f"Last round. In the lead: {pair[winner].name}."


def test_one_more_round_wins_the_match(pair: tuple[User, User]) -> None:
    match = cast.dealt(*pair, target="points-2")
    assert said(match, 0) == ""
    round_over(match)
    winner = sure(match.rounds.get(number=1).outcome)["places"].index(1)
    next_round(match, *pair)
    assert said(match, None) == f"One more round wins the match: {pair[winner].name}."


def test_only_a_total_that_a_round_can_reach_is_near(pair: tuple[User, User]) -> None:
    match = cast.dealt(*pair, target="points-5")
    round_over(match)
    next_round(match, *pair)
    assert said(match, None) == ""


def test_a_single_round_has_no_match_point(pair: tuple[User, User]) -> None:
    assert said(cast.dealt(*pair, target="rounds-1"), 0) == ""
