"""When players act if nobody hurries them: a bot takes as long as a person would.

A moment is counted from when the present situation began to press a seat. What others say
meanwhile does not put it off, and it is the same whatever the seat holds, so that it tells nothing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Container, Sequence

from games.kernel import session
from games.kernel.contract import A, Game, Meta, Millis, O, Rules, S, Seat


def able(game: Game[S, A, O], rules: Rules, state: S, among: Container[Seat]) -> list[Seat]:
    """Which of these seats may do something now: first those that the round waits for."""
    awaited = game.to_act(rules, state)
    seats = (*awaited.seats, *awaited.may_also)
    return [s for s in seats if s in among and session.offers(game, rules, state, s)]


def pressed_since(game: Game[S, A, O], rules: Rules, state: S, seat: Seat) -> Millis:
    """Since when the present situation presses this seat, as far as it knows; 0: nothing does."""
    return max(
        (
            deadline.since_ms
            for deadline in game.deadlines(rules, state)
            if deadline.seat in (None, seat) and deadline.visible_to(seat)
        ),
        default=0,
    )


def moment_ms(meta: Meta, level: str, luck: str) -> Millis:
    """How long a player of this level takes for a decision; the same for the same luck.

    Who has no level, and plays at random, takes as long as the first.
    """
    levels = (one for one in meta.levels if one.slug == level)
    least, most = next(levels, meta.levels[0]).moment_ms
    digest = hashlib.sha256(luck.encode()).digest()
    return least + int.from_bytes(digest[:4], "big") % (most - least)


def due_ms(since_ms: Millis, moment: Millis, now_ms: Millis) -> Millis:
    """When who takes so long acts; who looks again takes as long again."""
    due = since_ms + moment
    return due if due > now_ms else now_ms + moment


class Players:
    """Players of these levels, by seat: who acts next, and when.

    For rounds played without the platform, whose outbox does the same.
    """

    def __init__(self, meta: Meta, levels: Sequence[str], luck: str) -> None:
        self._meta, self._levels, self._luck = meta, levels, luck
        self._due: dict[Seat, tuple[Millis, Millis]] = {}
        self._passed: dict[Seat, int] = {}

    def first(
        self, game: Game[S, A, O], rules: Rules, state: S, moves: int, now_ms: Millis
    ) -> tuple[Millis, Seat] | None:
        """When the first of them acts, and who, after so many moves; None if nobody can."""
        awaited = game.to_act(rules, state)
        known, self._due = self._due, {}
        for seat in able(game, rules, state, range(len(self._levels))):
            if seat in awaited.may_also and self._passed.get(seat) == moves:
                continue
            since = pressed_since(game, rules, state, seat)
            before = known.get(seat)
            if before is not None and before[0] == since:
                self._due[seat] = before
            else:
                luck = f"{self._luck} {seat} {since} {moves}"
                moment = moment_ms(self._meta, self._levels[seat], luck)
                self._due[seat] = since, due_ms(since, moment, now_ms)
        if not self._due:
            return None
        due, seat = min((due, seat) for seat, (_, due) in self._due.items())
        return max(due, awaited.not_before_ms, now_ms), seat

    def acted(self, seat: Seat) -> None:
        """This one has acted, and takes its time for what comes next."""
        self._due.pop(seat, None)

    def passed(self, seat: Seat, moves: int) -> None:
        """This one had nothing to do after so many moves: it looks again, later."""
        self._due.pop(seat, None)
        self._passed[seat] = moves
