"""Exports what leagues know of a user, and deletes it with the account."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.db.models import F

from accounts.models import User
from leagues.models import Entry, FixtureMessage, League, Member, News


def export_entries(user: User) -> Sequence[Mapping[str, object]]:
    """The seasons in which this user takes part, or waits to."""
    found = Entry.objects.filter(user=user).order_by("id")
    return list(
        found.values(
            "signed_up_at",
            "dropped_at",
            "final_place",
            league=F("season__league__name"),
            season_number=F("season__number"),
            tier=F("division__tier"),
        )
    )


def export_organised(user: User) -> Sequence[str]:
    """The leagues that list this user as an organiser."""
    return list(League.objects.filter(organisers=user).values_list("name", flat=True))


def export_memberships(user: User) -> Sequence[Mapping[str, object]]:
    """The leagues to which this user was invited, and what became of it."""
    found = Member.objects.filter(user=user).order_by("id")
    return list(found.values("state", "at", league_name=F("league__name")))


def export_messages(user: User) -> Sequence[Mapping[str, object]]:
    """The messages that this user wrote about matches of leagues."""
    found = FixtureMessage.objects.filter(author=user).order_by("id")
    return list(found.values("fixture_id", "at", "text"))


def forget_user(*, user_id: int, **_: object) -> None:
    """Let a user who is forgotten organise nothing any more, and be told nothing.

    They drop out of the seasons that run when `advance_leagues` comes by.
    """
    League.organisers.through.objects.filter(user_id=user_id).delete()
    Member.objects.filter(user_id=user_id).delete()
    News.objects.filter(user_id=user_id).delete()
    FixtureMessage.objects.filter(author_id=user_id).delete()
