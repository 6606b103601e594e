"""Your matches: waiting ones come first, private facts stay private, and the page is fast."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import timedelta
from http import HTTPStatus
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from core import clock
from core.paging import number_of
from daily import days
from matches.actors import Person
from matches.models import Match
from matches.present import listings
from matches.present.event_lines import sentence_of
from matches.present.listings import READY, RESULT, SEAT, TURN
from matches.requests import ActionRequest
from matches.services.absence import departure
from matches.services.rounds import finish, start
from matches.services.rounds.play import play
from matches.services.seating import reserve_seat, seats
from matches.store.load_match import load_table
from pages.waiting_matches import next_for, waiting_for
from tests.platform.accounts import cast
from tests.platform.matches.cast import (
    act,
    awaited,
    dealt,
    fresh_key,
    let_pass,
    opened,
    person,
    play_out,
    under_attack,
)
from tests.platform.pages.costs import check_asks_alike
from tests.sure import sure

pytestmark = pytest.mark.django_db


def two() -> tuple[User, User]:
    return person("Alice"), person("Bob")


def needs(user: User) -> dict[object, str]:
    return {line.match.pk: line.need for line in listings.mine(user).lines}


def over(match: Match) -> Match:
    """Play this match to its end, and return it."""
    play_out(match)
    finish.finish_round(match.rounds.latest("number").pk)
    match.refresh_from_db()
    return match


def go_on(match: Match) -> None:
    """Do the next action, of any seat."""
    live = load_table(match.pk).live
    assert live is not None
    if live.awaited.seats:
        act(match)
    elif not live.over:
        let_pass(live)


def test_a_match_waits_only_for_the_player_with_the_turn() -> None:
    alice, bob = two()
    match = dealt(alice, bob)
    active, other = (alice, bob) if awaited(match) == 0 else (bob, alice)
    assert needs(active) == {match.pk: TURN}
    assert needs(other) == {match.pk: ""}
    (line,) = listings.mine(other).lines
    assert line.waits_for == [active.name]
    assert line.due is not None
    page = cast.browser(other).get("/matches/").content.decode()
    assert f"waiting for {active.name}" in page
    act(match)
    seat = awaited(match)
    for user in (alice, bob):
        is_next = match.seats.get(number=seat).user_id == user.pk
        assert needs(user) == {match.pk: TURN if is_next else ""}


def test_a_full_table_waits_for_players_who_are_not_ready() -> None:
    alice, bob = two()
    match = opened(alice, bob)
    assert needs(alice) == {match.pk: READY}
    start.get_ready(match.pk, alice)
    assert needs(alice) == {match.pk: ""}
    assert listings.mine(alice).lines[0].waits_for == ["Bob"]
    seats.leave_seat(match.pk, bob)
    assert needs(bob) == {}
    assert needs(alice) == {match.pk: ""}


def test_a_seat_that_is_kept_waits_for_its_friend() -> None:
    alice, bob = two()
    match = opened(alice, person("Carla"), bots=1)
    left = match.seats.get(number=1).user
    assert left is not None
    seats.leave_seat(match.pk, left)
    reserve_seat.reserve_for(match.pk, alice, 1, bob)
    assert needs(bob) == {match.pk: SEAT}
    assert "A seat is reserved for you" in cast.browser(bob).get("/matches/").content.decode()
    said = "Alice</a> invites you: Sleeping Queens"
    for path in ("/", "/rules/sleeping_queens/", f"/matches/{match.pk}/"):
        page = cast.browser(bob).get(path).content.decode()
        assert (said in page) is (str(match.pk) not in path)
    Match.objects.filter(pk=match.pk).update(host=None)
    assert "A seat is reserved for you: Sleeping" in cast.browser(bob).get("/").content.decode()
    Match.objects.filter(pk=match.pk).update(host=alice)
    seats.take_seat(match.pk, bob)
    assert needs(bob) == {match.pk: READY}


def test_a_result_waits_until_it_was_looked_at() -> None:
    alice, bob = two()
    match = over(dealt(alice, bob))
    assert needs(alice) == {match.pk: RESULT}
    (ended,) = (line.ended for line in listings.mine(alice).lines)
    assert ended is not None
    assert listings.finished(alice).lines == []  # once on the page
    assert ended.place in (1, 2)
    assert match.standing is not None
    assert ended.points == match.standing["totals"][0]
    browser = cast.browser(alice)
    page = browser.get("/matches/").content.decode()
    # In the game's words: "2 points" does not mean two rounds.
    assert f"<span>Rounds won: {ended.points}</span>" in page
    button = re.search(r'formaction="([^"]+)" name="shown" value="(\d+)"', page)
    assert button is not None
    answer = browser.post(button[1], {"shown": button[2]})
    assert answer.headers["Location"] == f"/matches/{match.pk}/"
    assert needs(alice) == {}
    assert listings.finished(alice).lines == [ended]
    assert needs(bob) == {match.pk: RESULT}
    Match.objects.filter(pk=match.pk).update(finished_at=timezone.now() - timedelta(days=15))
    assert needs(bob) == {}
    assert len(listings.finished(bob).lines) == 1


def test_the_start_page_has_one_line_for_all_that_is_over() -> None:
    alice, bob = two()
    ended, running = over(dealt(alice, bob)), dealt(alice, bob)
    page = cast.browser(alice).get("/").content.decode()
    assert page.index(f'id="match-{running.pk}"') < page.index("1 match is over")
    assert f'id="match-{ended.pk}"' not in page
    assert 'href="/matches/#ended-now"' in page
    assert 'id="ended-now"' in cast.browser(alice).get("/matches/").content.decode()


def test_the_start_page_asks_for_its_matches_once() -> None:
    """One query gives the running matches and the number of unread results, even without any."""
    alice, bob = two()
    assert listings.mine_in_short(alice, 5) == listings.MatchesInShort([], 0, 0)
    over(dealt(alice, bob))
    assert listings.mine_in_short(alice, 5) == listings.MatchesInShort([], 0, 1)
    running = [dealt(alice, bob) for _ in range(2)]
    with CaptureQueriesContext(connection) as asked:
        short = listings.mine_in_short(alice, 1)
    assert sum("matches_departure" in one["sql"] for one in asked) == 1
    assert [line.match in running for line in short.lines] == [True]
    assert (short.total, short.unread) == (2, 1)


def test_what_is_over_is_not_counted_among_what_waits() -> None:
    """ "Your turn (10)" must not count matches without any possible action."""
    alice, bob = two()
    match = over(dealt(alice, bob))
    assert needs(alice) == {match.pk: RESULT}
    assert waiting_for(alice.pk, None).total == 0
    assert listings.waiting(alice.pk) == []
    assert next_for(alice.pk, None) is None
    assert "<title>Your matches" in cast.browser(alice).get("/matches/").content.decode()


def test_an_answer_on_hold_changes_only_the_list_of_its_author() -> None:
    match, victim, attacker = under_attack()
    seat = match.seats.get(user=victim).number
    before = cast.browser(attacker).get("/matches/").content.decode()
    shown = load_table(match.pk).shown_version(seat)
    request = ActionRequest(action={"type": "let_happen"}, seen=shown, key=fresh_key())
    assert needs(victim) == {match.pk: TURN}
    assert play(match.pk, Person(victim.pk, victim.epoch), request).refusal is None
    assert needs(victim) == {match.pk: ""}
    (line,) = listings.mine(attacker).lines
    assert line.waits_for == [victim.name]
    assert _same(cast.browser(attacker).get("/matches/").content.decode()) == _same(before)


def _same(page: str) -> str:
    return re.sub(r'name="csrfmiddlewaretoken" value="[^"]+"', "", page)


def test_the_last_word_is_what_this_seat_could_hear() -> None:
    alice, bob = two()
    match = dealt(alice, bob)
    for _ in range(12):
        go_on(match)
        table = load_table(match.pk)
        for user in (alice, bob):
            seat = match.seats.get(user=user).number
            heard = [
                told
                for happened in list(table.history)[-listings.NEWS :]
                for event in happened.events
                if event.visible_to(seat) and (told := event.logged())
            ]
            (line,) = listings.mine(user).lines
            names = ["Alice", "Bob"]
            words = [sentence_of(match.game, told, names, you=seat) for told in heard]
            assert line.last == words[-listings.NEWS :]


def test_what_waits_comes_first_and_then_what_is_due_first() -> None:
    alice = person("Alice")
    others = [person(f"Friend {n}") for n in range(6)]
    matches = [dealt(alice, other, tempo="correspondence") for other in others]
    for n, match in enumerate(matches):
        round_ = match.rounds.get()
        mine = n % 2
        round_.glances = [
            {"awaited": [1 - mine], "due_ms": clock.now_ms() + (9 - n) * 3_600_000}
        ] * 2
        round_.save()
    order = [matches.index(line.match) for line in listings.mine(alice).lines]
    assert order == [5, 3, 1, 4, 2, 0]
    assert listings.waiting(alice.pk) == [matches[n].pk for n in (5, 3, 1)]


def test_the_jump_goes_round_all_that_wait() -> None:
    """It skips the present match."""
    alice = person("Alice")
    matches = [opened(alice, person(f"Friend {n}")) for n in range(3)]
    browser, at, seen = cast.browser(alice), "", []
    for _ in range(3):
        to = browser.get(f"/matches/next?skip={at}").headers["Location"]
        at = to.split("/")[2]
        seen.append(at)
    assert sorted(seen) == sorted(str(match.pk) for match in matches)
    assert waiting_for(alice.pk, None).count == 3
    assert waiting_for(alice.pk, matches[0].pk).count == 2
    page = browser.get(f"/matches/{matches[0].pk}/").content.decode()
    assert f'href="/matches/next?skip={matches[0].pk}"' in page
    assert "Next match (2)" in page
    assert "<title>(2) " in page


def test_without_anything_that_waits_the_jump_leads_to_the_list() -> None:
    alice = person("Alice")
    assert next_for(alice.pk, None) is None
    for browser in (cast.browser(), cast.browser(alice)):
        for skip in ("", "nonsense", "%00", "0" * 400):
            answer = browser.get(f"/matches/next?skip={skip}")
            assert answer.status_code == HTTPStatus.FOUND
            assert answer.headers["Location"] == "/matches/"
    assert "<title>Your matches" in cast.browser(alice).get("/matches/").content.decode()


def test_nobody_sees_the_matches_of_others() -> None:
    alice, bob = two()
    match = dealt(alice, bob)
    over(dealt(alice, bob))
    for who in (None, person("Charlie"), cast.gus()):
        page = cast.browser(who).get("/matches/").content.decode()
        assert "Alice" not in page
        assert str(match.pk) not in page


@pytest.mark.parametrize(
    "query", ["page=0", "page=-1", "page=x", "page=99999", "finished=%00", "page=1e9"]
)
def test_there_is_always_some_page(query: str) -> None:
    alice, bob = two()
    match = dealt(alice, bob)
    answer = cast.browser(alice).get(f"/matches/?{query}")
    assert answer.status_code == HTTPStatus.OK
    assert str(match.pk) in answer.content.decode()


def test_the_number_of_a_page_is_read_from_anything() -> None:
    assert [number_of(text) for text in ("3", "", "٣", "-1", None, "123456")] == [3, 1, 1, 1, 1, 1]


def test_long_lists_have_pages() -> None:
    alice, bob = two()
    for _ in range(listings.PAGE + 1):
        opened(alice, bob)
    browser = cast.browser(alice)
    first, second = (browser.get(f"/matches/?page={n}").content.decode() for n in (1, 2))
    assert first.count('id="match-') == listings.PAGE
    assert second.count('id="match-') == 1
    assert "?page=2&amp;finished=1" in first
    assert browser.get("/").content.decode().count('id="match-') == 5


def many(count: int) -> User:
    """Return a user with this many matches of every kind, by different rules."""
    alice, bob = person(fresh_key()), person(fresh_key())
    for n in range(count):
        rules: dict[str, Any] = {"options": {"memory_aid": ("on", "off")[n % 2]}}
        dealt(alice, bob, public=True, **rules)
        seats.leave_seat(opened(alice, bob, public=True, **rules).pk, bob)
        ended = opened(alice, bob, **rules)
        standing = {"totals": [n, 1], "places": [1, 2], "decided": True}
        Match.objects.filter(pk=ended.pk).update(
            status=Match.Status.FINISHED,
            finished_at=timezone.now(),
            standing=standing,
            result=standing,
        )
    return alice


def test_pages_ask_the_same_number_of_times_whatever_there_is() -> None:
    days.today()  # fixed by the first request
    few, lots = cast.browser(many(1)), cast.browser(many(30))
    for path, most in (("/", 29), ("/matches/", 18), ("/tables/", 20)):
        check_asks_alike(few, lots, path, most)


COPIES = """
CREATE TEMP TABLE copies ON COMMIT DROP AS
  SELECT i, gen_random_uuid() AS id FROM generate_series(1, %(count)s) i;
INSERT INTO matches_match SELECT (jsonb_populate_record(m, jsonb_build_object(
  'id', c.id, 'invite', left(md5(c.id::text), 24),
  'finished_at', m.finished_at - c.i * interval '1 day'
))).* FROM matches_match m, copies c WHERE m.id = %(match)s;
INSERT INTO matches_seat SELECT (jsonb_populate_record(s, jsonb_build_object(
  'id', nextval(pg_get_serial_sequence('matches_seat', 'id')), 'match_id', c.id,
  'finished_at', s.finished_at - c.i * interval '1 day',
  'ended_at', s.ended_at - c.i * interval '1 day'
))).* FROM matches_seat s, copies c WHERE s.match_id = %(match)s;
INSERT INTO matches_round SELECT (jsonb_populate_record(r, jsonb_build_object(
  'id', nextval(pg_get_serial_sequence('matches_round', 'id')), 'match_id', c.id
))).* FROM matches_round r, copies c WHERE r.match_id = %(match)s;
DROP TABLE copies; ANALYZE matches_match, matches_seat, matches_round;
"""


def finished_often(name: str, count: int) -> User:
    """Return a user with this many finished and viewed matches, one a day, and a running one."""
    alice, bob = person(name), person(fresh_key())
    match = over(dealt(alice, bob))
    match.seats.update(acknowledged=999)
    with connection.cursor() as cursor:
        cursor.execute(COPIES, {"count": count - 1, "match": match.pk})
    dealt(alice, bob)
    return alice


def rows_read(browser: Client, path: str) -> list[float]:
    """Return the number of rows that each statement of this page reads, including discarded ones.

    The statement that counts the lines of the list is left out; it reads only an index.
    """
    read: list[float] = []

    def look(execute: Any, sql: Any, params: Any, many: Any, context: Any) -> Any:
        if sql.startswith("SELECT COUNT(*)") or "SELECT" not in sql:
            return execute(sql, params, many, context)
        execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {sql}", params, many, context)
        ((raw,),) = context["cursor"].fetchall()
        (plan,) = json.loads(raw) if isinstance(raw, str) else raw
        read.append(sum(_rows(plan["Plan"])))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(look):
        assert browser.get(path).status_code == HTTPStatus.OK
    return read


def _rows(node: dict[str, Any]) -> Iterator[float]:
    if "Scan" in node["Node Type"]:
        gone = (node.get(f"Rows Removed by {why}", 0) for why in ("Filter", "Index Recheck"))
        yield node["Actual Loops"] * (node["Actual Rows"] + sum(gone))
    for below in node.get("Plans", ()):
        yield from _rows(below)


def test_thousands_of_finished_matches_are_not_looked_at() -> None:
    days.today()
    few, lots = (finished_often(name, count) for name, count in (("Few", 25), ("Lots", 2_000)))
    for path in ("/", "/matches/", "/tables/"):
        wanted, read = (rows_read(cast.browser(user), path) for user in (few, lots))
        assert all(b <= a + 5 for a, b in zip(wanted, read, strict=True)), (path, wanted, read)
    page = cast.browser(lots).get("/matches/?finished=100").content.decode()
    assert "Page 100 of 100" in page


def test_a_match_waits_for_nobody_while_a_bot_plays_there() -> None:
    alice, bob = two()
    match = dealt(alice, bob)
    active, other = (alice, bob) if awaited(match) == 0 else (bob, alice)
    departure.leave_match(match.pk, active)
    (line,) = listings.mine(active).lines
    assert (line.bot_plays, line.need, line.waits_for) == (True, "", [])
    page = cast.browser(active).get("/matches/").content.decode()
    assert "a bot plays for you" in page
    assert f"waiting for {active.name}" not in page
    (line,) = listings.mine(other).lines
    assert line.waits_for == [active.name]


def test_what_waits_for_you_stands_apart() -> None:
    """Matches that wait for others come after them."""
    people = [person("Alice"), person("Bob")]
    asked = awaited(dealt(*people))
    for seat, user in enumerate(people):
        page = cast.browser(user).get("/matches/").content.decode()
        has_turn = seat == asked
        assert ('id="theirs"' in page) is not has_turn
        assert ("No match is waiting for you." in page) is not has_turn


def test_the_start_page_has_the_last_game_once_more() -> None:
    alice, bob = two()
    assert "Play again" not in cast.browser(alice).get("/").content.decode()
    over(dealt(alice, bots=1))
    page = cast.browser(alice)
    again = _form(page.get("/").content.decode(), "Play again")
    assert again == ("/play/sleeping_queens/", {"seats": "2"})
    to = page.post(*again).headers["Location"]
    match = Match.objects.get(pk=to.split("/")[2])
    assert (match.game, match.seats.count()) == ("sleeping_queens", 2)
    before, page = over(dealt(bob, person("Carla"))), cast.browser(bob)
    again = _form(page.get("/").content.decode(), "Rematch")
    assert again == (f"/matches/{before.pk}/rematch", {})
    page.post(*again)
    assert Match.objects.get(rematch_of=before).seats.filter(kept_for__name="Carla").exists()
    assert "Play again" not in cast.browser().get("/").content.decode()


def _form(page: str, button: str) -> tuple[str, dict[str, str]]:
    """Return the action of the form with this button, and its hidden fields."""
    end = re.search(rf"{button}\s*</button>", page)
    form = page[: sure(end).start()].rpartition("<form")[2]
    (action,) = re.findall(r'action="([^"]+)"', form)
    hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form))
    hidden.pop("csrfmiddlewaretoken")
    return action, hidden
