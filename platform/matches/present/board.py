"""The context of a table for one viewer, for its page and for every push.

Both are rendered from here, so a reload shows the same as a push. What all viewers share comes from
`public_context`. All other data come from `view_for` and from events whose audience includes this
viewer.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from itertools import islice
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import ngettext
from msgspec.structs import asdict, replace

from core.rendering import cache, fragments
from games.kernel.contract import Order, Refusal, Viewer
from games.kernel.session import TAKE_BACK_MS
from matches.engine import live_round
from matches.engine.view import View, Zones, view_for
from matches.models import Match
from matches.present import absence, answers, timing, undealt_table
from matches.present.board_context import (
    BoardContext,
    Chair,
    Running,
    TakeBack,
    Typed,
)
from matches.present.event_lines import EventLine, revealed, told_to
from matches.present.match_point import match_point
from matches.present.presence import Presence
from matches.present.public_context import public_context, public_side
from matches.present.rating_gains import gains_of
from matches.present.rematch_bots import other_bots
from matches.present.replay_path import replay_path
from matches.present.shown_refusal import show_refusal
from matches.present.streaks import streak_of
from matches.store import outbox
from matches.store.history import ViewerLog
from matches.store.snapshot import SeatView, Table

BOARD = "board/board.html"
LINES = 40
"""Number of lines of the log on a board."""
NEWS = 6
"""Number of recent public lines in the middle of the table."""


def context(
    table: Table,
    viewer: Viewer,
    *,
    user_id: int | None,
    origin: str = "",
    since: int | None = None,
    present: Presence | None = None,
    refusal: Refusal | None = None,
    typed: Typed | None = None,
    zone: str = "",
    result: bool = True,
    public: BoardContext | None = None,
) -> BoardContext:
    """Return the context of a table's templates for this viewer.

    `origin`: this viewer's address of the site ("https://…"), for the invitation.
    `present`: the people who have the page open, if that is known.
    `since`: the version that a spectator's page shows now; only newer moments are shown to it.
    `zone`: the name of the time zone of a spectator.
    `result`: show the result of a round that is over; a replay does not.
    `public`: the public context of this table in this language, if it is made already.
    """
    known = public or public_context(public_side(table))
    live, meta, names, outcome = table.live, table.meta, known.names, known.outcome
    view = None if live is None else view_for(live, viewer)
    has_ended = table.match.status == Match.Status.ABORTED
    # No seat can act then.
    rests = has_ended or table.pauses.paused
    awaited = () if view is None or rests else view.observation.awaited
    mine = None if viewer is None else table.seats[viewer]
    announced = mine if known.table.next is not None else None
    unready = announced is not None and not announced.ready
    plays = mine is not None and not mine.stand_in and not rests
    offers = () if view is None or rests else view.offers
    told = told_to(table, names, viewer, LINES, since)
    reveals = outcome is not None and not table.is_sealed
    unseen = revealed(table, names, viewer) if reveals else ()
    lines = (*told.log[-LINES:], *unseen)
    paused = timing.pausing(table, viewer, names)
    shows_result = result and outcome is not None
    deadlines = () if has_ended else _deadlines(table, view)
    first = deadlines[0] if deadlines else None
    news = _news(lines, meta.unsaid)
    return replace(
        known,
        table=replace(
            known.table,
            watching=watching(present),
            seats=_chairs(known.table.seats, table, viewer, user_id, origin, present),
            other_bots=other_bots(table, viewer),
            unready=unready,
            may_unready=announced is not None and announced.ready,
            may_leave=absence.may_leave(table, viewer),
            absence=absence.absence_seen_by(table, viewer, user_id, origin),
            room=None if view else undealt_table.room(table, viewer, user_id, origin),
        ),
        version=table.shown_version(viewer),
        observation=None if view is None else view.observation,
        awaited=awaited,
        offers=offers,
        offered=frozenset(pick for picks in offers for pick in picks),
        answer=answers.OnBoard(answers.quiet_picks(meta, offers)),
        called=unready or (plays and viewer in awaited),
        is_turn=awaited == (viewer,),
        is_watching=viewer is None,
        shows_result=shows_result,
        is_inert=viewer is None or known.is_reading or outcome is not None,
        log=tuple(line.html for line in lines),
        has_log=bool(lines),
        news=news,
        # The end of a round is in its result.
        news_lines=tuple(line.news_for(viewer) for line in news if line.kind != "round_over"),
        unseen=unseen,
        moments=_moments(table, told, viewer, since),
        deadlines=deadlines,
        deadline=(first.left_ms, first.total_ms, first.due_ms)
        if first and not known.is_reading
        else None,
        clock=None if has_ended else timing.clock_of(table, view, viewer, names, zone),
        pausing=paused,
        may_pause=table.match.status == Match.Status.RUNNING
        and viewer is not None
        and not paused
        and outcome is None,
        match_point=match_point(table, known.pad, viewer, names)
        if view is not None and outcome is None
        else "",
        streak=streak_of(table, viewer) if shows_result else 0,
        gains=gains_of(table) if shows_result else (),
        replay_path=replay_path(table, viewer) if shows_result else "",
        you=viewer,
        refusal=None if refusal is None else show_refusal(table, refusal),
        typed=typed,
        take_back=None if rests else _take_back(table, viewer),
        orders=live.orders(viewer) if viewer is not None and live and plays else (),
        order=None if mine is None or live is None else _order(live, mine),
        auto_play=live.auto_play_words(mine.number, mine.order)
        if plays and mine is not None and live is not None
        else "",
    )


def _chairs(
    chairs: tuple[Chair, ...],
    table: Table,
    viewer: Viewer,
    user_id: int | None,
    origin: str,
    present: Presence | None,
) -> tuple[Chair, ...]:
    """Return the chairs with those who are here, and before the deal with what this viewer may do."""
    if table.live is None:
        chairs = tuple(
            replace(chair, waiting=undealt_table.undealt_seat(table, seat, viewer, user_id, origin))
            for chair, seat in zip(chairs, table.seats, strict=True)
        )
    if present is None:
        return chairs
    return tuple(replace(chair, here=chair.number in present.seats) for chair in chairs)


def _news(lines: Sequence[EventLine], unsaid: Container[str]) -> tuple[EventLine, ...]:
    """Return the last lines that all viewers see and that the game says."""
    newest = (line for line in reversed(lines) if line.public and line.kind not in unsaid)
    return tuple(islice(newest, NEWS))[::-1]


class Drawing:
    """Draws the boards of a table: what all viewers share is made once for each language."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._public: dict[str, BoardContext] = {}

    def draw(
        self, viewer: Viewer, *, language: str, before: fragments.Board | None = None, **asked: Any
    ) -> fragments.Board:
        """Draw the board for this viewer in this language.

        `before`: as `fragments.draw` takes it. `asked`: as for `context`.
        """
        with cache.rendering_in(language):
            public = self._public.get(language)
            if public is None:
                public = self._public[language] = public_context(public_side(self.table))
            shown = context(self.table, viewer, public=public, **asked)
            return fragments.draw(BOARD, shown, before)


def draw_board(table: Table, viewer: Viewer, **asked: Any) -> fragments.Board:
    """Return the board for this viewer; `asked`: as for `Drawing.draw`."""
    return Drawing(table).draw(viewer, **asked)


def draw_to_read(context: BoardContext, open: Zones | None) -> SafeString:
    """Return the game's part of a board without any action.

    `open`: the place of every card, to show it.
    """
    read = replace(
        context,
        is_reading=True,
        is_inert=True,
        shows_result=False,
        open=open,
        offers=(),
        offered=frozenset(),
        moments=(),
        deadlines=(),
    )
    return fragments.draw(f"{context.game}board.html", read).html


def for_page(context: BoardContext) -> dict[str, Any]:
    """Return the context of a board as a dict, for the page around it."""
    return asdict(context)


def watching(present: Presence | None) -> str:
    """Return the number of spectators in words; "" if it is zero or not known."""
    if present is None or not present.watching:
        return ""
    count = present.watching
    return ngettext("%(count)d person watches", "%(count)d people watch", count) % {"count": count}


def _take_back(table: Table, viewer: Viewer) -> TakeBack | None:
    """Return the move that this viewer may take back, or None."""
    until = table.may_take_back_until(viewer)
    if until is None:
        return None
    return TakeBack(brief=until - table.now_ms <= TAKE_BACK_MS)


def _order(live: live_round.LiveRound, mine: SeatView) -> Order | None:
    """Return this viewer's standing order, if it is still allowed."""
    return live.order(mine.number, mine.order)


def _deadlines(table: Table, view: View | None) -> tuple[Running, ...]:
    """Return the running deadlines: those of the round, and the wait for the next one."""
    if view is None:
        return ()
    running = [(due, total, one.kind, one.seat) for due, total, one in view.deadlines]
    if (
        table.match.next_round is not None
        and table.match.next_round.due_ms is not None
        and table.live is not None
    ):
        due = table.match.next_round.due_ms
        running.append((due, max(1, due - table.live.at_ms), outbox.NEXT_ROUND, None))
    return tuple(
        Running(kind, seat, due, max(0, due - table.now_ms), total)
        for due, total, kind, seat in running
    )


def _moments(
    table: Table, told: ViewerLog, viewer: Viewer, since: int | None
) -> tuple[EventLine, ...]:
    """Return the moments to show once: to a seat until it acknowledges them, to spectators as they
    happen.
    """
    if viewer is not None:
        shown = table.seats[viewer].acknowledged
    elif since is not None:
        shown = since - table.changes
    else:
        return ()
    # A viewer's changes are counted over the whole match, but the log has only this round.
    before = table.visible[0 if viewer is None else viewer + 1] - told.seen
    return tuple(moment for seen, moment in told.moments if before + seen > shown)
