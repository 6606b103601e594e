"""A player who does not answer a question to the whole table is missed if it lasts hours, not
seconds.
"""

from __future__ import annotations

import pytest

from accounts.models import User
from accounts.services.preferences import set_preferences
from core import clock
from matches.actors import Person
from matches.engine import live_round, stored_values
from matches.engine.verification import difference
from matches.models import Deadline, Departure, Match
from matches.requests import ActionRequest
from matches.services.rounds import deadlines, start
from matches.services.rounds.play import play
from matches.services.seating import seats, tables
from matches.store.load_match import load_table
from tests.platform.accounts.cast import browser
from tests.platform.matches import cast

pytestmark = pytest.mark.django_db
GAME = "wortspiel"


def racing(tempo: str) -> tuple[Match, list[User]]:
    """Return a race of three people in which all seats may act, except one in its pause."""
    people = [cast.person(name) for name in ("Alice", "Bob", "Carla")]
    match = tables.open_match(people[0], GAME, seats=3, tempo=tempo)
    for user in people[1:]:
        seats.take_seat(match.pk, user)
    for user in people:
        start.get_ready(match.pk, user)
    for _ in range(20):
        if asked(match):
            return match, people
        answer(match, cast.awaited(match))
    raise AssertionError("no player opens the race")


def asked(match: Match) -> list[int]:
    """Return the seats that the table waits for, if the deadline belongs to no single seat."""
    live = load_table(match.pk).live
    assert live is not None
    own = [deadline.seat for _, deadline in live.deadlines()]
    return list(live.awaited.seats) if own == [None] else []


def answer(match: Match, seat: int) -> None:
    """Let the person there do what a good bot would."""
    table = load_table(match.pk)
    user = table.seats[seat]
    for look in range(100):
        assert table.live is not None
        action = live_round.ask_bot(table.live, seat, "hard", table.events(), str(look))
        if action is not None:
            request = ActionRequest(
                action=stored_values.to_json(action),
                seen=table.shown_version(seat),
                key=cast.fresh_key(),
            )
            assert play(match.pk, Person(user.user_id, user.epoch), request).refusal is None
            return
    raise AssertionError("the bot has no answer")


def let_it_pass(match: Match) -> None:
    with clock.stopped(Deadline.objects.get(round__match=match).due_ms):
        deadlines.apply_due_deadlines()


def missed(match: Match) -> list[int]:
    return list(match.seats.values_list("missed", flat=True))


def test_by_correspondence_it_is_a_decision_of_all_who_are_asked() -> None:
    match, people = racing("correspondence")
    here, away = asked(match)
    answer(match, here)
    let_it_pass(match)
    expected = [0, 0, 0]
    expected[away] = 1
    assert missed(match) == expected
    assert not Departure.objects.exists()
    match.seats.filter(number=away).update(missed=1)
    for _ in range(20):
        if away in asked(match):
            break
        for seat in asked(match) or [cast.awaited(match)]:
            answer(match, seat)
    for seat in asked(match):
        page = browser(people[seat]).get(f"/matches/{match.pk}/").content.decode()
        assert ("Then a bot plays for you" in page) == (seat == away), "only they are notified"
        if seat != away:
            answer(match, seat)
    let_it_pass(match)
    assert match.seats.get(number=away).stand_in
    assert Departure.objects.get().user == people[away]
    assert difference(match.rounds.get().pk) is None


def test_an_answer_begins_the_count_anew() -> None:
    match, _ = racing("correspondence")
    here, away = asked(match)
    match.seats.filter(number__in=(here, away)).update(missed=1)
    answer(match, here)
    assert match.seats.get(number=here).missed == 0
    assert match.seats.get(number=away).missed == 1


def test_at_a_live_table_nobody_is_missed_who_finds_no_word() -> None:
    match, _ = racing("live")
    before = missed(match)
    let_it_pass(match)
    assert missed(match) == before
    assert not Departure.objects.exists()


def test_the_race_leaves_everybody_their_own_day() -> None:
    match, people = racing("correspondence")
    plain = Deadline.objects.get(round__match=match).due_ms
    now_ms = clock.now_ms()
    resting = people[asked(match)[0]]
    for quiet in ((0, 16 * 60), (16 * 60, 8 * 60)):
        set_preferences(resting, quiet_from=quiet[0], quiet_until=quiet[1])
        assert Deadline.objects.get(round__match=match).due_ms > plain
    before = Deadline.objects.get(round__match=match).due_ms
    answer(match, asked(match)[0])  # a hidden answer changes no deadline
    assert Deadline.objects.get(round__match=match).due_ms == before
    assert before > now_ms
