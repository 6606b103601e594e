"""The guide's promises for every request to every endpoint."""

from __future__ import annotations

import json
from typing import Any

import pytest
from asgiref.sync import async_to_sync

from api import limits
from api.endpoints import problem
from api.guide import DOCS
from api.models import Scope
from api.registered import endpoints
from core import clock
from core.http import answer_refusal
from core.rate_limits import Limit
from core.refusals import known_refusals, refused, status
from matches import limits as limits_of_tables
from matches.models import Match
from matches.services.seating import reserve_seat, seats
from tests.platform.api.programs import Program, bot_called, token_of
from tests.platform.leagues import cast
from tests.platform.leagues.cast import Days
from tests.platform.matches.cast import awaited, dealt, opened, person

pytestmark = pytest.mark.django_db

LINES = {"Accept": "application/x-ndjson"}
TOO_MANY = 429


async def read_all(answer: Any) -> bytes:
    """Read a streamed answer to its end."""
    return b"".join([part async for part in answer.streaming_content])


@pytest.fixture
def program() -> Program:
    return Program(token_of(bot_called("Ada"), Scope.PLAY, Scope.READ))


def test_every_429_says_when_to_come_back(rf: Any) -> None:
    """This includes the refusal of too many tables, and every code without a count of seconds."""
    codes = [one for one in known_refusals() if status(one) == TOO_MANY]
    assert len(codes) > 5
    for one in codes:
        known = refused(one.code, seconds=7, most=3, name="Ada") if "%(" in one.sentence else None
        denied = known or type(refused("not_found"))(one)
        for answer in (problem(denied), answer_refusal(rf.get("/"), denied.refusal)):
            assert answer.status_code == TOO_MANY
            assert int(answer.headers["Retry-After"]) >= 1, one.code


def test_too_many_tables_say_how_long_it_will_be(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        limits_of_tables, "TABLES_OPENED", Limit("tables-here", most=1, seconds=400)
    )
    table = {"game": "daumen_drauf", "seats": 2}
    program.send("matches", **table)
    answer = program.call("post", "matches", **table)
    assert (answer.status_code, answer.json()["code"]) == (TOO_MANY, "rate_limited")
    assert 300 < int(answer.headers["Retry-After"]) <= 400


def test_an_answer_says_how_many_requests_are_left(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program knows its limit before it reaches it."""
    monkeypatch.setattr(limits, "REQUESTS", Limit("api-left", most=4, seconds=50))
    whole, kept = program.get("games"), program.get("matches")
    etag = {"If-None-Match": kept.headers["ETag"]}
    unchanged = program.client.get("/api/v1/matches", headers=program.headers | etag)
    lines = program.client.get("/api/v1/matches", headers=program.headers | LINES)
    answers = (whole, kept, unchanged, lines)
    assert [one.status_code for one in answers] == [200, 200, 304, 200]
    for left, one in zip((3, 2, 1, 0), answers, strict=True):
        assert (one.headers["RateLimit-Limit"], one.headers["RateLimit-Remaining"]) == (
            "4",
            str(left),
        )
        assert 1 <= int(one.headers["RateLimit-Reset"]) <= 50
        assert "RateLimit-Remaining" in one.headers["Access-Control-Expose-Headers"]
    assert program.get("games").status_code == TOO_MANY
    assert Program().get("games").headers["RateLimit-Limit"] == str(limits.STRANGERS.most)


def test_a_whole_number_may_be_written_with_a_point(program: Program) -> None:
    """JSON Schema counts 9.0 as an integer, so the API accepts it."""
    body = '{"game": "daumen_drauf", "seats": 2.0, "bots": ["easy"], "options": {}}'

    def post(address: str, text: str) -> Any:
        address = f"/api/v1/{address}"
        headers = program.headers
        return program.client.post(address, text, content_type="application/json", headers=headers)

    answer = post("matches", body)
    assert answer.status_code == 200, answer.content
    match = answer.json()["id"]
    assert len(answer.json()["seats"]) == 2
    position = program.send(f"matches/{match}/ready", nonce="mine")
    seen = f"{position['version']}.0"
    offered = json.dumps(position["legal_actions"][0]) if position["awaited"] else '{"type": "x"}'
    acted = post(f"matches/{match}/actions", f'{{"action": {offered}, "seen": {seen}, "key": "k"}}')
    assert acted.json().get("code") in {None, "invalid_params", "not_your_turn"}
    for wrong in ("2.5", "1e400", '"2"', "true"):
        denied = post("matches", body.replace("2.0", wrong))
        assert (denied.status_code, denied.json()["code"]) == (400, "wrong_request"), wrong
    assert len(program.read("mine", status="running", limit="1.0")["items"]) == 1
    assert program.refused("mine", limit="1.5") == (400, "wrong_request")
    assert program.refused("games/2.0") == (404, "not_found")


@pytest.mark.parametrize("number", ["1e400", "-1e400", "1e999999", "Infinity", "NaN"])
@pytest.mark.parametrize("place", ["%s", '"x", "n": %s', '"x", "n": [{"m": [%s]}]'])
def test_what_is_no_number_is_refused_in_words(program: Program, number: str, place: str) -> None:
    """1e400 is refused as a number, not as an unknown action."""
    table = program.send("matches", game="daumen_drauf", seats=2, bots=["easy"])
    body = f'{{"action": {{"type": {place % number}}}, "seen": 1, "key": "k"}}'
    answer = program.client.post(
        f"/api/v1/matches/{table['id']}/actions",
        body,
        content_type="application/json",
        headers=program.headers,
    )
    assert (answer.status_code, answer.json()["code"]) == (400, "wrong_request")
    said = answer.json()["sentence"]
    assert "out of range" in said or "malformed" in said


@pytest.mark.parametrize(
    "body",
    [
        '{"game": "daumen_drauf", "seats": 3, "seats": 2}',
        '{"game": "wortspiel", "game": "daumen_drauf", "seats": 2}',
        '{"game": "daumen_drauf", "seats": 2, "options": {"open_piles": true, "open_piles": false}}',
        '{"game": "daumen_drauf", "seats": 2, "se\\u0061ts": 2}',
    ],
)
def test_a_field_that_is_said_twice_is_refused(program: Program, body: str) -> None:
    """No part of a request is ignored, so the first of the two is not dropped."""
    answer = program.client.post(
        "/api/v1/matches", body, content_type="application/json", headers=program.headers
    )
    assert (answer.status_code, answer.json()["code"]) == (400, "wrong_request")
    assert "2 times" in answer.json()["sentence"]
    assert not Match.objects.exists()


def test_lines_are_as_many_as_the_limit_says() -> None:
    """A limit also applies to lines: no part of a request is ignored."""
    for name in ("Alice", "Bob", "Clara"):
        opened(person(name), bots=1, public=True)

    def lines(**query: Any) -> list[Any]:
        answer = Program(**LINES).get("matches", status="open", **query)
        return [json.loads(line) for line in async_to_sync(read_all)(answer).splitlines()]

    every = Program().read("matches", status="open")["items"]
    assert lines() == every
    assert lines(limit=2) == every[:2]


def test_rules_are_read_by_the_id_that_a_match_names(program: Program) -> None:
    table = program.send("matches", game="wortspiel", seats=3, bots=["easy", "easy"])
    rules = program.read(f"rules/{table['rules']}")
    assert (rules["id"], rules["game"]) == (table["rules"], "wortspiel")
    assert program.refused("rules/999999") == (404, "not_found")
    assert program.refused("rules/999999/data") == (404, "not_found")


def test_the_words_and_cards_that_rules_pin_are_served(program: Program) -> None:
    """A bot can prepare for Wortspiel with them, and any user can verify its deals."""
    table = program.send("matches", game="wortspiel", seats=3)
    told = Program().read(f"rules/{table['rules']}/data")
    assert len(told["words"]) == 50
    assert len({one["card"] for one in told["cards"]}) == len(told["cards"]) == 108
    assert {one["word"] for one in told["cards"]} == {one["word"] for one in told["words"]}
    other = program.send("matches", game="daumen_drauf", seats=2)
    assert Program().read(f"rules/{other['rules']}/data") == {}


def test_a_match_says_how_many_rounds_were_dealt(program: Program) -> None:
    """A program need not request rounds until one is missing."""
    match = opened(person("Alice"), bots=1, public=True)
    assert Program().read(f"matches/{match.pk}")["rounds"] == 0
    running = dealt(person("Bob"), bots=1, public=True)
    assert Program().read(f"matches/{running.pk}")["rounds"] == 1
    assert [one["rounds"] for one in Program().read("matches", status="running")["items"]] == [1]


def test_the_latest_match_is_found_without_reading_all(program: Program) -> None:
    """A list can begin with the newest match."""
    made = [str(dealt(person(name), bots=1, public=True).pk) for name in ("Ann", "Ben", "Cid")]
    first = Program().read("matches", status="running", newest="true", limit=2)
    rest = Program().read("matches", status="running", newest="true", after=first["next"])
    assert [one["id"] for one in (*first["items"], *rest["items"])] == made[::-1]
    assert [one["id"] for one in Program().read("matches", status="running")["items"]] == made
    assert Program().refused("matches", newest="perhaps") == (400, "wrong_request")


def test_a_seat_that_is_kept_looks_like_no_free_one(program: Program) -> None:
    """A program can distinguish a reserved seat from a free one."""
    alice, bob = person("Alice"), person("Bob")
    match = opened(bob, bots=2, public=True)
    for number in (1, 2):
        seats.seat_bot(match.pk, bob, number, "")
    reserve_seat.reserve_for(match.pk, bob, 1, alice)
    for table in (
        Program().read(f"matches/{match.pk}"),
        *Program().read("matches", status="open")["items"],
    ):
        assert [(one["player"] is None, one["kept"]) for one in table["seats"]] == [
            (False, False),
            (True, True),
            (True, False),
        ]
        assert "Alice" not in json.dumps(table)


def test_a_position_tells_what_is_left_of_its_own_bank(program: Program) -> None:
    """The position has the rest of the bank beside the deadline."""
    eve = Program(token_of(bot_called("Eve"), Scope.PLAY))
    table = program.send("matches", game="daumen_drauf", seats=2, tempo="own-60-300", public=True)
    address = f"matches/{table['id']}"
    eve.send(f"{address}/sit")
    assert program.read(f"{address}/position")["bank_ms"] == 0
    began = clock.now_ms()
    with clock.stopped(began):
        for one in (program, eve):
            one.send(f"{address}/ready")
        asked = (program, eve)[awaited(Match.objects.get(pk=table["id"]))]
        position = asked.read(f"{address}/position")
    assert position["bank_ms"] == 300_000
    assert [one["due"]["ms"] for one in position["deadlines"]] == [began + 360_000]
    with clock.stopped(began + 75_000):
        acted = asked.send(
            f"{address}/actions",
            action=position["legal_actions"][0],
            seen=position["version"],
            key="late",
        )
    assert acted["position"]["bank_ms"] == 285_000


def test_a_made_up_tempo_is_taken_and_described(program: Program) -> None:
    wanted = {"game": "daumen_drauf", "seats": 2, "tempo": "own-77-300"}
    table = program.send("matches", **wanted)
    assert table["tempo"] == "own-77-300"
    assert "own-77-300" in (DOCS / "api.md").read_text()
    assert program.call("post", "matches", **wanted | {"tempo": "own-1-0"}).status_code == 422


def test_fixtures_tell_their_times_like_everything_else() -> None:
    season = cast.running(days := Days(), cast.organiser(), cast.people(3))
    with days.now():
        told = Program().read(f"leagues/{season.league.slug}/seasons/1/divisions/1")
    for fixture in told["fixtures"]:
        assert set(fixture["due_at"]) == {"iso", "ms"}
        assert fixture["settled_at"] is None
        assert fixture["due"][:19] == fixture["due_at"]["iso"][:19]
    for change in told["history"]:
        rows = [[row["entry"], row["place"], row["points"]] for row in change["rows"]]
        assert rows == change["table"] != []


def test_the_guide_says_what_may_change() -> None:
    """It also says for how long it stays stable."""
    guide = (DOCS / "api.md").read_text()
    for said in ("## Versions", "deprecated", "version 2", "Retry-After", "rules/{id}/data"):
        assert said in guide, said
    assert {"show_rules", "show_rules_data"} <= {one.name for one in endpoints}
