"""The log equals the snapshot, and every shuffle follows from its commitment."""

from __future__ import annotations

import hashlib
import json
from concurrent.futures import ThreadPoolExecutor
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from matches.engine.verification import difference
from matches.models import Match, Round
from tests.platform.matches.cast import act, dealt, person, play_out

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    match = dealt(person("Alice"), person("Bob"))
    act(match)
    return match


def test_every_round_is_replayed(match: Match) -> None:
    out = StringIO()
    call_command("verify_matches", "--json", stdout=out, stderr=StringIO())
    assert json.loads(out.getvalue()) == {"rounds": 1, "differing": {}}


@pytest.mark.django_db(transaction=True)
def test_rounds_are_replayed_while_people_play() -> None:
    match = dealt(person("Alice"), person("Bob"))
    with ThreadPoolExecutor() as hands:
        playing = hands.submit(_play_elsewhere, match)
        while not playing.done():
            assert difference(match.rounds.get().pk) is None
        playing.result()


def _play_elsewhere(match: Match) -> None:
    try:
        play_out(match)
    finally:
        connection.close()


def tampered(match: Match, change: str) -> Round:
    """Return the round after a change with the database's own permissions."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")  # no triggers
        cursor.execute(change)
        cursor.execute("SET LOCAL session_replication_role = origin")
    return match.rounds.get()


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE matches_round SET state = replace(state, '\"active\":0', '\"active\":1') || ' '",
        "UPDATE matches_round SET drawn = drawn + 1",
        """UPDATE matches_round SET undo = '{"seat":0,"taken":1}'""",
        "UPDATE matches_round SET version = version + 1",
        "UPDATE matches_move SET events = '[]'",
        """UPDATE matches_move SET action = '{"type": "let_happen"}'""",
        "UPDATE matches_move SET seat = 1 - seat",
        """UPDATE matches_round SET nonces = '["other", ""]'""",
    ],
)
def test_what_was_tampered_with_is_found_and_named(match: Match, change: str) -> None:
    round_ = tampered(match, change)
    assert difference(round_.pk) is not None
    with pytest.raises(CommandError, match=f"round {round_.pk}"):
        call_command("verify_matches", stdout=StringIO(), stderr=StringIO())


def test_a_finished_round_proves_its_shuffle(match: Match) -> None:
    with pytest.raises(CommandError, match="not over"):
        call_command("verify_round", str(match.rounds.get().pk))
    play_out(match)
    round_ = match.rounds.get()
    out = StringIO()
    call_command("verify_round", str(round_.pk), "--json", stdout=out)
    told = json.loads(out.getvalue())
    assert hashlib.sha256(bytes.fromhex(told["seed"])).hexdigest() == told["commitment"]
    assert (told["seed_fits"], told["log_fits"]) == (True, True)
    Round.objects.update(commitment="0" * 64)
    with pytest.raises(CommandError, match="does not match the commitment"):
        call_command("verify_round", str(round_.pk), stdout=StringIO())
    with pytest.raises(CommandError, match="does not exist"):
        call_command("verify_round", "999999")
