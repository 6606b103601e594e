"""Record a dispute once, even if it is reported again."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence

from django.db import transaction

from accounts.models import User
from core import clock
from court.models import Appeal, Challenge, Citation, Dispute, Party, Ruling
from court.services.open_case import open_by_itself
from games.kernel.contests import Contest
from games.kernel.contract import Seat


@transaction.atomic
def record_dispute(
    *,
    match_id: uuid.UUID,
    rules_id: int,
    round: int,
    move: int,
    index: int,
    at_ms: int,
    contest: Contest,
    sat: Sequence[tuple[int | None, str]],
    **_: object,
) -> None:
    """Record a dispute and its participants; an existing record stays unchanged.

    `sat`: by seat, the id of its user at that time, and the level of the bot that played there;
    both if a bot was a stand-in.
    """
    dispute, is_new = Dispute.objects.get_or_create(
        match_id=match_id,
        round=round,
        move=move,
        index=index,
        defaults={
            "rules_id": rules_id,
            "seq": contest.seq,
            "word": contest.word,
            "parts": contest.parts,
            "stands": contest.stands,
            "by": contest.by,
            "at": clock.as_datetime(at_ms),
        },
    )
    if not is_new:
        return
    # A late report may name a deleted user.
    here = User.objects.filter(pk__in=[user_id for user_id, _ in sat if user_id is not None])
    known = set(here.values_list("pk", flat=True))
    Party.objects.bulk_create(
        Party(
            dispute=dispute,
            role=role,
            place=place,
            seat=seat,
            user_id=sat[seat][0] if sat[seat][0] in known else None,
            bot=sat[seat][1],
            valid=valid,
        )
        for role, place, seat, valid in _parties(contest)
    )
    if contest.precedent is not None:
        _cite(dispute, contest.precedent.ruling)
    open_by_itself(dispute, contest)


def _cite(dispute: Dispute, number: int) -> None:
    """Record that the table was shown this ruling."""
    ruling = Ruling.objects.filter(pk=number, game=dispute.match.game).first()
    if ruling is not None:
        Citation.objects.create(ruling=ruling, dispute=dispute)


def _parties(contest: Contest) -> Iterator[tuple[str, int, Seat, bool | None]]:
    yield Party.Role.AUTHOR, 0, contest.author, None
    for place, doubter in enumerate(contest.doubters):
        yield Party.Role.DOUBTER, place, doubter, None
    for place, (voter, valid) in enumerate(contest.votes):
        yield Party.Role.VOTER, place, voter, valid


def transfer_guest(*, guest_id: int, user_id: int, **_: object) -> None:
    """Transfer a guest's disputes and statements to an account, except where the guest keeps a
    seat.
    """
    theirs = Party.objects.filter(user_id=guest_id)
    theirs.exclude(dispute__match__seats__user_id=guest_id).update(user_id=user_id)
    # An account with its own appeal in the same case speaks for both.
    appeals = Appeal.objects.filter(user_id=guest_id)
    appeals.exclude(case__appeals__user_id=user_id).update(user_id=user_id)
    Challenge.objects.filter(user_id=guest_id).update(user_id=user_id)
