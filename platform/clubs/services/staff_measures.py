"""Measures of moderators against the texts of a club, each with a reason that is told."""

from __future__ import annotations

from django.db import transaction
from django.urls import reverse

from accounts.models import User
from clubs import access
from clubs.models import Announcement, Club, ClubMessage
from clubs.services.announcements import delete_announcements
from clubs.services.found_club import delete_club
from clubs.services.lock_club import lock_club
from clubs.topics import announce_club
from core import clock
from core.refusals import refused
from core.signals import decided, staff_acted
from games.kernel.contract import N_

CLEARED = N_("The staff has deleted the description of the club %(club)s.")
CLOSED = N_("The staff has closed the club %(club)s.")
REASON = N_("Reason: %(reason)s")


@transaction.atomic
def clear_about(club_id: int, by: User, reason: str) -> None:
    """Delete the text about a club, and tell its founder the reason.

    Raises:
        Refused: `not_found`.
    """
    club = lock_club(club_id)
    club.about = ""
    club.save(update_fields=["about"])
    _record(by, "clear", club, reason)
    _tell_founder(club, CLEARED, reason, reverse("clubs:club", args=[club.slug]))


@transaction.atomic
def close_as_staff(club_id: int, by: User, reason: str) -> None:
    """Delete a club, and tell its founder the reason.

    Raises:
        Refused: `not_found`.
    """
    club = lock_club(club_id)
    _record(by, "close", club, reason, name=club.name)
    _tell_founder(club, CLOSED, reason, reverse("clubs:clubs"))
    delete_club(club)


@transaction.atomic
def remove_text(club_id: int, by: User, row: ClubMessage | Announcement) -> None:
    """Delete a message or an announcement.

    Raises:
        Refused: `not_found`.
    """
    club = lock_club(club_id)
    if row.club_id != club.pk:
        raise refused("not_found")
    _record(by, "remove", row, "")
    if isinstance(row, Announcement):
        delete_announcements(Announcement.objects.filter(pk=row.pk))
    else:
        row.delete()
    announce_club(club.pk)


def _record(
    by: User, verb: str, target: Club | ClubMessage | Announcement, reason: str, **facts: str
) -> None:
    known = {"reason": reason, **facts}
    staff_acted.send(
        sender=type(target), by_id=by.pk, verb=verb, app="clubs", target=target, facts=known
    )


def _tell_founder(club: Club, sentence: str, reason: str, path: str) -> None:
    founder = access.founder_of(club)
    if founder is not None:
        decided.send(
            sender=Club,
            kind="decision",
            user_id=founder.pk,
            key=f"clubs.{club.pk}:{clock.now_ms()}",
            sentence=sentence,
            facts={"club": club.name, "reason": reason},
            more=[REASON],
            path=path,
        )
