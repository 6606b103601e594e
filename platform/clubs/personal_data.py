"""Clubs in a user's data export, and their deletion with the account."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.db.models import F

from accounts.models import User
from clubs.models import Announcement, Club, ClubMember, ClubMessage
from clubs.services.announcements import delete_announcements
from clubs.services.found_club import delete_club
from clubs.services.hand_over import heir_of, succeed
from clubs.services.lock_club import lock_club


def export_memberships(user: User) -> Sequence[Mapping[str, object]]:
    """Return this user's clubs, requests and bans."""
    found = ClubMember.objects.filter(user=user).order_by("id")
    return list(found.values("role", "at", "gets_news", club_name=F("club__name")))


def export_messages(user: User) -> Sequence[Mapping[str, object]]:
    """Return this user's messages to clubs."""
    found = ClubMessage.objects.filter(author=user).order_by("id")
    return list(found.values("at", "text", club_name=F("club__name")))


def export_announcements(user: User) -> Sequence[Mapping[str, object]]:
    """Return this user's announcements."""
    found = Announcement.objects.filter(author=user).order_by("id")
    return list(found.values("at", "title", "text", club_name=F("club__name")))


def forget_user(*, user_id: int, **_: object) -> None:
    """Delete a forgotten user's memberships and texts, and hand over the clubs that they led."""
    ClubMessage.objects.filter(author_id=user_id).delete()
    delete_announcements(Announcement.objects.filter(author_id=user_id))
    Club.objects.filter(written_by=user_id).update(written_by=None)
    own = ClubMember.objects.filter(user_id=user_id)
    led = own.filter(role=ClubMember.Role.FOUNDER).order_by("club_id")
    clubs = [lock_club(club_id) for club_id in led.values_list("club_id", flat=True)]
    own.delete()
    for club in clubs:
        if (heir := heir_of(club)) is None:
            delete_club(club)
        else:
            succeed(club, heir)
