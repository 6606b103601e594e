"""A new revision is published while people play: a match ends under the revision it began with."""

from __future__ import annotations

import random
from collections.abc import Iterator
from io import StringIO

import pytest
from django.core.management import call_command

from games.sleeping_queens.actions import Defend, PlayKnight, PlayPotion
from matches import models
from matches.actors import Person
from matches.engine import stored_values
from matches.engine.verification import difference
from matches.services.rounds import finish, start
from matches.services.rounds.play import play
from matches.services.rules_versions import publish_version
from matches.store.load_match import load_table
from tests.platform.matches.cast import GAME, dealt, let_pass, offers, person, request_for

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _the_same_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("matches.services.rounds.start.token_bytes", lambda length: b"\7" * length)


def quarrel(match: models.Match, at_most: int = 1_000) -> None:
    """Let all players attack and defend at every chance, to the end or for this number of turns."""
    luck = random.Random(5)
    for _ in range(at_most):
        table = load_table(match.pk)
        live = table.live
        assert live is not None
        if live.over:
            return
        if not live.awaited.seats:
            let_pass(live)
            continue
        seat = live.awaited.seats[0]
        choices = offers(match, seat)
        eager = [one for one in choices if isinstance(one, Defend | PlayKnight | PlayPotion)]
        request = request_for(
            match, seat, action=stored_values.to_json(luck.choice(eager or choices))
        )
        sitting = table.seats[seat]
        assert play(match.pk, Person(sitting.user_id, sitting.epoch), request).refusal is None


def defences(match: models.Match) -> Iterator[tuple[int, bool]]:
    """Yield the numbers of moves that met an attack, and whether the attacker then drew first."""
    for move in models.Move.objects.filter(round__match=match):
        told = {event["kind"]: event["data"] for event in move.events}
        if "defended" in told:
            first = next(e["data"]["seat"] for e in move.events if e["kind"] == "refilled")
            yield move.number, first == told["defended"]["attacker"]


def test_a_running_match_ends_under_the_revision_it_began_with() -> None:
    alice, bob = person("Alice"), person("Bob")
    publish_version(GAME, revision=1)
    running = dealt(alice, bob, target="rounds-2")
    quarrel(running, at_most=6)
    published_after = running.rounds.get().version
    call_command("publish_rules", stdout=StringIO())
    fresh = dealt(alice, bob)
    for match, revision in ((running, 1), (fresh, 2)):
        quarrel(match)
        round_ = match.rounds.get()
        finish.finish_round(round_.pk)
        match.refresh_from_db()
        assert match.rules.revision == revision
        assert difference(round_.pk) is None
        assert {attacker_first for _, attacker_first in defences(match)} == {revision == 1}
    assert fresh.status == models.Match.Status.FINISHED
    assert any(number > published_after for number, _ in defences(running))
    for user in (alice, bob):
        start.get_ready(running.pk, user)
    quarrel(running, at_most=6)
    assert difference(running.rounds.get(number=2).pk) is None, (
        "the next round continues in the same way"
    )
