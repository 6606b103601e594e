"""A match of several rounds: scored once, dealt once, even if tasks repeat, are late or are lost."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from core import clock
from games.kernel.contract import Outcome, Target
from matches import models, tasks
from matches.actors import Bot
from matches.engine import catalogue, stored_values, targets
from matches.present import scoresheet
from matches.requests import ActionRequest
from matches.services.rounds import finish, start
from matches.services.rounds.play import play
from matches.store import outbox
from matches.store.load_match import load_table
from tests.platform.accounts.cast import browser
from tests.platform.matches.cast import dealt, person, play_out
from tests.sure import sure

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def between() -> models.Match:
    """Return a match whose first of three rounds is over, and whose second is announced."""
    match = dealt(person("Alice"), person("Bob"), target="rounds-3")
    play_out(match)
    finish.finish_round(match.rounds.get().pk)
    match.refresh_from_db()
    return match


def url(match: models.Match, name: str = "table") -> str:
    return reverse(f"matches:{name}", args=[match.pk])


def owed(match: models.Match) -> models.Outbox:
    return models.Outbox.objects.get(round__match=match, kind=outbox.NEXT_ROUND)


def shown(match: models.Match, seat: int) -> str:
    user = match.seats.get(number=seat).user
    assert user is not None
    return browser(user).get(url(match)).content.decode()


def test_a_finished_round_is_shown_until_the_next_is_dealt(between: models.Match) -> None:
    html = shown(between, 0)
    outcome = stored_values.outcome_of(between.rounds.get(number=1).outcome)
    assert 'data-phase="over"' in html
    assert "Ready for round 2" in html
    assert 'class="pad__table"' in html
    for score in outcome.scores:
        assert re.search(rf"<td[^>]*>{score}</td>", html)
    assert re.search(rf'data-deadline="\[\d+,\d+,{owed(between).due_ms}\]"', html)
    assert 'form="leave"' not in html
    for seat in (0, 1):
        user = between.seats.get(number=seat).user
        assert browser(user).post(url(between, "get_ready")).status_code == 302
        if seat == 0:
            assert "Waiting for the others." in shown(between, 0)
            assert browser(user).post(url(between, "not_ready")).status_code == 302
            assert "Ready for round 2" in shown(between, 0)
            assert browser(user).post(url(between, "get_ready")).status_code == 302
            assert "Not ready after all" in shown(between, 0)
    assert between.rounds.get(number=2).start is not None
    assert 'data-phase="turn"' in shown(between, 0)
    # In the second round the pad can be opened.
    assert 'popovertarget="pad"' in shown(between, 0)


def test_a_round_is_settled_once(between: models.Match) -> None:
    first, before = between.rounds.get(number=1), owed(between)
    finish.finish_round(first.pk)
    assert between.rounds.count() == 2
    after = owed(between)
    assert (after.pk, after.due_ms) == (before.pk, before.due_ms)


def test_who_is_not_ready_in_time_is_dealt_to_all_the_same(between: models.Match) -> None:
    row = owed(between)
    start.get_ready(between.pk, sure(between.seats.get(number=0).user), "c0ffee")
    tasks.deal_next_round(row.pk)
    assert between.rounds.get(number=2).start is None, "too early"
    with clock.stopped(row.due_ms):
        tasks.deal_next_round(row.pk)
    second = between.rounds.get(number=2)
    assert second.start is not None
    assert second.nonces == ["c0ffee", ""]
    assert not models.Outbox.objects.filter(kind=outbox.NEXT_ROUND).exists()
    # The same task once more, late, changes nothing.
    with clock.stopped(row.due_ms + 60_000):
        tasks.deal_next_round(row.pk)
        start.deal_next(second.pk)
    assert between.rounds.get(number=2).state == second.state


def test_a_worker_that_died_half_way_is_made_up_for(between: models.Match) -> None:
    row = owed(between)
    with clock.stopped(row.due_ms):
        assert outbox.claim_row(row.pk) is not None  # and then it is killed
        assert outbox.claim_row(row.pk) is None
    with clock.stopped(row.due_ms + outbox.RETRY_MS):
        tasks.deal_next_round(row.pk)
    assert between.rounds.get(number=2).start is not None


def test_when_all_are_ready_nothing_more_is_owed(between: models.Match) -> None:
    row = owed(between)
    for place in between.seats.all():
        start.get_ready(between.pk, sure(place.user))
    assert not models.Outbox.objects.filter(pk=row.pk).exists()
    with clock.stopped(row.due_ms):
        tasks.deal_next_round(row.pk)
    assert between.rounds.count() == 2


def test_by_correspondence_a_day_is_given() -> None:
    match = dealt(person("Alice"), person("Bob"), target="rounds-2", tempo="correspondence")
    play_out(match)
    finish.finish_round(match.rounds.get().pk)
    left = owed(match).due_ms - clock.now_ms()
    assert 23 * 3_600_000 < left <= clock.scaled_delay(24 * 3_600_000)


def test_nobody_plays_between_rounds(between: models.Match) -> None:
    between.seats.filter(number=1).update(user=None, bot="easy")
    answer = play(between.pk, Bot(1), ActionRequest(action={"type": "let_happen"}, seen=0, key="x"))
    assert answer.refusal is not None
    assert answer.refusal.code == "not_dealt"


def test_who_begins_goes_round_and_the_pad_says_so(between: models.Match) -> None:
    table = load_table(between.pk)
    assert table.live is not None
    outcome = table.live.outcome
    assert outcome is not None
    written = scoresheet.pad_after(table.match, table.round_number, [outcome])
    assert written is not None
    assert written.begins_next == (outcome.began + 1) % 2
    for place in between.seats.all():
        start.get_ready(between.pk, sure(place.user))
    play_out(between)
    second = stored_values.outcome_of(between.rounds.get(number=2).outcome)
    assert second.began == written.begins_next


def test_the_pad_says_why_equal_totals_have_different_places(between: models.Match) -> None:
    table = load_table(between.pk)
    rounds = [
        Outcome(scores=scores, places=places, began=0, reason="points")
        for scores, places in [((50, 40), (1, 2)), ((20, 55), (2, 1)), ((45, 25), (1, 2))]
    ]
    told = [
        sure(scoresheet.pad_after(table.match, table.round_number, rounds[:count])).tie_break
        for count in (1, 2, 3)
    ]
    assert told == ["", "With equally many rounds won, the points of all rounds decide.", ""]
    shared = [rounds[0], Outcome(scores=(40, 50), places=(2, 1), began=1, reason="points")]
    assert sure(scoresheet.pad_after(table.match, table.round_number, shared)).tie_break == ""


def test_to_a_number_of_wins() -> None:
    match = dealt(person("Alice"), person("Bob"), target="points-2")
    rounds = 0
    while match.status == models.Match.Status.RUNNING:
        play_out(match)
        rounds += 1
        finish.finish_round(match.rounds.latest("number").pk)
        match.refresh_from_db()
        for place in match.seats.all() if match.status == models.Match.Status.RUNNING else ():
            assert place.user is not None
            start.get_ready(match.pk, place.user)
    assert match.standing is not None
    assert max(match.standing["totals"]) == 2
    assert 2 <= rounds <= 3
    table = load_table(match.pk)
    written = scoresheet.pad_after(table.match, table.round_number, outcomes(match))
    assert written is not None
    assert [row.number for row in written.rows] == list(range(1, rounds + 1))
    assert written.begins_next is None
    assert [level.value for level in written.levels] == [0, 2]


def outcomes(match: models.Match) -> list[Outcome]:
    raw = match.rounds.order_by("number").values_list("outcome", flat=True)
    return [stored_values.outcome_of(one) for one in raw]


def test_the_lines_of_the_chart_stay_on_it() -> None:
    curves, levels = scoresheet._chart(None, [(3, -2), (1, -8), (9, -8)])
    assert [level.value for level in levels] == [-8, 0, 9]
    for curve in curves:
        spots = [tuple(map(float, spot.split(","))) for spot in curve.points.split()]
        assert len(spots) == 4
        assert all(
            0 <= x <= scoresheet.FRAME.width and 0 <= y <= scoresheet.FRAME.height for x, y in spots
        )
        assert spots[-1] == (float(curve.x), float(curve.y))
    assert float(curves[0].y) < float(curves[1].y)  # a higher value is higher up
    assert scoresheet._chart(30, []) == ((), ())


def test_targets_have_names_and_words() -> None:
    meta = catalogue.game_of("sleeping_queens").meta
    assert targets.words(meta, Target(rounds=1)) == "1 round"
    assert targets.words(meta, Target(rounds=3)) == "3 rounds"
    assert targets.words(meta, Target(rounds=None, points=5)) == "First to 5 rounds"
    for target in meta.targets:
        assert targets.chosen(meta, targets.slug(target)) == target
    assert targets.chosen(meta, "") == meta.targets[0]
