"""The part of a board's context that every viewer of a table gets, made once for a version and a
language.

It is made of a table's public side alone, which has no state of a game, nothing of a viewer, and no
secret of a seat. So no mistake here can tell a viewer what another one knows.
"""

from __future__ import annotations

import uuid
from functools import lru_cache
from typing import NamedTuple

from django.urls import reverse
from msgspec.structs import replace

from accounts import portraits
from core.rendering import cache
from games.kernel.contract import Outcome, Standing
from matches.engine import catalogue, substitution
from matches.engine.view import Zones, reveal_all
from matches.models import Match
from matches.present import absence, occasion, scoresheet
from matches.present.board_context import BoardContext, Chair, TableContext
from matches.present.seat_names import names_at
from matches.store.snapshot import MatchFacts, SeatView, Table


class PublicSide(NamedTuple):
    """Everything of a table that all its viewers may know, apart from the events and the clocks.

    `match`: without its invitation, its host and the users who were sent away. `outcome`,
    `revealed`: of a round that is over.
    """

    match: MatchFacts
    chairs: tuple[Chair, ...]
    round_number: int
    commitment: str
    is_dealt: bool
    is_sealed: bool
    is_paused: bool
    outcome: Outcome | None
    revealed: Zones | None


def public_side(table: Table) -> PublicSide:
    """Return the public side of this table."""
    outcome = None if table.live is None else table.live.outcome
    opens = table.live is not None and outcome is not None and not table.is_sealed
    return PublicSide(
        match=table.match._replace(invite="", host_id=None, dismissed=[]),
        chairs=tuple(map(_chair, table.seats, names_at(table))),
        round_number=table.round_number,
        commitment=table.commitment,
        is_dealt=table.live is not None,
        is_sealed=table.is_sealed,
        is_paused=table.pauses.paused,
        outcome=outcome,
        revealed=reveal_all(table.live) if opens and table.live is not None else None,
    )


def _chair(seat: SeatView, name: str) -> Chair:
    return Chair(seat.number, name, _kind(seat), _picture(seat), seat.bot_now, seat.ready)


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


def public_context(side: PublicSide) -> BoardContext:
    """Return the context in the active language, with the defaults of everything that is a viewer's."""
    match, outcome = side.match, side.outcome
    meta = catalogue.game_of(match.game).meta
    outcomes = match.earlier if outcome is None else [*match.earlier, outcome]
    pad = scoresheet.pad_after(match, side.round_number, outcomes)
    game, url = f"games/{meta.slug}/", _url(match.match_id)
    rests = side.is_paused or match.status == Match.Status.ABORTED
    return BoardContext(
        game=game,
        fragments=f"{game}fragments/",
        table=TableContext(
            slug=meta.slug,
            title=meta.title,
            contests=bool(meta.contests),
            match_id=str(match.match_id),
            url=url,
            socket_url=f"/ws/{cache.language()}{url}",
            status=match.status,
            round_number=side.round_number,
            commitment=side.commitment,
            seats=_placed(side.chairs, None if pad is None else pad.standing, outcome),
            public=match.public,
            is_over=match.status in Match.OVER,
            talks=match.talk != Match.Talk.OFF,
            is_sealed=side.is_sealed,
            arbiters=tuple(match.arbiters),
            occasion=occasion.read_occasion(match.occasion),
            rematch_id=match.rematch_id,
            slow=substitution.takes_hours(match.pace),
            next=match.next_round,
            came_and_went=absence.came_and_went(match.departures),
        ),
        dealt=side.is_dealt,
        count=len(side.chairs),
        # A round that has stopped, or is paused, is only shown.
        is_reading=side.is_dealt and rests and outcome is None,
        outcome=outcome,
        pad=pad,
        has_pad=pad is not None,
        corrections=tuple(match.corrections),
        counts=match.result if match.corrections else None,
        revealed=side.revealed,
        names=tuple(chair.name for chair in side.chairs),
    )


@lru_cache(maxsize=1_000)
def _url(match_id: uuid.UUID) -> str:
    return reverse("matches:table", args=[match_id])


def _placed(
    chairs: tuple[Chair, ...], standing: Standing | None, outcome: Outcome | None
) -> tuple[Chair, ...]:
    """Return the chairs with their places in the match, or in its only round, once a round is over."""
    placed = outcome if standing is None else standing
    if placed is None or not placed.places:
        return chairs
    return tuple(
        replace(chair, place=place) for chair, place in zip(chairs, placed.places, strict=True)
    )
