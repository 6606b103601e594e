"""Against bots alone there is no clock and no time-out, and the table is still there next week."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from bots.tasks import play_turn
from core import clock
from games.kernel import registry, session
from lobby.forms import TableForm
from lobby.services.play_now import play_now
from matches.actors import Person
from matches.engine import catalogue, live_round, stored_values, tempos
from matches.engine.clocks import UNTIMED
from matches.engine.verification import difference
from matches.models import Deadline, Match, Outbox, pause_now
from matches.present import listings
from matches.requests import ActionRequest
from matches.services.absence import departure
from matches.services.absence.forget_guests import forget_guests
from matches.services.clock import pause
from matches.services.rounds import deadlines, start
from matches.services.rounds.finish import finish_round
from matches.services.rounds.play import play
from matches.services.seating.tables import open_match
from matches.store import outbox
from matches.store.load_match import load_table
from matches.tasks import sweep
from tests.platform.matches import cast
from tests.sure import sure

pytestmark = pytest.mark.django_db
DAY_MS = 24 * 3_600_000
WEEK_MS = 7 * DAY_MS
NOON = 1_795_694_400_000
TURNS = ("daumen_drauf", "siebenschlaefer", "sleeping_queens")
"""Games in which nothing happens while a person must act."""


def alone(game: str = "sleeping_queens", **wanted: Any) -> tuple[Match, User]:
    """Deal a match without a clock against the smallest number of bots."""
    alice = cast.person("Alice")
    with clock.stopped(NOON):
        least = catalogue.game_of(game).meta.seats[0]
        match = open_match(alice, game, seats=least, bots=["easy"] * (least - 1), tempo=UNTIMED)
        Match.objects.filter(pk=match.pk).update(**wanted)
        start.get_ready(match.pk, alice)
    match.refresh_from_db()
    return match, alice


def does(match: Match, user: User, now_ms: int, *, at_random: bool = False) -> bool:
    """Let the person do what a bot would, if there is an action now."""
    table = load_table(match.pk)
    assert table.live is not None
    if 0 not in table.live.awaited.seats:
        return False
    key = cast.fresh_key()
    action = live_round.ask_bot(table.live, 0, "normal", table.events(), key)
    if action is None:
        offered = session.offers(table.live.game, table.live.rules, table.live.state, 0)
        if not at_random or not offered:
            return False
        action = offered[0]
    request = ActionRequest(
        action=stored_values.to_json(action), seen=table.shown_version(0), key=key
    )
    with clock.stopped(now_ms):
        return play(match.pk, Person(user.pk, user.epoch), request).refusal is None


def events(match: Match) -> Iterator[tuple[int, Outbox | None]]:
    """Yield the times of the server's next actions, each with its bot's row or None for a deadline."""
    for row in Outbox.objects.filter(round__match=match, kind=outbox.BOT_TURN):
        yield row.due_ms, row
    for due_ms in Deadline.objects.filter(round__match=match).values_list("due_ms", flat=True):
        yield due_ms, None


def server_acts(match: Match, now_ms: int) -> int | None:
    """Let the server take its next action; return the time, or None if there is none."""
    due_ms, row = min(events(match), key=lambda event: event[0], default=(None, None))
    if due_ms is None:
        return None
    now_ms = max(now_ms, due_ms)
    with clock.stopped(now_ms):
        if row is None:
            deadlines.apply_due_deadlines()
        else:
            play_turn(row.pk)
    return now_ms


def played_on(match: Match, user: User, moves: int | None = None) -> int:
    """Play until the round is over, or for this number of moves; return the time."""
    now_ms = NOON
    for _ in range(6_000):
        round_ = match.rounds.latest("number")
        if round_.outcome is not None or (moves is not None and round_.version >= moves):
            return now_ms
        if does(match, user, now_ms):
            continue
        later = server_acts(match, now_ms)
        if later is None:
            now_ms += DAY_MS  # the bots and the table wait
            assert does(match, user, now_ms, at_random=True), "a seat must be able to act"
        else:
            now_ms = later
    raise AssertionError("the round did not end")


@pytest.mark.parametrize("game", sorted(registry.games()))
def test_every_game_is_played_to_its_end_without_a_clock(game: str) -> None:
    match, alice = alone(game)
    played_on(match, alice)
    round_ = match.rounds.get()
    assert round_.outcome is not None
    place = match.seats.get(number=0)
    assert (place.stand_in, place.missed, place.bank_used_ms) == ("", 0, 0)
    assert difference(round_.pk) is None


@pytest.mark.parametrize("game", TURNS)
def test_who_looks_away_finds_the_table_as_it_was(game: str) -> None:
    match, alice = alone(game)
    now_ms = played_on(match, alice, moves=5)
    while (later := server_acts(match, now_ms)) is not None:
        now_ms = later  # until only Alice can act
    before = cast.stored(match)
    assert not Deadline.objects.filter(round__match=match).exists()
    assert not Outbox.objects.filter(round__match=match, kind=outbox.TURN).exists(), (
        "no person is waited for"
    )
    for days in (1, 7, 300):
        with clock.stopped(now_ms + days * DAY_MS):
            sweep()
    assert cast.stored(match) == before
    (line,) = listings.mine(alice).lines
    assert (line.need, line.due) == (listings.TURN, None)
    assert does(match, alice, now_ms + 301 * DAY_MS)
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING


@pytest.mark.parametrize("game", sorted(registry.games()))
def test_play_now_has_no_clock(game: str) -> None:
    match = play_now(cast.person("Alice"), game).match
    assert match.tempo == UNTIMED
    assert UNTIMED in match.pace


def test_with_a_clock_time_runs_out() -> None:
    """A match with a clock has time-outs, even against bots."""
    match = cast.dealt(cast.person("Alice"), bots=2, tempo="live")
    while cast.awaited(match) != 0:
        server_acts(match, clock.now_ms())
    assert Deadline.objects.filter(round__match=match, seat=0).exists()


def test_a_race_that_nobody_is_at_is_paused_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    match, alice = alone("wortspiel")
    now_ms = played_on(match, alice, moves=4)
    version = match.rounds.get().version
    rest_ms = 6_000
    monkeypatch.setattr(pause, "REST_MS", rest_ms)
    while not pause_now(match.pk):
        later = server_acts(match, now_ms)
        assert later is not None
        now_ms = later
        assert now_ms - NOON < 10 * rest_ms
    assert match.rounds.get().version > version
    before = cast.stored(match)
    monkeypatch.undo()
    with clock.stopped(now_ms + WEEK_MS):
        sweep()
        assert cast.stored(match) == before
        pause.end_pause(match.pk, alice)
    later = server_acts(match, now_ms + WEEK_MS)
    assert later is not None
    assert not pause_now(match.pk), "Alice has just acted"


def test_a_bots_move_locks_nothing_to_see_who_is_there() -> None:
    """Code that settles a round locks the match first, so the check must not hold a lock of the
    round.
    """
    match, _ = alone("wortspiel")
    with clock.stopped(NOON), CaptureQueriesContext(connection) as asked:
        pause.pause_if_idle(match.pk)
    assert len(asked) > 0
    assert not [query for query in asked if "FOR UPDATE" in query["sql"]]


def test_the_next_round_waits_as_long_as_one_likes() -> None:
    match, alice = alone(target={"rounds": 2, "points": None})
    now_ms = played_on(match, alice)
    with clock.stopped(now_ms):
        finish_round(match.rounds.get(number=1).pk)
    assert not Outbox.objects.filter(kind=outbox.NEXT_ROUND).exists()
    with clock.stopped(now_ms + WEEK_MS):
        sweep()
        assert match.rounds.get(number=2).start is None
        start.get_ready(match.pk, alice)
    assert match.rounds.get(number=2).start is not None


def test_who_leaves_between_two_rounds_has_given_up() -> None:
    match, alice = alone(target={"rounds": 2, "points": None})
    now_ms = played_on(match, alice)
    with clock.stopped(now_ms):
        finish_round(match.rounds.get(number=1).pk)
        departure.leave_match(match.pk, alice)
    match.refresh_from_db()
    assert match.status == Match.Status.ABORTED


def test_who_leaves_in_mid_round_has_given_up() -> None:
    match, alice = alone()
    played_on(match, alice, moves=3)
    version = match.rounds.get().version
    with clock.stopped(NOON + DAY_MS):
        departure.leave_match(match.pk, alice)
        sweep()
    match.refresh_from_db()
    assert match.status == Match.Status.ABORTED
    assert match.rounds.get().version == version, "the bots had no time-outs meanwhile"
    assert not Deadline.objects.filter(round__match=match).exists()


def test_where_somebody_else_sits_down_there_is_a_clock() -> None:
    alice, bob = cast.person("Alice"), cast.person("Bob")
    match = cast.opened(alice, bob, tempo=UNTIMED)
    for user in (alice, bob):
        start.get_ready(match.pk, user)
    match.refresh_from_db()
    assert match.tempo == "live"
    assert UNTIMED not in match.pace
    assert Deadline.objects.filter(round__match=match).exists()


def test_what_counts_has_a_clock() -> None:
    alice = cast.person("Alice")
    match = cast.dealt(alice, bots=1, tempo=UNTIMED, rated=True)
    match.refresh_from_db()
    assert match.tempo == "live"


@pytest.mark.parametrize(
    ("chosen", "tempo"),
    [
        ({}, UNTIMED),
        ({"tempo": "quick"}, "quick"),
        ({"tempo": "live"}, "live"),
        ({"chair-3": ""}, "live"),
        ({"chair-3": "friend", "friend-3": ""}, "live"),
        ({"rated": "on"}, "live"),
        ({"public": "on"}, "live"),
        ({"public": "on", "rated": "off"}, UNTIMED),
    ],
)
def test_a_new_table_has_a_clock_if_one_asks_or_others_come(
    chosen: dict[str, str], tempo: str
) -> None:
    meta = catalogue.game_of("sleeping_queens").meta
    company = {"chair-2": "bot-easy", "chair-3": "bot-normal"}
    data = {"seats": "3", "target": "rounds-1", "tempo": "", **company} | chosen
    form = TableForm(meta, (), None, data)
    assert form.is_valid(), form.errors
    assert form.chosen_tempo() == tempo


def test_the_page_says_that_nobody_waits(client: Any) -> None:
    match, alice = alone()
    now_ms = NOON
    while 0 not in sure(load_table(match.pk).live).awaited.seats:
        now_ms = server_acts(match, now_ms) or now_ms
    client.force_login(alice)
    page = client.get(reverse("matches:table", args=[match.pk])).content.decode()
    assert "Take your time. There is no clock here." in page
    assert 'class="burn"' not in page
    assert client.get("/matches/").status_code == 200


def test_a_race_against_bots_has_no_time_to_take(client: Any) -> None:
    """In Wortspiel, where all may play at once."""
    match, user = alone("wortspiel")
    for now_ms in range(NOON, NOON + 600_000, 5_000):
        if {0} < set(sure(load_table(match.pk).live).awaited.seats):
            break
        assert does(match, user, now_ms, at_random=True) or server_acts(match, now_ms)
    client.force_login(user)
    page = client.get(reverse("matches:table", args=[match.pk])).content.decode()
    assert "Take your time." not in page


def test_it_is_called_by_its_name_where_tempos_are_named() -> None:
    for game in registry.games().values():
        assert tempos.label(game.meta, UNTIMED) == "No clock"
        assert tempos.label(game.meta, "live") == "Live"
        assert tempos.label(game.meta, "of yore") == ""


def test_a_table_without_a_clock_goes_with_its_guest(settings: Any) -> None:
    match, alice = alone()
    gone = timezone.now() - timedelta(days=settings.GUEST_DAYS + 2)
    User.objects.filter(pk=alice.pk).update(is_guest=True, seen_on=gone.date())
    assert forget_guests() == 1
    match.refresh_from_db()
    assert match.status == Match.Status.ABORTED
    assert not Deadline.objects.filter(round__match=match).exists()
    assert User.objects.get(pk=alice.pk).gone_at is not None


def test_a_table_with_a_clock_keeps_its_guest(settings: Any) -> None:
    alice = cast.person("Alice")
    cast.dealt(alice, bots=1, tempo="live")
    gone = timezone.now() - timedelta(days=settings.GUEST_DAYS + 2)
    User.objects.filter(pk=alice.pk).update(is_guest=True, seen_on=gone.date())
    assert forget_guests() == 0
