"""Write to the members of a club, and remove a message."""

from __future__ import annotations

from django.db import transaction

from accounts.models import Restriction, User
from accounts.services.restrictions import check_restriction
from clubs import access
from clubs.limits import MESSAGES
from clubs.models import ClubMessage
from clubs.services.lock_club import lock_club
from clubs.topics import announce_club
from core import clock
from core.refusals import refused
from matches.services.talk import check_pace, check_words


@transaction.atomic
def post_message(club_id: int, author: User, text: str) -> None:
    """Post a message of a member.

    Raises:
        Refused: `not_found`, `members_only`, and those of `check_words`, `check_pace` and
            `check_restriction`.
    """
    words = check_words(text)
    check_restriction(author.pk, Restriction.What.TALK)
    club = lock_club(club_id)
    access.check_inside(author, club)
    check_pace(MESSAGES, author.pk)
    ClubMessage.objects.create(club=club, author=author, text=words, at=clock.now())
    announce_club(club.pk)


@transaction.atomic
def remove_message(club_id: int, by: User, number: int) -> None:
    """Delete a message: an officer any message, a member their own.

    Raises:
        Refused: `not_found`, `members_only`, `changed_meanwhile`, `not_yours`.
    """
    club = lock_club(club_id)
    member = access.check_inside(by, club)
    message = club.messages.filter(pk=number).first()
    if message is None:
        raise refused("changed_meanwhile")
    if not member.leads and message.author_id != by.pk:
        raise refused("not_yours")
    message.delete()
    announce_club(club.pk)
