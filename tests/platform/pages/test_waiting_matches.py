"""Things that wait for a user are found in a few statements, with the result of all full queries."""

from __future__ import annotations

import random
import uuid
from collections.abc import Callable, Sequence
from contextlib import suppress
from unittest import mock

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.services import blocks
from core.clock import shifted
from core.refusals import Refused
from friends.models import MatchChallenge
from friends.services import challenge, friendship, put_away
from leagues.models import Entry, Fixture
from leagues.services.entries.drop_entry import drop_entry
from leagues.services.fixtures import arrange_appointment
from matches.models import Seat
from matches.services.rounds import start
from pages import waiting_matches
from pages.waiting_matches import Waiting, next_for, waiting_for
from tests.platform.leagues import cast as leagues
from tests.platform.matches.cast import GAME, dealt, opened, person
from tests.sure import sure

pytestmark = pytest.mark.django_db

STEPS = 60
FOUND_NOTHING = 2
"""Statements for a user for whom nothing waits beside matches."""
EVERYTHING = waiting_matches._Found(appointments=True, answers=True, friends=True)


def _with_all_queries(user: User) -> tuple[Waiting, str | None]:
    with mock.patch.object(waiting_matches, "_find", return_value=EVERYTHING):
        return waiting_for(user.pk, None), next_for(user.pk, None)


def _check(users: Sequence[User], seen: set[str]) -> None:
    """Compare both ways for these users, and add what was found to `seen`."""
    for user in users:
        assert (waiting_for(user.pk, None), next_for(user.pk, None)) == _with_all_queries(user)
        found = waiting_matches._find(user.pk)._asdict()
        seen |= {f"{name}: {value}" for name, value in found.items()}


def _challenge(asker: User, asked: User) -> None:
    challenge.challenge(asker, asked, GAME, tempo="live", rated=False)


def _answer(answer: Callable[[User, uuid.UUID], object], user: User) -> None:
    if seat := Seat.objects.filter(kept_for=user, final=None).first():
        answer(user, seat.match_id)


def _expire(_: User, __: User) -> None:
    with shifted(3_600_000):
        challenge.expire_challenges()


def _read_answer(user: User, _: User) -> None:
    if read := MatchChallenge.objects.filter(asker=user).exclude(answer="").first():
        challenge.dismiss_answer(user, read.match_id)


def _suspend(_: User, other: User) -> None:
    User.objects.filter(pk=other.pk).update(is_active=False)


def _get_ready(user: User, _: User) -> None:
    if seat := Seat.objects.filter(user=user, ready=False, final=None).first():
        start.get_ready(seat.match_id, user)


WAYS: list[Callable[[User, User], object]] = [
    _challenge,
    _challenge,
    lambda user, _: _answer(challenge.accept_invitation, user),
    lambda user, _: _answer(challenge.decline_invitation, user),
    lambda user, _: _answer(put_away.put_away, user),
    _expire,
    _read_answer,
    friendship.ask_for_friendship,
    friendship.ask_for_friendship,
    lambda user, other: friendship.accept_friendship(user, other.pk),
    lambda user, other: blocks.block_user(user, other.pk),
    lambda user, other: blocks.unblock_user(user, other.pk),
    opened,
    dealt,
    _get_ready,
    _suspend,
]


@pytest.mark.parametrize("seed", range(2))
def test_what_waits_is_what_all_queries_find(seed: int) -> None:
    chance, seen = random.Random(seed), set[str]()
    users = [person(name) for name in ("Anna", "Bo", "Cleo", "Dora", "Emil")]
    for _ in range(STEPS):
        one, other = chance.sample(users, 2)
        with suppress(Refused):
            chance.choice(WAYS)(one, other)
        _check([one, other], seen)
    _check(users, seen)
    asked = {"answers", "friends"}
    assert {f"{name}: {value}" for name in asked for value in (True, False)} <= seen


def test_appointments_are_found_until_all_have_agreed() -> None:
    days, players, seen = leagues.Days(), leagues.people(3), set[str]()
    users = [*players, person("Stranger")]
    _check(users, seen)
    leagues.running(days, leagues.organiser(), players, live=True, matches_each=2)
    days.go(0)
    _check(users, seen)
    assert {"appointments: True", "appointments: False"} <= seen
    for fixture in Fixture.objects.filter(state=Fixture.State.ARRANGING):
        sitting = [sure(seat.entry.user) for seat in fixture.seats.select_related("entry__user")]
        with days.now():
            arrange_appointment.propose_appointment(fixture.pk, sitting[0], sure(fixture.due_at))
            _check(users, seen)
            arrange_appointment.agree_to_appointment(fixture.pk, sitting[1], sure(fixture.due_at))
        _check(users, seen)
    with days.now():
        drop_entry(Entry.objects.get(user=players[0]).pk, players[0])
    _check(users, seen)
    assert not waiting_matches._find(players[0].pk).appointments


def test_a_user_for_whom_nothing_waits_costs_few_statements(alice: User) -> None:
    with CaptureQueriesContext(connection) as asked:
        assert waiting_for(alice.pk, None) == Waiting()
    assert len(asked) == FOUND_NOTHING
