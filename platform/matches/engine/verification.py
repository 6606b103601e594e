"""Proof that a round was shuffled as committed, and that its log leads to its state."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from typing import Any

import msgspec
from django.db import transaction

from core.refusals import Refused, refused
from games.kernel import codec
from games.kernel.chance import VERSION, verifies
from games.kernel.contract import Event, Start
from games.kernel.session import Undo
from matches.engine import replay, stored_values
from matches.models import Move, Round

NOTHING_TO_UNDO = codec.encode(Undo())
"""`Round.undo` if no step may be taken back; older rounds, without this value, have ""."""


@dataclass(frozen=True, slots=True)
class VerificationReport:
    """The published facts about a round's chance; only the commitment until the round is open.

    `over`: the round is over, and its match is not sealed.
    """

    round_id: int
    round_number: int
    game: str
    method: str
    commitment: str
    over: bool
    seed: str = ""
    nonces: tuple[str, ...] = ()
    key: str = ""
    draws: int = 0
    moves: int = 0
    start: dict[str, Any] | None = None
    log: tuple[Mapping[str, object], ...] = ()
    """Every move: number, seat (None: the table), action, time."""
    seed_fits: bool = False
    log_fits: bool = False

    @property
    def fits(self) -> bool:
        """Return whether seed and log match the commitment."""
        return self.seed_fits and self.log_fits

    def as_json(self) -> dict[str, Any]:
        """Return the report as JSON builtins, for programs."""
        return asdict(self)


def report(match_id: uuid.UUID, number: int) -> VerificationReport:
    """Return the report of a match's round.

    Raises:
        Refused: `no_round`.
    """
    round_ = Round.objects.select_related("match").filter(match_id=match_id, number=number).first()
    if round_ is None:
        raise refused("no_round", number=number)
    return report_of(round_)


def report_of(round_: Round) -> VerificationReport:
    """Return the report of a round, with its secrets only if it is open."""
    known = VerificationReport(
        round_id=round_.pk,
        round_number=round_.number,
        game=round_.match.game,
        method=VERSION,
        commitment=round_.commitment,
        over=round_.is_open,
    )
    if not known.over:
        return known
    seed = bytes(round_.seed)
    return replace(
        known,
        seed=seed.hex(),
        nonces=tuple(round_.nonces),
        key=replay.key_of(seed, round_.nonces).hex(),
        draws=round_.drawn,
        moves=round_.version,
        start=round_.start,
        log=tuple(round_.moves.order_by("number").values("number", "seat", "action", "at_ms")),
        seed_fits=verifies(seed, round_.commitment),
        log_fits=_fits_for_good(round_.pk, round_.commitment),
    )


@lru_cache(maxsize=512)
def _fits_for_good(round_id: int, commitment: str) -> bool:
    """Return whether the log of an open round matches; the result is cached because neither
    changes.

    `commitment`: of this round. It distinguishes rounds with the same id in different databases.
    """
    return difference(round_id) is None


def difference(round_id: int) -> str | None:
    """Return the first difference between the replayed log and the stored round, or None.

    This is the proof that the log leads to the snapshot.
    """
    round_, moves = _at_rest(round_id)
    if round_.start is None:
        return None
    recorded = ((move.seat, move.action, move.at_ms) for move in moves)
    events = [round_.opening, *(move.events for move in moves)]
    number = -1
    last = ("", "", 0)
    try:
        for number, (state, undo, drawn, found) in enumerate(done_again(round_, recorded)):
            last = (state, undo, drawn)
            if stored_values.to_json(found) != events[number]:
                return f"the events of move {number} differ"
    except Refused as error:
        return f"move {number + 1} is refused: {error.refusal.code}"
    if number != round_.version:
        return f"the log has {number} moves, the snapshot {round_.version}"
    if last[2] != round_.drawn:
        return f"the log drew {last[2]} times, the snapshot {round_.drawn}"
    if last[1] != (round_.undo or NOTHING_TO_UNDO):
        return "the steps that may be taken back differ"
    return None if last[0] == round_.state else "the states differ"


def done_again(
    round_: Round, moves: Iterable[tuple[int | None, Any, int]]
) -> Iterator[tuple[str, str, int, tuple[Event, ...]]]:
    """Replay a dealt round from its stored start, as `replay.replay` does.

    `moves`: seat, action as JSON builtins, time.
    """
    start = msgspec.convert(round_.start, Start)
    key = replay.key_of(round_.seed, round_.nonces)
    return replay.replay(round_.match.rules_id, len(round_.nonces), start, key, moves)


def _at_rest(round_id: int) -> tuple[Round, list[Move]]:
    """Return a round and its log in one consistent state, also while people play.

    The function locks the round, so a move waits.
    """
    with transaction.atomic():
        rounds = Round.objects.select_related("match").select_for_update(of=("self",))
        round_ = rounds.get(pk=round_id)
        return round_, list(round_.moves.order_by("number"))
