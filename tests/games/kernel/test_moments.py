"""Who acts next and when, if everybody takes the time that a person takes."""

from __future__ import annotations

from msgspec.structs import replace

from games.kernel.contract import Level
from games.kernel.moments import Players, able, due_ms, moment_ms, pressed_since
from tests.games.contract.doze import DOZE
from tests.games.kernel.positions import ANSWER, RULES, SEALED, TURN

META = replace(
    DOZE.meta, levels=(Level("quick", "Quick", (500, 600)), Level("slow", "Slow", (5_000, 6_000)))
)


def first(players: Players, state=SEALED, moves: int = 3, now_ms: int = 0):
    return players.first(DOZE, RULES, state, moves, now_ms)


def test_a_level_takes_as_long_as_it_says() -> None:
    moments = [moment_ms(META, "quick", str(luck)) for luck in range(200)]
    assert all(500 <= moment < 600 for moment in moments)
    assert len(set(moments)) > 50
    assert moment_ms(META, "quick", "7") == moment_ms(META, "quick", "7")


def test_who_has_no_level_takes_as_long_as_the_first() -> None:
    assert all(500 <= moment_ms(META, "random", str(luck)) < 600 for luck in range(200))


def test_a_moment_counts_from_the_situation_unless_that_is_past() -> None:
    assert due_ms(10_000, 700, now_ms=10_100) == 10_700
    assert due_ms(10_000, 700, now_ms=10_700) == 11_400


def test_a_seat_is_pressed_by_what_it_can_see() -> None:
    state = replace(ANSWER, since_ms=4_000)
    assert pressed_since(DOZE, RULES, state, DOZE.neighbour(state)) == 4_000
    # What holds the answer back is hidden, and another's turn presses nobody else.
    assert pressed_since(DOZE, RULES, state, state.active) == 0


def test_those_who_may_also_act_come_after_those_who_are_waited_for() -> None:
    seats = len(SEALED.hands)
    awaited = DOZE.to_act(RULES, SEALED)
    found = able(DOZE, RULES, SEALED, range(seats))
    assert found == [*awaited.seats, *awaited.may_also][: len(found)]
    assert able(DOZE, RULES, SEALED, ()) == []


def test_the_quick_come_first_and_keep_their_moment() -> None:
    levels = ["slow"] * len(SEALED.hands)
    quick = DOZE.to_act(RULES, SEALED).seats[-1]
    levels[quick] = "quick"
    players = Players(META, levels, "luck")
    due, seat = first(players, now_ms=SEALED.since_ms)
    assert seat == quick
    assert 500 <= due - SEALED.since_ms < 600
    # Somebody else acted meanwhile: that puts nobody off.
    assert first(players, moves=4, now_ms=SEALED.since_ms + 100) == (due, quick)
    # A new situation does.
    later = replace(SEALED, since_ms=SEALED.since_ms + 400)
    due, seat = first(players, later, moves=5, now_ms=later.since_ms)
    assert seat == quick
    assert 500 <= due - later.since_ms < 600


def test_who_had_nothing_to_do_looks_again_after_another_moment() -> None:
    players = Players(META, ["quick"] * len(TURN.hands), "luck")
    due, seat = first(players, TURN, now_ms=TURN.since_ms)
    players.passed(seat, moves=3)
    again, same = first(players, TURN, now_ms=due)
    assert same == seat
    assert 500 <= again - due < 600


def test_who_is_not_waited_for_looks_again_when_something_happened() -> None:
    bids = (1,) * len(SEALED.bids)
    everybody_bid = replace(SEALED, bids=bids)
    assert DOZE.to_act(RULES, everybody_bid).may_also
    players = Players(META, ["slow"] * len(bids), "luck")
    for seat in range(len(bids)):
        players.passed(seat, moves=3)
    assert first(players, everybody_bid) is None
    assert first(players, everybody_bid, moves=4) is not None
