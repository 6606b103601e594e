"""Players who sign up, wait, come late, drop out, are replaced, or delete their account."""

from __future__ import annotations

import pytest

from accounts.models import User
from core.refusals import Refused
from leagues.models import Entry, Fixture, Season
from leagues.season import table_places
from leagues.season.division_results import division_results
from leagues.services.entries import fill_places
from leagues.services.entries.drop_entry import drop_entry
from leagues.services.entries.sign_up import sign_up
from leagues.services.seasons.advance_leagues import advance_leagues
from matches.models import Match
from tests.platform.leagues import cast
from tests.platform.leagues.cast import Days
from tests.platform.matches.cast import person

pytestmark = pytest.mark.django_db


def entry_of(season: Season, user: User) -> Entry:
    return season.entries.get(user=user, dropped_at=None)


def test_guests_and_who_is_there_already_cannot_sign_up() -> None:
    days = Days()
    with days.now():
        winter = cast.league(cast.organiser())
        advance_leagues()
        advance_leagues()
        season = winter.seasons.get()
        bob = person("Bob")
        sign_up(season.pk, bob)
        with pytest.raises(Refused, match="already_entered"):
            sign_up(season.pk, bob)
        with pytest.raises(Refused, match="needs_account"):
            sign_up(season.pk, User.objects.create_guest("Gus"))
        drop_entry(entry_of(season, bob).pk, bob)
        assert not season.entries.exists()
        sign_up(season.pk, bob)


def test_who_is_too_many_waits_and_follows_who_drops_out() -> None:
    days, players = Days(), cast.people(5)
    season = cast.running(days, cast.organiser(), players, most=4)
    division = season.divisions.get()
    waiting = entry_of(season, players[4])
    assert waiting.is_waiting
    gone = entry_of(season, players[0])
    with days.now():
        drop_entry(gone.pk, players[0])
        with pytest.raises(Refused, match="dropped_already"):
            drop_entry(gone.pk, players[0])
    waiting.refresh_from_db()
    assert (waiting.division, waiting.replaces) == (division, gone)
    assert table_places.place_holders(division)[gone.pk] == waiting
    kinds = list(division.changes.values_list("kind", flat=True))
    assert kinds == ["drawn", "dropped", "replaced"]
    cast.play_all(days, season)
    assert not Fixture.objects.filter(seats__vacant=True).exists()
    gone.refresh_from_db()
    assert gone.final_place == 1  # the place continues under another name


def test_the_matches_of_who_dropped_out_go_on_with_a_bot() -> None:
    days, players = Days(), cast.people(4)
    season = cast.running(days, cast.organiser(), players, at_once=1)
    gone = entry_of(season, players[0])
    running = Fixture.objects.get(state=Fixture.State.RUNNING, seats__entry=gone)
    with days.now():
        drop_entry(gone.pk, players[0])
    seat = running.match.seats.get(user=players[0]) if running.match else None
    assert seat is not None
    assert seat.stand_in
    cast.play_all(days, season)
    # The running match counts for the place; in the others a bot plays out of competition.
    running.refresh_from_db()
    assert running.seats.get(entry=gone).place == 1
    for fixture in Fixture.objects.filter(seats__entry=gone).exclude(pk=running.pk):
        own, other = fixture.seats.get(entry=gone), fixture.seats.exclude(entry=gone).get()
        if fixture.match is None:
            assert (fixture.how, fixture.reason) == (
                "walkover",
                "There was no opponent left.",
            )
        assert (own.place, own.absent, other.place, other.absent) == (2, True, 1, False)


def test_at_a_table_of_three_the_others_play_with_a_bot() -> None:
    days, players = Days(), cast.people(4)
    season = cast.running(days, cast.organiser(), players, seats=3, at_once=1)
    gone = entry_of(season, players[0])
    with days.now():
        drop_entry(gone.pk, players[0])
    cast.play_all(days, season)
    later = Fixture.objects.filter(seats__entry=gone, seats__vacant=True)
    assert later.exists()
    for fixture in later:
        assert fixture.match is not None
        seats = {seat.entry_id: seat for seat in fixture.seats.all()}
        assert seats[gone.pk].place == 3
        assert seats[gone.pk].total is None
        assert sorted(seat.place or 0 for seat in seats.values()) == [1, 2, 3]
        bot = fixture.match.seats.get(number=seats[gone.pk].seat)
        assert bot.bot


@pytest.mark.parametrize("way", ["deleted", "anonymised"])
def test_a_deleted_account_leaves_its_place_to_the_rules(way: str) -> None:
    days, players = Days(), cast.people(4)
    season = cast.running(days, cast.organiser(), players)
    gone = entry_of(season, players[3])
    if way == "deleted":
        Match.objects.filter(host=players[3]).update(host=None)
        players[3].delete()
    else:
        User.objects.filter(pk=players[3].pk).update(is_active=False)
    days.go(0.1)
    gone.refresh_from_db()
    assert gone.dropped_at is not None
    assert gone.dropped_why == Entry.Why.ACCOUNT
    change = season.divisions.get().changes.get(kind="dropped")
    assert change.reason == "deleted account"
    days.go(31)
    season.refresh_from_db()
    assert season.state == Season.State.FINISHED
    assert gone.pk in {row.player for row in division_results(season.divisions.get()).table()}


def test_who_comes_late_takes_the_first_place_that_is_free() -> None:
    days, players = Days(), cast.people(4)
    season = cast.running(days, cast.organiser(), players)
    with days.now():
        late = sign_up(season.pk, person("Late"))
        assert late.late
        assert late.is_waiting
        drop_entry(entry_of(season, players[2]).pk, players[2])
        late.refresh_from_db()
        assert late.replaces is not None
        assert late.replaces.user == players[2]
        drop_entry(entry_of(season, players[1]).pk, players[1])
        later = sign_up(season.pk, person("Later"))
    assert later.replaces is not None
    assert later.replaces.user == players[1]


def test_an_organiser_takes_somebody_out_and_chooses_who_follows() -> None:
    days, players, olga = Days(), cast.people(4), cast.organiser()
    season = cast.running(days, olga, players, substitutes=False)
    gone = entry_of(season, players[0])
    with days.now():
        with pytest.raises(Refused, match="not_yours"):
            drop_entry(gone.pk, players[1])
        with pytest.raises(Refused, match="sign_up_closed"):
            sign_up(season.pk, person("Late"))
        drop_entry(gone.pk, olga, "Insulted the others.")
        waits = Entry.objects.create(
            season=season, user=person("W"), signed_up_at=gone.signed_up_at
        )
        with pytest.raises(Refused, match="not_yours"):
            fill_places.appoint_substitute(gone.pk, players[1], waits.pk)
        with pytest.raises(Refused, match="not_vacant"):
            fill_places.appoint_substitute(entry_of(season, players[1]).pk, olga, waits.pk)
        fill_places.appoint_substitute(gone.pk, olga, waits.pk)
        with pytest.raises(Refused, match="nobody_waits"):
            fill_places.appoint_substitute(gone.pk, olga, waits.pk)
    change = season.divisions.get().changes.get(kind="dropped")
    assert (change.reason, change.by) == ("Insulted the others.", olga)


def test_a_remainder_is_a_division_of_its_own_or_none() -> None:
    from leagues.season import agreed_settings
    from leagues.services.seasons.close_sign_up import division_sizes

    agreed = agreed_settings.of_league(cast.league(cast.organiser(), division_size=12, seats=3))
    assert division_sizes(24, agreed) == [12, 12]
    assert division_sizes(31, agreed) == [12, 12, 7]
    assert division_sizes(29, agreed) == [12, 17]
    assert division_sizes(5, agreed) == [5]
