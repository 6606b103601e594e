"""Results beyond play: corrected, void, overdue, decided, restored."""

from __future__ import annotations

from datetime import timedelta

import pytest

from core import clock
from core.refusals import Refused
from core.signals import staff_acted
from leagues.models import Fixture, Season
from leagues.season.division_results import division_results
from leagues.services.fixtures import arrange_appointment, decide_fixture
from leagues.services.seasons import end_season
from matches.models import Match
from matches.services import correct
from matches.services.absence import departure
from tests.platform.leagues import cast
from tests.platform.leagues.cast import Days
from tests.platform.matches.cast import person

pytestmark = pytest.mark.django_db
WHY = "They told us so."


def first(season: Season) -> Fixture:
    return Fixture.objects.filter(division__season=season).order_by("number")[0]


def told(fixture: Fixture) -> list[tuple[str, str]]:
    return list(fixture.history.values_list("kind", "reason"))


def test_a_match_voided_by_a_moderator_is_played_once_more() -> None:
    days, olga = Days(), cast.organiser()
    season = cast.running(days, olga, cast.people(4))
    fixture = first(season)
    with days.now():
        cast.play(fixture, [7, 2])
        said = correct.void_result(fixture.match_id, by=olga, reason="Collusion.")  # type: ignore[arg-type]
        cast.tell()
    fixture.refresh_from_db()
    assert (fixture.how, fixture.reason) == ("void", "Collusion.")
    replay = fixture.replay
    assert [seat.entry_id for seat in replay.seats.all()] == [
        seat.entry_id for seat in fixture.seats.all()
    ]
    assert not division_results(season.divisions.get()).results
    with days.now():
        correct.undo_correction(said.pk, by=olga, reason="They are siblings.")
        cast.tell()
    fixture.refresh_from_db()
    assert (fixture.how, fixture.reason) == ("played", "They are siblings.")
    assert not Fixture.objects.filter(replay_of=fixture).exists()
    assert [kind for kind, _ in told(fixture)] == ["result", "void", "correction"]
    cast.play_all(days, season)


def test_once_the_replay_has_begun_it_is_what_counts() -> None:
    days, olga = Days(), cast.organiser()
    season = cast.running(days, olga, cast.people(4))
    fixture = first(season)
    with days.now():
        cast.play(fixture, [7, 2])
        said = correct.void_result(fixture.match_id, by=olga, reason="Collusion.")  # type: ignore[arg-type]
        cast.tell()
    days.go(0.1)
    assert fixture.replay.state == Fixture.State.RUNNING
    with days.now():
        correct.undo_correction(said.pk, by=olga, reason="They are siblings.")
        cast.tell()
    fixture.refresh_from_db()
    assert fixture.how == "void"
    cast.play_all(days, season)
    assert len(division_results(season.divisions.get()).results) == 6


def test_a_void_match_that_does_not_count_is_not_replayed() -> None:
    days, olga = Days(), cast.organiser()
    season = cast.running(days, olga, cast.people(4), void="drop")
    fixture = first(season)
    with days.now():
        decide_fixture.void_fixture(fixture.pk, olga, reason=WHY, seen=0)
    assert not Fixture.objects.exclude(replay_of=None).exists()
    fixture.refresh_from_db()
    assert fixture.match is not None
    assert fixture.match.status == Match.Status.ABORTED


def test_points_of_a_correction_move_the_table() -> None:
    """They do not if the league's settings say so."""
    season: Season | None = None
    for slug, corrections, first_seat in (("a", "points", 1), ("b", "none", 2)):
        days = Days()
        season = cast.running(
            days,
            cast.organiser() if season is None else season.league.organisers.get(),
            cast.people(2) if slug == "a" else [person("X"), person("Y")],
            slug=slug,
            name=slug,
            corrections=corrections,
            matches_each=1,
        )
        fixture = first(season)
        with days.now():
            cast.play(fixture, [3, 5])
            assert fixture.match_id is not None
            correct.correct_points(fixture.match_id, 1, {0: 4}, by=None, reason="A word was good.")
            cast.tell()
        fixture.refresh_from_db()
        assert fixture.seats.get(seat=0).place == first_seat
        expected = ["result", "correction"] if corrections == "points" else ["result"]
        assert [kind for kind, _ in told(fixture)] == expected


def test_a_late_correction_changes_promotion() -> None:
    """It does so until the next draw."""
    days, olga = Days(), cast.organiser()
    season = cast.running(days, olga, cast.people(8))
    cast.play_all(days, season)
    top = season.divisions.get(tier=1)
    last, third = top.entries.get(final_place=4), top.entries.get(final_place=3)
    between = Fixture.objects.filter(seats__entry=last).filter(seats__entry=third).get()
    with days.now():
        places = [1 if seat.entry_id == last.pk else 2 for seat in between.seats.order_by("seat")]
        decide_fixture.correct_result(
            between.pk, olga, places, [0, 0], reason=WHY, seen=between.changes
        )
    last.refresh_from_db()
    third.refresh_from_db()
    assert (last.final_place, last.moved, third.final_place, third.moved) == (3, 0, 4, 1)


def test_organisers_decide_with_a_reason_and_the_second_is_told() -> None:
    days, olga = Days(), cast.organiser()
    season = cast.running(days, olga, cast.people(4))
    fixture = first(season)
    heard: list[str] = []

    def listen(*, verb: str, **_: object) -> None:
        heard.append(verb)

    staff_acted.connect(listen)
    try:
        with days.now():
            with pytest.raises(Refused, match="reason_missing"):
                decide_fixture.award_walkover(fixture.pk, olga, {1}, reason="  ", seen=0)
            with pytest.raises(Refused, match="reason_too_long"):
                decide_fixture.award_walkover(fixture.pk, olga, {1}, reason="x" * 301, seen=0)
            with pytest.raises(Refused, match="not_yours"):
                decide_fixture.award_walkover(fixture.pk, person("Bob"), {1}, reason=WHY, seen=0)
            with pytest.raises(Refused, match="no_result"):
                decide_fixture.correct_result(fixture.pk, olga, [1, 2], [3, 4], reason=WHY, seen=0)
            decide_fixture.award_walkover(fixture.pk, olga, {1}, reason=WHY, seen=0)
            with pytest.raises(Refused, match="changed_meanwhile"):
                decide_fixture.award_walkover(fixture.pk, olga, {0}, reason=WHY, seen=0)
    finally:
        staff_acted.disconnect(listen)
    assert heard == ["walkover"]
    fixture.refresh_from_db()
    assert list(fixture.seats.values_list("place", "absent")) == [(2, True), (1, False)]
    assert fixture.match is not None
    assert fixture.match.status == Match.Status.ABORTED
    with days.now():
        cast.tell()  # a result of the cancelled match, which changes nothing
        decide_fixture.revoke_decision(fixture.pk, olga, reason="A mistake.", seen=1)
    fixture.refresh_from_db()
    assert (fixture.state, fixture.match) == (Fixture.State.WAITING, None)  # type: ignore[comparison-overlap]  # it was read anew from the database
    cast.play_all(days, season)
    assert told(fixture)[:2] == [("decision", WHY), ("correction", "A mistake.")]


def test_a_decided_result_can_be_taken_back_and_decided_anew() -> None:
    days, olga = Days(), cast.organiser()
    season = cast.running(days, olga, cast.people(4))
    fixture = first(season)
    with days.now():
        cast.play(fixture, [7, 2])
        decide_fixture.correct_result(fixture.pk, olga, [2, 1], [1, 9], reason=WHY, seen=1)
        decide_fixture.correct_result(fixture.pk, olga, [1, 1], [4, 4], reason="Better so.", seen=2)
        fixture.refresh_from_db()
        assert list(fixture.seats.values_list("place", flat=True)) == [1, 1]
        decide_fixture.revoke_decision(fixture.pk, olga, reason="As played.", seen=3)
    fixture.refresh_from_db()
    assert (fixture.how, list(fixture.seats.values_list("place", flat=True))) == ("played", [1, 2])


def test_what_runs_when_the_season_ends_counts_as_it_stands() -> None:
    days, olga = Days(), cast.organiser()
    season = cast.running(days, olga, cast.people(4), at_once=1)
    left = first(season)
    assert left.match is not None
    quitter = left.match.seats.get(number=0).user
    assert quitter is not None
    with days.now():
        departure.leave_match(left.match.pk, quitter)
        with pytest.raises(Refused, match="not_yours"):
            end_season.end_season_early(season.pk, person("Bob"))
        end_season.end_season_early(season.pk, olga)
    days.go(0.01)
    season.refresh_from_db()
    assert season.state == Season.State.FINISHED
    left.refresh_from_db()
    assert (left.how, left.reason) == (
        "walkover",
        "It was not over in time, so it counts as it was.",
    )
    assert list(left.seats.values_list("place", "absent")) == [(2, True), (1, False)]
    never = Fixture.objects.filter(match=None)
    assert {(one.how, one.reason) for one in never} == {
        ("void", "The season was over before the match could start.")
    }


def test_players_make_an_appointment_and_the_match_begins_then() -> None:
    days = Days()
    players = cast.people(2)
    season = cast.running(days, cast.organiser(), players, live=True, matches_each=1)
    fixture = first(season)
    assert (fixture.state, fixture.match) == (Fixture.State.ARRANGING, None)
    with days.now():
        at = clock.as_datetime(days.ms) + timedelta(days=2)
        with pytest.raises(Refused, match="not_yours"):
            arrange_appointment.propose_appointment(fixture.pk, person("Bob"), at)
        with pytest.raises(Refused, match="no_appointment"):
            arrange_appointment.agree_to_appointment(fixture.pk, players[0], at)
        for wrong in (at - timedelta(days=3), at + timedelta(days=30)):
            with pytest.raises(Refused, match="appointment_outside"):
                arrange_appointment.propose_appointment(fixture.pk, players[0], wrong)
        arrange_appointment.propose_appointment(fixture.pk, players[0], at)
        with pytest.raises(Refused, match="changed_meanwhile"):
            arrange_appointment.agree_to_appointment(
                fixture.pk, players[1], at + timedelta(hours=1)
            )
        arrange_appointment.agree_to_appointment(fixture.pk, players[1], at)
    days.go(1.97)
    assert players[0].league_news.filter(kind="soon").count() == 1
    days.go(0.05)
    fixture.refresh_from_db()
    assert fixture.state == Fixture.State.RUNNING
    with days.now(), pytest.raises(Refused, match="nothing_to_arrange"):
        arrange_appointment.withdraw_appointment(fixture.pk, players[0])


@pytest.mark.parametrize(
    ("answers", "places", "reason"),
    [
        (0, [(1, True), (1, True)], "Nobody proposed a time, so nobody gets points."),
        (
            1,
            [(2, True), (1, False)],
            "Players who did not answer a proposed time were absent.",
        ),
        (
            2,
            [(1, False), (1, False)],
            "Nobody was absent, but no time was agreed. All share first place.",
        ),
    ],
)
def test_without_an_appointment_the_rules_decide(
    answers: int, places: list[tuple[int, bool]], reason: str
) -> None:
    days = Days()
    season = cast.running(days, cast.organiser(), cast.people(2), live=True, matches_each=1)
    fixture = first(season)
    seats = list(fixture.seats.select_related("entry__user").order_by("-seat"))
    with days.now():
        at = clock.as_datetime(days.ms) + timedelta(days=2)
        for number, seat in enumerate(seats[:answers]):
            assert seat.entry.user is not None
            arrange_appointment.propose_appointment(
                fixture.pk, seat.entry.user, at + timedelta(hours=number)
            )
    days.go(8.5)
    assert season.divisions.get().season.news.filter(kind="overdue").count() == 2
    days.go(2)
    fixture.refresh_from_db()
    assert (fixture.how, fixture.reason) == ("walkover", reason)
    assert list(fixture.seats.values_list("place", "absent")) == places
    table = division_results(season.divisions.get()).table()
    assert [str(row.points) for row in table] == {0: ["0", "0"], 1: ["1", "0"], 2: ["1/2", "1/2"]}[
        answers
    ]
