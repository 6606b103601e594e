"""Leagues in a user's data export, and their deletion with the account."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.db.models import F

from accounts.models import User
from leagues.models import Entry, FixtureMessage, League, Member, News


def export_entries(user: User) -> Sequence[Mapping[str, object]]:
    """Return this user's seasons and places on waiting lists."""
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
    """Return the leagues that list this user as an organiser."""
    return list(League.objects.filter(organisers=user).values_list("name", flat=True))


def export_memberships(user: User) -> Sequence[Mapping[str, object]]:
    """Return the invitations of this user, with the answers."""
    found = Member.objects.filter(user=user).order_by("id")
    return list(found.values("state", "at", league_name=F("league__name")))


def export_messages(user: User) -> Sequence[Mapping[str, object]]:
    """Return this user's messages about league matches."""
    found = FixtureMessage.objects.filter(author=user).order_by("id")
    return list(found.values("fixture_id", "at", "text"))


def forget_user(*, user_id: int, **_: object) -> None:
    """Remove a forgotten user from all organisers and all notices.

    `advance_leagues` later drops the user from running seasons.
    """
    League.organisers.through.objects.filter(user_id=user_id).delete()
    Member.objects.filter(user_id=user_id).delete()
    News.objects.filter(user_id=user_id).delete()
    FixtureMessage.objects.filter(author_id=user_id).delete()
