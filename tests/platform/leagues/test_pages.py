"""The pages of leagues for strangers, players and organisers, with valid and invalid input."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from typing import Any

import pytest
from django.utils import translation
from django.utils.translation import gettext

from accounts.models import User
from leagues.models import Division, Entry, Fixture, Season
from leagues.season import table_places
from leagues.services.entries.drop_entry import drop_entry
from leagues.services.fixtures import decide_fixture
from leagues.services.seasons.advance_leagues import advance_leagues
from leagues.services.seasons.league_games import GameChoice
from tests.platform.accounts.cast import browser
from tests.platform.leagues import cast
from tests.platform.leagues.cast import Days
from tests.platform.matches.cast import GAME
from tests.sure import sure

pytestmark = pytest.mark.django_db


@pytest.fixture
def days() -> Days:
    return Days()


@pytest.fixture
def olga() -> User:
    return cast.organiser()


def text(page: Any) -> str:
    """Return the text of a page, without tags."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page.content.decode()))


def half_played(days: Days, season: Season) -> None:
    """Finish two matches of the season."""
    fixtures = Fixture.objects.filter(
        division__season=season, state=Fixture.State.RUNNING
    ).order_by("pk")
    with days.now():
        for fixture in fixtures[:2]:
            seats = fixture.seats.select_related("entry").order_by("seat")
            cast.play(fixture, [cast.strength(seat.entry) for seat in seats])


def address(division: Division) -> str:
    return f"/leagues/winter/{division.season.number}/{division.tier}/"


def test_a_division_for_everybody(days: Days, olga: User) -> None:
    players = cast.people(8)
    season = cast.running(days, olga, players)
    half_played(days, season)
    first = season.divisions.get(tier=1)
    for who in (None, players[0], players[7], olga):
        page = browser(who).get(address(first))
        assert page.status_code == 200
        said = text(page)
        assert "Player 1" in said
        assert "moves down to division 2" in said
        assert ("(you)" in said) == (who == players[0])
        assert ("Decide" in said) == (who == olga)


def test_the_history_says_what_was_drawn(days: Days, olga: User) -> None:
    season = cast.running(days, olga, cast.people(8))
    said = text(browser().get(address(season.divisions.get(tier=1))))
    assert "The pairings were made 6 matches for 4 players" in said.replace(" </strong>", "")
    assert "made division 1" not in said


def test_a_league_has_the_first_places_and_the_viewers_own(days: Days, olga: User) -> None:
    players = cast.people(8)
    season = cast.running(days, olga, players)
    assert "league-table" not in browser(players[0]).get("/leagues/winter/").text
    half_played(days, season)
    for who in (None, players[0], olga):
        rows = re.findall(r'league-table__place">(\d+)<', browser(who).get("/leagues/winter/").text)
        assert len(rows) in (3, 4)
        assert rows[:3] == sorted(rows[:3])
        assert ("(you)" in text(browser(who).get("/leagues/winter/"))) == (who == players[0])


def test_a_played_fixture_has_its_result(days: Days, olga: User) -> None:
    season = cast.running(days, olga, cast.people(8))
    half_played(days, season)
    played = Fixture.objects.filter(state=Fixture.State.SETTLED).first()
    assert played is not None
    said = text(browser(olga).get(f"/leagues/winter/fixtures/{played.pk}/"))
    assert said.index("Result") < said.index("Look at the table")
    assert "Go to the table" not in said
    assert "over" not in said.split("Result")[0].split()
    for seat in played.seats.select_related("entry__user"):
        line = said[said.index(f"{seat.place}. {seat.entry.user}") :].split("League points: ")
        assert line[1][0] == ("1" if seat.place == 1 else "0")


def test_the_history_has_the_place_and_the_points_of_each_player(days: Days, olga: User) -> None:
    season = cast.running(days, olga, cast.people(4))
    half_played(days, season)
    played = Fixture.objects.filter(state=Fixture.State.SETTLED).first()
    assert played is not None
    said = text(browser().get(address(season.divisions.get())))
    line = said.split("History of the standings")[1].split(f"Match {played.ordinal} ")[1]
    first, second = played.seats.select_related("entry__user").order_by("place")
    assert re.search(r"\d+ \w{3} \d{4}, \d\d:\d\d", line), line  # the day, also of today
    assert line.startswith(f"1. {first.entry.user} 1 point 2. {second.entry.user} 0 points")
    assert "A match is over" not in said


def test_the_history_has_no_places_of_a_result_without_effect(days: Days, olga: User) -> None:
    season = cast.running(days, olga, cast.people(4))
    half_played(days, season)
    played = Fixture.objects.filter(state=Fixture.State.SETTLED).first()
    assert played is not None
    with days.now():
        decide_fixture.void_fixture(played.pk, olga, reason="Cheated.", seen=played.changes)
    said = text(browser().get(address(season.divisions.get())))
    lines = said.split("History of the standings")[1].split(f"Match {played.ordinal} ")[1:]
    assert len(lines) >= 2
    for line in lines[:2]:
        assert not re.match(r"(a match is void )?1\. ", line)
    assert "Previous result: 1. " in lines[0]


def test_the_list_has_ones_own_first_then_open_sign_ups(days: Days, olga: User) -> None:
    players = cast.people(4)
    assert "There are no leagues here yet" in text(browser().get("/leagues/"))
    cast.running(days, olga, players)
    with days.now():
        cast.league(olga, name="Spring cup", slug="spring")
        advance_leagues()
        advance_leagues()
    said = text(browser(players[0]).get("/leagues/"))
    assert said.index("Yours") < said.index("Winter league") < said.index("Open for sign-up")
    assert said.index("Open for sign-up") < said.index("Spring cup")
    assert "you, in division 1" in said
    said = text(browser().get("/leagues/"))
    assert "Yours" not in said
    assert said.index("Running") < said.index("Winter league")


def test_leagues_are_in_alphabetical_order(days: Days, olga: User) -> None:
    with days.now():
        for number, name in enumerate(("Winter 10", "Änne and Co", "Winter 9")):
            cast.league(olga, name=name, slug=f"league-{number}")
        advance_leagues()
        advance_leagues()
    shown = browser().get("/leagues/").context["open"]
    assert [one.league.name for one in shown] == ["Änne and Co", "Winter 9", "Winter 10"]


# Signing up and dropping out -------------------------------------------------------------------


@pytest.fixture
def open_season(days: Days, olga: User) -> Season:
    with days.now():
        winter = cast.league(olga, most=2, description="Every <b>Sunday</b>.")
        advance_leagues()
        advance_leagues()
    return winter.seasons.get()


def test_sign_up_a_place_on_the_waiting_list_and_leaving(open_season: Season, days: Days) -> None:
    with days.now():
        for number, player in enumerate(cast.people(3)):
            client = browser(player)
            assert "Sign up" in text(client.get("/leagues/winter/"))
            page = client.post("/leagues/winter/sign-up", follow=True)
            assert page.status_code == 200
            waits = "number 1 on the waiting list" in text(page)
            assert waits == (number == 2)
        again = client.post("/leagues/winter/sign-up")
        assert again.status_code == 409
        assert "You are already playing this season." in text(again)
        assert "you let nobody down" in text(client.get("/leagues/winter/leave/"))
        assert open_season.entries.count() == 3
        client.post("/leagues/winter/leave/")
        assert open_season.entries.count() == 2
        page = client.post("/leagues/winter/leave/")
        assert "You are not playing this season." in text(page)


def test_strangers_and_guests_are_told_what_it_takes(open_season: Season) -> None:
    guest = User.objects.create_guest("Gus", language="en")
    for who in (None, guest):
        assert "You need an account" in text(browser(who).get("/leagues/winter/"))
    assert browser().post("/leagues/winter/sign-up").status_code == 302
    page = browser(guest).post("/leagues/winter/sign-up")
    assert page.status_code == 403
    assert "You need an account" in text(page)
    assert not open_season.entries.exists()


def test_what_an_organiser_wrote_is_text(open_season: Season) -> None:
    page = browser().get("/leagues/winter/").content.decode()
    assert "&lt;b&gt;Sunday" in page


def test_a_running_season_is_left_for_good(days: Days, olga: User) -> None:
    players = cast.people(4)
    season = cast.running(days, olga, players)
    client = browser(players[0])
    assert "cannot come back to this place" in text(client.get("/leagues/winter/leave/"))
    with days.now():
        client.post("/leagues/winter/leave/")
    said = text(browser().get(address(season.divisions.get())))
    assert "has dropped out" in said
    assert "A player dropped out" in said


@pytest.mark.parametrize(
    "path",
    [
        "nowhere/",
        "nowhere/1/1/",
        "winter/9/1/",
        "winter/1/99/",
        "winter/99999999999999999999/1/",
        "winter/1/99999999999999999999/",
        "winter/1/1/nothing.csv",
        "winter/fixtures/x/",
    ],
)
def test_what_there_is_not_is_not_found(open_season: Season, path: str) -> None:
    assert browser().get(f"/leagues/{path}").status_code == 404


def test_a_running_league_begins_with_what_the_player_does_next(days: Days, olga: User) -> None:
    """The player's own matches come first, then their place; past dates are gone."""
    players = cast.people(4)
    season = cast.running(days, olga, players)
    division = address(season.divisions.get())
    for path in ("/leagues/winter/", division):
        said = text(browser(players[0]).get(path))
        assert "Your next matches" in said
        assert "Your next matches" not in text(browser(olga).get(path))
        assert "Your next matches" not in text(browser().get(path))
    said = text(browser(players[0]).get("/leagues/winter/"))
    assert said.index("Go to the table") < said.index("Season 1")
    assert "Sign-up opens" not in said
    assert "You play in division 1." in said
    half_played(days, season)
    assert re.search(
        r"You are in place \d of 4\.", text(browser(players[0]).get("/leagues/winter/"))
    )


def test_a_resting_player_sees_the_next_match(days: Days, olga: User) -> None:
    """Nothing is due: the first match to come stands there, without an action."""
    players = cast.people(4)
    season = cast.running(days, olga, players)
    Fixture.objects.filter(division__season=season).update(state=Fixture.State.WAITING, match=None)
    page = browser(players[0]).get("/leagues/winter/")
    assert "Your next matches" in text(page)
    assert "upcoming" in text(page)
    assert "Play now" not in text(page)
    assert page.content.decode().count('id="fixture-') == 1


def test_a_resting_player_sees_the_matches_of_the_others(days: Days, olga: User) -> None:
    """As many are due for others as the player's page shows of their own."""
    players = cast.people(4)
    season = cast.running(days, olga, players)
    own = Fixture.objects.filter(division__season=season, seats__entry__user=players[0])
    own.update(state=Fixture.State.WAITING, match=None)
    others = Fixture.objects.filter(division__season=season).exclude(pk__in=own.values("pk"))
    theirs = sure(others.first())
    others.exclude(pk=theirs.pk).update(state=Fixture.State.WAITING, match=None)
    page = browser(players[0]).get(address(season.divisions.get()))
    assert "The others now" in text(page)
    assert f'id="fixture-{theirs.pk}"' in page.content.decode()


def test_a_live_match_is_proposed_for_now_from_the_league(days: Days, olga: User) -> None:
    players = cast.people(4)
    season = cast.running(days, olga, players, live=True)
    client = browser(players[0])
    for path in ("/leagues/winter/", address(season.divisions.get())):
        page = client.get(path).content.decode()
        (now, *_) = re.findall(r'formaction="([^"]+/now)"', page)
        assert 'form="act"' in page
        assert '<form id="act" method="post">' in page
    with days.now():
        assert client.post(now).status_code == 302
        fixture = Fixture.objects.get(pk=int(now.split("/")[-2]))
        assert fixture.appointment is not None
        (other,) = (
            seat.entry.user for seat in fixture.seats.all() if seat.entry.user != players[0]
        )
        page = browser(sure(other)).get("/leagues/winter/").content.decode()
        assert re.search(rf'formaction="[^"]+/{fixture.pk}/agree"\s+name="at"', page)


# The table ---------------------------------------------------------------------------------------


def test_the_table_explains_itself(days: Days, olga: User) -> None:
    season = cast.running(days, olga, cast.people(4))
    division = season.divisions.get()
    before = text(browser().get(address(division)))
    assert "1 to 4" in before  # the places that each can still reach
    cast.play_all(days, season)
    page = browser().get(address(division))
    said = text(page)
    assert "In the end" in said
    assert "The season is over" in said
    assert "How the places changed" in said
    assert "One line per player" in page.content.decode()
    assert "6 matches are over" in said


def test_equal_points_are_told_apart_in_words(days: Days, olga: User) -> None:
    season = cast.running(days, olga, cast.people(4))
    half_played(days, season)
    said = text(browser().get(address(season.divisions.get())))
    assert re.search(r"Equal points: Player \d, Player \d", said)
    assert "The first column with a difference decides, from left to right." in said
    heads = "Place Name First places Place 2 Against each other"
    assert re.search(heads + r" 1 Player \d 1 0 0 ", said), said
    assert "Players without a difference share a place." in said


def test_the_drawing_has_its_numbers_beside_it(days: Days, olga: User) -> None:
    season = cast.running(days, olga, cast.people(4))
    half_played(days, season)
    division = season.divisions.get()
    page = browser().get(address(division)).content.decode()
    assert page.count("<polyline") == 4
    drawn = page[page.index("In numbers") :]
    heads = re.findall(r'<th scope="col">(\d+)</th>', drawn)
    assert heads == ["1", "2"]  # a column for each result, none for the draw
    last = division.changes.order_by("number").last()
    assert last is not None
    for entry, place, _points in last.table:
        name = sure(division.entries.get(pk=entry).user).name
        row = drawn[drawn.index(f'<th scope="row">{name}') :].split("</tr>")[0]
        assert row.endswith(f"<td>{place}</td>")


def test_a_decision_stands_in_the_history_with_its_reason(days: Days, olga: User) -> None:
    season = cast.running(days, olga, cast.people(4))
    fixture = Fixture.objects.filter(state=Fixture.State.RUNNING).first()
    assert fixture is not None
    sent = {"reason": "Nobody <i>came</i>.", "seen": fixture.changes, "here-0": "on"}
    with days.now():
        page = browser(olga).post(f"/leagues/winter/fixtures/{fixture.pk}/walkover", sent)
    assert page.status_code == 302
    page = browser().get(address(season.divisions.get()))
    assert "Reason: Nobody &lt;i&gt;came&lt;/i&gt;." in page.content.decode()
    assert "by Olga" in text(page)
    fixture.refresh_from_db()
    there, missed = fixture.seats.select_related("entry__user").order_by("seat")
    assert (there.absent, missed.absent) == (False, True)
    assert f"1. {there.entry.user} 1 point \N{EN DASH} {missed.entry.user} absent" in text(page)
    said = text(browser(olga).get(f"/leagues/winter/fixtures/{fixture.pk}/")).split("Result")[1]
    assert f"1. {there.entry.user} League points: 1" in said
    assert f"\N{EN DASH} {missed.entry.user} absent League points: 0" in said


def test_lots_are_said_on_the_page_and_in_the_history(days: Days, olga: User) -> None:
    """Three players are equal in everything, and one of them moves down; the lot decided that."""
    season = cast.running(days, olga, cast.people(6), division_size=3, matches_each=2)
    first = season.divisions.get(tier=1)
    assert "by lot" not in text(browser().get(address(first))), "nothing is played yet"
    for _ in range(4):
        with days.now():
            for fixture in Fixture.objects.filter(state=Fixture.State.RUNNING).order_by("pk"):
                cast.play(fixture, [7, 7])
        days.go(1)
    season.refresh_from_db()
    assert season.state == Season.State.FINISHED
    lots = [Entry.objects.get(pk=place).user for place in table_places.places_by_lot(first)]
    names = ", ".join(user.name for user in lots if user)
    page = text(browser().get(address(first)))
    assert f"{names} are level in everything. A draw by lot decides who moves up or down" in page
    assert page.count("by lot") == 5
    assert "Reason: A draw by lot decided who moves up or down among players who were level" in page
    down = Entry.objects.get(division=first, moved=1)
    assert down.user == lots[-1]
    assert {first.entries.get(user=user).final_place for user in lots} == {1}


def test_lots_are_drawn_by_the_seed_and_not_by_who_came_first(days: Days, olga: User) -> None:
    season = cast.running(days, olga, cast.people(4))
    division = season.divisions.get()
    drawn = set()
    for division.seed in range(40):
        assert sorted(table_places.places_by_lot(division)) == sorted(
            table_places.place_ids(division)
        )
        drawn.add(table_places.places_by_lot(division))
    assert len(drawn) > 12, "of 24 orders"


def test_exports_count_as_pages_do_and_each_column_has_one_type(days: Days, olga: User) -> None:
    season = cast.running(days, olga, cast.people(4))
    with days.now():
        for fixture in Fixture.objects.filter(state=Fixture.State.RUNNING):
            cast.play(fixture, [7, 7])
    division = season.divisions.get()
    told = browser().get(f"{address(division)}division.json").json()
    assert [fixture["fixture"] for fixture in told["fixtures"]] == [1, 2, 3, 4, 5, 6]
    page = text(browser().get(address(division)))
    over = [fixture["fixture"] for fixture in told["fixtures"] if fixture["state"] == "settled"]
    assert over
    assert {change["fixture"] for change in told["history"][1:]} == set(over)
    assert all(f"Match {number}" in page for number in over)
    rows = told["table"]
    assert {type(row["wins"]) for row in rows} == {int}
    said = {name: {type(row[name]) for row in rows if name in row} for row in rows for name in row}
    assert all(len(types) == 1 for types in said.values()), said
    assert said["tie_break_wins"] == {str}
    first = browser().get(f"{address(division)}fixtures.csv").content.decode().splitlines()[1]
    assert first.split(",")[1] == "1", "the number that the page shows"


def test_exports_say_what_the_page_says(days: Days, olga: User) -> None:
    players = cast.people(3)
    players.append(User.objects.create_user("=1+1", "a long enough one"))
    season = cast.running(days, olga, players)
    half_played(days, season)
    division = season.divisions.get()
    told = browser().get(f"{address(division)}division.json").json()
    raw = browser().get(f"{address(division)}table.csv").content.decode("utf-8-sig")
    table = list(csv.DictReader(io.StringIO(raw)))
    assert [(row["Name"].lstrip("'"), row["Points"]) for row in table] == [
        (row["name"], row["points"]) for row in told["table"]
    ]
    assert "'=1+1" in {row["Name"] for row in table}  # no spreadsheet computes it
    assert all(row["best_place"] <= row["place"] <= row["worst_place"] for row in told["table"])
    assert len(told["fixtures"]) == 6
    assert sum(fixture["state"] == "settled" for fixture in told["fixtures"]) == 2
    fixtures = browser().get(f"{address(division)}fixtures.csv").content.decode().splitlines()
    assert len(fixtures) == 1 + 6 * 2
    assert told["history"][-1]["kind"] == "result"


def test_german_excel_opens_what_a_league_says(days: Days, olga: User) -> None:
    """The files have semicolons, a byte order mark, German headings and names, and points as "4,5";
    Excel would read "21/2" as a date.
    """
    players = cast.people(3)
    players.append(User.objects.create_user("Jürgen", "a long enough one"))
    season = cast.running(days, olga, players, points=[3, 0])
    with days.now():
        for fixture in Fixture.objects.filter(state=Fixture.State.RUNNING):
            cast.play(fixture, [7, 7])
    league = f"/leagues/{season.league.slug}/{season.number}/"

    def rows(path: str, sign: str = ";", language: str = "de") -> list[dict[str, str]]:
        content = browser().get(path, headers={"accept-language": language}).content
        assert content.startswith(b"\xef\xbb\xbf")
        text = io.StringIO(content.decode("utf-8-sig"))
        return list(csv.DictReader(text, delimiter=sign))

    for path in (f"{address(season.divisions.get())}table.csv", f"{league}tables.csv"):
        table = rows(path)
        assert list(table[0])[:4] == ["Staffel", "Platz", "Name", "Punkte"]
        assert list(table[0])[-1] == "Nummer des Eintrags"
        assert "Jürgen" in {row["Name"] for row in table}
        assert {row["Punkte"] for row in table} == {"4,5"}
    assert {row["Points"] for row in rows(f"{league}tables.csv", ",", "en")} == {"4.5"}
    tabs = rows(f"{league}tables.csv?separator=tab", "\t")
    assert {row["Punkte"] for row in tabs} == {"4,5"}
    commas = rows(f"{league}tables.csv?separator=comma", ",")
    assert {row["Punkte"] for row in commas} == {"4.5"}
    assert len(rows(f"{league}members.csv")) == 4
    assert len(rows(f"{league}fixtures.csv")) == 6 * 2


def test_a_season_is_a_workbook_in_which_no_name_is_a_formula(days: Days, olga: User) -> None:
    players = cast.people(3)
    players.append(User.objects.create_user("Eve;=1+1", "a long enough one"))
    season = cast.running(days, olga, players, points=[3, 0])
    half_played(days, season)
    answer = browser().get(f"/leagues/{season.league.slug}/{season.number}/season.xlsx")
    with zipfile.ZipFile(io.BytesIO(answer.content)) as book:
        assert {"xl/worksheets/sheet1.xml", "xl/worksheets/sheet3.xml"} <= set(book.namelist())
        assert "Eve;=1+1" in book.read("xl/sharedStrings.xml").decode()
        # It does not become a formula either when a user edits the cell.
        assert 'quotePrefix="1"' in book.read("xl/styles.xml").decode()
        pages = [book.read(f"xl/worksheets/sheet{number}.xml").decode() for number in (1, 2, 3)]
    assert not any("<f>" in page for page in pages)
    assert pages[1].count("<row ") == 1 + 6 * 2
    # Each date fits its column; Excel would show "###" otherwise.
    due = re.search(r'<col min="7" max="[78]" width="([\d.]+)"', pages[1])
    assert due
    assert float(due[1]) > len("2026-01-01 12:00")
    # The other file is safe too, in a program that splits at semicolons; places have no hyphen.
    table = browser().get(f"/leagues/{season.league.slug}/{season.number}/tables.csv")
    cells = table.content.decode("utf-8-sig").replace("\r\n", ";").replace(",", ";").split(";")
    assert "'=1+1" in cells
    assert not [cell for cell in cells if cell.startswith(("=", "-", "'-"))]
    assert browser().get(f"/leagues/{season.league.slug}/99/season.xlsx").status_code == 404


@pytest.mark.parametrize(
    ("settings", "said", "unsaid"),
    [
        ({}, "is played again while the season lasts", "a day after its agreed time"),
        ({"void": "drop"}, "A void match counts for nobody.", "is played again"),
        (
            {"live": True, "game": GameChoice(GAME)},
            "If no time is agreed by the deadline",
            "is not over when the season ends",
        ),
        (
            {},
            "If a player drops out, the first on the waiting list takes over their place",
            "nobody takes over",
        ),
        (
            {"substitutes": False},
            "If a player drops out, nobody takes over.",
            "the first on the waiting list",
        ),
        ({}, "The season", "word court"),
        (
            {"game": GameChoice("wortspiel"), "seats": 3},
            "Rulings of the word court also correct results.",
            "do not change the standings",
        ),
        (
            {"game": GameChoice("wortspiel"), "seats": 3, "corrections": "none"},
            "Rulings of the word court do not change the standings.",
            "also correct results",
        ),
    ],
)
def test_the_rules_say_what_the_server_does(
    olga: User, settings: dict[str, Any], said: str, unsaid: str
) -> None:
    cast.league(olga, **settings)
    page = text(browser().get("/leagues/winter/"))
    assert said in page
    assert unsaid not in page


def test_reasons_of_the_server_are_in_the_readers_language(days: Days, olga: User) -> None:
    players = cast.people(4)
    season = cast.running(days, olga, players)
    with days.now(), translation.override("de"):
        drop_entry(season.entries.get(user=players[0]).pk, players[0])
    path = address(season.divisions.get())
    assert "Reason: dropped out" in text(browser().get(path))
    with translation.override("de"):
        said = f"Grund: {gettext('dropped out')}"
    assert said in text(browser().get(path, headers={"Accept-Language": "de"}))
