"""Recompute ratings from the stored results, also after late results and corrections.

A change of a result records the moment from which the game's ratings are stale. A task recomputes
them from there, in one transaction, under a lock for the game. After a match that was just played
this is one match; after a correction it is all matches since then.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta

from celery import current_app
from django.db import connection, transaction
from django.db.models import Count, Min

from core import clock
from core.after_commit import after_commit
from matches.models import Match
from matches.store import results
from matches.store.change_match import count_change
from matches.store.lock_match import lock_match_and_round
from matches.store.results import MatchResult
from ratings.models import Rating, RatingChange, StaleSince
from ratings.rating_model import Change, RatedPlayer, Strength, rate_results

LOOKED_AT = timedelta(minutes=2)
"""Time for which a player may still look at a result."""
TASK = "ratings.tasks.catch_up"


def mark_match_stale(*, match_id: uuid.UUID, **_: object) -> None:
    """Mark a game's ratings stale from this match on: it has ended, or its result was corrected."""
    match = Match.objects.filter(pk=match_id, rated=True, finished_at__isnull=False).first()
    if match is not None and match.finished_at is not None:
        mark_stale(match.game, match.finished_at)


def transfer_guest(*, user_id: int, **_: object) -> None:
    """Transfer a guest's results to an account."""
    played = Match.objects.filter(seats__dealt_to_id=user_id, rated=True, finished_at__isnull=False)
    firsts = played.values("game").annotate(first=Min("finished_at")).order_by("game")
    for game, since in firsts.values_list("game", "first"):
        mark_stale(game, since)


@transaction.atomic
def mark_stale(game: str, since: datetime) -> None:
    """Mark a game's ratings stale from a moment on; they are recomputed after the commit."""
    with connection.cursor() as cursor:
        cursor.execute(_NOTE, [game, since])
    after_commit(send_catch_up, game)


# One statement: a task that catches up now deletes the row either before or after it.
_NOTE = f"""
INSERT INTO {StaleSince._meta.db_table} AS stale (game, since) VALUES (%s, %s)
ON CONFLICT (game) DO UPDATE SET since = least(stale.since, excluded.since)
"""


def send_catch_up(game: str) -> None:
    """Send the task that recomputes ratings; the sweep repeats a send that failed."""
    current_app.send_task(TASK, args=[game], retry=False)


@transaction.atomic
def catch_up(game: str) -> int:
    """Recompute a game's ratings from where they are stale; return the number of matches."""
    _lock_game(game)
    stale = StaleSince.objects.select_for_update().filter(game=game).first()
    if stale is None:
        return 0
    done = _recompute(game, stale.since)
    _tell_latest(game)
    stale.delete()
    return done


def _tell_latest(game: str) -> None:
    """Refresh the pages that show a recent result, because its ratings are known now."""
    changes = RatingChange.objects.filter(rating__game=game, at__gte=clock.now() - LOOKED_AT)
    for match_id in changes.values_list("match", flat=True).distinct():
        after_commit(_look_again, match_id)


@transaction.atomic
def _look_again(match_id: uuid.UUID) -> None:
    count_change(lock_match_and_round(match_id))


@transaction.atomic
def rebuild_ratings(game: str) -> int:
    """Recompute a game's ratings from its first match on; return the number of matches."""
    _lock_game(game)
    StaleSince.objects.filter(game=game).delete()
    return _recompute(game, None)


def find_differences(game: str) -> Iterator[str]:
    """Return the differences between stored and recomputed ratings, without writing."""
    with transaction.atomic():
        _lock_game(game)
        stale = StaleSince.objects.filter(game=game).first()
        stored = {
            (change.match_id, change.seat): change
            for change in RatingChange.objects.filter(rating__game=game).select_related("rating")
        }
        ratings = {_player(rating): rating for rating in Rating.objects.filter(game=game)}
        found = list(rate_results(rated_results(game), {}))
    if stale is not None:
        yield f"behind since {stale.since.isoformat()}"
    last: dict[RatedPlayer, tuple[Strength, set[uuid.UUID]]] = {}
    for change in found:
        where = f"match {change.result.match_id}, seat {change.party.seat}"
        row = stored.pop((change.result.match_id, change.party.seat), None)
        if row is None:
            yield f"{where}: nothing is stored"
        elif _stored_change(row) != (
            change.player,
            change.party.place,
            change.before,
            change.after,
        ):
            yield f"{where}: stored {_stored_change(row)[2:]}, worked out {(change.before, change.after)}"
        _, matches = last.get(change.player, (None, set()))
        last[change.player] = change.after, matches | {change.result.match_id}
    for match_id, seat in stored:
        yield f"match {match_id}, seat {seat}: stored, but it does not count"
    for player in sorted({*last, *ratings}, key=str):
        rating = ratings.get(player)
        strength, matches = last.get(player, (None, set()))
        present = None if rating is None else Strength(rating.mu, rating.sigma)
        if present != strength or (rating and rating.matches != len(matches)):
            yield f"{player}: stored {present}, worked out {strength}"


def rated_results(game: str, since: datetime | None = None) -> Iterator[MatchResult]:
    """Return the rated matches of this game, in the order in which they ended."""
    matches = Match.objects.filter(game=game, rated=True, result__isnull=False)
    if since is not None:
        matches = matches.filter(finished_at__gte=since)
    matches = matches.order_by("finished_at", "pk").prefetch_related("seats__dealt_to")
    for match in matches.iterator(chunk_size=500):
        found = results.result_of(match)
        if found is not None:
            yield found


def _lock_game(game: str) -> None:
    """Lock this game's ratings until the transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext('ratings'), hashtext(%s))", [game])


def _recompute(game: str, since: datetime | None) -> int:
    """Replace all changes from then on, and the ratings that follow from them."""
    void = RatingChange.objects.filter(rating__game=game)
    if since is not None:
        void = void.filter(at__gte=since)
    touched = set(void.values_list("rating", flat=True))
    void.delete()
    played = list(rated_results(game, since))
    known = {} if since is None else _ratings_left(game)
    found = list(rate_results(played, known))
    rows = _rows(game, {change.player for change in found})
    RatingChange.objects.bulk_create(
        (_change(rows[change.player], change) for change in found), batch_size=1_000
    )
    _settle(touched | {rating.pk for rating in rows.values()})
    return len(played)


def _ratings_left(game: str) -> Mapping[RatedPlayer, Strength]:
    """Return the ratings after the remaining changes."""
    left = RatingChange.objects.filter(rating__game=game).select_related("rating")
    last = left.order_by("rating", "-at", "-match", "seat").distinct("rating")
    return {_player(change.rating): Strength(change.mu, change.sigma) for change in last}


def _rows(game: str, players: Iterable[RatedPlayer]) -> Mapping[RatedPlayer, Rating]:
    """Return the row of each of these players; a new one starts in the middle."""
    rows = {_player(rating): rating for rating in Rating.objects.filter(game=game)}
    new = sorted((player for player in players if player not in rows), key=str)
    start = Strength()
    for player in new:
        rows[player] = Rating(
            game=game,
            user_id=player.user_id,
            bot=player.bot,
            version=player.version,
            mu=start.mu,
            sigma=start.sigma,
        )
    Rating.objects.bulk_create([rows[player] for player in new])
    return {player: rows[player] for player in players}


def _change(rating: Rating, change: Change) -> RatingChange:
    return RatingChange(
        rating=rating,
        match_id=change.result.match_id,
        seat=change.party.seat,
        place=change.party.place,
        mu_before=change.before.mu,
        sigma_before=change.before.sigma,
        mu=change.after.mu,
        sigma=change.after.sigma,
        at=change.result.finished_at,
    )


def _settle(touched: set[int]) -> None:
    """Set these ratings to the value after their last change; delete those without one."""
    ratings = Rating.objects.filter(pk__in=touched).annotate(
        played=Count("changes__match", distinct=True)
    )
    ratings.filter(played=0).delete()
    changed = RatingChange.objects.filter(rating__in=touched)
    last = (
        changed.order_by("rating", "-at", "-match", "seat")
        .distinct("rating")
        .in_bulk(field_name="pk")
    )
    by_rating = {change.rating_id: change for change in last.values()}
    left = list(ratings.filter(played__gt=0))
    for rating in left:
        change = by_rating[rating.pk]
        rating.mu, rating.sigma = change.mu, change.sigma
        rating.matches, rating.played_at = rating.played, change.at
    Rating.objects.bulk_update(left, ["mu", "sigma", "matches", "played_at"], batch_size=500)


def _player(rating: Rating) -> RatedPlayer:
    return RatedPlayer(rating.user_id, rating.bot, rating.version)


def _stored_change(row: RatingChange) -> tuple[RatedPlayer, int, Strength, Strength]:
    before, after = Strength(row.mu_before, row.sigma_before), Strength(row.mu, row.sigma)
    return _player(row.rating), row.place, before, after
