"""Bots wait until people have read, and the server plays decisions without a choice after that."""

from __future__ import annotations

import pytest

from accounts.models import User
from accounts.services.preferences import set_preferences
from bots.tasks import play_turn
from core import clock
from games.kernel import pace, registry
from games.kernel.thinking import NO_CHOICE_MS
from matches import models, tasks
from matches.engine import stored_values
from matches.engine.verification import difference
from matches.services.absence import departure
from matches.store import outbox
from matches.store.load_match import load_table
from tests.platform.accounts.cast import browser
from tests.platform.matches.cast import act, awaited, dealt, person
from tests.sure import sure

pytestmark = pytest.mark.django_db

BEGIN = 1_800_000_000_000
LONG_AGO = BEGIN - 60_000
THINKS_MS = 3_000
"""The longest thinking time of a bot at the first level."""


def owed(match: models.Match, kind: str) -> models.Outbox | None:
    return models.Outbox.objects.filter(round__match=match, kind=kind).first()


def bots_turn(match: models.Match) -> models.Outbox:
    """Let people act at one moment until the round waits for a bot; return its turn."""
    for _ in range(30):
        row = owed(match, outbox.BOT_TURN)
        if row is not None:
            return row
        assert act(match).refusal is None
    raise AssertionError("the round never waited for a bot")


def read_ms(match: models.Match, scale: float = 1.0) -> int:
    """Return when people have read the deal and all moves of the round, made at one moment."""
    people = {seat.number for seat in match.seats.all() if seat.user_id is not None}
    round_ = match.rounds.get()
    happened = [round_.opening, *round_.moves.values_list("events", flat=True)]
    told = [(BEGIN, stored_values.events_of(events)) for events in happened]
    return pace.read_until_ms(registry.get(match.game), told, people, scale)


def waits_as_long_as_people_read(match: models.Match, scale: float = 1.0) -> None:
    due_ms, until_ms = bots_turn(match).due_ms, read_ms(match, scale)
    assert BEGIN < until_ms <= due_ms <= max(until_ms, BEGIN + THINKS_MS)


@pytest.mark.parametrize("game", ["sleeping_queens", "siebenschlaefer", "daumen_drauf"])
def test_a_bot_waits_until_people_have_read(game: str) -> None:
    with clock.stopped(BEGIN):
        waits_as_long_as_people_read(dealt(person("Alice"), bots=2, game=game))


def test_the_deal_is_read_too() -> None:
    for number in range(20):
        with clock.stopped(BEGIN):
            match = dealt(person(f"Alice{number}"), bots=2)
        row = owed(match, outbox.BOT_TURN)
        if row is not None:
            assert row.due_ms >= BEGIN + pace.READ_MS
            return
    raise AssertionError("no bot ever began")


def test_a_table_goes_at_the_speed_of_its_calmest_person() -> None:
    alice, bob = person("Alice"), person("Bob")
    set_preferences(alice, reading_pace=50)
    with clock.stopped(BEGIN):
        waits_as_long_as_people_read(dealt(alice, bots=2), 0.5)
        waits_as_long_as_people_read(dealt(alice, bob, bots=1), 1.0)
        set_preferences(bob, reading_pace=160)
        waits_as_long_as_people_read(dealt(alice, bob, bots=1), 1.6)


def test_bots_among_themselves_wait_for_nobody() -> None:
    """A program reads no line either."""
    alice = person("Alice")
    with clock.stopped(BEGIN):
        User.objects.filter(pk=alice.pk).update(is_bot=True)
        match = dealt(alice, bots=2)
        row = bots_turn(match)
        thinks_ms = sure(load_table(match.pk).live).acts_at_ms(
            sure(row.seat), "easy", f"{match.pk}/1", BEGIN
        )
        assert row.due_ms == thinks_ms


def test_those_who_left_read_nothing() -> None:
    with clock.stopped(BEGIN):
        match = dealt(person("Alice"), person("Bob"), bots=1, rated=True)
        for place in match.seats.filter(user__isnull=False):
            departure.leave_match(match.pk, sure(place.user))
        for _ in range(6):
            row = sure(owed(match, outbox.BOT_TURN))
            live = sure(load_table(match.pk).live)
            with clock.stopped(row.due_ms):
                play_turn(row.pk)
            assert row.due_ms <= live.at_ms + THINKS_MS


def test_nobody_waits_for_readers_in_a_race() -> None:
    with clock.stopped(BEGIN):
        match = dealt(person("Alice"), bots=2, game="schlafmuetzen")
        row = bots_turn(match)
        live = sure(load_table(match.pk).live)
        assert row.due_ms == live.acts_at_ms(sure(row.seat), "easy", f"{match.pk}/1", BEGIN)


def without_a_choice(match: models.Match) -> models.Outbox:
    """Let people act, a minute apart, until one of them has no choice; return what is owed."""
    for number in range(200):
        row = owed(match, outbox.FORCED)
        if row is not None:
            return row
        with clock.stopped(LONG_AGO + 60_000 * number):
            assert act(match).refusal is None
    raise AssertionError("there always was a choice")


@pytest.fixture
def stuck() -> models.Match:
    """Return a match of two people in which a seat has to draw."""
    with clock.stopped(LONG_AGO):
        return dealt(person("Alice"), person("Bob"), game="siebenschlaefer", tempo="relaxed")


def test_a_decision_without_a_choice_is_an_ordinary_move(stuck: models.Match) -> None:
    row = without_a_choice(stuck)
    seat = awaited(stuck)
    assert row.seat == seat
    last = sure(stuck.rounds.get().moves.last())
    told = stored_values.events_of(last.events)
    read = pace.read_until_ms(registry.get(stuck.game), [(last.at_ms, told)], (0, 1))
    assert row.due_ms == max(read, last.at_ms) + NO_CHOICE_MS[1]
    with clock.stopped(row.due_ms - 1_000):
        tasks.play_forced(row.pk)
    assert stuck.rounds.get().version == last.number, "it is read first"
    with clock.stopped(row.due_ms):
        tasks.play_forced(row.pk)
        tasks.play_forced(row.pk)  # a second delivery
    move = sure(stuck.rounds.get().moves.last())
    assert (move.number, move.seat, move.at_ms) == (last.number + 1, seat, row.due_ms)
    assert move.action in ({"type": "draw_two"}, {"type": "pass"})
    assert difference(stuck.rounds.get().pk) is None


def test_the_player_is_told_and_no_other(stuck: models.Match) -> None:
    row = without_a_choice(stuck)
    said = "There is no choice here: the table does it for you."
    address = f"/matches/{stuck.pk}/"
    for seat in stuck.seats.all():
        page = browser(seat.user).get(address).content.decode()
        assert (said in page) == (seat.number == row.seat)
        assert "Take your time" not in page


def test_the_player_may_be_faster(stuck: models.Match) -> None:
    row = without_a_choice(stuck)
    with clock.stopped(row.due_ms - 500):
        assert act(stuck).refusal is None
        version = stuck.rounds.get().version
    with clock.stopped(row.due_ms):
        again = owed(stuck, outbox.FORCED)
        if again is None or again.due_ms > row.due_ms:
            tasks.play_forced(row.pk)
            assert stuck.rounds.get().version == version


def test_it_does_not_count_as_the_act_of_a_player(stuck: models.Match) -> None:
    """A player who is away would otherwise never be missed."""
    row = without_a_choice(stuck)
    holder = stuck.seats.filter(number=sure(row.seat))
    holder.update(missed=1)
    with clock.stopped(row.due_ms):
        tasks.play_forced(row.pk)
    assert holder.get().missed == 1


def test_programs_play_by_themselves(stuck: models.Match) -> None:
    User.objects.filter(name__in=("Alice", "Bob")).update(is_bot=True)
    for number in range(40):
        with clock.stopped(LONG_AGO + 60_000 * number):
            if sure(load_table(stuck.pk).live).over:
                return
            assert act(stuck).refusal is None
        assert owed(stuck, outbox.FORCED) is None


def test_a_pause_stops_it(stuck: models.Match) -> None:
    row = without_a_choice(stuck)
    version = stuck.rounds.get().version
    models.Pause.objects.create(match=stuck, begins_ms=row.due_ms - 2_000)
    with clock.stopped(row.due_ms):
        tasks.play_forced(row.pk)
    assert stuck.rounds.get().version == version
