"""A finished round, move by move: who may read it, the content of each view, and its cost."""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from core import clock, data_releases
from games.kernel import codec, registry, session
from games.kernel.chance import SeededChance, round_key
from games.kernel.contract import NOBODY, Event, Rules, Start
from games.kernel.events import private_event, public_event
from matches.engine import stored_values
from matches.models import Match
from matches.present import reading
from matches.services.rounds import finish, start
from matches.services.rounds.play import apply_due
from matches.store.history import Happened
from matches.store.load_match import load_table
from tests.platform.matches.cast import act, dealt, person, play_out
from tests.sure import sure

pytestmark = pytest.mark.django_db

JSON = {"Accept": "application/json"}


@pytest.fixture
def played(alice: User, bob: User) -> Match:
    """Return a public match whose only round is over."""
    match = dealt(alice, bob, public=True)
    play_out(match)
    return match


def as_user(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def step_url(match: Match, step: int | str, view: str = "", number: int = 1) -> str:
    address = reverse("matches:step", args=[match.pk, number, step])
    return f"{address}?view={view}" if view else address


def moves_url(match: Match, number: int = 1) -> str:
    return reverse("matches:moves_json", args=[match.pk, number])


def page(client: Client, match: Match, step: int | str, view: str = "", number: int = 1) -> str:
    answer = client.get(step_url(match, step, view, number))
    assert answer.status_code == 200
    return answer.content.decode()


def told(client: Client, url: str) -> tuple[int, str]:
    """Return status and code of a refusal; check that it has a sentence for people too."""
    answer = client.get(url, headers=JSON)
    body = answer.json()
    assert re.search(r"\w.*\.$", body["sentence"])
    assert "%(" not in body["sentence"]
    assert body["sentence"] in client.get(url).content.decode() or url.endswith(".json")
    return answer.status_code, body["code"]


# Permission to read ----------------------------------------------------------------------------


def test_a_round_that_runs_is_not_read_by_anybody(alice: User, bob: User) -> None:
    match = dealt(alice, bob, public=True)
    act(match)
    for user in (alice, bob, person("Charlie"), None):
        client = as_user(user)
        urls = [step_url(match, 0), step_url(match, 1, "all"), moves_url(match)]
        urls += [step_url(match, 0, "spectator"), step_url(match, 0, "seat-0")]
        for url in urls:
            assert told(client, url) == (409, "round_running")


def test_a_round_that_is_announced_only_is_not_read_either(alice: User, bob: User) -> None:
    match = dealt(alice, bob, public=True, target="rounds-2")
    play_out(match)
    settle(match)
    assert told(as_user(alice), step_url(match, 0, number=2)) == (409, "round_running")
    assert told(as_user(alice), moves_url(match, 2)) == (409, "round_running")


def settle(match: Match) -> None:
    """Do the due work of a finished round."""
    finish.finish_round(match.rounds.latest("number").pk)


def test_a_finished_round_is_read_while_the_next_one_runs(alice: User, bob: User) -> None:
    match = dealt(alice, bob, public=True, target="rounds-2")
    play_out(match)
    settle(match)
    for user in (alice, bob):
        start.get_ready(match.pk, user)
    act(match)
    running = match.rounds.get(number=2)
    assert (running.version, running.outcome) == (1, None)
    for reader in (alice, None):
        client = as_user(reader)
        last = match.rounds.get(number=1).version
        html = page(client, match, last, "all")
        assert f"Move {last} of {last}" in html
        assert "steps/" not in re.sub(r"rounds/1/steps/", "", html)  # round 2 cannot be opened
        assert client.get(moves_url(match)).json()["round"] == 1
        assert told(client, step_url(match, 0, "all", number=2)) == (409, "round_running")
        assert told(client, moves_url(match, 2)) == (409, "round_running")


def test_a_private_match_is_read_by_who_may_look(alice: User, bob: User) -> None:
    match = dealt(alice, bob, public=False)
    play_out(match)
    for user in (None, person("Charlie")):
        client = as_user(user)
        assert told(client, step_url(match, 0, "all")) == (404, "no_match")
        assert told(client, moves_url(match)) == (404, "no_match")
        assert told(client, step_url(match, 0, number=7)) == (404, "no_match")
    invited = as_user(None)
    session_ = invited.session
    session_["invited"] = [str(match.pk)]
    session_.save()
    for client in (as_user(alice), as_user(bob), invited):
        assert "The deal" in page(client, match, 0)


def test_views_are_ones_own_seat_spectators_and_all_open(
    played: Match, alice: User, bob: User
) -> None:
    guest, player = as_user(None), as_user(bob)
    for client in (guest, player):
        page(client, played, 1, "spectator")
        page(client, played, 1, "all")
        assert told(client, step_url(played, 1, "seat-0")) == (403, "seat_not_yours")
        for view in ("seat-9", "seat-", "nonsense", "seat-1 ", "\x00", "x" * 3000):
            assert told(client, step_url(played, 1, view)) == (422, "unknown_view")
    assert told(guest, step_url(played, 1, "seat-1")) == (403, "seat_not_yours")
    page(player, played, 1, "seat-1")
    # By default a player sees the view of their own seat, and any other reader sees all hands.
    assert 'id="hand"' in page(player, played, 1)
    assert "As you saw it" in page(player, played, 1, "all")
    assert "open-hand" in page(guest, played, 1)
    assert "As you saw it" not in page(guest, played, 1)


@pytest.mark.parametrize("step", [10_000, 10**30])
def test_there_are_no_other_steps_and_rounds(played: Match, step: int) -> None:
    client = as_user(None)
    assert told(client, step_url(played, step)) == (404, "no_step")
    for number in (2, 40_000, 10**30):
        assert told(client, step_url(played, 0, number=number)) == (404, "no_round")
        assert told(client, moves_url(played, number)) == (404, "no_round")
    assert (
        client.get(reverse("matches:jump_to_step", args=[played.pk, 1]) + "-1").status_code == 404
    )


def test_a_form_leads_to_its_step(played: Match) -> None:
    client = as_user(None)
    steps = reverse("matches:jump_to_step", args=[played.pk, 1])
    assert client.get(steps)["Location"] == step_url(played, 0)
    answer = client.get(steps, {"step": "3", "view": "all"})
    assert answer["Location"] == step_url(played, 3, "all")
    for nonsense in ("", "-1", "1.5", "x", "٣", "9" * 30):
        url = f"{steps}?step={nonsense}"
        assert told(client, url) == (400, "malformed")


# Content of the views --------------------------------------------------------------------------


def states(match: Match) -> tuple[Any, Any, list[Any]]:
    """Return the real states of the round, computed from the log by the kernel alone."""
    round_ = match.rounds.get()
    game = registry.get(match.game)
    data = data_releases.load_release(game, match.rules.data)
    rules = Rules(match.rules.revision, match.rules.options, data)
    moves = [
        session.Recorded(move.seat, codec.decode_action(game, move.action), move.at_ms)
        for move in round_.moves.all()
    ]
    chance = SeededChance(round_key(bytes(round_.seed), round_.nonces))
    began = Start(**sure(round_.start))
    steps = session.replay(game, rules, match.seats.count(), began, chance, moves)
    return game, rules, [step.state for step, _ in steps]


def test_every_step_shows_the_position_as_it_was(played: Match, alice: User) -> None:
    game, rules, positions = states(played)
    client = as_user(alice)
    for number, state in enumerate(positions):
        zones = game.reveal_all(rules, state)
        html = page(client, played, number, "all")
        for seat, hand in enumerate(zones["hands"]):
            shown = re.findall(rf'id="card-{seat}-(\w+)-\d+"', html)
            assert sorted(shown) == sorted(hand)
        for queen in (queen for queen in zones["slots"] if queen is not None):
            assert f'id="queen-{queen}"' in html
        mine = page(client, played, number, "seat-0")
        seen = re.findall(r'id="card-(\w+)-\d+" role="img"', mine.partition('id="hand"')[2])
        assert sorted(seen) == sorted(zones["hands"][0])


def test_other_views_show_only_what_could_be_seen(played: Match, alice: User) -> None:
    game, rules, positions = states(played)
    client = as_user(alice)
    for number in range(0, len(positions), 5):
        for view, viewer in (("seat-0", 0), ("spectator", None)):
            html = page(client, played, number, view)
            table = game.observe(rules, positions[number], viewer)
            awake = {queen for place in table.places for queen in place.queens}
            assert set(re.findall(r'id="queen-(\w+)"', html)) == awake
            assert "open-hand" not in html
        assert 'data-kind="drew"' not in html or number == 0
        assert 'id="hand"' not in html


def test_nothing_can_be_done_on_any_step(played: Match, alice: User) -> None:
    last = played.rounds.get().version
    for view in ("seat-0", "spectator", "all"):
        for step in (0, last // 2, last):
            html = page(as_user(alice), played, step, view)
            assert 'name="pick"' not in html
            # Allowed are: another step, playing on in a match of one's own, and asking a bot.
            shown = html.partition('id="board"')[2]
            forms = re.findall(r'<form\s+(?:class|id)="([\w-]+)"', shown)
            assert len(forms) == shown.count("<form")
            later = [] if step == last else ["play-on", "ask"]
            assert forms == ["reading__jump", *later]
            assert 'id="burn"' not in html


def test_each_step_says_who_did_what_and_leads_to_the_others(played: Match) -> None:
    last = played.rounds.get().version
    client = as_user(None)
    first = page(client, played, 0, "all")
    assert "starts." in first
    assert 'rel="prev"' not in first
    for step in (1, last):
        html = page(client, played, step, "all")
        seat = played.rounds.get().moves.get(number=step).seat
        name = "The table" if seat is None else ("Alice", "Bob")[seat]
        head = re.search(r'class="reading__head">(.*?)</p>', html, re.S)
        assert head is not None
        assert f"Move {step} of {last}" in head[1]
        assert name in head[1]
        assert step_url(played, step - 1, "all") in html
        assert (step_url(played, step + 1, "all") in html) is (step < last)
    assert 'rel="next"' not in html
    assert "and wins" in html or "the most points" in html


def test_htmx_gets_what_changes_alone(played: Match) -> None:
    answer = as_user(None).get(step_url(played, 1), headers={"HX-Request": "true"})
    assert answer.content.decode().lstrip().startswith("<section")


def test_what_nobody_was_told_is_told_when_all_is_open(played: Match, alice: User) -> None:
    table = load_table(played.pk)
    happened = Happened(
        1,
        0,
        (
            public_event("reshuffled", count=3),
            private_event(0, "answered"),
            Event("wake_declined", {"seat": 1}, NOBODY),
        ),
    )
    names = ["Alice", "Bob"]

    def kinds(reader: Any) -> list[tuple[str, tuple[str, ...] | None]]:
        return [(one.kind, one.only_to) for one in reading._told(table, happened, reader, names)]

    everyone = ("reshuffled", None)
    assert kinds(reading.RoundReader("spectator", None)) == [everyone]
    assert kinds(reading.RoundReader("seat-1", 1)) == [everyone]
    assert kinds(reading.RoundReader("seat-0", 0)) == [everyone, ("answered", ("Alice",))]
    assert kinds(reading.RoundReader("all", None, all_open=True)) == [
        everyone,
        ("answered", ("Alice",)),
        ("wake_declined", ()),
    ]


def test_all_that_was_told_is_read_with_all_open(played: Match) -> None:
    """It includes events for a single seat, marked as such."""
    client = as_user(None)
    found = []
    for move in played.rounds.get().moves.all():
        drawn = [event for event in move.events if event["kind"] == "drew"]
        if drawn:
            html = page(client, played, move.number, "all")
            seat = drawn[0]["audience"][0]
            name = ("Alice", "Bob")[seat]
            assert f"only {name}" in html
            assert f"{name} drew: " in html
            assert "You drew" not in html
            assert " drew: " not in page(client, played, move.number, "spectator")
            found.append(move)
    assert found


# For programs ----------------------------------------------------------------------------------


def test_the_export_is_enough_to_play_the_round_again(played: Match) -> None:
    data = as_user(None).get(moves_url(played)).json()
    round_ = played.rounds.get()
    seed = bytes.fromhex(data["seed"])
    assert hashlib.sha256(seed).hexdigest() == data["commitment"] == round_.commitment
    game = registry.get(data["game"])
    chance = SeededChance(round_key(seed, data["nonces"]))
    moves = [
        session.Recorded(move["seat"], codec.decode_action(game, move["action"]), move["at_ms"])
        for move in data["moves"]
    ]
    rules = Rules(data["revision"], data["options"], data_releases.load_release(game, data["data"]))
    seats = len(data["nonces"])
    again = session.replay(game, rules, seats, Start(**data["start"]), chance, moves)
    steps = [step for step, _ in again]
    assert codec.encode(steps[-1].state) == round_.state
    assert stored_values.to_json(steps[0].events) == data["opening"]
    for move, step in zip(data["moves"], steps[1:], strict=True):
        assert stored_values.to_json(step.events) == move["events"]
    assert data["outcome"] == round_.outcome
    assert "body" not in json.dumps(data)


def test_the_proof_and_the_steps_lead_to_each_other(played: Match) -> None:
    client = as_user(None)
    verify = reverse("matches:verify_shuffle", args=[played.pk, 1])
    assert reverse("matches:step", args=[played.pk, 1, 0]) in client.get(verify).content.decode()
    assert verify in page(client, played, 1)
    assert moves_url(played) in page(client, played, 1)
    table = client.get(reverse("matches:table", args=[played.pk])).content.decode()
    assert reverse("matches:step", args=[played.pk, 1, 0]) in table


# Cost ------------------------------------------------------------------------------------------


def test_a_step_takes_few_queries_however_long_the_round_is(
    played: Match, django_assert_max_num_queries: Any
) -> None:
    client = as_user(None)
    for step in (0, played.rounds.get().version):
        with django_assert_max_num_queries(9):
            page(client, played, step)


def test_the_last_step_of_a_round_asks_no_more_than_the_first(alice: User, bob: User) -> None:
    """The round has 600 moves, the maximum, and is read for the first time."""
    match = dealt(alice, bob, public=True)
    most = registry.get(match.game).meta.max_moves
    act(match)
    with clock.stopped(clock.now_ms() + 10**9):  # all players have timed out
        assert apply_due(match.pk)
    assert match.rounds.get().version == most
    client = as_user(alice)
    asked = []
    for step in (0, most):
        reading._positions.cache_clear()
        with CaptureQueriesContext(connection) as queries:
            html = page(client, match, step, "all")
        asked.append(len(queries))
    assert f"Move {most} of {most}" in html
    assert asked[0] == asked[1]


def text_url(match: Match, view: str = "") -> str:
    address = reverse("matches:moves_text", args=[match.pk, 1])
    return f"{address}?view={view}" if view else address


def test_a_round_is_told_as_text_from_its_readers_view(
    played: Match, alice: User, bob: User
) -> None:
    """It is the view in which its reader may read the round."""
    own = as_user(alice).get(text_url(played))
    assert own["content-type"] == "text/plain; charset=utf-8"
    said = own.content.decode()
    lines = said.splitlines()
    assert lines[0] == "Nightcap · Sleeping Queens"
    assert "Alice · Bob" in lines
    version = played.rounds.get().version
    moves = [line for line in lines if re.match(r"\d+\. (Alice|Bob|The table)", line)]
    assert len(moves) >= version
    assert "<" not in said
    assert "&" not in said
    assert re.search(r"Alice drew: \w+", said)
    assert "You" not in said  # the text may be passed on
    # Neither Alice nor a spectator reads Bob's drawn cards.
    stranger = as_user(None).get(text_url(played, "spectator")).content.decode()
    assert " drew: " not in stranger
    everything = as_user(alice).get(text_url(played, "all")).content.decode()
    assert everything.count(" drew: ") > said.count(" drew: ") > 0
    assert "You drew" not in everything
    assert told(as_user(alice), text_url(played, "seat-1")) == (403, "seat_not_yours")


def test_a_round_that_goes_on_is_told_to_nobody(alice: User, bob: User) -> None:
    match = dealt(alice, bob, public=True)
    assert told(as_user(alice), text_url(match)) == (409, "round_running")


def test_highlights_are_marked_for_those_who_may_see_them(played: Match, alice: User) -> None:
    table, round_ = load_table(played.pk), played.rounds.get()
    labels = {one.kind: one.label for one in table.meta.highlights}
    wanted = [
        happened.number
        for happened in table.history
        if any(event.kind in labels and event.visible_to(0) for event in happened.events)
    ]
    reader = reading.RoundReader("seat-0", 0)
    deal = reading.position(table, round_, 0)
    shown = reading.context(table, round_, deal, reader, user_id=alice.pk)["reading"]
    assert [one.number for one in shown["marked"]] == wanted
    assert shown["marked_after"] == min(wanted, default=None)
    assert shown["marked_before"] is None
    html = page(as_user(alice), played, 0, "seat-0")
    assert html.count("reading__marked") == bool(wanted)
    for number in wanted:
        assert f"/steps/{number}?view=seat-0" in html
