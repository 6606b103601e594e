"""Tables of strong bots beside an open server: made, played for their hosts, and sampled.

`python -m tools.load.bot_tables '{"tables": 60, "bots": 4, …}'` deals the tables and then plays
each host's turns at once, by the same entry point as a page. It prints a line of JSON when they are
dealt, a `Sample` each second, and the `Facts` when a line on its input ends the run.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from dataclasses import asdict, dataclass
from typing import Any

from config.local import installation

EACH_S = 1.0
"""Seconds between two samples."""
LOOK_S = 0.1
"""Seconds between two searches for hosts who must act."""


@dataclass(frozen=True, slots=True)
class Sample:
    """The server's backlog at a moment: the bots' overdue turns, and the age of the oldest."""

    owed: int
    oldest_ms: int
    deadlines_ms: int


@dataclass(frozen=True, slots=True)
class Facts:
    """The results.

    `lost`: turns of bots that timed out. `hosts_lost`: turns of hosts that timed out. `hurried`:
    how often a bot thought for less than its usual time.
    """

    moves_of_bots: int
    lost: int
    hosts_lost: int
    hurried: int


def main(game: str, level: str, tables: int, bots: int, tempo: str) -> None:
    """Deal, play for the hosts until told to stop, and print the results."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    hosts = dict(_deal(game, level, bots, tempo) for _ in range(tables))
    _tell({"dealt": len(hosts)})
    stopped = threading.Event()
    threading.Thread(target=_wait_for_word, args=(stopped,), daemon=True).start()
    next_sample = time.monotonic()
    while not stopped.wait(LOOK_S):
        for match_id in _waiting(list(hosts)):
            _play_for_host(match_id, hosts[match_id])
        if time.monotonic() >= next_sample:
            next_sample += EACH_S
            _tell(asdict(_sample()))
    _tell(asdict(_facts(list(hosts))))


def _wait_for_word(stopped: threading.Event) -> None:
    sys.stdin.readline()
    stopped.set()


def _deal(game: str, level: str, bots: int, tempo: str) -> tuple[Any, Any]:
    from accounts.services.guests import create_guest
    from matches.services.rounds import start
    from matches.services.seating.tables import open_match

    host = create_guest("en")
    match = open_match(host, game, seats=bots + 1, bots=[level] * bots, tempo=tempo, rated=False)
    start.get_ready(match.pk, host)
    return match.pk, host


def _waiting(matches: list[Any]) -> set[Any]:
    """Return the matches in which the host may have to act."""
    from django.db.models import Q

    from matches.models import Deadline, Round

    of_hosts = Deadline.objects.filter(Q(seat=0) | Q(seat=None), round__match__in=matches)
    undealt = Round.objects.filter(start=None, match__in=matches)
    return {
        *of_hosts.values_list("round__match", flat=True),
        *undealt.values_list("match", flat=True),
    }


def _play_for_host(match_id: Any, user: Any) -> None:
    """Take a random offer of the host, if there is one; after a refusal the next search tries
    again.
    """
    import random
    import uuid

    from games.kernel import session
    from matches.actors import Person
    from matches.engine.stored_values import to_json
    from matches.requests import ActionRequest
    from matches.services.rounds import start
    from matches.services.rounds.play import play
    from matches.store.load_match import load_table

    table = load_table(match_id)
    live = table.live
    if live is None or live.over:
        if table.match.status == "running":
            start.get_ready(match_id, user)
        return
    if 0 not in live.awaited.seats:
        return
    offers = session.offers(live.game, live.rules, live.state, 0)
    request = ActionRequest(
        action=to_json(random.choice(list(offers))),
        seen=table.shown_version(0),
        key=uuid.uuid4().hex,
    )
    play(match_id, Person(user.pk, user.epoch), request)


def _sample() -> Sample:
    from matches.store import backlog

    found = backlog.measure()
    return Sample(found.turns.count, found.turns.oldest_ms, found.deadlines.oldest_ms)


def _facts(matches: list[Any]) -> Facts:
    from bots import search_budget
    from matches.models import Move, Round
    from tools.chaos.audit import missed

    rounds = Round.objects.filter(match__in=matches, start__isnull=False)
    lost = [is_bot for pk in rounds.values_list("pk", flat=True) for *_, is_bot, _ in missed(pk)]
    return Facts(
        moves_of_bots=Move.objects.filter(round__match__in=matches, seat__gt=0).count(),
        lost=lost.count(True),
        hosts_lost=lost.count(False),
        hurried=search_budget.count_hurried(),
    )


def _tell(line: dict[str, Any]) -> None:
    print(json.dumps(line), flush=True)


if __name__ == "__main__":
    with installation.services_for(("load",)):
        main(**json.loads(sys.argv[1]))
