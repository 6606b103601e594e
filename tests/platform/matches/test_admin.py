"""The admin shows no more of a running round than a spectator sees, and the log is read-only."""

from __future__ import annotations

import difflib
import json
import re
import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib import admin
from django.db.models import Model
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from core import clock
from games.kernel import session
from games.kernel.chance import SeededChance
from games.sleeping_queens.actions import LetHappen
from matches import models
from matches.actors import Person
from matches.engine import catalogue, stored_values
from matches.models import Match, Move, Round, RulesVersion
from matches.services.absence import departure
from matches.services.rounds.play import play
from matches.services.rules_versions import offered_versions, publish_version
from matches.store.load_match import load_table, load_table_of_round
from tests.platform.accounts.cast import browser, sam
from tests.platform.matches.cast import GAME, act, dealt, offers, person, play_out, request_for
from tests.sure import sure

pytestmark = pytest.mark.django_db

NONCE = "c0ffee00c0ffee00"
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="[^"]+"')
KINDS = (
    Match,
    models.Seat,
    Round,
    Move,
    models.Message,
    models.Deadline,
    models.Outbox,
    models.Departure,
    RulesVersion,
)
VALUES = {
    "game": GAME,
    "kind": "turn",
    "match__game": GAME,
    "match__id__exact": str(uuid.UUID(int=0)),
    "match__status__exact": "running",
    "offered__exact": "1",
    "public__exact": "0",
    "revision": "2",
    "round__id__exact": "1",
    "round__match__game": GAME,
    "rules__id__exact": "1",
    "stands": "running",
    "status__exact": "running",
    "tempo": "live",
    "user__id__exact": "1",
    "why__exact": "left",
}
SECRET_COLUMNS = {
    "round": ("seed", "state", "nonces", "opening", "drawn", "version", "visible", "glances"),
    "move": ("action", "events", "key", "seat"),
    "seat": ("nonce", "invite", "acknowledged"),
    "match": ("invite", "dismissed", "rounds__state", "rounds__seed", "seats__nonce"),
    "message": ("key", "match__rounds__state", "author__password"),
    "deadline": ("due_ms", "seat", "round__state"),
    "outbox": ("due_ms", "seat", "round__state"),
    "departure": ("user__password", "match__rounds__state", "match__seats__nonce"),
    "rulesversion": ("matches__rounds__state", "matches__rounds__seed"),
}


@pytest.fixture(autouse=True)
def _still() -> Iterator[None]:
    """Stop the clock, so that nothing falls due while pages are read."""
    with clock.stopped(clock.now_ms()):
        yield


@pytest.fixture
def staff() -> Client:
    return browser(sam())


@pytest.fixture
def match() -> Match:
    match = dealt(person("Alice"), person("Bob"))
    for number, seat in enumerate(match.seats.all()):
        models.Seat.objects.filter(pk=seat.pk).update(nonce=f"{NONCE}{number}")
    return match


def go_on(match: Match, moves: int) -> None:
    """Make this many moves with a stopped clock, or fewer if an answer is held back."""
    for _ in range(moves):
        live = load_table(match.pk).live
        if live is not None and live.awaited.seats:
            assert act(match).refusal is None


def listing(kind: type[Any]) -> str:
    return reverse(f"admin:matches_{kind._meta.model_name}_changelist")


def addresses() -> list[str]:
    """Return every address of the admin about matches: lists, searches, sorting, filters, details,
    history.
    """
    found = [reverse("admin:index"), reverse("admin:app_list", args=["matches"])]
    for kind in KINDS:
        page, name = listing(kind), kind._meta.model_name
        queries = ["", "?q=Alice", "?o=-2.1", "?_facets=True"]
        listed: Any = admin.site._registry[kind]
        queries += [f"?{name}={VALUES[name]}" for name in listed.lookups]
        found += [page + query for query in queries]
        for pk in kind.objects.values_list("pk", flat=True):
            found += [
                reverse(f"admin:matches_{name}_{view}", args=[pk]) for view in ("change", "history")
            ]
    return found


def seen(staff: Client, pages: list[str]) -> dict[str, tuple[int, str]]:
    """Return the status codes and contents of these pages."""
    found = {}
    for address in pages:
        answer = staff.get(address)
        found[address] = (answer.status_code, TOKEN.sub("", answer.content.decode()))
    return found


def altered(round_: Round) -> None:
    """Change cards, seed and draws of a round in such a way that a spectator cannot notice it."""
    table = load_table_of_round(round_.pk)
    live = table.live
    assert live is not None
    watched = session.information_state(live.game, live.rules, live.state, None, table.events())
    live.state = live.game.sample_state(live.rules, watched, SeededChance(b"other"))
    Round.objects.filter(pk=round_.pk).update(
        state=live.dump(), seed=b"\1" * 32, drawn=round_.drawn + 7, nonces=["d00d", "d00d"]
    )
    models.Seat.objects.filter(match=round_.match_id).update(nonce="d00d", acknowledged=3)


def secrets_of(round_: Round) -> list[str]:
    """Return texts that only a page with hidden data can contain."""
    state = json.loads(round_.state)
    return [
        bytes(round_.seed).hex(),
        NONCE,
        round_.nonces[0],
        *(json.dumps(hand)[1:-1] for hand in state["hands"]),
        json.dumps(state["slots"])[1:-1],
        json.dumps(state["draw"])[1:40],
        "play_",
        "let_happen",
    ]


def test_no_secret_stands_in_the_bytes_until_the_end(staff: Client, match: Match) -> None:
    Round.objects.update(nonces=[f"{NONCE}0", f"{NONCE}1"])
    go_on(match, 4)
    round_ = match.rounds.get()
    pages = " ".join(text for _, text in seen(staff, addresses()).values())
    flat = re.sub(r"\s+", " ", pages)
    for secret in secrets_of(round_)[:-2]:
        assert secret not in flat, secret
    assert '"drew"' not in flat
    assert '"type"' not in flat, "an action"
    Round.objects.update(nonces=["a1b2", "a1b2"])
    play_out(match)
    round_.refresh_from_db()
    page = staff.get(reverse("admin:matches_round_change", args=[round_.pk])).content.decode()
    flat = re.sub(r"\s+", " ", page)
    state = json.loads(round_.state)
    assert bytes(round_.seed).hex() in flat
    assert "a1b2" in flat
    for hand in state["hands"]:
        assert ", ".join(map(str, hand)) in flat
    assert ", ".join(map(str, state["slots"])) in flat
    move = sure(round_.moves.first())
    page = staff.get(reverse("admin:matches_move_change", args=[move.pk])).content.decode()
    assert move.action["type"] in page
    assert staff.get(listing(Move)).content.decode().count("field-page") == min(100, round_.version)


def attack(match: Match) -> int:
    """Play until a queen is attacked, and return the victim's seat."""
    for _ in range(400):
        table = load_table(match.pk)
        live = table.live
        assert live is not None
        assert not live.over, "a round without an attack"
        seat = live.awaited.seats[0]
        choices = offers(match, seat)
        if any(isinstance(one, LetHappen) for one in choices):
            return seat
        eager = [one for one in choices if type(one).__name__ in ("PlayKnight", "PlayPotion")]
        request = request_for(
            match, seat, **({"action": stored_values.to_json(eager[0])} if eager else {})
        )
        sitting = table.seats[seat]
        assert play(match.pk, Person(sitting.user_id, sitting.epoch), request).refusal is None
    raise AssertionError("no player attacks")


def test_what_is_hidden_changes_no_page_while_a_round_runs(
    staff: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither other cards nor an answer that is held back changes a page: every page stays equal to
    the byte.
    """
    monkeypatch.setattr("matches.services.rounds.start.token_bytes", lambda length: b"\7" * length)
    match = dealt(person("Alice"), person("Bob"))
    victim = attack(match)
    round_ = match.rounds.get()
    pages = addresses()
    before = seen(staff, pages)
    assert {status for status, _ in before.values()} == {200, 302}
    assert "attack" in before[reverse("admin:matches_round_change", args=[round_.pk])][1]
    altered(round_)
    assert differing(before, seen(staff, pages)) == {}
    request = request_for(match, victim, action={"type": "let_happen"})
    user = sure(match.seats.get(number=victim).user)
    assert play(match.pk, Person(user.pk, user.epoch), request).refusal is None
    hidden = Move.objects.latest("pk")
    assert (hidden.number, hidden.action) == (round_.version + 1, {"type": "let_happen"})
    assert differing(before, seen(staff, pages)) == {}
    for view in ("change", "history"):
        for pk in (
            hidden.pk,
            hidden.pk + 1000,
        ):  # the answer is the same as for a move that does not exist
            answer = staff.get(reverse(f"admin:matches_move_{view}", args=[pk]))
            assert (answer.status_code, answer["Location"]) == (302, "/admin/")


def differing(before: dict[str, Any], after: dict[str, Any]) -> dict[str, list[str]]:
    """Return the lines that differ, by page."""
    return {
        page: [
            line
            for line in difflib.ndiff(*(look[page][1].splitlines() for look in (before, after)))
            if line[0] in "+-"
        ]
        for page in before
        if before[page] != after[page]
    }


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind._meta.model_name)
def test_no_address_filters_by_what_is_not_shown(
    staff: Client, match: Match, kind: type[Model]
) -> None:
    act(match)
    for column in SECRET_COLUMNS[sure(kind._meta.model_name)]:
        for lookup in ("", "__contains", "__isnull", "__gt", "__startswith"):
            answer = staff.get(listing(kind), {f"{column}{lookup}": "1"})
            assert answer.status_code == 400, f"{column}{lookup}"
    assert staff.get(listing(kind), {"_to_field": "seed"}).status_code in (200, 400)


def test_no_address_filters_people_by_their_secrets(staff: Client, match: Match) -> None:
    users = reverse("admin:accounts_user_changelist")
    assert staff.get(users, {"is_guest__exact": "0"}).status_code == 200
    for lookup in ("password__startswith", "epoch", "seats__nonce", "seats__match__rounds__state"):
        assert staff.get(users, {lookup: "1"}).status_code == 400


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind._meta.model_name)
def test_odd_addresses_are_no_errors(staff: Client, match: Match, kind: type[Model]) -> None:
    act(match)
    name = kind._meta.model_name
    for query in ({"q": "\0"}, {"q": "%"}, {"p": "x"}, {"o": "x.99"}, {"match__id__exact": "x"}):
        assert staff.get(listing(kind), query).status_code in (200, 302, 400)
    for pk in ("0", "x", str(uuid.uuid4()), "_5F"):
        for view in ("change", "history"):
            answer = staff.get(reverse(f"admin:matches_{name}_{view}", args=[pk]))
            assert answer.status_code == 302


def test_a_game_that_is_gone_breaks_no_page(staff: Client, match: Match) -> None:
    row = RulesVersion.objects.create(game="gone", version=1, revision=1, published=timezone.now())
    Match.objects.update(game="gone", rules=row)
    assert {status for status, _ in seen(staff, addresses()).values()} <= {200, 302}
    page = reverse("admin:matches_round_change", args=[match.rounds.get().pk])
    assert "There is no game called gone." in staff.get(page).content.decode()


def test_nobody_changes_the_log(staff: Client, match: Match) -> None:
    act(match)
    play_out(match)
    before = list(Move.objects.order_by("pk").values())
    for kind in KINDS:
        name = kind._meta.model_name
        pk = kind.objects.values_list("pk", flat=True).first()
        if kind is not RulesVersion:
            assert staff.get(reverse(f"admin:matches_{name}_add")).status_code == 403
            assert (
                staff.post(reverse(f"admin:matches_{name}_add"), {"number": 1}).status_code == 403
            )
        if pk is None:
            continue
        change = reverse(f"admin:matches_{name}_change", args=[pk])
        assert staff.post(change, {"number": 99, "action": "{}"}).status_code == 403
        assert (
            staff.post(
                reverse(f"admin:matches_{name}_delete", args=[pk]), {"post": "yes"}
            ).status_code
            == 403
        )
        answer = staff.post(listing(kind), {"action": "delete_selected", "_selected_action": [pk]})
        assert answer.status_code in (200, 302, 403)
    assert list(Move.objects.order_by("pk").values()) == before
    assert admin.site._registry[Move].get_actions(staff.get("/admin/").wsgi_request) == {}


def test_only_staff_comes_in(match: Match) -> None:
    for client in (browser(), browser(match.host)):
        for kind in KINDS:
            assert client.get(listing(kind)).status_code == 302


def test_lists_take_the_same_number_of_queries(
    staff: Client, django_assert_max_num_queries: Any
) -> None:
    alice, bob = person("Alice"), person("Bob")

    def queries() -> dict[str, int]:
        found = {}
        for kind in KINDS:
            with django_assert_max_num_queries(16) as captured:
                assert staff.get(listing(kind)).status_code == 200
            found[str(kind._meta.model_name)] = len(captured)
        return found

    for _ in range(2):
        act(dealt(alice, bob))
    few = queries()
    for number in range(6):
        act(dealt(alice, bob, options={"memory_aid": ("on", "off")[number % 2]}))
    assert queries() == few


def test_what_is_stuck_is_shown(staff: Client, match: Match) -> None:
    due = match.rounds.get().deadlines.get(kind="turn").due_ms
    row = reverse("admin:matches_deadline_change", args=[match.rounds.get().deadlines.get().pk])
    with clock.stopped(due + 9_000):
        assert row not in staff.get(listing(models.Deadline)).content.decode()
        assert staff.get(row).status_code == 302
    with clock.stopped(due + 11_000):
        assert row in staff.get(listing(models.Deadline)).content.decode()
        assert staff.get(row).status_code == 200


def test_a_match_is_found_by_player_and_by_id(staff: Client, match: Match) -> None:
    other = dealt(person("Cleo"), person("Dan"))
    for words in ("Cleo", str(other.pk), str(other.pk)[:8]):
        page = staff.get(listing(Match), {"q": words}).content.decode()
        assert str(other.pk) in page
        assert str(match.pk) not in page
    page = staff.get(reverse("admin:matches_match_change", args=[match.pk])).content.decode()
    round_ = match.rounds.get()
    assert reverse("admin:matches_round_change", args=[round_.pk]) in page
    assert reverse("admin:matches_rulesversion_change", args=[match.rules_id]) in page
    assert reverse("admin:accounts_user_change", args=[match.host_id]) in page
    assert match.invite not in page


def test_who_left_is_looked_at_and_not_touched(staff: Client, match: Match) -> None:
    bob = sure(match.seats.get(number=1).user)
    departure.leave_match(match.pk, bob)
    away = models.Departure.objects.get()
    page = staff.get(listing(models.Departure), {"why__exact": "left"}).content.decode()
    address = reverse("admin:matches_departure_change", args=[away.pk])
    assert address in page
    assert staff.get(address).status_code == 200
    assert staff.post(address, {"why": "away"}).status_code == 403
    for view in ("add", "delete"):
        args = [] if view == "add" else [away.pk]
        forbidden = reverse(f"admin:matches_departure_{view}", args=args)
        assert staff.post(forbidden, {"post": "yes"}).status_code == 403
    assert models.Departure.objects.get().why == "left"


PUBLISH = "/admin/matches/rulesversion/add/"


def wanted(**changed: Any) -> dict[str, Any]:
    meta = catalogue.game_of(GAME).meta
    options = {f"option-{option.name}": 0 for option in meta.options}
    return {"revision": 2, "notes": "", **options, **changed}


def test_a_revision_is_published(staff: Client) -> None:
    publish_version(GAME, revision=1)
    page = staff.get(PUBLISH, {"game": GAME}).content.decode()
    assert "After a defence, the attacked player draws first" in page
    answer = staff.post(f"{PUBLISH}?game={GAME}", wanted(), follow=True)
    assert "Published." in answer.content.decode()
    assert [row.revision for row in offered_versions(GAME)] == [2, 1]
    answer = staff.post(
        f"{PUBLISH}?game={GAME}",
        {**wanted(notes="For children."), "option-memory_aid": 1},
        follow=True,
    )
    row = RulesVersion.objects.latest("version")
    assert (row.options["memory_aid"], row.notes) == ("on", "For children.")
    assert "memory_aid=on" in answer.content.decode()


def test_what_cannot_be_published_is_said_and_nothing_is_lost(staff: Client) -> None:
    first = publish_version(GAME)
    answer = staff.post(f"{PUBLISH}?game={GAME}", wanted(notes="Typed before."))
    assert answer.status_code == 422
    page = answer.content.decode()
    assert f"already published, as version {first.version}" in page
    assert "Typed before." in page
    for changed in (
        {"revision": 99},
        {"revision": "x"},
        {"option-memory_aid": 5},
        {"notes": "x" * 501},
    ):
        answer = staff.post(f"{PUBLISH}?game={GAME}", {**wanted(), **changed})
        assert answer.status_code == 422, changed
    assert staff.get(PUBLISH, {"game": "mau_mau"}).status_code == 404
    assert RulesVersion.objects.count() == 1


def test_errors_and_help_belong_to_their_fields(staff: Client) -> None:
    page = staff.post(f"{PUBLISH}?game={GAME}", wanted(revision=99)).content.decode()
    described = set(" ".join(re.findall(r'aria-describedby="([^"]+)"', page)).split())
    assert {"id_revision_error", "id_notes_helptext"} <= described
    assert described <= set(re.findall(r'\bid="([^"]+)"', page))


def test_a_revision_is_withdrawn_and_offered_again(staff: Client) -> None:
    first, second = publish_version(GAME, revision=1), publish_version(GAME)
    for action, revisions in (("withdraw", [1]), ("withdraw", [1]), ("offer", [2, 1])):
        fields = {"action": action, "_selected_action": [second.pk]}
        assert staff.post(listing(RulesVersion), fields).status_code == 302
        assert [row.revision for row in offered_versions(GAME)] == revisions
    history = reverse("admin:matches_rulesversion_history", args=[second.pk])
    assert staff.get(history).content.decode().count("Changed") == 2
    assert first.offered


def test_staff_without_the_right_publishes_nothing() -> None:
    clerk = person("Clerk")
    clerk.is_staff = True
    clerk.save(update_fields=["is_staff"])
    assert browser(clerk).get(PUBLISH).status_code == 403
    assert browser(clerk).post(PUBLISH, wanted()).status_code == 403
    assert not RulesVersion.objects.exists()
