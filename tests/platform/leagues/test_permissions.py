"""Every page and action of leagues, for every kind of visitor."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from http import HTTPStatus
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from accounts.models import User
from core import clock
from leagues.models import Entry, Fixture, League, Season
from leagues.services.entries.drop_entry import drop_entry
from leagues.services.fixtures import decide_fixture
from leagues.services.seasons.league_games import GameChoice
from leagues.web.urls import urlpatterns
from leagues.web.views.organise import ACTS
from moderation.models import AuditEntry
from tests.platform.accounts.cast import browser, gus
from tests.platform.leagues import cast
from tests.platform.leagues.cast import Days
from tests.platform.leagues.test_organising import written
from tests.platform.matches.cast import GAME, person
from tests.platform.moderation.staff import adele, mona, otto

pytestmark = pytest.mark.django_db

OK, TO, NO, NONE = HTTPStatus.OK, HTTPStatus.FOUND, HTTPStatus.FORBIDDEN, HTTPStatus.CONFLICT

CAST = (
    "player",
    "stranger",
    "listed organiser",
    "organiser",
    "moderator",
    "administrator",
    "guest",
    "signed out",
)
LEAGUE = "/leagues/winter/"


ORGANISE = {"listed organiser", "organiser", "administrator"}
"""Organisers of this league."""
ACCOUNTS = frozenset(CAST) - {"guest", "signed out"}
"""People who may create a league."""


@dataclass
class Scene:
    """A league in a certain state, and all visitors; `player` takes part in it."""

    days: Days
    season: Season
    people: dict[str, User | None]

    def get(self, who: str, path: str) -> Any:
        with self.days.now():
            return browser(self.people[who]).get(path)

    def post(self, who: str, path: str, fields: dict[str, Any]) -> Any:
        with self.days.now():
            return browser(self.people[who]).post(path, fields)

    def fixture(self) -> Fixture:
        """Return the player's first fixture."""
        return Fixture.objects.filter(seats__entry=self.entry(1)).order_by("pk")[0]

    def entry(self, number: int) -> Entry:
        return self.season.entries.get(user__name=f"Player {number}")


def everybody() -> dict[str, User | None]:
    """Return the people of the cast who do not play."""
    return {
        "stranger": person("Eve"),
        "listed organiser": person("Lisa"),
        "organiser": otto(),
        "moderator": mona(),
        "administrator": adele(),
        "guest": gus(),
        "signed out": None,
    }


def scene(stage: str) -> Scene:
    """Return the league during sign-up, drawn, running, or arranging appointments."""
    days, players = Days(), cast.people(5)
    begin = cast.open_for_sign_up if stage == "open" else cast.running
    settings: dict[str, Any] = {"confirm_draw": stage == "drawn"}
    if stage == "arranging":
        settings = {"live": True, "game": GameChoice(GAME)}
    season = begin(days, cast.organiser(), players[:4], **settings)
    people = {"player": players[0]} | everybody()
    assert tuple(people) == CAST
    lisa = people["listed organiser"]
    assert lisa is not None
    season.league.organisers.set([lisa])
    return Scene(days, season, people)


def state() -> list[object]:
    """Return all data that a refused request must not change, including the audit log."""
    return [
        *League.objects.values_list("slug", "changes", "closed_at"),
        *Season.objects.order_by("pk").values_list("state", "begins_at", "ends_at"),
        *Entry.objects.order_by("pk").values_list("pk", "dropped_at", "replaces"),
        *Fixture.objects.order_by("pk").values_list("state", "how", "changes", "appointment"),
        AuditEntry.objects.count(),
    ]


# Pages --------------------------------------------------------------------------------------------


def expected(*answers: int) -> dict[str, int]:
    return dict(zip(CAST, answers, strict=True))


LOOKS = {
    #              player stranger listed organiser moderator admin guest signed-out
    "../new/": expected(OK, OK, OK, OK, OK, OK, NO, TO),
    "edit/": expected(NO, NO, OK, OK, NO, OK, NO, TO),
    "organise/": expected(NO, NO, OK, OK, NO, OK, NO, TO),
    "leave/": expected(OK, NONE, NONE, NONE, NONE, NONE, NONE, TO),
}
FOR_EVERYBODY = (
    "../",
    "",
    "1/1/",
    "1/1/table.csv",
    "1/1/fixtures.csv",
    "1/1/division.json",
    "1/tables.csv",
    "1/fixtures.csv",
    "1/members.csv",
    "1/season.xlsx",
    "fixtures/{fixture}/",
)


def address(at: Scene, path: str) -> str:
    if path.startswith("../"):
        return f"/leagues/{path[3:]}"
    return LEAGUE + path.format(fixture=at.fixture().pk if "{" in path else "")


def test_who_may_look() -> None:
    at = scene("running")
    for path, answers in LOOKS.items():
        for who in CAST:
            answer = at.get(who, address(at, path))
            assert answer.status_code == answers[who], (path, who)
            if answer.status_code == TO:
                assert answer.url.startswith("/sign-in/")
    for path in FOR_EVERYBODY:
        for who in CAST:
            assert at.get(who, address(at, path)).status_code == OK, (path, who)


def test_who_is_shown_the_way_to_what_they_may() -> None:
    at = scene("running")
    for who in CAST:
        found = at.get(who, "/leagues/").content.decode()
        assert ("/leagues/new/" in found) == (who in ACCOUNTS), who
        league = at.get(who, LEAGUE).content.decode()
        assert (f"{LEAGUE}organise/" in league) == (who in ORGANISE), who
        division = at.get(who, f"{LEAGUE}1/1/").content.decode()
        assert f"{LEAGUE}fixtures/" in division, who
        assert ("Decide" in division) == (who in ORGANISE), who
        fixture = at.get(who, f"{LEAGUE}fixtures/{at.fixture().pk}/").content.decode()
        assert ("/walkover" in fixture) == (who in ORGANISE), who


# Actions ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Deed:
    """An organiser's action, and the league that it needs."""

    stage: str
    path: str
    fields: Callable[[Scene], dict[str, Any]] = lambda at: {}
    may: frozenset[str] = frozenset(ORGANISE)
    before: Callable[[Scene], None] = lambda at: None


def dates(at: Scene) -> dict[str, Any]:
    now = timezone.localtime(clock.as_datetime(at.days.ms))
    days = {"begins_at": now + timedelta(days=3), "ends_at": now + timedelta(days=20)}
    return {name: f"{day:%Y-%m-%dT%H:%M}" for name, day in days.items()} | {"seen": "sign_up"}


def seen(at: Scene) -> dict[str, Any]:
    return {"reason": "So it is.", "seen": at.fixture().changes}


def result(at: Scene) -> dict[str, Any]:
    return seen(at) | {"place-0": 1, "place-1": 1, "total-0": 1, "total-1": 1}


def played(at: Scene) -> None:
    with at.days.now():
        cast.play(at.fixture(), [0, 1])


def voided(at: Scene) -> None:
    fixture = at.fixture()
    with at.days.now():
        decide_fixture.void_fixture(
            fixture.pk, cast_organiser(), reason="Rain.", seen=fixture.changes
        )


def dropped(at: Scene) -> None:
    """Let a player drop out, with substitutes named by hand and a waiting player."""
    with at.days.now():
        drop_entry(at.entry(1).pk, cast_organiser())
        late = User.objects.get(name="Player 5")
        Entry.objects.create(
            season=at.season, user=late, late=True, signed_up_at=clock.as_datetime(at.days.ms)
        )


def cast_organiser() -> User:
    return User.objects.get(name="Olga")


SURE = {"sure": "yes"}
DEEDS = {
    "found": Deed("open", "../new/", lambda at: written(), ACCOUNTS),
    "edit": Deed("open", "edit/", lambda at: written(seen=1, organisers="Lisa", most="")),
    "dates": Deed("open", "organise/dates", dates),
    "bot": Deed("open", "organise/bot", lambda at: {"level": "easy"}),
    "begin": Deed("open", "organise/begin"),
    "call-off": Deed("open", "organise/call-off", lambda at: SURE),
    "close": Deed("open", "organise/close", lambda at: SURE),
    "draw": Deed("drawn", "organise/draw"),
    "confirm": Deed("drawn", "organise/confirm"),
    "end": Deed("running", "organise/end", lambda at: SURE),
    "drop": Deed("running", "organise/drop", lambda at: SURE | {"entry": at.entry(2).pk}),
    "replace": Deed(
        "running",
        "organise/replace",
        lambda at: {"entry": at.entry(1).pk, "substitute": at.entry(5).pk},
        before=dropped,
    ),
    "walkover": Deed("running", "fixtures/{fixture}/walkover", lambda at: seen(at) | {"here-0": 1}),
    "void": Deed("running", "fixtures/{fixture}/void", seen),
    "result": Deed("running", "fixtures/{fixture}/result", result, before=played),
    "restore": Deed("running", "fixtures/{fixture}/restore", seen, before=voided),
}


def test_every_address_is_here() -> None:
    """A new page must be added to one of these tables."""
    looks = {"create_league", "edit_league", "organise_league", "leave_league"}
    open_to_all = {"leagues", "league", "division", "table_csv", "fixtures_csv", "division_json"}
    open_to_all |= {"season_csv", "season_xlsx", "fixture"}
    deeds = {"create_league", "edit_league", "edit_dates", "organise_action", "decide_fixture"}
    deeds |= {"drop_player"}
    of_players = {"sign_up", "leave_league", "arrange_fixture", "appointment_ics", "season"}
    of_players |= {"write_to_fixture"}  # test_thread.py
    invitations = {"invited", "accept_invitation", "part_from_league"}  # test_invitations.py
    known = looks | open_to_all | deeds | of_players | invitations
    assert {one.name for one in urlpatterns} == known
    assert set(ACTS) <= set(DEEDS) | {"invite", "remove", "new-link", "no-link"}


@pytest.mark.parametrize("name", DEEDS)
def test_who_may_do_what(name: str) -> None:
    """An allowed action succeeds and is recorded; a refused one changes nothing."""
    deed = DEEDS[name]
    at = scene(deed.stage)
    deed.before(at)
    before = state()
    for who in CAST:
        mark = transaction.savepoint()
        answer = at.post(who, address(at, deed.path), deed.fields(at))
        may = who in deed.may
        if who == "signed out":
            # The answer redirects to sign-in, or shows a form that contains the text.
            page = answer.url if answer.status_code == TO else answer.content.decode()
            assert "/sign-in/" in page
            kept = all(f'name="{field}"' in page for field in deed.fields(at))
            assert answer.status_code == TO or kept
        else:
            assert answer.status_code == (TO if may else NO), who
            assert not may or not answer.url.startswith("/sign-in/"), who
        assert (state() != before) == may, who
        if may:
            assert AuditEntry.objects.latest("pk").by == at.people[who], who
        transaction.savepoint_rollback(mark)


@pytest.mark.parametrize("stage", ["open", "drawn", "running"])
def test_without_a_second_factor_the_staff_do_nothing(stage: str) -> None:
    at = scene(stage)
    admin = at.people["administrator"]
    assert admin is not None
    page = Client(headers={"Accept-Language": "en"})
    page.force_login(admin)

    def closed(answer: Any) -> bool:
        return answer.status_code == NO and "Second factor needed" in answer.content.decode()

    before = state()
    with at.days.now():
        for path in ("../new/", "edit/", "organise/"):
            assert closed(page.get(address(at, path))), path
        for deed in DEEDS.values():
            if deed.stage == stage and deed.before is DEEDS["bot"].before:
                assert closed(page.post(address(at, deed.path), deed.fields(at))), deed
    assert state() == before


# Players' actions ---------------------------------------------------------------------------------


def test_who_may_sign_up_and_leave() -> None:
    at = scene("open")
    signs_up = expected(NONE, TO, TO, TO, TO, TO, NO, TO)
    for who in CAST:
        was = Entry.objects.count()
        answer = at.post(who, f"{LEAGUE}sign-up", {})
        assert answer.status_code == signs_up[who], who
        takes_part = who not in ("player", "guest", "signed out")
        assert Entry.objects.count() - was == takes_part, who
    for who in CAST:
        was = Entry.objects.count()
        answer = at.post(who, f"{LEAGUE}leave/", {})
        leaves = who not in ("guest", "signed out")
        assert answer.status_code == (TO if leaves or who == "signed out" else NONE), who
        assert was - Entry.objects.count() == leaves, who


@pytest.mark.parametrize("verb", ["propose", "now", "agree", "take-back"])
def test_only_who_plays_a_match_arranges_it(verb: str) -> None:
    at = scene("arranging")
    fixture = at.fixture()
    path = f"{LEAGUE}fixtures/{fixture.pk}/"
    then = timezone.localtime(clock.as_datetime(at.days.ms)) + timedelta(days=2)
    if verb in ("agree", "take-back"):
        at.post("player", f"{path}propose", {"at": f"{then:%Y-%m-%dT%H:%M}"})
    fixture.refresh_from_db()
    shown = fixture.appointment.isoformat() if fixture.appointment else f"{then:%Y-%m-%dT%H:%M}"
    before = state()
    for who in reversed(CAST):
        answer = at.post(who, path + verb, {"at": shown})
        may = who == "player"
        assert answer.status_code == (TO if may else NO), who
        assert who != "signed out" or "/sign-in/" in answer.content.decode()
        changes = may and verb != "agree"  # the player had proposed it
        assert (state() != before) == changes, who
