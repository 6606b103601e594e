"""Bots over HTTP: permanently declared, seated where they are welcome, and bound by the same rules."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import ValidationError

from accounts.models import User
from accounts.services.rename_user import rename_user
from api.models import Scope
from core.refusals import Refused
from games.kernel import registry
from lobby.services.quick_match import quick_match
from matches.engine import catalogue
from matches.models import Match, Move
from matches.services.rounds import abandonment, finish, start
from matches.services.seating import reserve_seat, seats
from ratings.leaderboard import all_ratings, ratings_in_order
from ratings.models import Rating
from ratings.services.recompute_ratings import find_differences, rebuild_ratings
from tests.platform.accounts.cast import browser, show_password
from tests.platform.api.programs import Program, bot_called, token_of
from tests.platform.matches.cast import GAME, dealt, opened, person, play_out

pytestmark = pytest.mark.django_db

PAGE = "/preferences/bot/"


@pytest.fixture
def ada() -> User:
    return bot_called("Ada")


@pytest.fixture
def program(ada: User) -> Program:
    return Program(token_of(ada, Scope.PLAY, Scope.READ))


def test_an_account_becomes_a_bot_for_good() -> None:
    owner = person("Robbie")
    client = show_password(browser(owner), owner)
    assert "Robbie[bot]" in client.get(PAGE).content.decode()
    assert client.post(PAGE).status_code == 302
    owner.refresh_from_db()
    assert (owner.is_bot, owner.name) == (True, "Robbie[bot]")
    owner.full_clean(exclude=["password"])
    again = client.post(PAGE)
    assert again.status_code == 422
    with pytest.raises(ValidationError, match="cannot change its name"):
        rename_user(owner, "Robbie")


def test_nobody_else_has_a_bots_mark() -> None:
    with pytest.raises(ValidationError):
        rename_user(person("Alice"), "Alice[bot]")
    user = person("Bob")
    user.name = "Bob[bot]"
    with pytest.raises(ValidationError, match=r"\[bot\]"):
        user.full_clean(exclude=["password"])


def test_who_has_played_is_a_person() -> None:
    alice = person("Alice")
    dealt(alice, person("Bob"))
    answer = show_password(browser(alice), alice).post(PAGE)
    assert answer.status_code == 422
    assert "A person has already played" in answer.content.decode()
    alice.refresh_from_db()
    assert not alice.is_bot


def test_people_do_not_play_by_program(ada: User) -> None:
    program = Program(token_of(person("Alice"), Scope.PLAY))
    assert program.refused("challenges") == (403, "bots_only")
    assert Program(token_of(ada)).refused("challenges") == (403, "missing_scope")
    assert Program().refused("challenges") == (401, "no_token")


def test_two_bots_play_with_what_they_are_told(program: Program, ada: User) -> None:
    eve = Program(token_of(bot_called("Eve"), Scope.PLAY))
    table = program.send("matches", game=GAME, seats=2, public=True)
    assert [seat["player"] and seat["player"]["bot"] for seat in table["seats"]] == [True, None]
    address = f"matches/{table['id']}"
    assert eve.send(f"{address}/sit", seat=1)["observation"] is None
    for one in (program, eve):
        one.send(f"{address}/ready", nonce="a1b2")
    told = {program: 0, eve: 0}
    for move in range(12):
        for one in (program, eve):
            position = one.read(f"{address}/position", first=told[one])
            told[one] = position["first"] + len(position["events"])
            if position["awaited"]:
                acted = one.send(
                    f"{address}/actions",
                    action=position["legal_actions"][0],
                    seen=position["version"],
                    key=f"k{move}",
                )
                assert acted["repeated"] is False
                assert acted["position"]["version"] > position["version"]
    made = Move.objects.filter(round__match=table["id"])
    assert {move.seat for move in made} >= {0, 1}
    whole = program.read(f"{address}/position")["events"]
    assert len(whole) >= told[program] > 2


def test_a_bot_sees_no_more_than_its_seat(program: Program, ada: User) -> None:
    match = dealt_to_bot(ada)
    position = program.read(f"matches/{match.pk}/position")
    assert all(one["audience"] is None or 0 in one["audience"] for one in position["events"])
    assert position["observation"]["viewer"] == 0
    other = Program(token_of(bot_called("Eve"), Scope.PLAY))
    for method, address in (
        ("get", "position"),
        ("post", "actions"),
        ("post", "ready"),
        ("post", "leave"),
        ("post", "sit"),
        ("post", "decline"),
    ):
        body: dict[str, Any] = {"action": {}, "key": "k", "seen": 1} if address == "actions" else {}
        answer = other.call(method, f"matches/{match.pk}/{address}", **body)
        assert (answer.status_code, answer.json()["code"]) == (404, "no_match"), address


def test_what_does_not_fit_is_refused_and_changes_nothing(program: Program, ada: User) -> None:
    match = dealt_to_bot(ada)
    address = f"matches/{match.pk}/actions"
    position = program.read(f"matches/{match.pk}/position")
    good = {"action": position["legal_actions"][0], "seen": position["version"], "key": "k1"}
    for changed, expected in (
        ({"seen": 0}, "stale"),
        ({"key": ""}, "wrong_request"),
        ({"key": "no key!"}, "wrong_request"),
        ({"seen": None}, "wrong_request"),
        ({"action": {"type": "cheat"}}, "invalid_params"),
        ({"action": "text"}, "wrong_request"),
        ({"colour": 1}, "wrong_request"),
    ):
        answer = program.call("post", address, **good | changed)
        assert answer.json()["code"] == expected, changed
    assert not Move.objects.filter(round__match=match).exists()
    assert not program.send(address, **good)["repeated"]
    assert program.send(address, **good)["repeated"]
    other = program.call("post", address, **good | {"action": {"type": "take_back"}})
    assert other.json()["code"] == "key_reused"


def test_a_move_that_told_nothing_new_is_taken_back(ada: User) -> None:
    eve = bot_called("Eve")
    free = {"compulsory_lay": False}
    match = dealt_to_bot(ada, eve, game="siebenschlaefer", tempo="correspondence", options=free)
    programs = [Program(token_of(user, Scope.PLAY)) for user in (ada, eve)]
    address = f"matches/{match.pk}"
    for number in range(20):
        positions = [program.read(f"{address}/position") for program in programs]
        seat = next(at for at, one in enumerate(positions) if one["awaited"])
        offered = positions[seat]["legal_actions"]
        wanted = max(offered, key=lambda one: ("lay", "draw_two", "pass").index(one["type"]))
        acted = programs[seat].send(
            f"{address}/actions", action=wanted, seen=positions[seat]["version"], key=f"k{number}"
        )
        if acted["position"]["may_take_back"]:
            break
    assert acted["position"]["may_take_back"]
    seen = acted["position"]["version"]
    back = {"action": {"type": "take_back"}, "seen": seen, "key": "back"}
    again = programs[seat].send(f"{address}/actions", **back)["position"]
    assert again["awaited"]
    assert not again["may_take_back"]


def test_the_shuffle_is_committed_to_before_the_deal(program: Program, ada: User) -> None:
    table = program.send("matches", game=GAME, seats=2, bots=["easy"])
    before = program.read(f"matches/{table['id']}/position")
    assert (before["status"], before["observation"], before["next"]) == ("open", None, None)
    dealt = program.send(f"matches/{table['id']}/ready", nonce="mine")
    assert dealt["commitment"] == before["commitment"] != ""
    assert program.send(f"matches/{table['id']}/ready", nonce="mine")["round"] == 1
    match = Match.objects.get(pk=table["id"])
    play_out(match)
    address = f"matches/{match.pk}/ready"
    assert program.call("post", address).json()["code"] == "table_closed"
    round_ = Program(token_of(ada)).read(f"matches/{match.pk}/rounds/1")
    assert round_["proof"]["commitment"] == before["commitment"]
    assert "mine" in round_["proof"]["nonces"]


def test_a_match_that_ended_in_the_middle_waits_for_nobody(program: Program, ada: User) -> None:
    match = dealt_to_bot(ada, public=True)
    abandonment.abandon_match(match.pk)
    told = program.read(f"matches/{match.pk}/position")
    assert (told["status"], told["result"], told["awaited"]) == ("aborted", None, False)
    assert (told["legal_actions"], told["deadlines"]) == ([], [])
    act = {"action": {"type": "draw"}, "seen": told["version"], "key": "k"}
    refused = program.call("post", f"matches/{match.pk}/actions", **act)
    assert refused.json()["code"] in {"deserted", "stopped"}
    (listed,) = Program().read("matches", status="aborted")["items"]
    assert listed["id"] == str(match.pk)
    unread = Program().refused(f"matches/{match.pk}/rounds/1")
    assert unread == (409, "round_broken_off")


def test_there_are_not_more_bots_than_seats(program: Program) -> None:
    answer = program.call("post", "matches", game=GAME, seats=2, bots=["easy", "easy"])
    assert (answer.status_code, answer.json()["code"]) == (400, "wrong_request")
    assert "fewer items" in answer.json()["sentence"]


def test_a_body_is_json_and_nothing_else(program: Program) -> None:
    answer = program.client.post(
        "/api/v1/matches", "game=chess", content_type="text/plain", headers=program.headers
    )
    assert (answer.status_code, answer.json()["code"]) == (400, "wrong_request")
    answer = program.client.post(
        "/api/v1/matches", "{", content_type="application/json", headers=program.headers
    )
    assert (answer.status_code, answer.json()["code"]) == (400, "wrong_request")
    answer = program.client.post(
        "/api/v1/matches",
        b'{"game": "\xff"}',
        content_type="application/json",
        headers=program.headers,
    )
    assert "UTF-8" in answer.json()["sentence"]
    answer = program.client.post(
        "/api/v1/matches", b"1" * 20_000, content_type="application/json", headers=program.headers
    )
    assert answer.status_code == 413


def test_a_bot_sits_where_it_is_wanted(program: Program, ada: User) -> None:
    host = person("Alice")
    plain = tables_with_a_free_seat(host, public=True)
    assert program.call("post", f"matches/{plain.pk}/sit").json()["code"] == "no_bots_here"
    open_to_all = tables_with_a_free_seat(host, public=True, welcomes_bots=True)
    assert program.send(f"matches/{open_to_all.pk}/sit")["seat"] == 1
    private = tables_with_a_free_seat(host, welcomes_bots=True)
    assert program.call("post", f"matches/{private.pk}/sit").json()["code"] == "no_match"


def test_a_table_invites_a_bot_by_its_name(program: Program, ada: User) -> None:
    host = person("Alice")
    first, second = (tables_with_a_free_seat(host) for _ in range(2))
    for match in (first, second):
        reserve_seat.reserve_for(match.pk, host, 1, reserve_seat.friend_called("Ada[bot]"))
    challenges = program.read("challenges")["items"]
    assert [one["match"]["id"] for one in challenges] == [str(first.pk), str(second.pk)]
    assert program.send(f"matches/{first.pk}/sit")["seat"] == 1
    assert program.send(f"matches/{second.pk}/decline") == {}
    assert program.read("challenges")["items"] == []
    assert program.send(f"matches/{first.pk}/leave") == {}
    assert not first.seats.filter(user=ada).exists()


def test_what_is_for_people_is_not_for_bots(ada: User) -> None:
    with pytest.raises(Refused, match="for_people"):
        quick_match(ada, GAME)


def test_bots_are_rated_apart(program: Program, ada: User) -> None:
    alice = person("Alice")
    match = opened(alice, public=True, rated=True, bots=1)
    seats.seat_bot(match.pk, alice, 1, "")
    Match.objects.filter(pk=match.pk).update(welcomes_bots=True)
    seats.take_seat(match.pk, ada)
    for user in (alice, ada):
        start.get_ready(match.pk, user)
    play_out(match)
    finish.finish_round(match.rounds.get().pk)
    rebuild_ratings(GAME)
    assert list(find_differences(GAME)) == []
    assert not ratings_in_order(GAME).exists()
    assert [one.user for one in all_ratings(GAME).filter(user__is_bot=True)] == [ada]


def dealt_to_bot(bot: User, other: User | None = None, **wanted: Any) -> Match:
    """Deal a match of a bot and another player, by default a person."""
    match = opened(bot, bots=1, **wanted)
    other = other or person("Otto")
    seats.seat_bot(match.pk, bot, 1, "")
    Match.objects.filter(pk=match.pk).update(welcomes_bots=True)
    seats.take_seat(match.pk, other)
    for user in (bot, other):
        start.get_ready(match.pk, user)
    return match


def tables_with_a_free_seat(host: User, **wanted: Any) -> Match:
    match = opened(host, bots=1, **wanted)
    seats.seat_bot(match.pk, host, 1, "")
    return match


def test_bots_are_listed_with_what_they_are_worth(program: Program, ada: User) -> None:
    person("Alice")
    Rating.objects.create(game=GAME, user=ada, mu=26.0, sigma=2.0, matches=3)
    page = browser().get("/bots/").content.decode()
    assert "Ada[bot]" in page
    assert "Alice" not in page
    assert "1524" in page
    assert "3 matches" in page
    (told,) = Program().read("bots")["items"]
    assert told["player"]["name"] == "Ada[bot]"
    assert told["here"] is False
    assert told["ratings"][0]["strength"]["rating"] == 1524
    Rating.objects.all().delete()
    assert "No rated match yet." in browser().get("/bots/").content.decode()
    User.objects.filter(pk=ada.pk).update(is_active=False)
    assert "No bots here yet." in browser().get("/bots/").content.decode()


def test_bots_are_listed_in_alphabetical_order() -> None:
    """With the games of their ratings in the order of all pages."""
    for name in ("Zora", "Ida", "Jan 10", "Jan 9"):
        bot_called(name)
    for game in registry.games():
        Rating.objects.create(game=game, user=User.objects.get(name="Ida[bot]"), mu=25.0, sigma=2.0)
    lines = browser().get("/bots/").context["bots"]
    assert [one.user.name for one in lines] == [
        "Ida[bot]",
        "Jan 9[bot]",
        "Jan 10[bot]",
        "Zora[bot]",
    ]
    assert [meta for meta, *_ in lines[0].ratings] == catalogue.easiest_first()


def test_a_bot_is_invited_from_the_list(ada: User) -> None:
    client = browser(person("Alice"))
    link = f"/play/{GAME}/friends/?with=Ada%5Bbot%5D"
    assert f'href="{link}"' in client.get("/bots/").content.decode()
    form = client.get(link).context["form"]
    chosen = {name: form[name].value() for name in ("seats", "tempo", "target")}
    chairs = {name: form[name].value() for name in ("chair-2", "friend-2")}
    assert client.post(link, chosen | chairs).status_code == 302
    assert Match.objects.get().seats.get(number=1).kept_for == ada
