"""Programs read public data without a token, their own data with it, and nothing else."""

from __future__ import annotations

import json
import re
from base64 import urlsafe_b64decode
from typing import Any
from urllib.parse import quote

import pytest
from django.test import AsyncClient, Client

from accounts.models import User
from api import endpoints
from games.kernel import registry
from matches.models import Match
from matches.services.rounds import finish
from ratings.services.recompute_ratings import rebuild_ratings
from realtime.threads import in_thread
from tests.platform.api.programs import Program, token_of
from tests.platform.leagues import cast as league_cast
from tests.platform.matches.cast import GAME, dealt, opened, person, play_out

pytestmark = pytest.mark.django_db


def finished(*players: User, **wanted: Any) -> Match:
    """Return a match of one round that is over and scored."""
    match = dealt(*players, **wanted)
    play_out(match)
    finish.finish_round(match.rounds.get().pk)
    return match


@pytest.fixture
def stranger() -> Program:
    return Program()


def test_games_are_told_with_their_schemas(stranger: Program) -> None:
    games = stranger.read("games")
    assert [one["game"] for one in games] == sorted(registry.games())
    for one in games:
        assert one == stranger.read(f"games/{one['game']}")
        assert one["levels"]
        schema = stranger.read(f"games/{one['game']}/schema")
        assert set(schema["properties"]) >= {"Action", "Observation", "Event"}
    assert stranger.refused("games/chess") == (404, "not_found")


def test_private_matches_are_told_to_their_players_alone(
    stranger: Program, alice: User, bob: User
) -> None:
    """Public matches are shown to all."""
    public, private = finished(alice, bob, public=True), finished(alice, bob)
    (told,) = stranger.read("matches")["items"]
    assert told == stranger.read(f"matches/{public.pk}")
    assert told["id"] == str(public.pk)
    assert told["finished"]["iso"].endswith("Z")
    assert [seat["player"]["name"] for seat in told["seats"]] == ["Alice", "Bob"]
    assert told["result"]["decided"] is True
    assert told["corrected"] is False
    assert stranger.refused(f"matches/{private.pk}") == (404, "no_match")
    assert stranger.refused(f"matches/{private.pk}/rounds/1") == (404, "no_match")
    own = Program(token_of(alice))
    assert own.read(f"matches/{private.pk}")["public"] is False
    assert {one["id"] for one in own.read("mine")["items"]} == {str(public.pk), str(private.pk)}
    assert Program(token_of(person("Carol"))).refused(f"matches/{private.pk}")[0] == 404
    assert stranger.refused("mine") == (401, "no_token")


def test_a_list_is_read_by_cursor_without_gap_or_repetition(
    stranger: Program, alice: User, bob: User
) -> None:
    played = {str(dealt(alice, bob, public=True).pk) for _ in range(5)}
    seen: list[str] = []
    after = ""
    while after is not None:
        page = stranger.read("matches", status="running", limit=2, after=after)
        seen += [one["id"] for one in page["items"]]
        after = page["next"]
    assert len(seen) == 5
    assert set(seen) == played
    assert stranger.refused("matches", after="x!") == (404, "wrong_cursor")
    assert stranger.refused("matches", after="W10") == (404, "wrong_cursor")


def test_a_round_tells_nothing_before_it_is_over(stranger: Program, alice: User, bob: User) -> None:
    match = dealt(alice, bob, public=True)
    address = f"matches/{match.pk}/rounds/1"
    for program in (stranger, Program(token_of(alice))):
        assert program.refused(address) == (409, "round_running")
    seed = bytes(match.rounds.get().seed).hex()
    play_out(match)
    told = stranger.read(address)
    assert told["proof"]["seed"] == seed
    assert told["moves"][0]["number"] == 0
    assert told["outcome"]["scores"]


def test_a_view_shows_what_its_seat_saw(stranger: Program, alice: User, bob: User) -> None:
    """No other user may request it."""
    match = finished(alice, bob, public=True)
    address = f"matches/{match.pk}/rounds/1"
    own = Program(token_of(alice)).read(address, view="seat-0")
    assert {one["seat"] for one in own["moves"] if one["action"]} == {0}
    for move in own["moves"]:
        assert all(one["audience"] is None or 0 in one["audience"] for one in move["events"])
    watched = stranger.read(address, view="spectator")
    assert not any(one["action"] for one in watched["moves"])
    assert all(one["audience"] is None for move in watched["moves"] for one in move["events"])
    assert stranger.refused(address, view="seat-0")[1] == "seat_not_yours"
    assert Program(token_of(bob)).refused(address, view="seat-0")[1] == "seat_not_yours"
    assert stranger.refused(address, view="mine")[1] == "wrong_request"
    assert stranger.refused(address, view="seat-7")[1] == "unknown_view"


def test_a_round_is_read_step_by_step_in_ones_own_view(
    stranger: Program, alice: User, bob: User
) -> None:
    match = finished(alice, bob, public=True)
    steps = f"matches/{match.pk}/rounds/1/steps"
    own = Program(token_of(alice)).read(f"{steps}/0", view="seat-0")
    assert (own["observation"]["viewer"], len(own["observation"]["hand"])) == (0, 5)
    assert own["zones"] is None
    watched = stranger.read(f"{steps}/0", view="spectator")
    assert watched["observation"]["hand"] == []
    opened = stranger.read(f"{steps}/0")["zones"]
    assert [len(hand) for hand in opened["hands"]] == [5, 5]
    assert sorted(opened["hands"][0]) == sorted(own["observation"]["hand"])
    assert stranger.refused(f"{steps}/0", view="seat-0")[1] == "seat_not_yours"
    assert stranger.refused(f"{steps}/99999") == (404, "no_step")
    running = dealt(alice, bob, public=True)
    hidden = Program(token_of(alice)).refused(f"matches/{running.pk}/rounds/1/steps/0")
    assert hidden == (409, "round_running")


def test_leagues_are_told_as_their_pages_do(stranger: Program) -> None:
    days = league_cast.Days()
    season = league_cast.running(days, league_cast.organiser(), league_cast.people(4))
    (league,) = stranger.read("leagues")["items"]
    assert league["league"] == "winter"
    assert stranger.read("leagues/winter") == league
    told = stranger.read(f"leagues/winter/seasons/{season.number}")
    assert told["divisions"] == [1]
    division = stranger.read(f"leagues/winter/seasons/{season.number}/divisions/1")
    assert len(division["table"]) == 4
    assert division["fixtures"][0]["seats"]
    assert stranger.refused("leagues/summer") == (404, "not_found")
    assert stranger.refused("leagues/winter/seasons/9") == (404, "not_found")
    assert stranger.refused("leagues/winter/seasons/1/divisions/9") == (404, "not_found")


def test_ratings_and_their_history(stranger: Program, alice: User, bob: User) -> None:
    match = finished(alice, bob, public=True, rated=True)
    rebuild_ratings(GAME)
    ratings = stranger.read(f"games/{GAME}/ratings")["items"]
    assert {one["player"]["name"] for one in ratings} == {"Alice", "Bob"}
    steps = stranger.read(f"games/{GAME}/ratings/history", rating=ratings[0]["id"])["items"]
    assert [one["match"] for one in steps] == [str(match.pk)]
    assert steps[0]["after"] == ratings[0]["strength"]


def test_a_private_match_stands_in_no_cursor(stranger: Program, alice: User, bob: User) -> None:
    matches = [finished(alice, bob, rated=True) for _ in range(2)]
    rebuild_ratings(GAME)
    history, seen, after = f"games/{GAME}/ratings/history", [], ""
    while after is not None:
        page = stranger.read(history, limit=1, after=after)
        seen += page["items"]
        after = page["next"]
        read = b"" if after is None else urlsafe_b64decode(after + "==")
        assert not any(str(match.pk).encode() in read for match in matches)
    assert seen == stranger.read(history)["items"]
    assert [one["match"] for one in seen] == [None] * 4


def test_what_has_not_changed_is_not_sent_again(stranger: Program) -> None:
    first = stranger.get("games")
    again = Program(**{"If-None-Match": first.headers["ETag"]}).get("games")
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    ("address", "query", "what"),
    [
        ("games", {"colour": "red"}, "no query"),
        ("matches", {"colour": "red"}, "colour"),
        ("matches", {"limit": "many"}, "int"),
        ("matches", {"limit": 0}, "1"),
        ("matches", {"limit": 201}, "200"),
        ("matches", {"limit": ["1", "2"]}, "once"),
        ("matches", {"status": "lost"}, "lost"),
        ("matches", {"game": "\0"}, "text"),
        ("rulings", {"in_force": "perhaps"}, "bool"),
    ],
)
def test_a_wrong_query_is_refused_by_what_is_wrong(
    stranger: Program, address: str, query: dict[str, Any], what: str
) -> None:
    answer = stranger.get(address, **query)
    assert answer.status_code == 400
    assert what in answer.json()["sentence"]


def test_any_site_may_read_and_no_cookie_opens_anything(stranger: Program, alice: User) -> None:
    stranger.client.force_login(alice)
    assert stranger.refused("mine") == (401, "no_token")
    answer = stranger.get("games")
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer.headers
    asked = stranger.client.options("/api/v1/matches")
    assert (asked.status_code, asked.headers["Access-Control-Allow-Methods"]) == (
        204,
        "GET, POST, OPTIONS",
    )
    assert "Authorization" in asked.headers["Access-Control-Allow-Headers"]


@pytest.mark.parametrize("method", ["get", "post", "put", "delete", "options"])
@pytest.mark.parametrize("address", ["nowhere", "matches/1/ready", "games/", "", "games/\0"])
def test_a_wrong_address_says_so_whatever_is_sent_there(method: str, address: str) -> None:
    """A program with a mistyped address gets "not found" instead of a message about cookies, and
    pages of other sites can read it.
    """
    client = Client(enforce_csrf_checks=True)
    answer = getattr(client, method)(f"/api/v1/{quote(address)}")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert answer.headers["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize("address", ["openapi.json", "socket.json"])
def test_the_descriptions_keep_what_the_guide_promises(stranger: Program, address: str) -> None:
    """The descriptions have an ETag, count as requests, refuse a query, and refuse POST properly."""
    whole = stranger.get(address)
    assert whole.status_code == 200
    assert {"ETag", "RateLimit-Remaining"} <= set(whole.headers)
    again = {"If-None-Match": whole.headers["ETag"]}
    assert stranger.client.get(f"/api/v1/{address}", headers=again).status_code == 304
    assert stranger.get(address, x="1").json()["code"] == "wrong_request"
    client = Client(enforce_csrf_checks=True)
    wrong, asked = (getattr(client, way)(f"/api/v1/{address}") for way in ("post", "options"))
    assert (wrong.status_code, wrong.json()["code"]) == (405, "other_method")
    assert (asked.status_code, asked.headers["Allow"]) == (204, "GET, OPTIONS")


def test_what_is_not_there_is_refused_as_json(stranger: Program) -> None:
    assert stranger.refused("nowhere") == (404, "not_found")
    assert stranger.refused("matches/1") == (404, "not_found")
    assert stranger.refused(f"leagues/x/seasons/{10**30}") == (404, "not_found")
    wrong = stranger.client.delete("/api/v1/games")
    assert (wrong.status_code, wrong.json()["code"]) == (405, "other_method")
    assert wrong.headers["Allow"] == "GET, OPTIONS"


def test_a_host_can_switch_it_off(stranger: Program, alice: User, settings: Any) -> None:
    settings.API = False
    assert stranger.refused("games") == (404, "api_off")
    assert stranger.client.get("/api/v1/openapi.json").status_code == 404
    stranger.client.force_login(alice)
    assert stranger.client.get("/preferences/tokens/").status_code == 404
    assert "API" not in stranger.client.get("/preferences/").content.decode()


@pytest.mark.django_db(transaction=True)
async def test_a_long_list_is_read_in_one_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endpoints, "LINES_AT_ONCE", 2)
    made = await in_thread(_five_tables)()
    answer: Any = await AsyncClient().get(
        "/api/v1/matches", {"status": "open"}, headers={"Accept": "application/x-ndjson"}
    )
    assert answer.headers["Content-Type"] == "application/x-ndjson"
    lines = b"".join([part async for part in answer.streaming_content]).splitlines()
    assert [json.loads(line)["id"] for line in lines] == made


def _five_tables() -> list[str]:
    host = person("Alice")
    return [str(opened(host, bots=1, public=True).pk) for _ in range(5)]


def test_the_page_for_people_knows_who_looks(stranger: Program, alice: User) -> None:
    stranger.client.force_login(alice)
    page = stranger.client.get("/api/").content.decode()
    assert "/preferences/tokens/" in page
    assert page.count('id="bots"') == 1


def test_the_guide_is_read_where_it_is_needed(stranger: Program, settings: Any) -> None:
    guide = stranger.client.get("/api/guide/api/").content.decode()
    assert "http://testserver/api/v1/matches" in guide
    assert "ws://testserver/ws/api/v1/" in guide
    assert "example.org" not in guide
    links = set(re.findall(r'href="(/api/[^"#]+)"', guide))
    assert links >= {"/api/clients/random_bot.py", "/api/guide/verify/"}
    for link in links:
        assert stranger.client.get(link).status_code == 200, link
    for link in ("/api/guide/hosting/", "/api/clients/api.md"):
        assert stranger.client.get(link).status_code == 404
    settings.API = False
    for link in ("/api/guide/api/", "/api/clients/random_bot.py"):
        assert stranger.client.get(link).status_code == 404


def test_every_type_is_told_once_and_found_by_its_links(stranger: Program) -> None:
    page = stranger.client.get("/api/").content.decode()
    marks = re.findall(r'id="([^"]+)"', page)
    assert len(marks) == len(set(marks))
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(marks)
    assert "seats</code></dt>" in page
    assert "integer, 1 to 200" in page
