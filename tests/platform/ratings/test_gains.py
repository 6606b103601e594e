"""The result of a match shows its effect on ratings as soon as they are computed."""

from __future__ import annotations

import pytest
from channels.db import database_sync_to_async
from django.test import Client

from accounts.models import User
from core.numbers import gained
from matches.models import Match
from matches.services.rounds import finish
from ratings.models import Rating
from ratings.rating_model import Strength
from ratings.services import recompute_ratings
from tests.platform.matches.cast import dealt, person, play_out
from tests.platform.matches.sockets import page
from tests.platform.threads import in_a_thread

pytestmark = pytest.mark.django_db(transaction=True)


@in_a_thread
def finished(*, rated: bool) -> tuple[Match, User]:
    people = person("Alice"), person("Bob")
    match = dealt(*people, public=True, rated=rated)
    play_out(match)
    finish.finish_round(match.rounds.get().pk)
    match.refresh_from_db()
    return match, people[0]


@in_a_thread
def rate(match: Match) -> list[str]:
    """Compute the ratings; return the changes that the result shows."""
    recompute_ratings.mark_match_stale(match_id=match.pk)
    recompute_ratings.catch_up(match.game)
    shown = [Strength(rating.mu, rating.sigma).shown for rating in Rating.objects.all()]
    return [f"<strong>{gained(one - Strength().shown)}</strong>" for one in shown]


async def test_a_result_that_is_looked_at_says_it_without_being_asked() -> None:
    match, alice = await finished(rated=True)
    async with page(match, alice) as shown:
        before = await shown.board()
        assert "Rating " not in before["content"]
        told = await rate(match)
        after = await shown.board()
    assert len(told) == after["content"].count("Rating ") == 2
    for said in told:
        assert said in after["content"]
        assert said in await database_sync_to_async(result_page)(match)


async def test_the_result_of_an_unrated_match_says_nothing_of_ratings() -> None:
    match, _ = await finished(rated=False)
    await rate(match)
    assert "Rating " not in await database_sync_to_async(result_page)(match)


def result_page(match: Match) -> str:
    return Client().get(f"/matches/{match.pk}/").content.decode()
