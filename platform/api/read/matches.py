"""Endpoints for matches that a program may watch, and for their rounds once they are over."""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import Annotated, Any, Literal, cast

import msgspec
from django.db.models import Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from api.answers import (
    LARGEST_ID,
    Answer,
    Moment,
    Page,
    Paged,
    Player,
    Question,
    moment,
    moment_ms,
    moment_or_none,
    player,
)
from api.endpoints import Call, endpoint
from api.models import Scope
from api.paging import page_of
from core.refusals import refused
from games.kernel.contract import Event, Outcome, Standing, Target
from matches.engine import stored_values
from matches.engine.view import reveal_all
from matches.models import Match, Round
from matches.models.seat import seats_with_users
from matches.present import reading
from matches.store import load_match
from matches.store.snapshot import Table

TAG = "Matches"
Status = Literal["open", "running", "finished", "aborted"]
SORTED_BY = {
    "open": {"created_at": datetime, "pk": uuid.UUID},
    "aborted": {"created_at": datetime, "pk": uuid.UUID},
    "running": {"started_at": datetime, "pk": uuid.UUID},
    "finished": {"finished_at": datetime, "pk": uuid.UUID},
}


class SeatOf(Answer, frozen=True, kw_only=True):
    """A seat, numbered clockwise from 0, and its holder: a player, or a bot of the house by level.

    `kept`: true if the seat has no holder but is reserved for an invited player.
    """

    seat: int
    player: Player | None
    bot: str | None
    kept: bool


class MatchAnswer(Answer, frozen=True, kw_only=True):
    """A match. `rules`: the id of its rules version. `result`: the valid one, after all
    corrections.

    `tempo`: a name of the game's, or a host's own like `own-77-300`: 77 seconds for each
    decision and a bank of 300 for each seat. `rounds`: the number of rounds dealt so far; their
    numbers begin with 1.
    """

    id: uuid.UUID
    game: str
    rules: int
    status: Status
    tempo: str
    target: Target
    public: bool
    rated: bool
    welcomes_bots: bool
    """True if a bot may take any free seat; false if only a reserved one."""
    created: Moment
    started: Moment | None
    finished: Moment | None
    seats: list[SeatOf]
    result: Standing | None
    corrected: bool
    """True if the result differs from the one that was played."""
    rounds: int


class MatchQuery(Paged, frozen=True, kw_only=True):
    """The filter of matches: by state (default: finished), by game, by player.

    `newest`: true for the latest first.
    """

    status: Status = "finished"
    game: Annotated[str, msgspec.Meta(max_length=40)] = ""
    player: Annotated[int, msgspec.Meta(ge=1, le=LARGEST_ID)] | None = None
    newest: bool = False


@endpoint("GET", "matches", tag=TAG)
def list_matches(call: Call, query: MatchQuery) -> Page[MatchAnswer]:
    """List public matches, the oldest first, so that a program can resume where it stopped."""
    return _list_found(Match.objects.filter(public=True), query)


@endpoint("GET", "mine", tag=TAG, scope=Scope.READ)
def list_own_matches(call: Call, query: MatchQuery) -> Page[MatchAnswer]:
    """List the matches of the token's owner, also private ones."""
    return _list_found(Match.objects.filter(seats__user=call.user), query)


@endpoint("GET", "matches/{match_id}", tag=TAG)
def show_match(call: Call, match_id: uuid.UUID) -> MatchAnswer:
    """Show one match; a private one only to its players."""
    table_for(call, match_id)
    return match_answer(with_seats(Match.objects.filter(pk=match_id)).get())


class Move(Answer, frozen=True, kw_only=True):
    """A move with its events. `seat`: null if the table acted because time ran out.

    `action` is null in a view that could not see it. Number 0 is the deal.
    """

    number: int
    seat: int | None
    action: Any
    at: Moment
    events: list[Event]


class Proof(Answer, frozen=True, kw_only=True):
    """The proof of the shuffle: /api/guide/verify/ explains it. `draws`: the number of random
    draws.
    """

    method: str
    commitment: str
    seed: str
    nonces: list[str]
    draws: int


class RoundAnswer(Answer, frozen=True, kw_only=True):
    """A round that is over, as one viewer saw it, or with all cards open.

    `start`: its number, the player who began the round before (`began`), and the players'
    declarations.
    """

    match: uuid.UUID
    number: int
    game: str
    rules: int
    view: str
    start: dict[str, Any]
    moves: list[Move]
    outcome: Outcome
    proof: Proof


class RoundQuery(Question, frozen=True, kw_only=True):
    """The view: "all" (open), "spectator", or "seat-0" and so on for your own seat."""

    view: Annotated[str, msgspec.Meta(pattern=r"^(all|spectator|seat-[0-9]{1,2})$")] = "all"


@endpoint("GET", "matches/{match_id}/rounds/{number}", tag=TAG)
def show_round(call: Call, match_id: uuid.UUID, number: int, query: RoundQuery) -> RoundAnswer:
    """Show a round that is over: its log, its outcome, and the proof of its shuffle."""
    table = table_for(call, match_id, number)
    round_ = reading.finished(match_id, number)
    reader = reading.reader_of(table, call.user_id, query.view)
    return _round(round_, reader)


class StepAnswer(Answer, frozen=True, kw_only=True):
    """A round that is over, as one viewer saw it after a move; 0 is the deal.

    `observation`: defined by the game. `zones`: the place of each card in the open view, otherwise
    null.
    """

    move: int
    view: str
    observation: Any
    zones: dict[str, Any] | None


@endpoint("GET", "matches/{match_id}/rounds/{number}/steps/{step}", tag=TAG)
def show_step(
    call: Call, match_id: uuid.UUID, number: int, step: int, query: RoundQuery
) -> StepAnswer:
    """Show the table of a round that is over, as it was after this move."""
    table = table_for(call, match_id, number)
    round_ = reading.finished(match_id, number)
    reader = reading.reader_of(table, call.user_id, query.view)
    live = reading.position(table, round_, step)
    return StepAnswer(
        move=step,
        view=reader.name,
        observation=live.observe(reader.viewer),
        zones=dict(reveal_all(live)) if reader.all_open else None,
    )


def table_for(call: Call, match_id: uuid.UUID, number: int | None = None) -> Table:
    """Return the match if the caller may watch it.

    Raises:
        Refused: `no_match`, also where the match exists but the caller may not see it; `no_round`.
    """
    table = load_match.load_table(match_id)
    if not table.may_watch(call.user_id, invited=False):
        raise refused("no_match")
    return (
        table if number in (None, table.round_number) else load_match.load_table(match_id, number)
    )


def _list_found(found: QuerySet[Match], query: MatchQuery) -> Page[MatchAnswer]:
    wanted = Q(status=query.status)
    if query.game:
        wanted &= Q(game=query.game)
    if query.player is not None:
        wanted &= Q(seats__user=query.player)
    by = SORTED_BY[query.status]
    given = {f"{name}__isnull": False for name in by if name != "pk"}
    rows = with_seats(found.filter(wanted, **given))
    return page_of(rows, query, by, match_answer, newest_first=query.newest)


def with_seats(found: QuerySet[Match]) -> QuerySet[Match]:
    """Add all data about seats to these matches."""
    dealt = Round.objects.filter(match=OuterRef("pk"), start__isnull=False).order_by()
    numbered = dealt.values("match").annotate(last=Max("number")).values("last")
    return found.annotate(dealt=Coalesce(Subquery(numbered), 0)).prefetch_related(
        seats_with_users()
    )


def match_answer(match: Match) -> MatchAnswer:
    """Return a match as the API shows it; the caller checks who may see it."""
    return MatchAnswer(
        id=match.pk,
        game=match.game,
        rules=match.rules_id,
        status=cast("Status", match.status),
        tempo=match.tempo,
        target=msgspec.convert(match.target, Target),
        public=match.public,
        rated=match.rated,
        welcomes_bots=match.welcomes_bots,
        created=moment(match.created_at),
        started=moment_or_none(match.started_at),
        finished=moment_or_none(match.finished_at),
        seats=[
            SeatOf(
                seat=seat.number,
                player=None if seat.user is None else player(seat.user),
                bot=seat.bot or None,
                kept=seat.is_kept,
            )
            for seat in match.seats.all()
        ],
        result=stored_values.standing_of(match.result) if match.result else None,
        corrected=match.result != match.standing,
        rounds=getattr(match, "dealt", 0),
    )


def _round(round_: Round, reader: reading.RoundReader) -> RoundAnswer:
    found = reading.export(round_)
    deal = {"number": 0, "seat": None, "action": None, "events": found["opening"]}
    moves = [deal | {"at_ms": found["start"]["at_ms"]}, *found["moves"]]
    return RoundAnswer(
        match=round_.match_id,
        number=round_.number,
        game=round_.match.game,
        rules=round_.match.rules_id,
        view=reader.name,
        start=found["start"],
        moves=[_move(one, reader) for one in moves],
        outcome=stored_values.outcome_of(found["outcome"]),
        proof=Proof(
            method=found["method"],
            commitment=found["commitment"],
            seed=found["seed"],
            nonces=found["nonces"],
            draws=found["draws"],
        ),
    )


def _move(move: dict[str, Any], reader: reading.RoundReader) -> Move:
    knows = reader.all_open or (reader.viewer is not None and move["seat"] == reader.viewer)
    return Move(
        number=move["number"],
        seat=move["seat"],
        action=move["action"] if knows else None,
        at=moment_ms(move["at_ms"]),
        events=[one for one in stored_values.events_of(move["events"]) if reader.sees(one)],
    )
