"""The evaluation of the people's records and the database: the numbers and their goals."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from realtime.close_codes import FORBIDDEN, REVOKED
from tools.goals import Goal

SENT_AWAY = (f"closed {REVOKED}", f"closed {FORBIDDEN}")
"""Causes of a break after which a page does not return (`matches/js/table/wire.js`)."""


@dataclass(frozen=True, slots=True)
class Note:
    """The record of one page: its match, its seat, and the keys of acknowledged actions."""

    match: str
    seat: int
    acknowledged: Iterable[str]


def lost(notes: Iterable[Note], moves: Iterable[Sequence[Any]]) -> list[str]:
    """Return the acknowledged actions that are in no log."""
    there = {(match, seat, key) for match, seat, key in moves}
    return [
        f"{note.match} seat {note.seat} {key}"
        for note in notes
        for key in note.acknowledged
        if (note.match, note.seat, key) not in there
    ]


def doubled(moves: Iterable[Sequence[Any]]) -> list[str]:
    """Return the requests of people that were carried out more than once, in any round."""
    times = Counter((match, seat, key) for match, seat, key in moves if key.startswith("chaos-"))
    return [
        f"{match} seat {seat} {key}" for (match, seat, key), count in times.items() if count > 1
    ]


def stuck(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """Return the waiting matches without a move in between, and matches with an overdue deadline."""
    found = []
    for match, now in after.items():
        then = before.get(match, {"at": None})
        if now["overdue"]:
            found.append(f"{match}: overdue {', '.join(sorted(now['overdue']))}")
        elif now["waits_for"] and now["at"] == then["at"]:
            found.append(f"{match}: waits for seats {now['waits_for']}")
    return found


def undelivered(deliveries: Iterable[Sequence[Any]], came: Mapping[str, int]) -> list[str]:
    """Return the users who received fewer notices than the log has as sent, and failed deliveries."""
    sent: Counter[str] = Counter()
    found = []
    for pk, status, kind, user in deliveries:
        if status == "sent":
            sent[str(user)] += 1
        elif status == "failed":
            found.append(f"delivery {pk} of {kind} failed")
    found += [
        f"user {user}: {count} sent, {came.get(user, 0)} received"
        for user, count in sent.items()
        if came.get(user, 0) < count
    ]
    return found


def wrong(noted: Mapping[str, Any], facts: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return all faults by name, from the people's records and the database."""
    notes = [
        Note(one["match"], facts["seats"][f"{one['match']}/{one['user']}"], one["acknowledged"])
        for one in noted["people"]
    ]
    return {
        "acknowledged moves lost": lost(notes, facts["moves"]),
        "moves doubled": doubled(facts["moves"]),
        "logs that differ from the snapshot": facts["differing"],
        "people's time charged": [str(missed) for missed in facts["missed"] if not missed[2]],
        "bots' time charged": [str(missed) for missed in facts["missed"] if missed[2]],
        "notices missing": [
            *facts["untold"],
            *undelivered(facts["deliveries"], noted["came"]),
        ],
        "people sent away": [
            f"{noted['broken'][how]} pages {how}" for how in SENT_AWAY if noted["broken"].get(how)
        ],
    }


def recovery(ends: Iterable[float], acknowledged: Mapping[str, Iterable[float]]) -> list[float]:
    """Return the seconds from the end of each fault to the next acknowledgement in each match,
    sorted.

    A match that was finished by then has none.
    """
    times = {match: sorted(at) for match, at in acknowledged.items()}
    found = []
    for end in ends:
        for at in times.values():
            following = next((moment for moment in at if moment >= end), None)
            if following is not None:
                found.append(following - end)
    return sorted(found)


def errors(logs: Iterable[Path]) -> Counter[str]:
    """Return the errors in these logs, by their last line and the place in the code."""
    found: Counter[str] = Counter()
    for path in logs:
        for line in path.read_text(errors="replace").splitlines():
            with suppress(ValueError):
                told = json.loads(line)
                if isinstance(told, dict) and told.get("level") == "ERROR":
                    found[_last_words(told.get("traceback") or told["message"])] += 1
    return found


def failures(access_log: Path) -> Counter[str]:
    """Return nginx's count of answers for an unavailable server, by status and time."""
    found: Counter[str] = Counter()
    for line in access_log.read_text().splitlines():
        told = json.loads(line)
        if told["status"] >= 500:
            found[f"{told['status']} at {told['at'][11:16]} from {told['web']}"] += 1
    return found


def _last_words(text: str) -> str:
    lines = text.strip().splitlines()
    where = [line.strip() for line in lines if line.lstrip().startswith('File "')]
    return " ".join([lines[-1][:120], *where[-1:]])


def goals(counts: Mapping[str, int]) -> list[Goal]:
    """Return a goal of zero for each count."""
    return [Goal(name, count, 0, "") for name, count in counts.items()]
