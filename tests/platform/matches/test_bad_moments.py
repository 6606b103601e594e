"""Special moments of a match over days: the clock change, and two tabs."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from http import HTTPStatus
from threading import Barrier, Thread
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.urls import reverse

from accounts.services.preferences import set_preferences
from core import clock
from games.kernel.contract import Millis
from matches.actors import Person
from matches.engine import stored_values
from matches.engine.clocks import TIME_BANK
from matches.engine.verification import difference
from matches.models import Deadline, Match
from matches.requests import ActionRequest
from matches.services.rounds import deadlines
from matches.services.rounds.play import PlayResult, apply_due, play
from matches.store.load_match import load_table
from tests.platform.accounts.cast import browser
from tests.platform.matches import cast

BERLIN = ZoneInfo("Europe/Berlin")


def at(*when: int) -> Millis:
    """Return a time by the clock of Berlin, in milliseconds."""
    year, month, day, hour = when
    moment = datetime(year, month, day, hour, tzinfo=BERLIN).astimezone(UTC)
    return round(moment.timestamp() * 1000)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("saturday", "hours"), [((2026, 3, 28), 32), ((2026, 10, 24), 34), ((2026, 11, 21), 33)]
)
def test_a_deadline_across_a_clock_change_keeps_its_time_of_day(
    saturday: tuple[int, int, int], hours: int
) -> None:
    begins, due = at(*saturday, 12), at(*saturday[:2], saturday[2] + 1, 21)
    assert due - begins == hours * 3_600_000, (
        "the length of the night: an hour less, an hour more, unchanged"
    )
    alice, bob = cast.person("Alice"), cast.person("Bob")
    with clock.stopped(begins):
        for user in (alice, bob):
            set_preferences(user, time_zone="Europe/Berlin", quiet_from=22 * 60, quiet_until=7 * 60)
        match = cast.dealt(alice, bob, tempo="correspondence")
        del match.pace[TIME_BANK]
        match.save(update_fields=["pace"])
        apply_due(match.pk)
    assert Deadline.objects.get(round__match=match).due_ms == due
    with clock.stopped(due - 1):
        deadlines.apply_due_deadlines()
        assert not match.rounds.get().moves.exists()
        # The player reads a time of day, which is right on both sides of the clock change.
        whom = match.seats.get(number=cast.awaited(match)).user
        assert whom is not None
        user = whom
    with clock.stopped(due - 2 * 3_600_000):
        assert "Play by Sun 21:00" in browser(user).get(f"/matches/{match.pk}/").content.decode()
    with clock.stopped(due):
        deadlines.apply_due_deadlines()
    assert [move.at_ms for move in match.rounds.get().moves.all()] == [due]
    assert difference(match.rounds.get().pk) is None


def two_answers(match: Match) -> tuple[Person, list[ActionRequest]]:
    """Return two different requests of the player to act, from two tabs that show the same board."""
    seat = cast.awaited(match)
    user = match.seats.get(number=seat).user
    assert user is not None
    one, other, *_ = [stored_values.to_json(action) for action in cast.offers(match, seat)]
    requests = [cast.request_for(match, seat, action=action) for action in (one, other)]
    assert requests[0].seen == requests[1].seen
    assert requests[0].key != requests[1].key
    return Person(user.pk, user.epoch), requests


@pytest.mark.django_db
def test_the_second_tab_is_told_that_the_table_has_moved_on() -> None:
    match = cast.dealt(cast.person("Alice"), cast.person("Bob"), tempo="correspondence")
    person, (first, second) = two_answers(match)
    assert play(match.pk, person, first).refusal is None
    before = cast.stored(match)
    answer = play(match.pk, person, second)
    assert answer.refusal is not None
    assert answer.refusal.code == "stale"
    assert cast.stored(match) == before
    assert play(match.pk, person, first).repeated, "a retry of the first gets its old answer"


@pytest.mark.django_db
def test_two_tabs_without_scripts_get_the_board_and_a_sentence() -> None:
    match = cast.dealt(cast.person("Alice"), cast.person("Bob"), tempo="correspondence")
    seat = cast.awaited(match)
    user = match.seats.get(number=seat).user
    assert user is not None
    _, requests = two_answers(match)
    answers = [
        browser(user).post(
            reverse("matches:submit_action", args=[match.pk]),
            {"action": json.dumps(request.action), "seen": request.seen, "key": request.key},
        )
        for request in requests
    ]
    assert [answer.status_code for answer in answers] == [HTTPStatus.FOUND, HTTPStatus.CONFLICT]
    assert "Things have changed at the table." in answers[1].content.decode()
    assert load_table(match.pk).version == 1


@pytest.mark.django_db(transaction=True)
def test_two_tabs_at_the_same_moment_make_one_move() -> None:
    match = cast.dealt(cast.person("Alice"), cast.person("Bob"), tempo="correspondence")
    person, requests = two_answers(match)
    together = Barrier(2)
    answers: list[PlayResult] = []

    def tab(request: ActionRequest) -> None:
        try:
            together.wait(10)
            answers.append(play(match.pk, person, request))
        finally:
            connection.close()

    threads = [Thread(target=tab, args=[request]) for request in requests]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    refused = [answer.refusal.code for answer in answers if answer.refusal is not None]
    assert (len(answers), refused) == (2, ["stale"])
    round_ = match.rounds.get()
    assert (round_.version, round_.moves.count()) == (1, 1)
    assert difference(round_.pk) is None
