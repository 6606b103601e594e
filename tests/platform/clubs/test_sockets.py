"""The sockets of clubs: a member who leaves sees no table of the club, and a push is cheap."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from clubs.consumers import ClubSocket
from clubs.models import Club
from clubs.services import lead_members, talk
from clubs.services.found_club import close_club
from clubs.services.join_club import leave_club
from clubs.services.tables import open_table
from matches.models import Match
from realtime import close_codes
from realtime.sockets import PageReader
from tests.platform.clubs.cast import founded, member
from tests.platform.matches.cast import GAME
from tests.platform.matches.sockets import page
from tests.platform.threads import in_a_thread

pytestmark = pytest.mark.django_db(transaction=True)


@in_a_thread
def a_table_of_a_club() -> tuple[Club, User, User, Match]:
    club, frida = founded()
    ada = member(club, "Ada")
    return club, frida, ada, open_table(club.pk, frida, GAME, seats=2, bots={}, friends={})


@pytest.mark.parametrize("how", ["remove", "ban", "leave", "close"])
async def test_the_table_of_a_club_closes_for_a_member_who_leaves(how: str) -> None:
    club, frida, ada, match = await a_table_of_a_club()
    async with page(match, ada) as watches, page(match, frida) as plays:
        await watches.board()
        await plays.board()
        await in_a_thread(WAYS[how])(club, frida, ada)
        assert await watches.closed() == close_codes.REVOKED
        assert await plays.silent()
    async with page(match, ada) as again:
        assert await again.closed() == close_codes.FORBIDDEN


async def test_an_invitation_outlasts_the_membership() -> None:
    club, frida, ada, match = await a_table_of_a_club()
    async with page(match, ada, invited=True) as watches:
        await watches.board()
        await in_a_thread(lead_members.remove_member)(club.pk, frida, ada.pk)
        assert await watches.silent()


WAYS = {
    "remove": lambda club, by, other: lead_members.remove_member(club.pk, by, other.pk),
    "ban": lambda club, by, other: lead_members.ban_member(club.pk, by, other.pk),
    "leave": lambda club, _by, other: leave_club(club.pk, other),
    "close": lambda club, by, _other: close_club(club.pk, by),
}


def test_a_push_to_many_members_takes_no_more_queries() -> None:
    club, frida = founded()
    open_table(club.pk, frida, GAME, seats=2, bots={}, friends={})
    members = [frida, *(member(club, f"Member {number}") for number in range(9))]
    talk.post_message(club.pk, frida, "Hello")
    assert queries(club, members) == queries(club, members[:2])


def queries(club: Club, users: list[User]) -> int:
    readers = [
        PageReader(one.pk, one.epoch, language, (("club", str(club.pk)),))
        for one, language in zip(users, ["en", "de"] * 5, strict=False)
    ]
    with CaptureQueriesContext(connection) as asked:
        drawn = ClubSocket.fragments(readers)
    assert all(drawn[one] and "Hello" in str(drawn[one]) for one in readers)
    return len(asked)
