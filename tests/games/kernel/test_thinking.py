"""The next seat to act and its time, if all take the time that a person takes."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.kernel.contract import Level, Rules, Seat
from games.kernel.thinking import NO_CHOICE_MS, Players, able, due_ms, pressed_since, thinking_ms
from tests.games.contract.doze import DOZE, Doze
from tests.games.contract.doze_values import DozeState
from tests.games.kernel.positions import ANSWER, RULES, SEALED, TURN


class Paced(Doze):
    """Levels of different pace; the seat on turn has no choice while `hurried`."""

    meta = replace(
        Doze.meta,
        levels=(
            Level("quick", "Quick", (500, 600), {"answer": (2_000, 2_100)}),
            Level("slow", "Slow", (5_000, 6_000)),
        ),
        retired=(Level("old", "Old", (7_000, 7_100)),),
    )
    hurried = False

    def no_choice(self, rules: Rules, state: DozeState, seat: Seat) -> bool:
        return self.hurried


GAME = Paced()


def first(players: Players, state: DozeState = SEALED, moves: int = 3, now_ms: int = 0) -> Any:
    return players.first(GAME, RULES, state, moves, now_ms)


def takes(level: str, state: DozeState = TURN, game: Paced = GAME) -> set[int]:
    """Return the times of this level, one for each of many keys."""
    seat = DOZE.to_act(RULES, state).seats[0]
    return {
        thinking_ms(game, RULES, state, seat, level, str(random_key)) for random_key in range(200)
    }


def test_a_level_takes_as_long_as_it_says() -> None:
    times = takes("quick")
    assert all(500 <= took < 600 for took in times)
    assert len(times) > 50
    assert takes("quick") == times


def test_a_level_takes_another_time_for_another_kind_of_decision() -> None:
    assert all(2_000 <= took < 2_100 for took in takes("quick", ANSWER))
    assert all(5_000 <= took < 6_000 for took in takes("slow", ANSWER))


def test_who_has_no_level_takes_as_long_as_the_first() -> None:
    assert all(500 <= took < 600 for took in takes("random"))


def test_a_level_that_is_not_offered_any_more_keeps_its_pace() -> None:
    assert all(7_000 <= took < 7_100 for took in takes("old"))


def test_without_a_choice_every_bot_hurries() -> None:
    """A person does not hurry."""
    hurried = Paced()
    hurried.hurried = True
    least, most = NO_CHOICE_MS
    for level in ("quick", "slow", "old", "random"):
        assert all(least <= took < most for took in takes(level, game=hurried))
    assert takes("", game=hurried) == takes("", game=GAME), "it would reveal the standing order"


def test_thinking_counts_from_the_situation_unless_that_is_past() -> None:
    assert due_ms(10_000, 700, now_ms=10_100) == 10_700
    assert due_ms(10_000, 700, now_ms=10_700) == 11_400


def test_a_seat_is_pressed_by_what_it_can_see() -> None:
    state = replace(ANSWER, since_ms=4_000)
    assert pressed_since(DOZE, RULES, state, DOZE.neighbour(state)) == 4_000
    # The hold of the answer is hidden, and another seat's turn presses no other seat.
    assert pressed_since(DOZE, RULES, state, state.active) == 0


def test_awaited_seats_come_before_those_who_may_act_too() -> None:
    seats = len(SEALED.hands)
    awaited = DOZE.to_act(RULES, SEALED)
    found = able(DOZE, RULES, SEALED, range(seats))
    assert found == [*awaited.seats, *awaited.may_also][: len(found)]
    assert able(DOZE, RULES, SEALED, ()) == []


def test_the_quick_come_first_and_keep_their_time() -> None:
    levels = ["slow"] * len(SEALED.hands)
    quick = DOZE.to_act(RULES, SEALED).seats[-1]
    levels[quick] = "quick"
    players = Players(levels, "luck")
    due, seat = first(players, now_ms=SEALED.since_ms)
    assert seat == quick
    assert 500 <= due - SEALED.since_ms < 600
    # Another seat acted meanwhile: that changes no time.
    assert first(players, moves=4, now_ms=SEALED.since_ms + 100) == (due, quick)
    # A new situation does.
    later = replace(SEALED, since_ms=SEALED.since_ms + 400)
    due, seat = first(players, later, moves=5, now_ms=later.since_ms)
    assert seat == quick
    assert 500 <= due - later.since_ms < 600


def test_who_had_nothing_to_do_thinks_once_more() -> None:
    players = Players(["quick"] * len(TURN.hands), "luck")
    due, seat = first(players, TURN, now_ms=TURN.since_ms)
    players.passed(seat, moves=3)
    again, same = first(players, TURN, now_ms=due)
    assert same == seat
    assert 500 <= again - due < 600


def test_a_bot_that_is_not_awaited_looks_when_something_happened() -> None:
    bids = (1,) * len(SEALED.bids)
    everybody_bid = replace(SEALED, bids=bids)
    assert DOZE.to_act(RULES, everybody_bid).may_also
    players = Players(["slow"] * len(bids), "luck")
    for seat in range(len(bids)):
        players.passed(seat, moves=3)
    assert first(players, everybody_bid) is None
    assert first(players, everybody_bid, moves=4) is not None
