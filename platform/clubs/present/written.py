"""The texts of clubs as something that their readers can report (`core.reportable`)."""

from __future__ import annotations

from typing import TypeVar

from django.db.models import Model, QuerySet
from django.urls import reverse

from accounts.models import User
from clubs import access
from clubs.models import Announcement, Club, ClubMember, ClubMessage
from core.numbers import read_id
from core.reportable import Written, WrittenLine
from leagues.present.thread import LINES

M = TypeVar("M", bound=Model)


def find_about(reader_id: int, name: str) -> Written | None:
    """Return the name and the text about a club by its number; the user who wrote them last answers
    for them, or else the founder.
    """
    club = _row(Club.objects.all(), name)
    reader = User.objects.filter(pk=reader_id).first()
    if club is None or reader is None or not access.visible_to(reader).filter(pk=club.pk).exists():
        return None
    author = club.written_by or access.founder_of(club)
    if author is None:
        return None
    words = f"{club.name}: {club.about}" if club.about else club.name
    line = WrittenLine(author.name, words, club.created_at)
    return _written(f"clubs.club:{club.pk}", author, (line,), club)


def find_message(reader_id: int, name: str) -> Written | None:
    """Return a message by its number, for a member; also of a muted author."""
    message = _row(ClubMessage.objects.select_related("club", "author"), name)
    if message is None or not _reads(reader_id, message.club):
        return None
    until = message.club.messages.filter(pk__lte=message.pk).select_related("author")
    newest = reversed(until.order_by("-id")[:LINES])
    lines = tuple(WrittenLine(one.author.name, one.text, one.at) for one in newest)
    source = f"clubs.clubmessage:{message.pk}"
    return _written(source, message.author, lines, message.club)


def find_announcement(reader_id: int, name: str) -> Written | None:
    """Return an announcement by its number, for a member."""
    found = _row(Announcement.objects.select_related("club", "author"), name)
    if found is None or not _reads(reader_id, found.club):
        return None
    line = WrittenLine(found.author.name, f"{found.title}\n{found.text}", found.at)
    return _written(f"clubs.announcement:{found.pk}", found.author, (line,), found.club)


def _reads(user_id: int, club: Club) -> bool:
    return club.members.filter(user=user_id, role__in=ClubMember.INSIDE).exists()


def _row(rows: QuerySet[M], name: str) -> M | None:
    return rows.filter(pk=read_id(name)).first()


def _written(source: str, author: User, lines: tuple[WrittenLine, ...], club: Club) -> Written:
    inside = club.members.filter(role__in=ClubMember.INSIDE)
    return Written(
        source=source,
        author_id=author.pk,
        lines=lines,
        where=club.name,
        game="",
        people=(author.name,),
        readers=frozenset(inside.values_list("user_id", flat=True)),
        path=reverse("clubs:club", args=[club.slug]),
    )
