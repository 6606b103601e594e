"""Costly pages that anyone may load have a rate limit for each address, so that other pages stay
fast.

Twenty readers of one proof, with a replay each, would slow other pages by a factor of thirty.
"""

from __future__ import annotations

from http import HTTPStatus

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from core import costly_pages, rate_limits
from matches import limits
from matches.engine import verification
from matches.models import Match
from matches.services.rounds import finish
from tests.platform.accounts import cast
from tests.platform.leagues.cast import Days, organiser, people, running
from tests.platform.matches.cast import dealt, person, play_out

pytestmark = pytest.mark.django_db

HERE, ELSEWHERE = "203.0.113.7", "203.0.113.8"


@pytest.fixture
def match() -> Match:
    """A finished public match."""
    cache.clear()
    match = dealt(person("Alice"), person("Bob"), public=True)
    play_out(match)
    finish.finish_round(match.rounds.get().pk)
    return match


def of_matches(match: Match) -> dict[str, rate_limits.Limit]:
    """Return the pages of a round, with their limits."""
    whole = {
        reverse(f"matches:{name}", args=[match.pk, 1]): costly_pages.FILES
        for name in ("verify_shuffle", "moves_json", "moves_text")
    }
    return whole | {reverse("matches:step", args=[match.pk, 1, 0]): limits.STEPS}


def of_leagues() -> dict[str, rate_limits.Limit]:
    """Return the exports of a league, with their limits."""
    days = Days()
    season = running(days, organiser(), people(4))
    where = [season.league.slug, season.number, 1]
    names = ("table_csv", "fixtures_csv", "division_json")
    found = [reverse(f"leagues:{name}", args=where) for name in names]
    found += [reverse("leagues:season_xlsx", args=where[:2])]
    found += [reverse("leagues:season_csv", args=[*where[:2], "members"])]
    return dict.fromkeys(found, costly_pages.FILES)


def test_each_costly_page_has_its_bound_by_address(match: Match) -> None:
    """A refusal contains the time to retry."""
    for address, limit in (of_matches(match) | of_leagues()).items():
        cache.clear()
        stranger = Client(REMOTE_ADDR=HERE)
        for left in range(limit.most, 0, -1):
            if left == 1:  # the last allowed request
                assert stranger.get(address).status_code == HTTPStatus.OK, address
            else:
                assert rate_limits.take_attempts(limit.counter(HERE))
        refused = stranger.get(address)
        assert refused.status_code == HTTPStatus.TOO_MANY_REQUESTS, address
        assert 0 < int(refused.headers["Retry-After"]) <= rate_limits.MINUTE
        told = stranger.get(address, headers={"accept": "application/json"}).json()
        assert told["code"] == "too_many_requests"
        assert f"{refused.headers['Retry-After']} seconds" in refused.content.decode()
        assert Client(REMOTE_ADDR=ELSEWHERE).get(address).status_code == HTTPStatus.OK
        known = cast.browser(match.seats.get(number=0).user, REMOTE_ADDR=HERE)
        assert known.get(address).status_code == HTTPStatus.OK


def test_a_round_that_is_over_is_proven_once(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    proven, prove = list[int](), verification.difference

    def counted(round_id: int) -> str | None:
        proven.append(round_id)
        return prove(round_id)

    monkeypatch.setattr(verification, "difference", counted)
    address = reverse("matches:verify_shuffle", args=[match.pk, 1])
    for _ in range(3):
        told = Client().get(address, headers={"accept": "application/json"}).json()
        assert told["log_fits"]
    assert proven == [match.rounds.get().pk]
