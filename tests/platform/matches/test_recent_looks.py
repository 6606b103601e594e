"""A table that continues from the cache equals the table that another process loads."""

from __future__ import annotations

import random
from dataclasses import asdict, fields
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.kernel import session
from matches import models
from matches.actors import Person
from matches.engine import catalogue
from matches.engine.stored_values import to_json
from matches.requests import ActionRequest
from matches.services.absence import departure
from matches.services.clock import pause
from matches.services.rounds import start
from matches.services.rounds.acknowledge import acknowledge_version
from matches.services.rounds.play import PlayResult, play
from matches.services.seating import seats, tables
from matches.store import recent_looks
from matches.store.load_match import load_table
from matches.store.snapshot import Table
from tests.platform.matches.cast import act, awaited, dealt, fresh_key, let_pass, person
from tests.sure import sure

pytestmark = pytest.mark.django_db(transaction=True)
GAMES = [meta.slug for meta in catalogue.metas()]


def dealt_to_three(game: str, tempo: str = "") -> models.Match:
    people = [person(name) for name in ("Alice", "Bob", "Carla")]
    match = tables.open_match(people[0], game, seats=3, tempo=tempo)
    for user in people[1:]:
        seats.take_seat(match.pk, user)
    for user in people:
        start.get_ready(match.pk, user)
    return match


def facts(table: Table) -> dict[str, Any]:
    """Return all comparable data of a table; the time of the read does not count."""
    others = {"live", "history", "now_ms"}
    found = {f.name: getattr(table, f.name) for f in fields(table) if f.name not in others}
    live = table.live
    assert live is not None
    round_ = {
        f.name: getattr(live, f.name) for f in fields(live) if f.compare and f.name != "chance"
    }
    return {
        **found,
        "seats": [asdict(seat) for seat in table.seats],
        "live": round_,
        "chance": vars(live.chance),
        "history": [(one.number, one.at_ms, one.events) for one in table.history],
    }


def anew(match: models.Match) -> Table:
    """Return the table as a process that has just started sees it."""
    recent_looks.forget_all()
    return load_table(match.pk)


def move(match: models.Match, table: Table, chance: random.Random) -> PlayResult | None:
    """Let a seat that may act do so; return None if there is none."""
    live = table.live
    assert live is not None
    awaited = live.awaited
    for seat in (*awaited.seats, *awaited.may_also):
        offers = list(session.offers(live.game, live.rules, live.state, seat))
        if offers:
            holder = table.seats[seat]
            request = ActionRequest(
                action=to_json(chance.choice(offers)),
                seen=table.shown_version(seat),
                key=fresh_key(),
            )
            return play(match.pk, Person(holder.user_id, holder.epoch), request)
    return None


@pytest.mark.parametrize("game", GAMES)
def test_after_a_move_the_table_is_what_a_look_finds(game: str) -> None:
    match, chance, carried_on = dealt_to_three(game), random.Random(game), 0
    table = load_table(match.pk)
    for _ in range(25):
        assert table.live is not None
        if table.live.over:
            break
        done = move(match, table, chance)
        if done is None:
            let_pass(table.live)
        elif done.table is not None:
            carried_on += 1
            assert facts(done.table) == facts(anew(match))
        table = load_table(match.pk)
    assert carried_on > 2


def test_a_refusal_comes_with_the_table_too() -> None:
    match = dealt(person("Alice"), person("Bob"))
    load_table(match.pk)
    done = act(match, seen=0)
    assert done.refusal is not None
    assert done.table is not None
    assert facts(done.table) == facts(anew(match))


def rename(match: models.Match) -> None:
    User.objects.filter(name="Bob").update(name="Robert")


def show(match: models.Match) -> None:
    acknowledge_version(
        match.pk, User.objects.get(name="Bob").pk, load_table(match.pk).shown_version(1)
    )


def want_a_pause(match: models.Match) -> None:
    pause.agree_to_pause(match.pk, User.objects.get(name="Bob"))


def miss(match: models.Match) -> None:
    match.seats.update(missed=1)


def go_and_be_called_otherwise(match: models.Match) -> None:
    departure.leave_match(match.pk, User.objects.get(name="Bob"))
    load_table(match.pk)
    rename(match)


def sign_out(match: models.Match) -> None:
    User.objects.filter(name="Bob").update(epoch=7)


def make_private(match: models.Match) -> None:
    models.Match.objects.filter(pk=match.pk).update(public=True)


def meddle(match: models.Match) -> None:
    """Do what no service does: change the round itself and keep its version."""
    match.rounds.update(visible=[5] * 3)


@pytest.mark.parametrize(
    "change",
    [rename, show, want_a_pause, miss, go_and_be_called_otherwise, sign_out, make_private, meddle],
)
def test_what_changed_meanwhile_is_noticed(change: Any) -> None:
    match = dealt(person("Alice"), person("Bob"))
    seat = awaited(match)
    table = load_table(match.pk)
    request = ActionRequest(
        action=to_json(
            session.offers(
                sure(table.live).game, sure(table.live).rules, sure(table.live).state, seat
            )[0]
        ),
        seen=table.shown_version(seat),
        key=fresh_key(),
    )
    change(match)
    user = sure(match.seats.get(number=seat).user)
    done = play(match.pk, Person(user.pk, user.epoch), request)
    assert facts(done.table or load_table(match.pk)) == facts(anew(match))


def test_a_move_of_another_process_is_noticed() -> None:
    match = dealt(person("Alice"), person("Bob"))
    load_table(match.pk)
    before = recent_looks.newest_look(match.pk)
    assert before is not None
    act(match)
    recent_looks.forget_all()
    recent_looks.remember_look(before)
    done = act(match)
    assert done.refusal is None
    assert facts(done.table or load_table(match.pk)) == facts(anew(match))


def test_what_a_move_that_was_rolled_back_did_is_not_kept() -> None:
    match = dealt(person("Alice"), person("Bob"))
    before = facts(load_table(match.pk))
    with transaction.atomic():
        assert act(match).table is None
        transaction.set_rollback(True)
    assert facts(load_table(match.pk)) == before == facts(anew(match))


@pytest.mark.parametrize("tempo", ["live", "correspondence"])
def test_what_a_move_asks_the_database(tempo: str) -> None:
    """docs/performance.md explains each statement."""
    match, chance, moves = dealt_to_three("sleeping_queens", tempo), random.Random(1), 0
    table = load_table(match.pk)
    while moves < 5 and table.live is not None and table.live.awaited.seats:
        with CaptureQueriesContext(connection) as asked:
            done = move(match, table, chance)
        assert done is not None
        assert done.table is not None
        assert len(asked) == len(("guarded save",))
        table, moves = done.table, moves + 1
    assert moves > 2
