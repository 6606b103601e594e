"""Reads the database after a run: runs inside the fleet, and prints facts as JSON."""

from __future__ import annotations

import json
from typing import Any

LATE_MS = 10_000
"""Time after which an overdue deadline counts as forgotten, in milliseconds."""


def progress() -> None:
    """Print each match's progress, the seats that must act, and its overdue deadlines."""
    from core import clock
    from matches.models import Deadline, Match, Outbox
    from matches.store.load_match import load_table

    late = clock.now_ms() - LATE_MS
    overdue: dict[str, list[str]] = {}
    for model in (Deadline, Outbox):
        rows = model.objects.filter(due_ms__lt=late, round__match__status=Match.Status.RUNNING)
        for match_id, kind in rows.values_list("round__match_id", "kind"):
            overdue.setdefault(str(match_id), []).append(kind)
    found = {}
    for match_id in Match.objects.values_list("pk", flat=True):
        table = load_table(match_id)
        live = table.live
        going_on = table.match.status == Match.Status.RUNNING and live is not None and not live.over
        found[str(match_id)] = {
            "at": [table.round_id, live.version if live is not None else 0],
            "waits_for": list(live.awaited.seats) if going_on and live is not None else [],
            "overdue": overdue.get(str(match_id), []),
        }
    print(json.dumps(found))


def now() -> None:
    """Print the time of the fleet's clock, in milliseconds."""
    from core import clock

    print(clock.now_ms())


def facts(until_ms: int) -> None:
    """Print every move with a key, own decisions that timed out, differing logs, and notices.

    `until_ms`: the time when people stopped playing; later time-outs do not count.
    """
    from matches.models import Match, Move, Round, Seat
    from matches.store.upgrade import replay_rounds
    from notifications.models import Delivery, Kind, Notice

    moves = Move.objects.exclude(key="").order_by("pk")
    ended = Match.objects.filter(status=Match.Status.FINISHED)
    people = Seat.objects.filter(match__in=ended, user__channels__isnull=False).distinct()
    told = set(Notice.objects.filter(kind=Kind.ENDED).values_list("match_id", "user_id"))
    deliveries = Delivery.objects.values_list("id", "status", "notice__kind", "user_id")
    found: dict[str, Any] = {
        "moves": [
            [str(match), seat, key]
            for match, seat, key in moves.values_list("round__match_id", "seat", "key")
        ],
        "seats": {
            f"{match}/{user}": number
            for match, user, number in Seat.objects.filter(user__isnull=False).values_list(
                "match_id", "user_id", "number"
            )
        },
        "missed": [
            each
            for pk in Round.objects.filter(start__isnull=False).values_list("pk", flat=True)
            for each in missed(pk)
            if each[-1] <= until_ms
        ],
        "replaced": Seat.objects.exclude(stand_in="").count(),
        "differing": [f"round {pk}: {what}" for pk, what in replay_rounds(str)[1].items()],
        "finished": ended.count(),
        "untold": [
            f"{match} {user}"
            for match, user in people.values_list("match_id", "user_id")
            if (match, user) not in told
        ],
        "deliveries": [list(row) for row in deliveries],
    }
    print(json.dumps(found))


def missed(round_id: int) -> list[list[Any]]:
    """Return the own decisions of seats that timed out in a round: match, seat, whether a bot's,
    kind and time.
    """
    import msgspec

    from games.kernel import codec
    from games.kernel.contract import Start
    from matches.engine import replay
    from matches.engine.catalogue import rules_of
    from matches.models import Round

    round_ = Round.objects.select_related("match").get(pk=round_id)
    moves = list(round_.moves.order_by("number"))
    game, rules = rules_of(round_.match.rules_id)
    bots = dict(round_.match.seats.values_list("number", "bot"))
    recorded = ((move.seat, move.action, move.at_ms) for move in moves)
    found: list[list[Any]] = []
    states = replay.replay(
        round_.match.rules_id,
        len(round_.nonces),
        msgspec.convert(round_.start, Start),
        replay.key_of(round_.seed, round_.nonces),
        recorded,
    )
    for (text, *_), move in zip(states, moves, strict=False):
        if move.seat is not None:
            continue
        state = codec.decode_state(game, text)
        action = codec.decode_action(game, move.action)
        for deadline in game.deadlines(rules, state):
            seat = deadline.seat
            if (
                seat is not None
                and deadline.kind in game.meta.decisions
                and game.time_out(rules, state, deadline) == action
            ):
                found.append(
                    [str(round_.match_id), seat, bool(bots[seat]), deadline.kind, move.at_ms]
                )
                break
    return found
