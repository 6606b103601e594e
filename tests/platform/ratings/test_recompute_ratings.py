"""Ratings follow the results in order, even late, corrected or concurrent ones, as if recomputed."""

from __future__ import annotations

import random
import threading
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from accounts.models import User
from accounts.services.guests import create_guest, move_guest_to_account
from core import clock
from games.kernel import registry
from matches import tasks as match_tasks
from matches.engine import catalogue
from matches.models import Match, Outbox
from matches.services import correct
from matches.services.rounds import finish
from matches.store import outbox
from ratings import tasks
from ratings.models import Rating, RatingChange, StaleSince
from ratings.rating_model import Strength
from ratings.services import recompute_ratings
from tests.platform.matches.cast import dealt, opened, person, play_out
from tests.platform.ratings.cast import BEGAN_MS, GAME, followed, played

pytestmark = pytest.mark.django_db

GAMES = f"{len(catalogue.metas())} games"


def rating_of(user: User, game: str = GAME) -> Rating:
    return Rating.objects.get(user=user, game=game)


def numbers() -> list[Any]:
    """Return all stored numbers, in a fixed order."""
    ratings = Rating.objects.values_list(
        "game", "user", "bot", "version", "mu", "sigma", "matches", "played_at"
    )
    changes = RatingChange.objects.values_list(
        "match", "seat", "place", "mu_before", "sigma_before", "mu", "sigma", "at"
    )
    return [sorted(ratings, key=str), sorted(changes, key=str)]


def agrees() -> bool:
    return not [
        line for meta in catalogue.metas() for line in recompute_ratings.find_differences(meta.slug)
    ]


def check() -> str:
    out = StringIO()
    call_command("rebuild_ratings", "--check", stdout=out)
    return out.getvalue()


@pytest.fixture
def people() -> list[User]:
    return [person(name) for name in ("Alice", "Bob", "Charlie", "Dora")]


def season(people: list[User], matches: int = 25) -> list[Match]:
    """Store matches of these people and bots in two games, with ties, some of them unrated."""
    luck = random.Random(7)
    found = []
    for minute in range(matches):
        game = luck.choice((GAME, "wortspiel"))
        holders: list[Any] = [*luck.sample(people, 2), *luck.sample(("easy", "easy", "hard"), 1)]
        worth = [luck.randrange(3) for _ in holders]
        places = [1 + sum(other < own for other in worth) for own in worth]
        rated = luck.random() < 0.9
        found.append(played(holders, places, minute, game=game, rated=rated))
    return found


def test_who_wins_goes_up_and_who_loses_goes_down(people: list[User]) -> None:
    alice, bob, charlie, _ = people
    followed(played([alice, bob, charlie], [1, 2, 2]))
    up, down, as_well = map(rating_of, (alice, bob, charlie))
    assert up.mu > 25 > down.mu
    assert (down.mu, down.sigma) == (as_well.mu, as_well.sigma)
    assert max(up.sigma, down.sigma) < Strength().sigma
    change = RatingChange.objects.get(rating=up)
    assert (change.mu_before, change.sigma_before) == (Strength().mu, Strength().sigma)
    assert (change.mu, change.place, change.seat) == (up.mu, 1, 0)
    assert up.matches == 1


def test_the_number_that_is_shown_and_how_sure_it_is(people: list[User]) -> None:
    new = Strength()
    assert (new.shown, new.margin, new.floor, new.is_provisional) == (1500, 400, 1100, True)
    followed(*(played(people[:2], [1, 2] if n % 3 else [2, 1], n) for n in range(40)))
    rating = rating_of(people[0])
    now = Strength(rating.mu, rating.sigma)
    assert now.shown > 1500
    assert not now.is_provisional


def test_bots_are_rated_by_level_and_version(people: list[User]) -> None:
    """A bot at several seats is rated as one."""
    followed(played([people[0], "easy", "easy", "hard"], [1, 2, 3, 4]))
    bots = {(r.bot, r.version): r for r in Rating.objects.filter(user=None)}
    assert set(bots) == {("easy", 1), ("hard", 1)}
    rows = RatingChange.objects.filter(rating=bots["easy", 1]).order_by("seat")
    assert [row.seat for row in rows] == [1, 2]
    assert {(row.mu_before, row.mu) for row in rows} == {(25.0, bots["easy", 1].mu)}
    assert bots["easy", 1].matches == 1
    again = played([people[0], "easy"], [2, 1], 1)
    again.seats.filter(bot="easy").update(bot_version=2)
    followed(again)
    assert Rating.objects.get(bot="easy", version=2).matches == 1
    assert agrees()


def test_what_does_not_count_changes_nothing(people: list[User]) -> None:
    alice, bob, *_ = people
    followed(
        played([alice, bob], [1, 2], rated=False),
        played([alice, bob], [1, 2], result=None),
        played(
            [alice, bob], [1, 2], status="aborted", standing=None, result=None, finished_at=None
        ),
        # An account was deleted, so there is no opponent left.
        played([alice, None], [1, 2]),
    )
    assert numbers() == [[], []]
    assert agrees()


def test_the_player_dealt_to_is_rated_and_no_substitute(people: list[User]) -> None:
    alice, bob, charlie, _ = people
    match = played([alice, bob], [1, 2])
    match.seats.filter(number=1).update(user=charlie)
    followed(match)
    assert rating_of(bob).mu < 25
    assert not Rating.objects.filter(user=charlie).exists()


def test_games_are_rated_apart(people: list[User]) -> None:
    alice, bob, *_ = people
    followed(played([alice, bob], [1, 2]), played([alice, bob], [2, 1], 1, game="wortspiel"))
    assert rating_of(alice).mu > 25 > rating_of(alice, "wortspiel").mu


def test_the_order_of_results_does_not_change_the_numbers(people: list[User]) -> None:
    matches = season(people)
    followed(*matches)
    in_order = numbers()
    assert len(in_order[1]) > 40
    assert agrees()
    random.Random(3).shuffle(matches)
    for match in matches:
        recompute_ratings.mark_match_stale(match_id=match.pk)
    for game in StaleSince.objects.values_list("game", flat=True):
        recompute_ratings.catch_up(game)
    followed(*matches)
    assert numbers() == in_order
    call_command("rebuild_ratings", stdout=StringIO())
    assert numbers() == in_order
    assert not StaleSince.objects.exists()


def test_a_correction_moves_all_that_came_later(people: list[User]) -> None:
    """Undoing it moves them back."""
    matches = season(people)
    followed(*matches)
    before = numbers()
    first = next(match for match in matches if match.rated)
    correction = _void(first)
    recompute_ratings.mark_match_stale(match_id=first.pk)
    recompute_ratings.catch_up(first.game)
    after = numbers()
    assert after != before
    assert not RatingChange.objects.filter(match=first).exists()
    assert agrees()
    first.result = correction
    first.save()
    followed(first)
    assert numbers() == before


def _void(match: Match) -> Any:
    """Void the match directly, because the service needs rounds; return its former result."""
    result, match.result = match.result, None
    match.save()
    return result


def test_done_twice_or_half_it_is_done_once(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    matches = season(people, 8)
    followed(*matches, *matches)
    before = numbers()
    last = [match for match in matches if match.rated][-1]
    recompute_ratings.mark_match_stale(match_id=last.pk)

    def killed(*_: Any) -> None:
        raise SystemExit

    with monkeypatch.context() as broken:
        broken.setattr(recompute_ratings, "_settle", killed)
        with pytest.raises(SystemExit):
            tasks.catch_up_ratings(last.game)
    assert numbers() == before
    assert StaleSince.objects.get().game == last.game, "it is still due"
    tasks.catch_up_ratings(last.game)
    tasks.catch_up_ratings(last.game)
    assert numbers() == before
    assert not StaleSince.objects.exists()


def test_the_sweep_sends_for_what_was_lost(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = played(people, [1, 2, 3, 4])
    recompute_ratings.mark_match_stale(match_id=match.pk)
    sent: list[str] = []
    monkeypatch.setattr(recompute_ratings, "send_catch_up", sent.append)
    tasks.send_stale_games()
    assert sent == [GAME]


def test_a_guest_takes_their_rating_along(people: list[User]) -> None:
    alice, bob, *_ = people
    guest = create_guest("en")
    followed(played([guest, bob], [1, 2]), played([alice, bob], [1, 2], 1))
    move_guest_to_account(guest, alice)
    assert StaleSince.objects.get().since == clock.as_datetime(BEGAN_MS)
    recompute_ratings.catch_up(GAME)
    assert rating_of(alice).matches == 2
    assert not Rating.objects.filter(user=guest).exists()
    assert agrees()


def test_the_check_says_where_it_is_wrong(people: list[User]) -> None:
    followed(*season(people, 6))
    assert GAMES in check()
    change = RatingChange.objects.filter(rating__game=GAME).first()
    assert change is not None
    RatingChange.objects.filter(pk=change.pk).update(mu=change.mu + 1)
    with pytest.raises(CommandError, match=rf"{GAME}: match {change.match_id}, seat {change.seat}"):
        check()
    call_command("rebuild_ratings", "--json", stdout=StringIO())
    assert GAMES in check()
    Rating.objects.filter(pk=change.rating_id).update(sigma=1.0)
    out = StringIO()
    with pytest.raises(CommandError, match=f"1 of {GAMES} differ"):
        call_command("rebuild_ratings", "--check", "--json", stdout=out)
    assert GAME in out.getvalue()
    RatingChange.objects.all().delete()
    with pytest.raises(CommandError, match="nothing is stored"):
        check()
    other = next(meta.slug for meta in catalogue.metas() if meta.slug not in (GAME, "wortspiel"))
    call_command("rebuild_ratings", "--check", "--game", other, stdout=StringIO())
    with pytest.raises(CommandError, match=f"1 of 1 games differ. {GAME}"):
        call_command("rebuild_ratings", "--check", "--game", GAME, stdout=StringIO())
    with pytest.raises(CommandError, match="no game called chess"):
        call_command("rebuild_ratings", "--game", "chess", stdout=StringIO())
    recompute_ratings.mark_stale(GAME, clock.as_datetime(BEGAN_MS))
    with pytest.raises(CommandError, match="behind since"):
        check()


@pytest.mark.django_db(transaction=True)
def test_two_at_once_do_it_once() -> None:
    people = [person(name) for name in ("Alice", "Bob")]
    matches = [played(people, [1, 2], minute) for minute in range(6)]

    def work(match: Match) -> None:
        try:
            followed(match)
        finally:
            connection.close()

    threads = [threading.Thread(target=work, args=(match,)) for match in matches]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert RatingChange.objects.count() == 12
    assert not StaleSince.objects.exists()
    assert agrees()


@pytest.mark.django_db(transaction=True)
def test_a_match_that_is_played_is_rated(people: list[User]) -> None:
    """A correction changes its rating."""
    match = dealt(*people[:2], public=True)
    assert match.rated
    play_out(match)
    finish.finish_round(match.rounds.get().pk)
    _deliver(outbox.MATCH_FINISHED)
    match.refresh_from_db()
    tasks.catch_up_ratings(match.game)
    assert match.result is not None
    winner = match.seats.get(number=match.result["places"].index(1)).user
    assert winner is not None
    assert rating_of(winner).mu > 25
    places = [3 - place for place in match.result["places"]]
    correct.correct_result(match.pk, [0, 0], places, by=None, reason="It was the other way round.")
    _deliver(outbox.CORRECTED)
    tasks.catch_up_ratings(match.game)
    assert rating_of(winner).mu < 25
    assert agrees()


def _deliver(kind: str) -> None:
    Outbox.objects.filter(kind=kind).update(due_ms=0)
    match_tasks.announce_result(Outbox.objects.get(kind=kind).pk)


def test_matches_of_friends_are_rated_only_if_they_say_so(people: list[User]) -> None:
    assert not opened(*people[:2]).rated
    assert opened(*people[:2], rated=True).rated
    assert opened(*people[:2], public=True).rated
    assert not opened(*people[:2], public=True, rated=False).rated


@pytest.mark.django_db(transaction=True)
def test_the_version_of_a_bot_is_noted_when_it_is_dealt_to(people: list[User]) -> None:
    match = dealt(people[0], bots=1)
    (own, bot) = match.seats.order_by("number")
    level = next(one for one in registry.get(match.game).meta.levels if one.slug == bot.bot)
    assert (own.bot_version, bot.bot_version) == (0, level.version)
