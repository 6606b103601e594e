"""The actions by POST: forms, htmx and programs; every refusal has a status, a code and a sentence."""

from __future__ import annotations

import json
import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from matches.models import Match
from matches.store.load_match import load_table
from tests.platform.matches.cast import (
    awaited,
    dealt,
    opened,
    person,
    play_out,
    request_for,
    stored,
)
from tests.sure import sure

pytestmark = pytest.mark.django_db

JSON = {"Accept": "application/json"}


@pytest.fixture
def match(alice: User, bob: User) -> Match:
    return dealt(alice, bob)


def as_user(user: User | None, **kwargs: Any) -> Client:
    client = Client(**kwargs)
    if user is not None:
        client.force_login(user)
    return client


def active(match: Match) -> tuple[Client, dict[str, Any]]:
    """Return a browser of the player to act, and a valid request."""
    seat = awaited(match)
    request = request_for(match, seat)
    body = {"action": request.action, "seen": request.seen, "key": request.key}
    return as_user(match.seats.get(number=seat).user), body


def post_json(client: Client, match: Match, body: Any) -> Any:
    return client.post(
        reverse("matches:submit_action", args=[match.pk]),
        body if isinstance(body, str) else json.dumps(body),
        content_type="application/json",
        headers=JSON,
    )


def test_a_program_plays(match: Match) -> None:
    client, body = active(match)
    answer = post_json(client, match, body)
    assert answer.status_code == 200
    assert answer.json()["repeated"] is False
    assert post_json(client, match, body).json()["repeated"] is True
    assert match.rounds.get().version == 1


def test_a_form_without_scripts_plays(match: Match) -> None:
    client, body = active(match)
    page = client.get(reverse("matches:table", args=[match.pk])).content.decode()
    assert body["key"] not in page
    form = body | {"action": json.dumps(body["action"])}
    answer = client.post(reverse("matches:submit_action", args=[match.pk]), form)
    assert answer.status_code == 302
    assert answer["Location"] == reverse("matches:table", args=[match.pk])
    assert match.rounds.get().version == 1


def test_a_selection_of_pieces_plays(match: Match) -> None:
    client, body = active(match)
    table = load_table(match.pk)
    action = sure(table.live).game.selection_of(
        sure(table.live).read_action(awaited(match), body["action"], None)
    )
    form = {"pick": list(action), "seen": body["seen"], "key": body["key"]}
    answer = client.post(reverse("matches:submit_action", args=[match.pk]), form)
    assert answer.status_code == 302
    assert match.rounds.get().version == 1


def test_htmx_gets_the_board_alone(match: Match) -> None:
    client, body = active(match)
    answer = client.post(
        reverse("matches:submit_action", args=[match.pk]),
        body | {"action": json.dumps(body["action"]), "seen": 0},
        headers={"HX-Request": "true"},
    )
    assert answer.status_code == 409
    html = answer.content.decode()
    assert html.lstrip().startswith("<section")
    assert "Things have changed at the table." in html


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ("{", 400, "malformed"),
        ("[]", 400, "malformed"),
        ("[" * 5000, 400, "malformed"),
        ('"\\ud800"', 400, "malformed"),
        ({}, 400, "key_missing"),
        ({"action": {"type": "nonsense"}}, 400, "invalid_params"),
        ({"action": {"type": "play_king", "slot": "1"}}, 400, "invalid_params"),
        ({"action": {"type": "play_king", "slot": 1, "more": 1}}, 400, "invalid_params"),
        ({"action": "\x00"}, 400, "invalid_params"),
        ({"action": {"type": "hold_over"}}, 409, "not_allowed"),
        ({"action": {"type": "let_happen"}}, 409, None),
        ({"action": {"type": "discard_numbers", "cards": [4, 4, 4, 4, 4]}}, 409, None),
        ({"seen": 0}, 409, "stale"),
        ({"seen": "nonsense"}, 409, "stale"),
        ({"seen": 10**40}, 409, "stale"),
        ({"key": 7}, 400, "key_missing"),
        ({"key": "x" * 10_000}, 400, "key_missing"),
        ({"key": "a\x00b"}, 400, "key_missing"),
        ({"key": "\ud800"}, 400, "key_missing"),
    ],
)
def test_bad_input_changes_nothing(
    match: Match, body: str | dict[Any, Any], status: int, code: str | None
) -> None:
    """The answer has a status, a code and a sentence."""
    client, good = active(match)
    before = stored(match)
    wanted = good | body if isinstance(body, dict) and body else body
    answer = post_json(client, match, wanted)
    assert answer.status_code == status
    told = answer.json()
    assert told["code"] == code or code is None
    assert told["sentence"]
    assert "%(" not in told["sentence"]
    assert stored(match) == before


def test_a_huge_body_is_refused(match: Match) -> None:
    client, _ = active(match)
    answer = post_json(client, match, '"' + "x" * 200_000 + '"')
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


def test_a_form_without_its_token_is_refused(match: Match) -> None:
    _, body = active(match)
    client = as_user(match.seats.get(number=awaited(match)).user, enforce_csrf_checks=True)
    before = stored(match)
    answer = post_json(client, match, body)
    assert (answer.status_code, answer.json()["code"]) == (403, "csrf_no_cookie")
    assert stored(match) == before


def test_who_is_not_on_turn_is_refused(match: Match) -> None:
    _, body = active(match)
    other = match.seats.get(number=1 - awaited(match)).user
    body["seen"] = load_table(match.pk).shown_version(1 - awaited(match))
    answer = post_json(as_user(other), match, body)
    assert (answer.status_code, answer.json()["code"]) == (409, "not_your_turn")


@pytest.mark.parametrize("public", [True, False])
def test_strangers_may_watch_what_is_public_and_never_play(
    alice: User, bob: User, public: bool
) -> None:
    match = dealt(alice, bob, public=public)
    _, body = active(match)
    for user in (None, person("Charlie")):
        client = as_user(user)
        page = client.get(reverse("matches:table", args=[match.pk]))
        assert page.status_code == (200 if public else 404)
        assert ("or it is private" in page.content.decode()) is not public
        answer = post_json(client, match, body)
        assert (answer.status_code, answer.json()["code"]) == (
            (403, "not_seated") if public else (404, "no_match")
        )


def test_after_the_end_nothing_is_played(match: Match) -> None:
    client, body = active(match)
    play_out(match)
    body["seen"] = load_table(match.pk).shown_version(awaited_before(match, client))
    answer = post_json(client, match, body)
    assert (answer.status_code, answer.json()["code"]) == (409, "game_over")
    page = client.get(reverse("matches:table", args=[match.pk]))
    assert page.status_code == 200


def awaited_before(match: Match, client: Client) -> int:
    user_id = int(client.session["_auth_user_id"])
    return match.seats.get(user_id=user_id).number


def test_unknown_matches_and_methods(match: Match) -> None:
    client, body = active(match)
    unknown = uuid.uuid4()
    assert client.get(reverse("matches:table", args=[unknown])).status_code == 404
    answer = client.post(
        reverse("matches:submit_action", args=[unknown]),
        body,
        content_type="application/json",
        headers=JSON,
    )
    assert (answer.status_code, answer.json()["code"]) == (404, "no_match")
    assert client.get(reverse("matches:submit_action", args=[match.pk])).status_code == 405
    assert client.post(reverse("matches:table", args=[match.pk])).status_code == 405
    assert client.get("/matches/nonsense/").status_code == 404


def test_ready_takes_a_nonce_and_deals(alice: User, bob: User) -> None:
    match = opened(alice, bob)
    url = reverse("matches:get_ready", args=[match.pk])
    assert as_user(alice).post(url, {"nonce": "not a nonce"}).status_code == 400
    assert as_user(alice).post(url, {"nonce": "00ff"}).status_code == 302
    assert match.rounds.get().start is None
    assert as_user(bob).post(url).status_code == 302
    round_ = match.rounds.get()
    assert (round_.start is not None, round_.nonces) == (True, ["00ff", ""])
    assert as_user(bob).post(url).status_code == 409
    assert as_user(None).post(url, headers=JSON).status_code in (403, 404)


def test_a_ready_player_can_take_it_back_until_the_deal(alice: User, bob: User) -> None:
    match = opened(alice, bob)
    ready, back = (
        reverse(f"matches:{name}", args=[match.pk]) for name in ("get_ready", "not_ready")
    )
    assert as_user(alice).post(ready, {"nonce": "00ff"}).status_code == 302
    assert "Not ready after all" in as_user(alice).get(f"/matches/{match.pk}/").content.decode()
    assert as_user(alice).post(back).status_code == 302
    assert as_user(alice).post(back).status_code == 302, "a second press has no effect"
    assert as_user(bob).post(ready).status_code == 302
    assert match.rounds.get().start is None
    assert as_user(alice).post(ready, {"nonce": "ee"}).status_code == 302
    assert match.rounds.get().nonces == ["ee", ""]
    assert as_user(alice).post(back).status_code == 409
    assert as_user(None).post(back, headers=JSON).status_code in (403, 404)


def test_the_proof_is_public_after_the_round_and_secret_before(match: Match) -> None:
    client, _ = active(match)
    url = reverse("matches:verify_shuffle", args=[match.pk, 1])
    round_ = match.rounds.get()
    before = client.get(url, headers=JSON).json()
    assert before["commitment"] == round_.commitment
    assert (before["over"], before["seed"], before["key"], before["nonces"]) == (False, "", "", [])
    assert bytes(round_.seed).hex() not in client.get(url).content.decode()
    play_out(match)
    after = client.get(url, headers=JSON).json()
    assert after["seed"] == bytes(round_.seed).hex()
    assert (after["seed_fits"], after["log_fits"]) == (True, True)
    assert "leads to exactly this result" in client.get(url).content.decode()
    assert len(after["log"]) == after["moves"]
    assert after["log"][0].keys() == {"number", "seat", "action", "at_ms"}
    assert client.get(reverse("matches:verify_shuffle", args=[match.pk, 9])).status_code == 404


def test_getting_up_and_bots_before_the_start(alice: User, bob: User) -> None:
    match = opened(alice, bob)
    bot_url = reverse("matches:seat_bot", args=[match.pk, 1])
    assert as_user(alice).post(bot_url, {"level": "easy"}).status_code == 409
    assert as_user(bob).post(reverse("matches:leave_table", args=[match.pk])).status_code == 302
    assert as_user(bob).post(bot_url, {"level": "easy"}).status_code == 404
    assert as_user(alice).post(bot_url, {"level": "grandmaster"}).status_code == 422
    assert as_user(alice).post(bot_url, {"level": "easy"}).status_code == 302
    as_user(alice).post(reverse("matches:get_ready", args=[match.pk]))
    match.refresh_from_db()
    assert match.status == match.Status.RUNNING
    assert as_user(alice).post(reverse("matches:leave_table", args=[match.pk])).status_code == 409
