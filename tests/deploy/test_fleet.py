"""One match across several processes behind nginx, some of which are killed meanwhile."""

from __future__ import annotations

import asyncio
import json
import ssl
from typing import Any, LiteralString

import psycopg
import pytest

from tests.deploy import metrics
from tests.deploy.fleet import Fleet
from tests.deploy.people import SIT_DOWN, Player, until

EACH = 2
"""Moves of each player that prove that the play goes on."""


@pytest.fixture
def tls(fleet: Fleet) -> ssl.SSLContext:
    """A browser that trusts this one certificate."""
    return ssl.create_default_context(cafile=fleet.front.certificate)


async def test_a_match_continues_whichever_process_dies(fleet: Fleet, tls: ssl.SSLContext) -> None:
    seats = fleet.manage("shell", "-v0", "-c", SIT_DOWN)
    match = seats["match"]
    people = [Player(fleet.front.url, match, cookie, tls) for cookie in seats["cookies"]]
    playing = [asyncio.create_task(player.play()) for player in people]
    try:
        await everybody_moves(fleet, people)
        assert [player.breaks for player in people] == [0, 0]

        # A match has one web process: without it, both pages are disconnected, and another takes over.
        (first,) = [name for name in fleet.webs if moved_by_people(fleet, name, match)]
        (second,) = set(fleet.webs) - {first}
        fleet.kill(first)
        await until(lambda: all(player.breaks for player in people), lambda: f"{people}")
        await everybody_moves(fleet, people)
        assert [player.breaks for player in people] == [1, 1]
        assert moved_by_people(fleet, second, match)

        fleet.kill("worker-1")
        await everybody_moves(fleet, people)
        assert [player.breaks for player in people] == [1, 1]
        # During the match, because it ends soon after its people have left.
        metrics.check(fleet, second)
        metrics.check_monitoring(fleet, second)
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    verified = fleet.manage("verify_matches", "--json")
    assert verified["rounds"] >= 1
    assert verified["differing"] == {}
    check_request_ids(fleet, match, first, second)
    for name in ("worker-2", "slow", "beat"):
        assert "Traceback" not in fleet.said(name), fleet.said(name)


async def everybody_moves(fleet: Fleet, people: list[Player]) -> None:
    """Check that each person moves, that the other's page shows it, and that the bot plays."""
    moves = [len(player.moves) + EACH for player in people]
    bot = moves_of_the_bot(fleet) + EACH

    def all_have() -> bool:
        alice, bob = people
        return (
            len(alice.moves) >= moves[0]
            and bob.shown >= alice.moves[moves[0] - 1]
            and len(bob.moves) >= moves[1]
            and alice.shown >= bob.moves[moves[1] - 1]
            and moves_of_the_bot(fleet) >= bot
        )

    await until(
        all_have, lambda: f"{moves} and {bot} of the bot wanted, {people}, {newest_round(fleet)}"
    )


def check_request_ids(fleet: Fleet, match: str, dead: str, alive: str) -> None:
    """Check that a person's move, its task in a worker, and nginx's line of the socket have the
    same id.
    """
    here = lines(fleet.said(alive))
    there = lines(fleet.said("bots"))
    moved = moved_by_people(fleet, alive, match)
    answered = {line["request_id"] for line in there if "by a bot" in line["message"]}
    assert moved & answered
    assert all(line["match"] for line in [*here, *there] if "a move was made" in line["message"])
    by_nginx = {line["request_id"] for line in lines(fleet.front.said())}
    # nginx logs a socket when it is closed: those of the dead process were.
    assert by_nginx & {line.get("request_id") for line in lines(fleet.said(dead))}


def moved_by_people(fleet: Fleet, name: str, match: str) -> set[str]:
    """Return the request ids of the moves of people at this match in this web process."""
    return {
        line["request_id"]
        for line in lines(fleet.said(name))
        if "by a person" in line["message"] and line["match"] == match
    }


def lines(log: str) -> list[dict[str, Any]]:
    """Return the JSON lines of a log."""
    return [json.loads(line) for line in log.splitlines() if line.startswith("{")]


def moves_of_the_bot(fleet: Fleet) -> int:
    """Return the number of moves by the bot on the last seat; a deadline's move has no seat."""
    (count,) = asked(fleet, "SELECT count(*) FROM matches_move WHERE seat = 2")
    return int(count)


def newest_round(fleet: Fleet) -> tuple[Any, ...]:
    """Return the round's number, its version, and its outcome if it has one."""
    return asked(
        fleet, "SELECT number, version, outcome FROM matches_round ORDER BY id DESC LIMIT 1"
    )


def asked(fleet: Fleet, statement: LiteralString) -> tuple[Any, ...]:
    """Return the only row of this query in the fleet's database."""
    with psycopg.connect(fleet.env["DATABASE_URL"]) as database:
        found = database.execute(statement).fetchone()
    assert found is not None
    return found
