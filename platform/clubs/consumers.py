"""The socket of a club's page: its tables and its messages."""

from __future__ import annotations

from django.template.loader import render_to_string
from django.utils import timezone, translation

from accounts.models import User
from accounts.zones import zone_of
from clubs import access, topics
from clubs.models import Club, ClubMember
from clubs.present.club_page import LiveParts, live_parts
from core.numbers import read_id
from realtime.sockets import Fragments, ListSocket, PageReader, Readers


class ClubSocket(ListSocket):
    """The page of the club in its address; only members get anything."""

    def topics(self) -> list[str]:
        return [topics.of_club(_club_of(self.reader))]

    @classmethod
    def draw(cls, readers: Readers) -> dict[PageReader, Fragments | None]:
        """Return the tables and the messages for each of these readers, in a few queries a club."""
        answer: dict[PageReader, Fragments | None] = dict.fromkeys(readers, None)
        for club in Club.objects.filter(pk__in={_club_of(reader) for reader in readers}):
            theirs = {one: user for one, user in readers.items() if _club_of(one) == club.pk}
            members = access.members_among(club, {user.pk for user in theirs.values() if user})
            parts, own = live_parts(club, members), {one.user_id: one for one in members}
            for reader, user in theirs.items():
                if user and user.pk in own:
                    answer[reader] = _fragments(parts, own[user.pk], user, reader)
        return answer


def _fragments(parts: LiveParts, own: ClubMember, user: User, reader: PageReader) -> Fragments:
    with translation.override(reader.language), timezone.override(zone_of(user, reader.zone)):
        context = parts.context_for(own)
        return {
            "#club-tables": render_to_string("clubs/_tables.html", context),
            "#thread": render_to_string("clubs/_thread.html", context),
        }


def _club_of(reader: PageReader) -> int:
    """Return the id of the club in the address; 0 is invalid."""
    return read_id(dict(reader.query).get("club"))
