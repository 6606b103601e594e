"""The times at which players act if no deadline hurries them: a bot takes as long as a person.

The time runs from when the present situation began to press a seat. Other players' moves do not
extend it. It does not depend on the seat's cards, so that it reveals nothing about them. The one
exception is an action without a choice, which reveals that much itself (`Game.no_choice`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Container, Sequence
from typing import Final

from games.kernel import session
from games.kernel.contract import A, Deadline, Game, Millis, O, Rules, S, Seat

NO_CHOICE_MS: Final = (400, 900)
"""Time of any bot for an action without a choice, least and most, in ms: long enough to be seen."""


def able(game: Game[S, A, O], rules: Rules, state: S, among: Container[Seat]) -> list[Seat]:
    """Return those of these seats that may act now, first those that the round waits for."""
    awaited = game.to_act(rules, state)
    seats = (*awaited.seats, *awaited.may_also)
    return [s for s in seats if s in among and session.offers(game, rules, state, s)]


def pressing(game: Game[S, A, O], rules: Rules, state: S, seat: Seat) -> Deadline | None:
    """Return the deadline that concerns this seat now, as far as it knows; None if there is none."""
    known = (
        deadline
        for deadline in game.deadlines(rules, state)
        if deadline.seat in (None, seat) and deadline.visible_to(seat)
    )
    return max(known, key=lambda deadline: deadline.since_ms, default=None)


def pressed_since(game: Game[S, A, O], rules: Rules, state: S, seat: Seat) -> Millis:
    """Return the start of the deadline that concerns this seat, as far as it knows; 0 without one."""
    deadline = pressing(game, rules, state, seat)
    return 0 if deadline is None else deadline.since_ms


def thinking_ms(
    game: Game[S, A, O], rules: Rules, state: S, seat: Seat, level: str, random_key: str
) -> Millis:
    """Return how long a player of this level takes for this decision; the same for the same key.

    A bot that is not the game's own, and plays at random, takes as long as the first level. So does
    a player with a standing order (""), even if there is no choice: other players must not see that
    there is an order, and no person acts within half a second.
    """
    least, most = _range(game, rules, state, seat, level)
    digest = hashlib.sha256(random_key.encode()).digest()
    return least + int.from_bytes(digest[:4], "big") % (most - least)


def _range(
    game: Game[S, A, O], rules: Rules, state: S, seat: Seat, slug: str
) -> tuple[Millis, Millis]:
    if slug and game.no_choice(rules, state, seat):
        # The next action will show that there was nothing to choose. Acting at once reveals no
        # more. Not acting at once reveals only what the seat will show by itself.
        return NO_CHOICE_MS
    levels = (one for one in game.meta.known_levels if one.slug == slug)
    level = next(levels, game.meta.levels[0])
    deadline = pressing(game, rules, state, seat)
    kind = "" if deadline is None else deadline.kind
    return level.thinking_by_deadline_ms.get(kind, level.thinking_ms)


def due_ms(since_ms: Millis, takes_ms: Millis, now_ms: Millis) -> Millis:
    """Return when a player acts who takes this long; if that has passed, add the time to now."""
    due = since_ms + takes_ms
    return due if due > now_ms else now_ms + takes_ms


class Players:
    """Players of these levels, by seat, for rounds without the platform: who acts next, and when.

    The platform's outbox follows the same rules.
    """

    def __init__(self, levels: Sequence[str], random_key: str) -> None:
        self._levels, self._random_key = levels, random_key
        self._due: dict[Seat, tuple[Millis, Millis]] = {}
        self._passed: dict[Seat, int] = {}

    def first(
        self, game: Game[S, A, O], rules: Rules, state: S, moves: int, now_ms: Millis
    ) -> tuple[Millis, Seat] | None:
        """Return the time and seat of the next action, after `moves` moves; None if none can act."""
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
                random_key = f"{self._random_key} {seat} {since} {moves}"
                takes_ms = thinking_ms(game, rules, state, seat, self._levels[seat], random_key)
                self._due[seat] = since, due_ms(since, takes_ms, now_ms)
        if not self._due:
            return None
        due, seat = min((due, seat) for seat, (_, due) in self._due.items())
        return max(due, awaited.not_before_ms, now_ms), seat

    def acted(self, seat: Seat) -> None:
        """Note that this seat has acted; it takes new time for its next action."""
        self._due.pop(seat, None)

    def passed(self, seat: Seat, moves: int) -> None:
        """Note that this seat did nothing after `moves` moves; it tries again later."""
        self._due.pop(seat, None)
        self._passed[seat] = moves
