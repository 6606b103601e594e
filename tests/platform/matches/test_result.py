"""The result of a match on its table's page: the ways on, the hands, and the streak."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import User
from core import clock
from matches.models import Match
from matches.present import streaks
from matches.services.rounds import finish
from matches.store.load_match import load_table
from tests.platform.accounts.cast import browser
from tests.platform.matches.cast import dealt, person, play_out

pytestmark = pytest.mark.django_db

HANDS = "The hands at the end"


@pytest.fixture
def alice() -> User:
    return person("Alice")


@pytest.fixture
def bob() -> User:
    return person("Bob")


def over(*users: User, public: bool = True) -> Match:
    match = dealt(*users, public=public)
    play_out(match)
    finish.finish_round(match.rounds.latest("number").pk)
    match.refresh_from_db()
    return match


def page(match: Match, user: User | None) -> str:
    return browser(user).get(f"/matches/{match.pk}/").content.decode()


def test_all_hands_are_shown_after_the_round_only(alice: User, bob: User) -> None:
    running = dealt(alice, bob, public=True)
    assert load_table(running.pk).live is not None
    for user in (alice, bob, None):
        assert HANDS not in page(running, user)
    match = over(alice, bob)
    for user in (alice, bob, None):
        assert HANDS in page(match, user)


def test_a_sealed_result_shows_no_hands_and_shares_nothing(alice: User, bob: User) -> None:
    match = over(alice, bob)
    match.sealed_until = clock.now() + timedelta(hours=1)
    match.save()
    html = page(match, alice)
    assert "result-title" in html
    assert HANDS not in html
    assert "data-share" not in html


def test_only_a_public_match_is_shared_with_its_replay(alice: User, bob: User) -> None:
    """A private match is shared as a sentence alone, and a spectator shares nothing."""
    public, private = over(alice, bob), over(alice, bob, public=False)
    assert f'data-address="/matches/{public.pk}/rounds/1/steps/0"' in page(public, alice)
    assert "data-share=" in page(private, alice)
    assert "data-address" not in page(private, alice)
    assert "data-share" not in page(public, None)


def test_only_its_player_reads_a_streak(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streaks, "_readers", [lambda user_id, _: 3 if user_id == alice.pk else 1])
    match = over(alice, bob)
    assert "3 wins in a row" in page(match, alice)
    assert "in a row" not in page(match, bob)
    assert "in a row" not in page(match, None)


def test_the_places_come_before_the_reason_and_the_ways_on(alice: User, bob: User) -> None:
    html = page(over(alice, bob), alice)
    parts = ("result-title", "result__places", 'class="lead"', 'form="rematch"', "verify")
    found = [html.index(part, html.index("result-title") - 1) for part in parts]
    assert found == sorted(found)
