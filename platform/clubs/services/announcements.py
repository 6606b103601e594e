"""Announce something to the members of a club: on its page, and by a notice."""

from __future__ import annotations

from celery import current_app
from django.db import transaction
from django.db.models import QuerySet

from accounts.models import Restriction, User
from accounts.services.restrictions import check_restriction
from clubs import access
from clubs.limits import ANNOUNCEMENTS
from clubs.models import Announcement, ClubMember
from clubs.services.lock_club import lock_club
from clubs.services.tell import tell_people
from core import clock, rate_limits
from core.after_commit import after_commit
from core.refusals import refused
from core.signals import news_withdrawn
from games.kernel.contract import N_

TELL = "clubs.tasks.tell_announcements"
TITLE = N_("%(club)s: %(title)s")
WORDS = N_("%(name)s writes: %(words)s")
LONGEST = 500
"""Characters of the text in a notice; the page has all of it."""


@transaction.atomic
def announce(club_id: int, author: User, title: str, text: str) -> None:
    """Announce something as an officer or the founder. A worker sends the notices.

    Raises:
        Refused: `not_found`, `not_yours`, `rate_limited`, and those of `check_restriction`.
        ValidationError: by field.
    """
    check_restriction(author.pk, Restriction.What.TALK)
    club = lock_club(club_id)
    access.check_leads(author, club)
    row = Announcement(club=club, author=author, title=title, text=text, at=clock.now())
    row.full_clean()
    rate_limits.check_attempts(ANNOUNCEMENTS.counter(str(club.pk)))
    row.save()
    after_commit(current_app.send_task, TELL, retry=False)


def tell_announcements() -> None:
    """Send the notices of new announcements to the members who want them."""
    for announcement_id in Announcement.objects.filter(told_at=None).values_list("pk", flat=True):
        _tell(announcement_id)


@transaction.atomic
def _tell(announcement_id: int) -> None:
    waiting = Announcement.objects.filter(pk=announcement_id, told_at=None)
    found = waiting.select_for_update(skip_locked=True, of=("self",)).first()
    if found is None:
        return
    members = found.club.members.filter(role__in=ClubMember.INSIDE, gets_news=True)
    tell_people(
        members.values_list("user_id", flat=True),
        found.club,
        TITLE,
        by_id=found.author_id,
        key=_key(found.pk),
        more=[WORDS],
        title=found.title,
        name=found.author.name,
        words=" ".join(found.text.split())[:LONGEST],
    )
    found.told_at = clock.now()
    found.save(update_fields=["told_at"])


@transaction.atomic
def remove_announcement(club_id: int, by: User, number: int) -> None:
    """Delete an announcement, as an officer or the founder.

    Raises:
        Refused: `not_found`, `not_yours`, `changed_meanwhile`.
    """
    club = lock_club(club_id)
    access.check_leads(by, club)
    found = club.announcements.filter(pk=number).first()
    if found is None:
        raise refused("changed_meanwhile")
    delete_announcements(club.announcements.filter(pk=number))


def delete_announcements(found: QuerySet[Announcement]) -> None:
    """Delete announcements from the page and from the notices, also those that are not sent yet."""
    keys = [_key(pk) for pk in found.values_list("pk", flat=True)]
    found.delete()  # waits for a worker that tells them now
    news_withdrawn.send(sender=Announcement, keys=[f"clubs.{key}" for key in keys])


def _key(announcement_id: int) -> str:
    return f"news:{announcement_id}"


def set_news(club_id: int, user: User, *, on: bool) -> None:
    """Choose whether a member gets notices of this club's announcements.

    Raises:
        Refused: `members_only`.
    """
    own = ClubMember.objects.filter(club=club_id, user=user, role__in=ClubMember.INSIDE)
    if not own.update(gets_news=on):
        raise refused("members_only")
