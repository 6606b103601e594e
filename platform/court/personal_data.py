"""The word court's records in a user's data export, without the data of others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.db.models import Exists, F, OuterRef

from accounts.models import User
from court.models import Appeal, Case, Challenge, Party
from matches.models import Round


def export_disputes(user: User) -> Sequence[Mapping[str, object]]:
    """Return the disputes of finished rounds in which this user took part."""
    running = Round.objects.filter(
        match=OuterRef("dispute__match"), number=OuterRef("dispute__round"), outcome__isnull=True
    )
    theirs = Party.objects.filter(~Exists(running), user=user).order_by("id")
    return list(
        theirs.values("role", "valid", "dispute__word", "dispute__stands", "dispute__match_id")
    )


def export_word_appeals(user: User) -> Sequence[Mapping[str, object]]:
    """Return this user's appeals against votes and rulings."""
    votes = Appeal.objects.filter(user=user).order_by("id")
    rulings = Challenge.objects.filter(user=user).order_by("id")
    return [
        *votes.values("text", "at", "withdrawn_at", word=F("case__dispute__word")),
        *rulings.values("text", "at", "closed_at", word=F("ruling__word")),
    ]


def hide_user_in_cases(*, user_id: int, **_: object) -> None:
    """Remove a forgotten user's statements from all cases; the decisions stay."""
    Appeal.objects.filter(user_id=user_id).update(text="")
    Challenge.objects.filter(user_id=user_id).update(text="")
    for case in Case.objects.filter(evidence__talk__contains=[{"author": user_id}]):
        assert case.evidence is not None
        case.evidence["talk"] = [
            line for line in case.evidence["talk"] if line["author"] != user_id
        ]
        case.save(update_fields=["evidence"])
