"""Play now: a table with bots of a suitable level, which waits only for "ready"."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from accounts.models import User
from core.refusals import refused
from games.kernel.contract import FirstTable, Meta
from matches.engine import catalogue
from matches.engine.clocks import UNTIMED
from matches.models import Match, Seat
from matches.services.seating.tables import open_match
from matches.store.first_time import is_new_to

COMPANY = 2
WINS, LOSSES = 2, 3
"""Wins in a row that lead to the next stronger level, and losses that lead to the weaker one."""
REMEMBERED = 30
"""Recent matches that decide about the level."""
KNOWN = 20
"""Recent matches that decide whether a game is new to a user."""


@dataclass(frozen=True, slots=True)
class Started:
    """An opened match. `change`: 1 if its level is stronger than the last one, -1 if weaker, else
    0.

    `is_first`: this user has not sat at a table of this game before.
    """

    match: Match
    moved: int
    is_first: bool


def play_now(user: User, game: str, *, seats: int | None = None, level: str = "") -> Started:
    """Open a match of this user against bots, without a clock; the first ones are short.

    The cards are not dealt here. The player's nonce only counts if it is chosen after the server
    has committed to its seed, and the page sends it as soon as it shows the commitment.

    Args:
        seats: the number of seats, including the user; by default three, if the game allows it.
        level: the slug of the bots' level; by default the one that suits this user.

    Raises:
        Refused: `unknown_game`, `unknown_level`, `bad_seats`.
    """
    meta = catalogue.game_of(game).meta
    seats = seats_of(meta) if seats is None else seats
    check_wanted(meta, seats, level)
    now, before = suitable_level(user, meta), _last_level(user, meta)
    is_first = is_new_to(user.pk, meta.slug)
    first = first_table(user, meta)
    match = open_match(
        user,
        game,
        seats=seats,
        bots=[level or now] * (seats - 1),
        tempo=UNTIMED,
        options=None if first is None else first.options,
    )
    slugs = [one.slug for one in meta.levels]
    moved = 0 if level or before not in slugs else slugs.index(now) - slugs.index(before)
    return Started(match, moved, is_first)


def check_wanted(meta: Meta, seats: int, level: str) -> None:
    """Check that the game has this number of seats and these bots; `level`: "" for a suitable one.

    Raises:
        Refused: `unknown_level`, `bad_seats`.
    """
    least, most = meta.seats
    if seats < 2 or not least <= seats <= most:
        raise refused("bad_seats", game=meta.title, least=least, most=most)
    if level:
        catalogue.check_level(meta, level)


def seats_of(meta: Meta) -> int:
    """Return the default number of seats: three, if the game allows it."""
    least, most = meta.seats
    return min(max(1 + COMPANY, least), most)


def first_table(user: User | None, meta: Meta) -> FirstTable | None:
    """Return the game's table for a first match, unless this user has finished one lately."""
    return None if meta.slug in games_finished(user) else meta.first


def games_finished(user: User | None) -> frozenset[str]:
    """Return the slugs of the games in this user's last finished matches.

    Only some are read, as a list must not become slower with thousands of matches.
    """
    if user is None or user.pk is None:
        return frozenset()
    ended = Seat.objects.filter(
        user=user, ended_at__isnull=False, match__status=Match.Status.FINISHED
    )
    recent = ended.order_by("-ended_at", "-pk").values_list("match__game", flat=True)
    return frozenset(recent[:KNOWN])


def suitable_level(user: User, meta: Meta) -> str:
    """Return the slug of the level that is a fair match for this user."""
    slugs = [one.slug for one in meta.levels]
    begins = slugs.index(meta.first.level) if meta.first and meta.first.level else 0
    return level_after(slugs, reversed(_results(user, meta)), begins)


def level_after(levels: list[str], results: Iterable[tuple[str, bool]], begins: int = 0) -> str:
    """Return the level after these matches, oldest first: two wins in a row raise it, three losses
    lower it.

    `begins`: the place of a newcomer's level.
    """
    at, wins, losses = begins, 0, 0
    for level, won in results:
        if level not in levels:
            continue
        if levels.index(level) != at:  # chosen by hand
            at, wins, losses = levels.index(level), 0, 0
        wins, losses = (wins + 1, 0) if won else (0, losses + 1)
        if wins == WINS and at + 1 < len(levels):
            at, wins = at + 1, 0
        elif losses == LOSSES and at > 0:
            at, losses = at - 1, 0
    return levels[at]


def _last_level(user: User, meta: Meta) -> str:
    newest = next(iter(_results(user, meta)), None)
    return "" if newest is None else newest[0]


def _results(user: User, meta: Meta) -> list[tuple[str, bool]]:
    """Return this user's last matches against bots of one level, newest first: the level, and
    whether they won.
    """
    found: list[tuple[str, bool]] = []
    if user.pk is None:
        return found
    finished = Match.objects.filter(
        seats__user=user,
        game=meta.slug,
        status=Match.Status.FINISHED,
        standing__isnull=False,
        practice=False,
    )
    for match in finished.order_by("-finished_at").prefetch_related("seats")[:REMEMBERED]:
        seats = list(match.seats.all())
        own = [seat for seat in seats if seat.user_id == user.pk]
        levels = {seat.bot for seat in seats if seat.user_id != user.pk}
        if match.standing and len(own) == 1 and len(levels) == 1 and "" not in levels:
            found.append((levels.pop(), match.standing["places"][own[0].number] == 1))
    return found
