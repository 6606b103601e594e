"""The line at the table: the deadline, what happens then, and why the clock is stopped."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models import User
from accounts.services import vacation
from accounts.services.preferences import set_preferences
from core import clock
from matches.engine.clocks import HOUR_MS
from matches.models import Deadline, Match, pause_now
from matches.present import pushes
from matches.present.board import Drawing
from matches.services.absence import departure
from matches.services.rounds import deadlines, finish
from matches.store.load_match import load_table
from tests.platform.matches import cast

pytestmark = pytest.mark.django_db
NOON = 1_795_694_400_000
"""Thursday, 26 November 2026, 12:00 in Greenwich."""


def page_of(match: Match, user: User | None, zone: str = "") -> str:
    client = Client(headers={"Accept-Language": "en"})
    client.cookies["zone"] = zone
    if user is not None:
        client.force_login(user)
    answer = client.get(f"/matches/{match.pk}/")
    return re.sub(r"\s+", " ", answer.content.decode())


def counted(match: Match, user: User | None) -> str:
    """Return the text at the line beside its sentence."""
    found = re.search(r'<p class="burn__words" ?>(.*?)</p>', page_of(match, user))
    return "" if found is None else " ".join(re.sub(r"<[^>]*>", "", found[1]).split())


def line_of(match: Match, user: User | None, zone: str = "") -> str:
    found = re.search(r'id="burn-sentence">(.*?)</p>', page_of(match, user, zone))
    return "" if found is None else re.sub(r"<[^>]*>", "", found[1])


def dealt(tempo: str = "correspondence") -> tuple[Match, User, User]:
    """Return a match, the player to act, and the other one."""
    with clock.stopped(NOON):
        people = [cast.person("Alice"), cast.person("Bob")]
        match = cast.dealt(*people, tempo=tempo, public=True)
        seat = cast.awaited(match)
    return match, people[seat], people[1 - seat]


def test_the_line_says_until_when_by_the_readers_clock() -> None:
    """It also says what happens then."""
    match, asked, other = dealt()
    with clock.stopped(NOON):
        set_preferences(asked, time_zone="Europe/Berlin")
        set_preferences(other, time_zone="Asia/Tokyo")
        assert line_of(match, asked) == (
            "Play by Mon 13:00, or the table plays for you. Bank: 3 days."
        )
        assert line_of(match, other) == f"{asked.name} has until Mon 21:00."
        assert line_of(match, None) == f"{asked.name} has until Mon 12:00 UTC."
        # A spectator may have no account, but still has a time zone.
        assert line_of(match, None, zone="America/New_York") == (
            f"{asked.name} has until Mon 07:00."
        )
        assert line_of(match, None, zone="No/Where") == f"{asked.name} has until Mon 12:00 UTC."
        # A player reads times by their own preference, not by what the browser sends.
        assert line_of(match, other, zone="America/New_York").endswith("Mon 21:00.")


def test_a_push_tells_each_spectator_by_their_own_clock() -> None:
    """Each spectator reads the time of their own zone, in a push as in the lists.

    Before, all spectators shared one rendering in UTC.
    """
    match, asked, _ = dealt()
    with clock.stopped(NOON):
        table = load_table(match.pk)
        watchers = [
            pushes.Watcher(None, 0, "en", zone, "", False, None, -1, None)
            for zone in ("Europe/Berlin", "America/New_York", "UTC")
        ]
        drawn = pushes.frames(Drawing(table), watchers)
        for watcher, said in zip(watchers, ("13:00.", "07:00.", "12:00 UTC."), strict=True):
            frame = drawn[watcher]
            assert isinstance(frame, pushes.BoardFrame)
            assert f"{asked.name} has until Mon {said}" in frame.board.html


def test_in_the_last_hour_the_time_is_counted_down_beside_it() -> None:
    match, asked, other = dealt("live")
    with clock.stopped(NOON + 1_000):
        assert line_of(match, asked) == (
            "Play before the bar runs out, or the table plays for you. Bank: 60 seconds."
        )
        assert line_of(match, other) == ""
        # Before, the time had no words, so it was unclear what it counted.
        assert counted(match, asked) == "You have 89 seconds"
        assert counted(match, other) == f"{asked.name} has 89 seconds"
        assert counted(match, None) == f"{asked.name} has 89 seconds"


def test_time_of_the_whole_table_says_what_it_is_for() -> None:
    with clock.stopped(NOON):
        people = [cast.person("Alice"), cast.person("Bob"), cast.person("Carla")]
        live = cast.dealt(*people, game="wortspiel", public=True, tempo="live")
        slow = cast.dealt(*people, game="wortspiel", public=True, tempo="correspondence")
        for match in (live, slow):
            while "in no hurry" in page_of(match, None):
                cast.act(match)
        assert counted(live, None) == "Time to play a card: 45 seconds"
        assert line_of(slow, None) == "Time to play a card until Fri 12:00 UTC."


def test_the_time_until_the_next_round_says_so() -> None:
    with clock.stopped(NOON):
        match = cast.dealt(
            cast.person("Alice"), cast.person("Bob"), public=True, target="rounds-3", tempo="live"
        )
        cast.play_out(match)
        finish.finish_round(match.rounds.get().pk)
        for viewer in (None, match.seats.get(number=0).user):
            assert re.fullmatch(r"Next round in \d+ (seconds|minutes)", counted(match, viewer))


def test_why_a_clock_stands_still_is_said_to_its_owner_alone() -> None:
    match, asked, other = dealt()
    with clock.stopped(NOON):
        set_preferences(asked, time_zone="Europe/Berlin", quiet_from=22 * 60, quiet_until=7 * 60)
    with clock.stopped(NOON + 10 * HOUR_MS):
        assert "during your quiet hours" in line_of(match, asked)
        assert line_of(match, other).endswith("The clock is stopped.")
        assert "data-still" in page_of(match, other)
    with clock.stopped(NOON + HOUR_MS):
        assert "is stopped" not in line_of(match, asked)
        vacation.go_away(asked, vacation.today_of(asked), vacation.today_of(asked))
        assert "you are on vacation" in line_of(match, asked)
        told = page_of(match, other)
        assert "vacation" not in told
        assert "quiet hours" not in told


def test_a_pause_is_proposed_agreed_to_and_ended_at_the_table() -> None:
    match, asked, other = dealt()
    address = f"/matches/{match.pk}/pause"

    def post(user: User, path: str = "") -> int:
        client = Client()
        client.force_login(user)
        return client.post(address + path).status_code

    assert "Propose a pause" in page_of(match, asked)
    assert "Propose a pause" not in page_of(match, None)
    assert post(asked) == 302
    assert f"{asked.name} would like a pause." in page_of(match, other)
    assert "would like a pause" not in page_of(match, None)
    assert "Take back" in page_of(match, asked)
    assert post(other, "/decline") == 302
    assert "would like a pause" not in page_of(match, other)
    assert post(other, "/decline") == 409
    assert post(other) == post(asked) == 302
    for user in (asked, other, None):
        assert "This match is paused." in page_of(match, user)
    assert post(cast.person("Charlie"), "/end") == 403
    assert post(other, "/end") == 302
    assert "This match is paused." not in page_of(match, None)


def test_a_pause_of_a_match_that_is_over_is_refused_in_words() -> None:
    match, asked, _ = dealt()
    with clock.stopped(NOON):
        cast.play_out(match)
        Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)
        client = Client(headers={"Accept-Language": "en"})
        client.force_login(asked)
        answer = client.post(f"/matches/{match.pk}/pause")
        assert answer.status_code == 409
        assert "This match is not running." in answer.content.decode()
        deadlines.apply_due_deadlines()
        assert match.pauses.count() == 0
    assert pause_now(match.pk) is None


@pytest.mark.parametrize(
    ("tempo", "until"),
    [("correspondence", r"Play by \w+ \d\d:\d\d UTC"), ("live", "Play before the bar runs out")],
)
def test_after_a_time_out_its_owner_alone_reads_of_the_bot(tempo: str, until: str) -> None:
    """The line says that a bot comes next."""
    match, sleeper, other = dealt(tempo)
    late = Deadline.objects.get(round__match=match, seat__isnull=False).due_ms
    with clock.stopped(late):
        deadlines.apply_due_deadlines()
        seat = match.seats.get(user=sleeper)
        assert seat.missed == 1
        while cast.awaited(match) != seat.number:
            assert "or the table plays for you" in line_of(match, other)
            assert cast.act(match).refusal is None
        table = load_table(match.pk)
        assert table.live is not None
    with clock.stopped(table.live.at_ms + 1_000):
        assert re.match(f"{until}, or a bot plays for you.", line_of(match, sleeper))
        for viewer in (other, None):
            assert "bot" not in line_of(match, viewer)
        others = [line_of(match, viewer) for viewer in (other, None)]
        match.seats.filter(pk=seat.pk).update(missed=0)
        assert [line_of(match, viewer) for viewer in (other, None)] == others
        assert re.match(f"{until}, or the table plays for you.", line_of(match, sleeper))


def test_for_whom_a_bot_plays_already_the_line_says_nothing_else() -> None:
    match, asked, other = dealt()
    with clock.stopped(NOON):
        departure.leave_match(match.pk, asked)
        assert "Yours" not in line_of(match, asked)
        assert line_of(match, other).startswith(f"{asked.name} has until")
