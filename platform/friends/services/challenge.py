"""Challenge a person: a table with a seat for them, which they accept or decline from any page."""

from __future__ import annotations

import uuid
from contextlib import suppress
from datetime import timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.urls import reverse

from accounts.hold_people import hold_people
from accounts.models import User
from core import clock
from core.after_commit import after_commit
from core.refusals import Refused, refused
from core.signals import befriended
from friends.friend_lists import friend_ids
from friends.models import MatchChallenge
from friends.services.friendship import KIND
from games.kernel.contract import N_
from matches.engine import catalogue, tempos
from matches.engine.substitution import takes_hours
from matches.models import Match, Seat
from matches.present import presence
from matches.services.seating import seats
from matches.services.seating.reserve_seat import decline_seat, reserve_for
from matches.services.seating.tables import open_match
from matches.store import topics
from realtime import bus

LIVE_LASTS = timedelta(minutes=10)
SLOW_LASTS = timedelta(days=3)
"""The time to answer a challenge by correspondence."""
DECLINED = N_("%(name)s has declined your challenge.")
MOST_OF_STRANGERS = 5
"""Open challenges of a user by people who are not their friends."""
EXPIRED = N_("%(name)s has not answered your challenge in time.")

HAS_ANSWERS_SQL = f"""EXISTS (
  SELECT 1 FROM friends_matchchallenge c
  WHERE c.asker_id = %(user)s AND c.answer <> '{MatchChallenge.Answer.NONE}')"""
"""Condition that `answers_for` this user returns any."""


@transaction.atomic
def challenge(user: User, other: User, game: str, *, tempo: str, rated: bool) -> Match:
    """Open a table of this game for the two, with bots on the other seats that the game needs.

    Raises:
        Refused: `challenge_yourself`, `not_answered_yet`, `friends_challenge_only`,
            `enough_challenges`, and those of `open_match` and `reserve_for`.
    """
    if user.pk == other.pk:
        raise refused("challenge_yourself")
    hold_people(user.pk, other.pk)
    friends, waiting = friend_ids(other.pk), open_challenges().filter(asked=other)
    if other.friends_challenge_only and user.pk not in friends:
        raise refused("friends_challenge_only", name=other.name)
    if waiting.filter(asker=user).exists():
        raise refused("not_answered_yet", name=other.name)
    of_strangers = waiting.exclude(asker__in=friends)
    if user.pk not in friends and of_strangers.count() >= MOST_OF_STRANGERS:
        raise refused("enough_challenges", name=other.name)
    meta = catalogue.game_of(game).meta
    preset = tempos.tempo_of(meta, tempo)
    count = max(2, meta.seats[0])
    bots = [meta.levels[len(meta.levels) // 2].slug] * (count - 2)
    match = open_match(user, game, seats=count, bots=bots, tempo=preset.slug, rated=rated)
    reserve_for(match.pk, user, 1, other)
    lasts = SLOW_LASTS if takes_hours(match.pace) else LIVE_LASTS
    MatchChallenge.objects.create(
        match=match, asker=user, asked=other, expires_at=clock.now() + lasts
    )
    return match


@transaction.atomic
def accept_invitation(user: User, match_id: uuid.UUID) -> None:
    """Take the seat that is kept for this user; with it a challenge is accepted.

    Raises:
        Refused: `not_found` (no seat is kept), and those of `seats.take_seat`.
    """
    if not Seat.objects.filter(match=match_id, kept_for=user).exists():
        raise refused("not_found")
    seats.take_seat(match_id, user)
    MatchChallenge.objects.filter(match=match_id, asked=user).delete()


@transaction.atomic
def decline_invitation(user: User, match_id: uuid.UUID) -> None:
    """Return the seat that is kept for this user; the table of a challenge is closed, unless the
    asker waits there.

    Raises:
        Refused: those of `decline_seat`.
    """
    decline_seat(match_id, user)
    ours = MatchChallenge.objects.filter(
        match=match_id, asked=user, answer=MatchChallenge.Answer.NONE
    )
    found = ours.select_related("asker", "asked").first()
    if found is not None:
        _close(found, MatchChallenge.Answer.DECLINED, DECLINED)


def open_challenges() -> QuerySet[MatchChallenge]:
    """Return a query for the challenges that can be accepted now."""
    kept = Seat.objects.filter(match=OuterRef("match"), kept_for=OuterRef("asked"))
    return MatchChallenge.objects.filter(
        Exists(kept), answer=MatchChallenge.Answer.NONE, match__status=Match.Status.OPEN
    )


def answers_for(user_id: int) -> QuerySet[MatchChallenge]:
    """Return a query for the answers to this user's challenges that they have not read yet."""
    return MatchChallenge.objects.filter(asker=user_id).exclude(answer=MatchChallenge.Answer.NONE)


def expire_challenges() -> None:
    """End the challenges that were not answered in time, and tell their askers.

    A challenge is forgotten if the asked user sits at its table, or its table is closed.
    """
    unanswered = MatchChallenge.objects.filter(answer=MatchChallenge.Answer.NONE)
    unanswered.exclude(pk__in=open_challenges().values("pk")).delete()
    due = open_challenges().filter(expires_at__lte=clock.now())
    for match_id in due.values_list("match_id", flat=True):
        # Answered, or closed by its host, in the meantime.
        with suppress(Refused, MatchChallenge.DoesNotExist), transaction.atomic():
            found = unanswered.select_related("asker", "asked").get(match=match_id)
            decline_seat(match_id, found.asked)
            _close(found, MatchChallenge.Answer.EXPIRED, EXPIRED)


def dismiss_answer(user: User, match_id: uuid.UUID) -> None:
    """Forget the answer to this user's challenge: they have read it."""
    answers_for(user.pk).filter(match=match_id).delete()


def _waits_there(found: MatchChallenge) -> bool:
    """Return whether the asker has the page of the table open, and so can invite others there."""
    present = presence.list_present(found.match_id)
    own = Seat.objects.filter(match=found.match_id, user=found.asker_id).first()
    return present is not None and own is not None and own.number in present.seats


def _close(found: MatchChallenge, answer: str, sentence: str) -> None:
    """Close the table of a challenge, unless the asker waits there, and tell the asker why."""
    if not _waits_there(found):
        with suppress(Refused):  # the asker left it before
            seats.leave_seat(found.match_id, found.asker)
    found.answer = answer
    found.save(update_fields=["answer"])
    befriended.send(
        sender=MatchChallenge,
        user_id=found.asker_id,
        key=f"answer:{found.match_id.hex}",
        sentence=sentence,
        facts={"name": found.asked.name},
        path=reverse("matches:table", args=[found.match_id]),
        kind=KIND,
    )
    after_commit(bus.publish, topics.of_player(found.asker_id))
