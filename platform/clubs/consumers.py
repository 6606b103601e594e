"""The socket of a club's page: its tables and its messages."""

from __future__ import annotations

from django.template.loader import render_to_string
from django.utils import timezone, translation

from accounts.zones import zone_of
from clubs import access, topics
from clubs.models import Club, ClubMember
from clubs.present.club_page import live_context
from realtime.sockets import Fragments, ListSocket, PageReader, Readers


class ClubSocket(ListSocket):
    """The page of the club in its address; only members get anything."""

    def topics(self) -> list[str]:
        return [topics.of_club(_club_of(self.reader))]

    @classmethod
    def draw(cls, readers: Readers) -> dict[PageReader, Fragments | None]:
        """Return the tables and the messages for each of these readers."""
        clubs = Club.objects.in_bulk({_club_of(reader) for reader in readers})
        answer: dict[PageReader, Fragments | None] = {}
        for reader, user in readers.items():
            club = clubs.get(_club_of(reader))
            own = access.membership_of(club, user) if club and user else None
            is_inside = own is not None and own.is_inside
            answer[reader] = _parts(club, own, reader) if club and own and is_inside else None
        return answer


def _parts(club: Club, own: ClubMember, reader: PageReader) -> Fragments:
    with (
        translation.override(reader.language),
        timezone.override(zone_of(own.user, reader.zone)),
    ):
        context = live_context(club, own)
        return {
            "#club-tables": render_to_string("clubs/_tables.html", context),
            "#thread": render_to_string("clubs/_thread.html", context),
        }


def _club_of(reader: PageReader) -> int:
    """Return the id of the club in the address; 0 is invalid."""
    text = dict(reader.query).get("club", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
