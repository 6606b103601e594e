"""A user gets each change of a match that is, or was until now, in their lists."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from channels.db import database_sync_to_async

from accounts.models import User
from matches.models import Match
from matches.services.rounds import finish
from matches.services.seating import dismissal, reserve_seat, seats
from tests.platform.matches.cast import (
    act,
    followed,
    opened,
    person,
    play_out,
)
from tests.platform.realtime.lists import ListPage, list_page
from tests.platform.threads import in_a_thread

pytestmark = pytest.mark.django_db(transaction=True)

MATCHES, START = "/ws/en/you/?show=matches", "/ws/en/you/?show=short"


@in_a_thread
def followed_by_dora() -> tuple[Match, User]:
    """Return a match in which Dora plays on for Bob, and Bob."""
    alice, bob, dora = [person(name) for name in ("Alice", "Bob", "Dora")]
    return followed(alice, bob, dora, target="rounds-1"), bob


@in_a_thread
def to_its_end(match: Match) -> None:
    play_out(match)
    finish.finish_round(match.rounds.latest("number").pk)


async def until_gone(page: ListPage, part: str, words: str) -> None:
    """Read pushes until this part no longer contains the text."""
    while words in page.fragments[part]:
        frame = await page.data()
        page.fragments[frame["target"]] = frame["content"]


@pytest.mark.parametrize(("path", "part"), [(MATCHES, "#matches"), (START, "#yours")])
async def test_whose_seat_a_substitute_has_sees_the_match_end(path: str, part: str) -> None:
    """The open page updates when the match ends."""
    match, bob = await followed_by_dora()
    async with list_page(path, bob) as page:
        await page.read("#waiting", "#invitations", part)
        assert "Dora has taken over" in page.fragments[part]
        await to_its_end(match)
        await until_gone(page, part, "Dora has taken over")


async def test_they_see_of_each_move_what_everybody_sees() -> None:
    match, bob = await followed_by_dora()
    async with list_page(MATCHES, bob) as page:
        await page.read("#waiting", "#invitations", "#matches")
        before = page.fragments["#matches"]
        await database_sync_to_async(act)(match)
        await until_gone(page, "#matches", before)


def sent_away(match: Match, host: User) -> None:
    dismissal.kick_player(match.pk, host, 1)


def kept_for_another(match: Match, host: User) -> None:
    reserve_seat.reserve_for(match.pk, host, 2, person("Charlie"))


def kept_by_link(match: Match, host: User) -> None:
    reserve_seat.reserve_by_link(match.pk, host, 2)


def given_to_a_bot(match: Match, host: User) -> None:
    seats.seat_bot(match.pk, host, 2, "easy")


@pytest.mark.parametrize(
    ("who", "deed"),
    [
        ("Bob", sent_away),
        ("Dora", kept_for_another),
        ("Dora", kept_by_link),
        ("Dora", given_to_a_bot),
    ],
)
async def test_a_list_drops_a_seat_that_its_owner_loses(
    who: str, deed: Callable[[Match, User], None]
) -> None:
    """The lists of that person are updated, not only those of the others."""

    @in_a_thread
    def laid() -> tuple[Match, dict[str, User]]:
        people = {name: person(name) for name in ("Alice", "Bob", "Dora")}
        match = opened(people["Alice"], people["Bob"])
        match.seats.create(number=2, kept_for=people["Dora"])
        return match, people

    match, people = await laid()
    async with list_page(MATCHES, people[who]) as page:
        await page.read("#waiting", "#invitations", "#matches")
        assert str(match.pk) in page.fragments["#matches"]
        await database_sync_to_async(deed)(match, people["Alice"])
        await until_gone(page, "#matches", str(match.pk))
