"""The context of a table for one viewer, for its page and for every push.

Both are rendered from here, so a reload shows the same as a push. All data come from `table.view`
and from events whose audience includes this viewer.
"""

from __future__ import annotations

import uuid
from functools import lru_cache
from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import ngettext
from msgspec.structs import asdict, replace

from accounts import portraits
from core.rendering import cache, fragments
from games.kernel.contract import Order, Outcome, Refusal, Standing, Viewer
from games.kernel.session import TAKE_BACK_MS
from matches.engine import live_round
from matches.engine.view import View, Zones, reveal_all, view_for
from matches.models import Match
from matches.present import absence, answers, occasion, scoresheet, timing, undealt_table
from matches.present.board_context import (
    BoardContext,
    Chair,
    Running,
    TableContext,
    TakeBack,
    Typed,
)
from matches.present.event_lines import EventLine, revealed, told_to
from matches.present.match_point import match_point
from matches.present.presence import Presence
from matches.present.rating_gains import gains_of
from matches.present.rematch_bots import other_bots
from matches.present.replay_path import replay_path
from matches.present.seat_names import bots_of, name_of
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


@lru_cache(maxsize=1_000)
def _url(match_id: uuid.UUID) -> str:
    return reverse("matches:table", args=[match_id])


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
) -> BoardContext:
    """Return the context of a table's templates for this viewer.

    `origin`: this viewer's address of the site ("https://…"), for the invitation.
    `present`: the people who have the page open, if that is known.
    `since`: the version that a spectator's page shows now; only newer moments are shown to it.
    `zone`: the name of the time zone of a spectator.
    `result`: show the result of a round that is over; a replay does not.
    """
    view = None if table.live is None else view_for(table.live, viewer)
    has_ended = table.match.status == Match.Status.ABORTED
    # No seat can act then.
    rests = has_ended or table.pauses.paused
    awaited = () if view is None or rests else view.observation.awaited
    outcomes = _outcomes(table, view)
    written = scoresheet.pad_after(table, outcomes)
    places = _places(view, None if written is None else written.standing)
    mine = None if viewer is None else table.seats[viewer]
    unready = table.match.next_round is not None and mine is not None and not mine.ready
    plays = mine is not None and not mine.stand_in and not rests
    offers = () if view is None or rests else view.offers
    names = tuple(name_of(table, seat) for seat in table.seats)
    told = told_to(table, names, viewer, LINES, since)
    lines = tuple(told.log[-LINES:])
    outcome = None if view is None else view.outcome
    reveals = outcome is not None and not table.is_sealed
    unseen = revealed(table, names, viewer) if reveals else ()
    lines += unseen
    url = _url(table.match_id)
    game = f"games/{table.meta.slug}/"
    paused = timing.pausing(table, viewer, names)
    is_reading = rests and outcome is None and view is not None
    shows_result = result and outcome is not None
    deadlines = () if has_ended else _deadlines(table, view)
    first = deadlines[0] if deadlines else None
    news = [line for line in lines if line.public and line.kind not in table.meta.unsaid][-NEWS:]
    return BoardContext(
        game=game,
        fragments=f"{game}fragments/",
        table=TableContext(
            slug=table.meta.slug,
            title=table.meta.title,
            contests=bool(table.meta.contests),
            match_id=str(table.match_id),
            url=url,
            socket_url=f"/ws/{cache.language()}{url}",
            status=table.match.status,
            round_number=table.round_number,
            commitment=table.commitment,
            watching=watching(present),
            seats=tuple(
                Chair(
                    number=seat.number,
                    name=names[seat.number],
                    kind=_kind(seat),
                    picture=_picture(seat),
                    level=seat.bot_now,
                    ready=seat.ready,
                    here=None if present is None else seat.number in present.seats,
                    place=places[seat.number] if places else None,
                    waiting=None
                    if view
                    else undealt_table.undealt_seat(table, seat, viewer, user_id, origin),
                )
                for seat in table.seats
            ),
            public=table.match.public,
            is_over=table.match.status in Match.OVER,
            talks=table.match.talk != Match.Talk.OFF,
            is_sealed=table.is_sealed,
            arbiters=tuple(table.match.arbiters),
            occasion=occasion.read_occasion(table.match.occasion),
            rematch_id=table.match.rematch_id,
            other_bots=other_bots(table, viewer),
            slow=timing.takes_hours(table),
            next=table.match.next_round,
            unready=unready,
            may_unready=table.match.next_round is not None and mine is not None and mine.ready,
            may_leave=absence.may_leave(table, viewer),
            came_and_went=absence.came_and_went(table),
            absence=absence.absence_seen_by(table, viewer, user_id, bots_of(table), origin),
            room=None if view else undealt_table.room(table, viewer, user_id, origin),
        ),
        version=table.shown_version(viewer),
        dealt=view is not None,
        count=len(names),
        observation=None if view is None else view.observation,
        awaited=awaited,
        offers=offers,
        offered=frozenset(pick for picks in offers for pick in picks),
        answer=answers.OnBoard(answers.quiet_picks(table.meta, offers)),
        called=unready or (plays and viewer in awaited),
        is_turn=awaited == (viewer,),
        is_watching=viewer is None,
        # A round that has stopped, or is paused, is only shown.
        is_reading=is_reading,
        shows_result=shows_result,
        is_inert=viewer is None or is_reading or outcome is not None,
        open=None,
        lesson=None,
        log=tuple(line.html for line in lines),
        has_log=bool(lines),
        news=tuple(news),
        # The end of a round is in its result.
        news_lines=tuple(line.news_for(viewer) for line in news if line.kind != "round_over"),
        unseen=unseen,
        moments=_moments(table, told, viewer, since),
        deadlines=deadlines,
        deadline=(first.left_ms, first.total_ms, first.due_ms)
        if first and not is_reading
        else None,
        clock=None if has_ended else timing.clock_of(table, view, viewer, names, zone),
        pausing=paused,
        may_pause=table.match.status == Match.Status.RUNNING
        and viewer is not None
        and not paused
        and outcome is None,
        outcome=outcome,
        pad=written,
        has_pad=written is not None,
        match_point=match_point(table, written, viewer, names)
        if view is not None and outcome is None
        else "",
        corrections=tuple(table.match.corrections),
        counts=table.match.result if table.match.corrections else None,
        revealed=_revealed(table) if outcome is not None and not is_reading else None,
        streak=streak_of(table, viewer) if shows_result else 0,
        gains=gains_of(table) if shows_result else (),
        replay_path=replay_path(table, viewer) if shows_result else "",
        names=names,
        you=viewer,
        refusal=None if refusal is None else show_refusal(table, refusal),
        typed=typed,
        take_back=None if rests else _take_back(table, viewer),
        orders=table.live.orders(viewer) if viewer is not None and table.live and plays else (),
        order=None if mine is None or table.live is None else _order(table.live, mine),
        auto_play=table.live.auto_play_words(mine.number, mine.order)
        if plays and mine is not None and table.live is not None
        else "",
    )


def draw_board(
    table: Table,
    viewer: Viewer,
    *,
    language: str,
    before: fragments.Board | None = None,
    **asked: Any,
) -> fragments.Board:
    """Return the board for this viewer in this language.

    `before`: as `fragments.draw` takes it. `asked`: as for `context`.
    """
    with cache.rendering_in(language):
        return fragments.draw(BOARD, context(table, viewer, **asked), before)


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


def _revealed(table: Table) -> Zones | None:
    """Return the places of all cards of a round that is over, as its replay shows them."""
    return None if table.live is None or table.is_sealed else reveal_all(table.live)


def _take_back(table: Table, viewer: Viewer) -> TakeBack | None:
    """Return the move that this viewer may take back, or None."""
    until = table.may_take_back_until(viewer)
    if until is None:
        return None
    return TakeBack(brief=until - table.now_ms <= TAKE_BACK_MS)


def _order(live: live_round.LiveRound, mine: SeatView) -> Order | None:
    """Return this viewer's standing order, if it is still allowed."""
    return live.order(mine.number, mine.order)


def _outcomes(table: Table, view: View | None) -> list[Outcome]:
    """Return the outcomes of the rounds that are over."""
    if view is None or view.outcome is None:
        return table.match.earlier
    return [*table.match.earlier, view.outcome]


def _places(view: View | None, standing: Standing | None) -> tuple[int, ...]:
    """Return the places by seat: in the match, or in its only round; empty before a round is over."""
    if standing is not None:
        return standing.places
    return () if view is None or view.outcome is None else view.outcome.places


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


def _kind(seat: SeatView) -> str:
    if seat.bot:
        return "bot"
    if seat.stand_in:
        return "stand_in"
    if seat.user_id is None:
        return "empty"
    return "guest" if seat.is_guest else "person"


def _picture(seat: SeatView) -> str:
    """Return the picture of the person who holds this seat; "" if no person does."""
    if seat.user_id is None or not seat.is_active:
        return ""
    return portraits.shown(seat.user_id, seat.picture)


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
