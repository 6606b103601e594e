"""The result of a match: corrected, undone, restored, and reported to the apps that build on it."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction
from django.db.models import F
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import User
from core.refusals import Refused
from core.signals import match_corrected, match_finished
from games.kernel.contract import Outcome, Target
from matches import models, tasks
from matches.engine import replay as rounds
from matches.engine import stored_values
from matches.models import Correction, Match
from matches.services import correct
from matches.services.rounds import abandonment, finish
from matches.store import outbox, results
from tests.platform.accounts.cast import browser
from tests.platform.matches.cast import dealt, opened, person, play_out
from tests.sure import sure

pytestmark = pytest.mark.django_db(transaction=True)

SCORES = ((20, 35, 10), (40, 15, 5))


@pytest.fixture
def staff() -> User:
    return person("Minna")


def over(scores: Any = SCORES, **wanted: Any) -> Match:
    """Return a match of three that is over, with these points in its rounds."""
    people = [person(name) for name in ("Alice", "Bob", "Charlie")]
    match = opened(*people, target=f"rounds-{len(scores)}", **wanted)
    match.seats.update(dealt_to=F("user"))
    match.started_at = match.created_at
    match.status = Match.Status.RUNNING
    match.save(update_fields=["status", "started_at"])
    for number, points in enumerate(scores, 1):
        round_, _ = match.rounds.get_or_create(number=number, defaults={"seed": b"", "visible": []})
        bare = Outcome(scores=points, places=(0, 0, 0), began=0, reason="queens")
        round_.outcome = stored_values.to_json(results.rescored(match.game, bare, (0, 0, 0)))
        round_.save(update_fields=["outcome"])
    finish.finish_round(match.rounds.latest("number").pk)
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    return match


def counts(match: Match) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    match.refresh_from_db()
    if match.result is None:
        return None
    standing = stored_values.standing_of(match.result)
    assert standing.decided
    return standing.totals, standing.places


def test_what_was_played_counts_at_first() -> None:
    match = over()
    assert match.result == match.standing
    # Two rounds, one won by Bob and one by Alice; the points of all rounds decide between them.
    assert counts(match) == ((1, 1, 0), (1, 2, 3))


def test_a_match_of_real_rounds_is_corrected_and_its_log_stays(staff: User) -> None:
    match = dealt(person("Alice"), person("Bob"), target="rounds-1")
    play_out(match)
    round_ = match.rounds.get()
    finish.finish_round(round_.pk)
    match.refresh_from_db()
    before, moves = match.standing, list(round_.moves.values())
    correct.correct_result(match.pk, (0, 7), (2, 1), by=staff, reason="Bob showed his last queen.")
    assert counts(match) == ((0, 7), (2, 1))
    assert match.standing == before
    assert list(round_.moves.values()) == moves
    assert models.Round.objects.get(pk=round_.pk).outcome == round_.outcome


def test_void_and_restored(staff: User) -> None:
    match = over()
    played = counts(match)
    said = correct.void_result(match.pk, by=staff, reason=" The wrong people sat there. ")
    assert counts(match) is None
    assert results.result_of(Match.objects.get(pk=match.pk)) is None
    assert said.reason == "The wrong people sat there."
    with pytest.raises(Refused, match="is_void"):
        correct.void_result(match.pk, by=staff, reason="Once more.")
    with pytest.raises(Refused, match="is_void"):
        correct.correct_result(match.pk, (1, 2, 3), (3, 2, 1), by=staff, reason="Otherwise.")
    correct.undo_correction(said.pk, by=staff, reason="They were the right ones.")
    assert counts(match) == played
    with pytest.raises(Refused, match="undone_already"):
        correct.undo_correction(said.pk, by=staff, reason="Again.")


def test_points_move_the_round_they_name_and_nothing_else(staff: User) -> None:
    match = over()
    first = correct.correct_points(
        match.pk, 1, {0: 20}, by=staff, reason="A queen was not counted."
    )
    # Now Alice has won both rounds.
    assert counts(match) == ((2, 0, 0), (1, 2, 3))
    correct.correct_points(match.pk, 2, {2: 60, 0: -40}, by=staff, reason="So were these.")
    assert counts(match) == ((1, 0, 1), (2, 3, 1))
    correct.undo_correction(first.pk, by=staff, reason="It was counted.")
    assert counts(match) == ((0, 1, 1), (3, 2, 1))


def test_the_pad_says_when_a_correction_counts(staff: User) -> None:
    """The match is still running."""
    soon = "This counts when the match is over. Until then, the score pad shows what was played."
    dora = person("Dora")
    match = dealt(dora, person("Emil"), target="rounds-2")
    play_out(match)
    finish.finish_round(match.rounds.get(number=1).pk)
    assert soon not in browser(dora).get(f"/matches/{match.pk}/").content.decode()
    correct.correct_points(match.pk, 1, {0: -1}, by=staff, reason="A card too many.")
    assert soon in browser(dora).get(f"/matches/{match.pk}/").content.decode()
    ended = over()
    correct.correct_points(ended.pk, 1, {0: -1}, by=staff, reason="A card too many.")
    page = browser(ended.host).get(f"/matches/{ended.pk}/").content.decode()
    assert "A card too many." in page
    assert soon not in page


def test_a_result_set_by_hand_stands_above_the_points(staff: User) -> None:
    match = over()
    correct.correct_points(match.pk, 1, {0: 20}, by=staff, reason="One.")
    said = correct.correct_result(match.pk, (5, 5, 6), (2, 2, 1), by=staff, reason="Two.")
    correct.correct_points(match.pk, 2, {2: 60}, by=staff, reason="Three.")
    assert counts(match) == ((5, 5, 6), (2, 2, 1))
    correct.undo_correction(said.pk, by=staff, reason="Four.")
    assert counts(match) == ((1, 0, 1), (1, 3, 2))


def test_what_is_asked_for_twice_is_done_once(staff: User) -> None:
    match = over()
    once, again = (
        correct.correct_points(match.pk, 1, {0: 20}, by=staff, reason="A ruling.", source="case-7")
        for _ in range(2)
    )
    assert once.pk == again.pk
    correct.undo_correction(once.pk, by=staff, reason="Overturned.")
    anew = correct.correct_points(
        match.pk, 1, {0: 20}, by=staff, reason="A ruling.", source="case-7"
    )
    assert anew.pk != once.pk


def test_a_running_match_is_played_on_and_counts_at_its_end(staff: User) -> None:
    match = dealt(person("Alice"), person("Bob"), target="rounds-2")
    with pytest.raises(Refused, match="no_result"):
        correct.void_result(match.pk, by=staff, reason="Too early.")
    with pytest.raises(Refused, match="round_running"):
        correct.correct_points(match.pk, 1, {0: 500}, by=staff, reason="Too early.")
    play_out(match)
    finish.finish_round(match.rounds.get().pk)
    correct.correct_points(match.pk, 1, {0: 500}, by=staff, reason="A ruling.")
    assert counts(match) is None
    second = match.rounds.get(number=2)
    second.start, second.outcome = (
        match.rounds.get(number=1).start,
        match.rounds.get(number=1).outcome,
    )
    second.save(update_fields=["start", "outcome"])
    finish.finish_round(second.pk)
    match.refresh_from_db()
    outcomes = [stored_values.outcome_of(one.outcome) for one in match.rounds.order_by("number")]
    added = results.rescored(match.game, outcomes[0], (500, 0))
    counted = rounds.standing(match.rules_id, Target(rounds=2), [added, outcomes[1]])
    assert match.result == stored_values.to_json(counted)
    assert match.result != match.standing or added.places == outcomes[0].places


@pytest.mark.parametrize(
    ("totals", "places"),
    [
        ((1, 2), (1, 2)),
        ((1, 2, 3), (1, 2)),
        ((1, 2, 3), (1, 1, 2)),
        ((1, 2, 3), (0, 1, 2)),
        ((1, 2, 3), (2, 3, 4)),
        ((1, 2, 10**9), (1, 2, 3)),
    ],
)
def test_impossible_results_are_refused(
    staff: User, totals: tuple[Any, ...], places: tuple[Any, ...]
) -> None:
    match = over()
    with pytest.raises(Refused, match="wrong_places"):
        correct.correct_result(match.pk, totals, places, by=staff, reason="Why not.")
    assert not Correction.objects.exists()


@pytest.mark.parametrize("changes", [{}, {0: 0}, {3: 5}, {-1: 5}, {0: 10**9}])
def test_impossible_points_are_refused(staff: User, changes: dict[Any, Any]) -> None:
    match = over()
    with pytest.raises(Refused, match="wrong_points"):
        correct.correct_points(match.pk, 1, changes, by=staff, reason="Why not.")


def test_what_is_not_there_or_says_no_reason_is_refused(staff: User) -> None:
    match = over()
    with pytest.raises(Refused, match="no_round"):
        correct.correct_points(match.pk, 3, {0: 1}, by=staff, reason="Why not.")
    with pytest.raises(Refused, match="not_found"):
        correct.undo_correction(0, by=staff, reason="Why not.")
    with pytest.raises(Refused, match="reason_missing"):
        correct.void_result(match.pk, by=staff, reason=" \n ")
    with pytest.raises(Refused, match="reason_too_long"):
        correct.void_result(match.pk, by=staff, reason="x" * 1_001)
    assert not Correction.objects.exists()


def test_killed_half_way_nothing_has_changed(staff: User, monkeypatch: pytest.MonkeyPatch) -> None:
    match = over()
    played = counts(match)

    def killed(*_: Any) -> None:
        raise SystemExit

    monkeypatch.setattr(correct, "count_change", killed)
    with pytest.raises(SystemExit):
        correct.void_result(match.pk, by=staff, reason="Half.")
    assert counts(match) == played
    assert not Correction.objects.exists()
    assert not models.Outbox.objects.filter(kind=outbox.CORRECTED).exists()


def test_two_at_once_come_one_after_the_other(staff: User) -> None:
    match = over()
    met: list[Any] = []

    def add(seat: int) -> None:
        try:
            met.append(
                correct.correct_points(match.pk, 1, {seat: 50}, by=None, reason=f"Seat {seat}.")
            )
        finally:
            connection.close()

    threads = [threading.Thread(target=add, args=(seat,)) for seat in (0, 1, 2)]
    with transaction.atomic():
        Match.objects.select_for_update().get(pk=match.pk)
        for thread in threads:
            thread.start()
    for thread in threads:
        thread.join(20)
    assert len(met) == 3
    match.refresh_from_db()
    row = models.Outbox.objects.get(round__match=match, kind=outbox.CORRECTED)
    assert sorted(row.facts) == sorted(said.pk for said in met)
    assert match.result == stored_values.to_json(results.counted(match, match.corrections.all()))
    assert counts(match) == ((1, 1, 0), (1, 2, 3))


def test_the_database_keeps_what_was_said(staff: User) -> None:
    match = over()
    said = correct.void_result(match.pk, by=staff, reason="It was a test.")
    for change in ({"reason": "Another."}, {"facts": {"x": 1}}, {"kind": "result"}):
        with pytest.raises(DatabaseError, match="kept for ever"), transaction.atomic():
            Correction.objects.filter(pk=said.pk).update(**change)
    with pytest.raises(DatabaseError, match="kept for ever"), transaction.atomic():
        Correction.objects.filter(pk=said.pk).delete()
    correct.undo_correction(said.pk, by=staff, reason="It was none.")
    with pytest.raises(DatabaseError, match="kept for ever"), transaction.atomic():
        Correction.objects.filter(pk=said.pk).update(undone_at=None, undone_reason="")
    staff.delete()
    assert Correction.objects.get().by is None


class Heard:
    """A receiver of the signals that first fails a given number of times."""

    def __init__(self, fails: int = 0) -> None:
        self.fails = fails
        self.news: list[tuple[str, Any, Any]] = []

    def finished(self, *, match_id: Any, **_: Any) -> None:
        self._hear("finished", match_id, None)

    def corrected(self, *, match_id: Any, correction_id: int, **_: Any) -> None:
        self._hear("corrected", match_id, correction_id)

    def _hear(self, *news: Any) -> None:
        if self.fails:
            self.fails -= 1
            raise RuntimeError("not now")
        self.news.append(news)


@pytest.fixture
def heard() -> Iterator[Heard]:
    ears = Heard()
    match_finished.connect(ears.finished)
    match_corrected.connect(ears.corrected)
    yield ears
    match_finished.disconnect(ears.finished)
    match_corrected.disconnect(ears.corrected)


def owed(kind: str) -> models.Outbox:
    return models.Outbox.objects.get(kind=kind)


def test_the_end_is_told_until_all_have_heard(heard: Heard) -> None:
    match = over()
    heard.fails = 1
    row = owed(outbox.MATCH_FINISHED)
    with pytest.raises(RuntimeError):
        tasks.announce_result(row.pk)
    assert heard.news == []
    models.Outbox.objects.update(due_ms=0)
    tasks.announce_result(row.pk)
    tasks.announce_result(row.pk)
    assert heard.news == [("finished", match.pk, None)]
    assert not models.Outbox.objects.filter(kind=outbox.MATCH_FINISHED).exists()


def test_corrections_are_told_and_none_is_missed(heard: Heard, staff: User) -> None:
    match = over()
    first = correct.void_result(match.pk, by=staff, reason="One.")
    row = owed(outbox.CORRECTED)
    stale = outbox.claim_row(row.pk)
    assert stale is not None
    correct.undo_correction(first.pk, by=staff, reason="Two.")
    outbox.mark_done(stale)  # the work on the first is done; the second is still owed
    models.Outbox.objects.update(due_ms=0)
    tasks.announce_result(owed(outbox.CORRECTED).pk)
    assert set(heard.news) == {("corrected", match.pk, first.pk)}
    assert not models.Outbox.objects.filter(kind=outbox.CORRECTED).exists()


def test_a_deserted_match_is_told_and_has_no_result(heard: Heard, staff: User) -> None:
    match = dealt(person("Alice"), person("Bob"))
    abandonment.abandon_match(match.pk)
    match.refresh_from_db()
    assert (match.status, match.result) == (Match.Status.ABORTED, None)
    tasks.announce_result(owed(outbox.MATCH_FINISHED).pk)
    assert heard.news == [("finished", match.pk, None)]
    with pytest.raises(Refused, match="no_result"):
        correct.void_result(match.pk, by=staff, reason="Why not.")


def test_the_result_says_who_answers_for_each_place() -> None:
    match = over()
    alice, bob, charlie = (place.user for place in match.seats.order_by("number"))
    match.seats.filter(number=1).update(user=person("Dora"))  # a substitute
    counted = results.result_of(Match.objects.get(pk=match.pk))
    assert counted is not None
    assert [(p.user_id, p.bot, p.place, p.total) for p in counted.parties] == [
        (sure(alice).pk, "", 1, 1),
        (sure(bob).pk, "", 2, 1),
        (sure(charlie).pk, "", 3, 0),
    ]


def test_the_table_says_that_a_result_was_corrected_and_why(staff: User) -> None:
    match = dealt(person("Alice"), person("Bob"), public=True)
    play_out(match)
    finish.finish_round(match.rounds.get().pk)
    page = f"/matches/{match.pk}/"
    assert "corrected" not in browser(staff).get(page).content.decode()
    said = correct.correct_result(
        match.pk, (0, 7707), (2, 1), by=staff, reason="Bob had <b>all</b> of it."
    )
    html = browser(staff).get(page).content.decode()
    assert "Bob had &lt;b&gt;all&lt;/b&gt; of it." in html
    assert "7707" in html
    correct.undo_correction(said.pk, by=staff, reason="He had not.")
    html = browser(staff).get(page).content.decode()
    assert "Bob had &lt;b&gt;all&lt;/b&gt; of it." in html
    assert "He had not." in html
    assert "7707" not in html


def won() -> tuple[Match, User, list[int]]:
    """Play a match; return it with its winner and with the places by seat reversed."""
    match = dealt(person("Alice"), person("Bob"))
    play_out(match)
    finish.finish_round(match.rounds.get().pk)
    match.refresh_from_db()
    assert match.standing is not None
    places = match.standing["places"]
    winner = match.seats.get(number=places.index(1)).user
    assert winner is not None
    return match, winner, [3 - place for place in places]


@pytest.mark.parametrize(
    ("totals", "places", "fit"),
    [
        ((0, 5, 7), (3, 2, 1), True),
        ((0, 7, 7), (3, 1, 2), True),  # equal totals may have different places
        ((-50, 99, 7), (1, 3, 1), False),
        ((0, 7, 7), (1, 2, 2), False),
        ((0, 7, 5), (1, 1, 1), False),
    ],
)
def test_places_and_totals_do_not_contradict_each_other(
    staff: User, totals: tuple[int, int, int], places: tuple[int, int, int], fit: bool
) -> None:
    """Places 1, 3, 1 with -50, 99 and 7 points are refused.

    Before, they were accepted, and the table then counted one of them and a list both.
    """
    match = over()
    if fit:
        correct.correct_result(match.pk, totals, places, by=staff, reason="So it was.")
        return
    with pytest.raises(Refused) as caught:
        correct.correct_result(match.pk, totals, places, by=staff, reason="So it was.")
    assert caught.value.refusal.code == "places_against_totals"
    assert not match.corrections.exists()


def test_who_wins_is_said_as_it_counts(staff: User) -> None:
    match, winner, turned = won()
    page = f"/matches/{match.pk}/"
    assert "You win" in browser(winner).get(page).content.decode()
    said = correct.void_result(match.pk, by=staff, reason="It was a rehearsal.")
    html = browser(winner).get(page).content.decode()
    assert "You win" not in html
    assert "This match counts for nobody." in html
    correct.undo_correction(said.pk, by=staff, reason="It was none.")
    correct.correct_result(match.pk, [0, 0], turned, by=staff, reason="It was the other way round.")
    html = browser(winner).get(page).content.decode()
    assert "You win" not in html
    other = "Bob" if winner.name == "Alice" else "Alice"
    assert f"{other} wins" in html


def test_lists_say_what_counts(staff: User) -> None:
    def shown(query: str = "") -> str:
        return browser(winner).get(f"/matches/{query}").content.decode()

    match, winner, turned = won()
    line = f'id="match-{match.pk}"'  # its result is unread
    assert line in shown("?result=won")
    said = correct.void_result(match.pk, by=staff, reason="It was a rehearsal.")
    assert '<span class="chip">does not count</span>' in shown()
    assert not any(line in shown(f"?result={how}") for how in ("won", "lost"))
    correct.undo_correction(said.pk, by=staff, reason="It was none.")
    correct.correct_result(match.pk, [0, 7707], turned, by=staff, reason="The other way round.")
    assert line in shown("?result=lost")
    assert re.search(r"place\s+2<", shown())


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("void")),
        st.tuples(st.just("result"), st.permutations((1, 2, 3))),
        st.tuples(
            st.just("points"),
            st.integers(1, 2),
            st.dictionaries(st.integers(0, 2), st.integers(-50, 50), min_size=1),
        ),
        st.tuples(st.just("undo"), st.integers(0, 9)),
    ),
    max_size=9,
)


@settings(
    max_examples=25,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(steps=STEPS)
def test_only_valid_corrections_count_in_any_order(
    steps: Any, worked_out: tuple[Match, Any]
) -> None:
    """After corrections and undoings, the result is that of the valid corrections alone."""
    match, played = worked_out
    with transaction.atomic():
        for step in steps:
            try:
                _take(match, *step)
            except Refused:
                continue
            match.refresh_from_db()
            left = [c for c in match.corrections.all() if c.undone_at is None]
            assert counts(match) == _by_hand(left, played)
        transaction.set_rollback(True)


@pytest.fixture
def worked_out() -> tuple[Match, Any]:
    match = over()
    return match, counts(match)


def _take(match: Match, kind: str, *how: Any) -> None:
    said: dict[str, Any] = {"by": None, "reason": "Because."}
    if kind == "void":
        correct.void_result(match.pk, **said)
    elif kind == "result":
        correct.correct_result(match.pk, [-place for place in how[0]], how[0], **said)
    elif kind == "points":
        correct.correct_points(match.pk, *how, **said)
    else:
        known = list(match.corrections.values_list("pk", flat=True))
        correct.undo_correction(known[how[0] % len(known)] if known else 0, **said)


def _by_hand(left: list[Correction], played: Any) -> Any:
    """Compute the result simply: rounds won, points between equals, and a result that overrides
    both.
    """
    if any(c.kind == "void" for c in left):
        return None
    by_hand = [c.facts for c in left if c.kind == "result"]
    if by_hand:
        return tuple(by_hand[-1]["totals"]), tuple(by_hand[-1]["places"])
    rounds = [list(scores) for scores in SCORES]
    for c in left:
        for seat, added in enumerate(c.facts["changes"]):
            assert c.round is not None
            rounds[c.round - 1][seat] += added
    wins = [sum(scores[seat] == max(scores) for scores in rounds) for seat in range(3)]
    strength = [(wins[seat], sum(scores[seat] for scores in rounds)) for seat in range(3)]
    places = tuple(1 + sum(other > own for other in strength) for own in strength)
    return (tuple(wins), places) if left else played
