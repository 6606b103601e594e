"""A short run against a real server, and proof that faults are found."""

from __future__ import annotations

import asyncio
import io
from argparse import Namespace
from typing import Any

import pytest

from tests.platform.matches.cast import act, dealt, person
from tools.command import Screen
from tools.fuzz import beside
from tools.fuzz.__main__ import _slope, fuzz
from tools.fuzz.driver import Answers, Driver
from tools.fuzz.hostile import Source

LAID: dict[str, Any] = {
    "tables": [
        {
            "match": "00000000-0000-0000-0000-000000000001",
            "game": "any",
            "actions": [{"type": "pass"}],
            "idle": ["sessionid=a"],
        }
    ],
    "outsider": "sessionid=b",
    "staff": "sessionid=c",
    "tokens": ["nightcap_d"],
    "league": "outer",
    "routes": [["matches:table", "matches/<uuid:match_id>/"]],
    "fields": ["name"],
}


def test_nothing_hostile_is_too_much_for_a_server() -> None:
    found = fuzz(Namespace(requests=400, seed=3), Screen(io.StringIO()))
    missed = [goal for goal in found.goals if not goal.met and goal.unit != "MB"]
    assert missed == [], found.data["wrong"]
    assert found.data["requests"] > 100
    assert found.data["frames"] > 100


async def test_a_fault_of_the_server_is_found() -> None:
    async def fail(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 500 Oh\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        writer.close()

    server = await asyncio.start_server(fail, "127.0.0.1", 0)
    host = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
    seen: list[int] = []
    driver = Driver(Source(LAID, host, 1), 8, lambda answers: seen.append(answers.sent))
    answers: Answers = await driver.run()
    server.close()
    assert answers.statuses["500"] >= 8
    assert any(wrong.startswith("500: ") for wrong in answers.wrong)
    assert seen


def test_the_same_seed_says_the_same() -> None:
    def drawn(seed: int) -> list[object]:
        source = Source(LAID, "host", seed)
        return [
            one for _ in range(200) for one in (source.request(), source.frame(), source.socket())
        ]

    assert drawn(1) == drawn(1)
    assert drawn(1) != drawn(2)


def test_memory_that_grows_has_a_slope() -> None:
    assert _slope([(0, 100.0), (5_000, 100.0), (10_000, 100.0)]) == 0
    assert _slope([(0, 100.0), (5_000, 102.0), (10_000, 104.0)]) == pytest.approx(4)


@pytest.mark.django_db
def test_a_move_is_a_change_that_is_seen() -> None:
    people = [person("Alice"), person("Bob")]
    match = dealt(*people)
    watched = [str(match.pk)], [one.pk for one in people]
    before = beside.look(*watched)
    assert beside.look(*watched) == before
    act(match)
    after = beside.look(*watched)
    changed = {table for table in before if before[table] != after[table]}
    assert {"matches_round", "matches_move", "matches_deadline"} <= changed
    people[0].set_password("another long one")
    people[0].save()
    assert beside.look(*watched)["accounts_user"] != before["accounts_user"]
