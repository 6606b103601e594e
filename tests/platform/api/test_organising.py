"""Organisers can do by API what they do on pages: sign-ups, seasons, decisions; all is recorded."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from api.models import Scope
from leagues.models import Fixture, News, Season
from moderation.models import AuditEntry
from tests.platform.api.programs import Program, bot_called, token_of
from tests.platform.leagues import cast
from tests.platform.leagues.cast import Days
from tests.platform.matches.cast import person
from tests.sure import sure

pytestmark = pytest.mark.django_db
LEAGUE = "leagues/winter"
SEASON = f"{LEAGUE}/seasons/1"
WHY = "They told us so."


@pytest.fixture
def olga() -> User:
    return cast.organiser()


@pytest.fixture
def program(olga: User) -> Program:
    return Program(token_of(olga, Scope.READ, Scope.ORGANISE))


def verbs() -> list[str]:
    """Return the verbs in the audit log, the first one first."""
    return list(
        AuditEntry.objects.filter(app="leagues").order_by("pk").values_list("verb", flat=True)
    )


def refused(program: Program, address: str, **body: Any) -> tuple[int, str]:
    answer = program.call("post", address, **body)
    return answer.status_code, answer.json()["code"]


def first(season: Season) -> Fixture:
    return Fixture.objects.filter(division__season=season).order_by("number")[0]


def read_fixture(program: Program, fixture: Fixture) -> dict[str, Any]:
    told = program.read(f"{SEASON}/divisions/1")["fixtures"]
    return next(one for one in told if one["id"] == fixture.pk)


def test_sign_ups_are_read_bots_added_and_somebody_taken_out(olga: User, program: Program) -> None:
    days = Days()
    cast.open_for_sign_up(days, olga, cast.people(3))
    with days.now():
        bot = program.send(f"{SEASON}/bots", level="easy")
        assert (bot["bot"], bot["player"], bot["waiting"]) == ("easy", None, False)
        assert bot["name"] not in {"", "Player 1", "Player 2", "Player 3"}
        entries = program.read(f"{SEASON}/entries")["items"]
        assert [one["name"] for one in entries] == ["Player 1", "Player 2", "Player 3", bot["name"]]
        program.send(f"{LEAGUE}/entries/{entries[0]['entry']}/drop", reason=WHY)
        left = program.read(f"{SEASON}/entries")["items"]
        assert [one["name"] for one in left] == ["Player 2", "Player 3", bot["name"]]
        assert refused(program, f"{SEASON}/bots", level="brilliant") == (422, "unknown_level")
    assert verbs()[-2:] == ["add_bot", "drop_out"]
    assert sure(AuditEntry.objects.order_by("pk").last()).by == olga


def test_a_season_is_begun_drawn_anew_confirmed_and_ended(olga: User, program: Program) -> None:
    days = Days()
    cast.open_for_sign_up(days, olga, cast.people(4), confirm_draw=True)
    with days.now():
        drawn = program.send(f"{SEASON}/begin")
        assert (drawn["season"]["state"], drawn["divisions"]) == ("drawn", [1])
        before = program.read(f"{SEASON}/divisions/1")["fixtures"]
        assert program.send(f"{SEASON}/draw")["season"]["state"] == "drawn"
        after = program.read(f"{SEASON}/divisions/1")["fixtures"]
        assert {one["id"] for one in before}.isdisjoint(one["id"] for one in after)
        assert len(after) == len(before) > 0
        assert program.send(f"{SEASON}/confirm")["season"]["state"] == "running"
        assert refused(program, f"{SEASON}/confirm") == (409, "season_not_drawn")
        assert refused(program, f"{SEASON}/call-off") == (409, "season_begun")
        program.send(f"{SEASON}/end")
    assert verbs()[-3:] == ["draw_anew", "confirm", "end_early"]


def test_dates_that_cannot_be_are_refused_by_field(olga: User, program: Program) -> None:
    """They change nothing."""
    days = Days()
    season = cast.open_for_sign_up(days, olga, cast.people(2))
    with days.now():
        answer = program.call(
            "post", f"{SEASON}/dates", seen="sign_up", ends="2020-01-01T00:00:00Z"
        )
        assert (answer.status_code, answer.json()["code"]) == (422, "invalid")
        assert answer.json()["sentence"] == (
            "This was not accepted. ends_at: The season must end in the future, and after it begins."
        )
        naive = program.call("post", f"{SEASON}/dates", seen="sign_up", ends="2030-01-01T00:00:00")
        assert (naive.status_code, naive.json()["code"]) == (400, "wrong_request")
        assert refused(program, f"{SEASON}/dates", seen="planned") == (409, "changed_meanwhile")
        unmoved = season.ends_at
        season.refresh_from_db()
        assert season.ends_at == unmoved
        moved = program.send(f"{SEASON}/dates", seen="sign_up", ends="2027-06-01T00:00:00+02:00")
        assert moved["season"]["ends"]["iso"] == "2027-05-31T22:00:00.000Z"


def test_a_decision_has_a_reason_and_is_made_once(olga: User, program: Program) -> None:
    days = Days()
    season = cast.running(days, olga, cast.people(4))
    fixture = first(season)
    with days.now():
        told = read_fixture(program, fixture)
        address = f"{LEAGUE}/fixtures/{fixture.pk}"
        seen = told["changes"]
        assert refused(program, f"{address}/walkover", here=[0], reason=" ", seen=seen) == (
            422,
            "reason_missing",
        )
        assert refused(program, f"{address}/walkover", here=[7], reason=WHY, seen=seen)[0] == 400
        done = program.send(f"{address}/walkover", here=[0], reason=WHY, seen=seen)
        assert (done["how"], done["reason"]) == ("walkover", WHY)
        assert [seat["place"] for seat in done["seats"]] == [1, 2]
        again = refused(program, f"{address}/walkover", here=[1], reason=WHY, seen=seen)
        assert again == (409, "changed_meanwhile")
        back = program.send(f"{address}/restore", reason="No.", seen=done["changes"])
        assert back["how"] == ""
        void = program.send(f"{address}/void", reason=WHY, seen=back["changes"])
        assert void["how"] == "void"
    assert verbs()[-3:] == ["walkover", "restore", "void"]
    history = program.read(f"{SEASON}/divisions/1")["history"]
    assert [one["reason"] for one in history][-3:] == [WHY, "No.", WHY]


def test_no_reason_of_a_program_turns_a_line_or_breaks_it(olga: User, program: Program) -> None:
    """A reason from a program is tidied as in forms: in notices, in the audit log and in the
    table's history. A reason of invisible characters counts as missing.
    """
    days = Days()
    season = cast.running(days, olga, cast.people(5)[:4])
    typed, kept = "Moved.\r\nBcc: eve@example.org\u202e\u200b", "Moved. Bcc: eve@example.org"
    fixture = first(season)
    News.objects.all().delete()
    with days.now():
        address = f"{LEAGUE}/fixtures/{fixture.pk}"
        done = program.send(f"{address}/walkover", here=[0], reason=typed, seen=fixture.changes)
        program.send(f"{address}/restore", reason=typed, seen=done["changes"])
        gone, other = season.entries.order_by("pk")[:2]
        program.send(f"{LEAGUE}/entries/{gone.pk}/drop", reason=typed)
        program.send(f"{LEAGUE}/entries/{other.pk}/drop", reason="\u200b\u2800")
    with_reason = News.objects.filter(facts__has_key="reason").values_list("kind", "facts__reason")
    told = dict(with_reason)
    assert told == dict.fromkeys(("decided", "reopened", "taken_out"), kept)
    assert News.objects.filter(kind="taken_out").count() == 2
    facts = AuditEntry.objects.filter(app="leagues").order_by("pk").values_list("facts", flat=True)
    assert [one["reason"] for one in facts if "reason" in one] == [kept, kept, kept, ""]


def test_a_result_is_corrected(olga: User, program: Program) -> None:
    days = Days()
    season = cast.running(days, olga, cast.people(4))
    fixture = first(season)
    with days.now():
        cast.play(fixture, [7, 2])
        seen = read_fixture(program, fixture)["changes"]
        address = f"{LEAGUE}/fixtures/{fixture.pk}/result"
        short = refused(program, address, places=[1], totals=[1], reason=WHY, seen=seen)
        assert short == (400, "wrong_request")
        done = program.send(address, places=[2, 1], totals=[2, 7], reason=WHY, seen=seen)
    assert [(seat["place"], seat["total"]) for seat in done["seats"]] == [(2, 2), (1, 7)]
    assert done["how"] == "corrected"


def test_people_are_invited_and_removed(olga: User, program: Program) -> None:
    days, anna = Days(), person("Anna")
    with days.now():
        secret = cast.league(olga, invite_only=True)
        members_at = f"leagues/{secret.slug}/members"
        program.send(members_at, name="Anna")
        members = program.read(members_at)["items"]
        assert [(one["player"]["name"], one["state"]) for one in members] == [("Anna", "invited")]
        assert refused(program, members_at, name="Anna") == (409, "in_league_already")
        program.send(f"{members_at}/{anna.pk}/remove")
        assert program.read(members_at)["items"] == []
        assert refused(program, f"{members_at}/{anna.pk}/remove") == (409, "changed_meanwhile")


def test_only_organisers_by_name_organise_by_token(olga: User) -> None:
    """The token needs that scope; staff cannot organise by token."""
    days, anna = Days(), person("Anna")
    season = cast.open_for_sign_up(days, olga, cast.people(2))
    entry = season.entries.order_by("pk")[0]
    with days.now():
        address = f"{LEAGUE}/entries/{entry.pk}/drop"
        assert refused(Program(), address) == (401, "no_token")
        assert refused(Program(token_of(olga)), address) == (403, "missing_scope")
        assert refused(Program(token_of(anna, Scope.ORGANISE)), address) == (403, "not_yours")
        season.league.organisers.clear()
        # Olga still organises every league, but only on the pages, with a second factor.
        assert refused(Program(token_of(olga, Scope.ORGANISE)), address) == (403, "not_yours")
        season.league.organisers.add(anna)
        Program(token_of(anna, Scope.ORGANISE)).send(address)
    assert not season.entries.filter(pk=entry.pk).exists()


def test_where_programs_only_read_none_organises_or_plays(
    olga: User, program: Program, settings: Any
) -> None:
    settings.API_ACTS = False
    with Days().now():
        cast.league(olga)
        assert refused(program, f"{LEAGUE}/close") == (403, "api_reads")
        assert program.read(LEAGUE)["closed"] is None
        bot = Program(token_of(bot_called("Ada"), Scope.PLAY))
        assert refused(bot, "matches", game="sleeping_queens", seats=2) == (403, "api_reads")


def test_what_is_of_another_league_is_not_there(olga: User, program: Program) -> None:
    days, other = Days(), person("Anna")
    season = cast.running(days, olga, cast.people(4))
    fixture, entry = first(season), season.entries.order_by("pk")[0]
    with days.now():
        cast.league(other, name="Summer league", slug="summer")
        mine = Program(token_of(other, Scope.ORGANISE))
        body = {"reason": WHY, "seen": fixture.changes}
        assert refused(mine, f"leagues/summer/fixtures/{fixture.pk}/void", **body) == (
            404,
            "not_found",
        )
        assert refused(mine, f"leagues/summer/entries/{entry.pk}/drop") == (404, "not_found")
        assert refused(mine, f"{LEAGUE}/fixtures/{fixture.pk}/void", **body) == (403, "not_yours")
