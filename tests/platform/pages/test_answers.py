"""The list of matches shows each decision in the game's own words, and answers it with plain forms."""

from __future__ import annotations

import random
import re
from http import HTTPStatus
from typing import Any

import pytest
from django.template.loader import get_template
from django.utils import timezone
from msgspec.structs import asdict

from accounts.models import User
from games.kernel import registry
from matches.actors import Person
from matches.engine.view import view_for
from matches.models import Match, Move
from matches.present import asked_in_lists, board, listings
from matches.requests import ActionRequest
from matches.services.rounds import start
from matches.services.rounds.play import play
from matches.services.seating import seats, tables
from matches.store.load_match import load_table
from matches.store.snapshot import Table
from pages import own_matches
from tests.platform.accounts import cast
from tests.platform.matches.cast import fresh_key, let_pass, opened, person, under_attack

pytestmark = pytest.mark.django_db

BUTTON = re.compile(
    r'<button id="(answer-[^"]+)" class="[^"]*" name="pick" value="([^"]+)"'
    r' form="answer" formaction="([^"]+)"'
)
STEPS = 30
ANSWER = re.compile(r'name="pick" value="([^"]+)" form="play"')


def sit(slug: str) -> tuple[Match, list[User]]:
    """Return a dealt correspondence match of any game, with the fewest people."""
    people = [person(fresh_key()) for _ in range(registry.get(slug).meta.seats[0])]
    match = tables.open_match(people[0], slug, seats=len(people), tempo="correspondence")
    for other in people[1:]:
        seats.take_seat(match.pk, other)
    for user in people:
        start.get_ready(match.pk, user, "a1b2")
    return match, people


def steps(match: Match) -> Any:
    """Yield the table before each decision, then take any allowed action."""
    luck = random.Random(match.game)
    for _ in range(STEPS):
        table = load_table(match.pk)
        live = table.live
        if live is None or live.over:
            return
        if not live.awaited.seats:
            let_pass(live)
            continue
        yield table
        table = load_table(match.pk)
        assert table.live is not None
        seat = (table.live.awaited.seats or (0,))[0]
        if not (offers := view_for(table.live, seat).offers):
            continue
        request = ActionRequest(
            picks=luck.choice(offers), seen=table.shown_version(seat), key=fresh_key()
        )
        holder = table.seats[seat]
        play(match.pk, Person(holder.user_id, holder.epoch), request)


def line_of(user: User) -> listings.MatchLine:
    (line,) = listings.mine(user).lines
    return line


def answers_all(table: Table, seat: int) -> bool:
    """Return whether the answers on this seat's board are all its offers, and few enough for a
    list.
    """
    assert table.live is not None
    view = view_for(table.live, seat)
    given = asdict(view.observation) | board.for_page(board.context(table, seat, user_id=None))
    page = get_template(f"games/{table.meta.slug}/answers.html").render(given)
    answers = {(pick,) for pick in ANSWER.findall(page)}
    return 0 < len(answers) <= asked_in_lists.MOST and answers == set(view.offers)


def test_in_some_games_a_decision_is_answered_in_the_list() -> None:
    assert any(
        answers_all(table, seat)
        for slug in sorted(registry.games())
        for table in steps(sit(slug)[0])
        for seat in table.live.awaited.seats
    )


@pytest.mark.parametrize("slug", sorted(registry.games()))
def test_a_list_asks_as_the_table_does(
    slug: str,
) -> None:
    """It has the table's words, and either all offers or none."""
    match, people = sit(slug)
    for table in steps(match):
        for seat in table.live.awaited.seats:
            line = line_of(people[seat])
            assert line.need == listings.TURN
            assert line.asked is not None
            page = cast.browser(people[seat]).get(f"/matches/{match.pk}/").content.decode()
            assert f">{line.asked.words}" in re.sub(r">\s+", ">", page)
            alone = view_for(table.live, seat).observation.awaited == (seat,)
            assert f'data-call="{"Your turn" if alone else "Everyone at once"}"' in page
            buttons = BUTTON.findall(line.asked.answers)
            assert bool(buttons) == answers_all(table, seat)
            assert line.asked.answers.count("<button") == line.asked.answers.count(
                '<button id="answer-'
            )
            if buttons:
                offers = {(pick,) for _, pick, _ in buttons}
                assert offers == set(view_for(table.live, seat).offers)


@pytest.mark.parametrize("slug", sorted(registry.games()))
def test_an_answer_in_the_list_is_a_move(slug: str) -> None:
    """A repeated answer is one move."""
    match, people = sit(slug)
    for table in steps(match):
        user = people[table.live.awaited.seats[0]]
        line = line_of(user)
        assert line.asked is not None
        if buttons := BUTTON.findall(line.asked.answers):
            break
    else:
        pytest.skip("these moves contain no such simple decision")
    moves = Move.objects.filter(round__match=match)
    before, (_, pick, address), browser = moves.count(), buttons[0], cast.browser(user)
    for _ in range(2):
        answer = browser.post(address, {"pick": pick, "page": "1", "finished": "2"})
        assert answer.status_code == HTTPStatus.FOUND
        assert answer.headers["Location"] == "/matches/?page=1&finished=2"
        assert moves.count() == before + 1
    assert moves.latest("number").seat == match.seats.get(user=user).number
    assert browser.post(address, {"pick": pick, "show": "short"}).headers["Location"] == "/"


def test_an_answer_that_comes_too_late_is_refused_in_its_line() -> None:
    match, victim, attacker = under_attack()
    line = line_of(victim)
    assert line.asked is not None
    browser = cast.browser(victim)
    for show, path in (("matches", "Your matches"), ("short", "One more round")):
        answer = browser.post(
            f"/matches/{match.pk}/answer?seen=1", {"pick": "let_happen", "show": show}
        )
        page = answer.content.decode()
        assert answer.status_code == HTTPStatus.CONFLICT
        assert path in page
        there = page[page.index(f'id="match-{match.pk}"') :]
        assert 'role="alert">' in there[: there.index("</li>")]
        assert page.count('role="alert">') == 1
    assert line_of(victim).need == listings.TURN
    assert line_of(attacker).asked is None


def test_what_the_rules_refuse_in_a_list_leads_to_their_clause() -> None:
    match, victim, _attacker = under_attack()
    seat, browser = match.seats.get(user=victim).number, cast.browser(victim)
    wanted = {"pick": "let_happen"}
    for fields in ({}, {"show": "short"}, {"show": "matches", "person": "Nobody"}):
        seen = load_table(match.pk).shown_version(seat)
        answer = browser.post(f"/matches/{match.pk}/answer?seen={seen}", wanted | fields)
        if "show" not in fields:
            assert answer.status_code == HTTPStatus.FOUND
            continue
        assert answer.status_code == HTTPStatus.CONFLICT
        said = answer.content.decode().partition('role="alert">')[2].partition("</a>")[0]
        assert "You have answered: the attack will succeed in a moment." in said
        assert re.search(r'<a href="/rules/sleeping_queens/\d+/#5\.4"', said)
        assert said.endswith("§&nbsp;5.4")


@pytest.mark.parametrize(
    ("query", "fields"),
    [
        ("", {}),
        ("?seen=", {"pick": ""}),
        ("?seen=x", {"pick": "let_happen"}),
        ("?seen=٣", {"pick": ["let_happen", "let_happen"]}),
        ("?seen=99999999999999999999", {"pick": "x" * 5_000}),
        ("?seen=1&seen=2", {"pick": ["\ud800".encode("utf-8", "surrogatepass"), "%00"]}),
        ("", {"ready": "yes", "nonce": "no nonce"}),
        ("", {"ready": "yes", "show": "nothing", "page": "-1", "finished": "x"}),
    ],
)
def test_nonsense_is_refused_with_a_sentence_and_the_list(query: str, fields: Any) -> None:
    match, victim, _ = under_attack()
    before = Move.objects.count()
    answer = cast.browser(victim).post(f"/matches/{match.pk}/answer{query}", fields)
    assert HTTPStatus.BAD_REQUEST <= answer.status_code < HTTPStatus.INTERNAL_SERVER_ERROR
    assert str(match.pk) in answer.content.decode()
    assert 'role="alert">' in answer.content.decode()
    assert Move.objects.count() == before


def test_nobody_else_can_answer_and_a_strange_match_is_none() -> None:
    match, victim, attacker = under_attack()
    Match.objects.filter(pk=match.pk).update(public=False)
    address = f"/matches/{match.pk}/answer?seen=1"
    stranger = person("Charlie")
    for browser in (cast.browser(), cast.browser(stranger)):
        assert browser.post(address, {"pick": "let_happen"}).status_code == HTTPStatus.NOT_FOUND
    assert cast.browser(attacker).post(address, {"pick": "let_happen"}).status_code >= 400
    assert cast.browser(victim).get(address).status_code == HTTPStatus.METHOD_NOT_ALLOWED
    Match.objects.filter(pk=match.pk).update(public=True)
    page = cast.browser(stranger).post(address, {"pick": "let_happen"})
    assert page.status_code == HTTPStatus.FORBIDDEN
    assert 'role="alert">' in page.content.decode()
    assert cast.browser().post(address, {"pick": "let_happen"}).status_code in (401, 403)
    assert line_of(victim).need == listings.TURN


def test_ready_is_said_in_the_list() -> None:
    alice, bob = person("Alice"), person("Bob")
    match = opened(alice, bob)
    for user in (alice, bob):
        browser = cast.browser(user)
        page = browser.get("/matches/").content.decode()
        assert "I am ready" in page
        address = f"/matches/{match.pk}/answer"
        assert f'formaction="{address}" name="ready"' in page
        answer = browser.post(address, {"ready": "yes", "nonce": "a1b2"})
        assert answer.status_code == HTTPStatus.FOUND
    assert load_table(match.pk).live is not None
    answer = browser.post(address, {"ready": "yes"})
    assert answer.status_code == HTTPStatus.CONFLICT


def test_times_use_the_time_zone_of_the_reader() -> None:
    _, people = sit("sleeping_queens")
    user = people[0]
    due = line_of(user).due
    assert due is not None
    for zone in ("Asia/Tokyo", "America/New_York", "Mars/Olympus"):
        User.objects.filter(pk=user.pk).update(time_zone=zone)
        page = cast.browser(user).get("/matches/").content.decode()
        with timezone.override(None if "Mars" in zone else zone):
            wanted = timezone.localtime(due).strftime("%H:%M")
        # A reader without a known time zone gets UTC, and the label for it.
        wanted += " UTC" * ("Mars" in zone)
        assert re.search(rf"until (\w+ )?{wanted} · ", page), (zone, wanted)
    assert own_matches.short_context(user)["running"][0].due == due
