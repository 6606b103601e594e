"""Endpoints for bots: open a table, take a seat, get ready, act."""

from __future__ import annotations

import uuid
from typing import Annotated, Any

import msgspec

from accounts.models import User
from api.answers import LARGEST_ID, Answer, Nothing, Page, Paged, Question
from api.endpoints import Call, endpoint
from api.models import Scope
from api.paging import page_of
from api.play.position import Position, position_of
from api.read.matches import MatchAnswer, match_answer, with_seats
from core import rate_limits
from core.refusals import Refused, refused
from friends.services.challenge import decline_invitation
from games.kernel.contract import OptionValue
from matches import limits
from matches.actors import Person
from matches.models import Match, Seat
from matches.requests import KEY, ActionRequest
from matches.services.rounds import start
from matches.services.rounds.play import PlayResult, play
from matches.services.seating import seats, tables
from matches.store.load_match import load_table

TAG = "Bots"
Slug = Annotated[str, msgspec.Meta(max_length=40)]
Key = Annotated[str, msgspec.Meta(pattern=rf"^{KEY.pattern}$")]
Chair = Annotated[int, msgspec.Meta(ge=0, le=20)]
Nonce = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{0,64}$")]


class Challenge(Answer, frozen=True, kw_only=True, tag_field="type", tag="challenge"):
    """A seat that is reserved for the bot, at a table whose cards are not dealt."""

    match: MatchAnswer
    seat: int


class NewTable(Question, frozen=True, kw_only=True):
    """A new table. `bots`: the levels of bots of the house, from the last seat down.

    Omitted fields have defaults: the game's first tempo and target, the rulebook's own options;
    rated if the table is public.
    """

    game: Slug
    seats: Annotated[int, msgspec.Meta(ge=2, le=10)]
    bots: Annotated[list[Slug], msgspec.Meta(max_length=10)] = msgspec.field(default_factory=list)
    tempo: Slug = ""
    target: Slug = ""
    options: dict[str, OptionValue] = msgspec.field(default_factory=dict)
    public: bool = False
    rated: bool | None = None
    welcomes_bots: bool = True


class Sitting(Question, frozen=True, kw_only=True):
    """The seat to take; null: the seat that is reserved for the bot, or any."""

    seat: Chair | None = None


class Readiness(Question, frozen=True, kw_only=True):
    """The bot's contribution to the shuffle: a text of its choice, or none."""

    nonce: Nonce = ""


class Act(Question, frozen=True, kw_only=True):
    """An action of the game. `seen`: the `version` of the position that it answers, which also identifies its round.

    `key`: chosen by the program; the same for every retry of this request, and for no other
    request in the match.
    """

    action: dict[str, Any]
    key: Key
    seen: Annotated[int, msgspec.Meta(ge=0, le=LARGEST_ID)]


class Acted(Answer, frozen=True, kw_only=True):
    """The result of an action. `repeated`: true if an action with this key was done before, in any
    round.
    """

    repeated: bool
    position: Position


@endpoint("GET", "challenges", tag=TAG, scope=Scope.PLAY)
def list_challenges(call: Call, query: Paged) -> Page[Challenge]:
    """List the seats that are reserved for the bot."""
    return page_of(challenges_of(call.user_id), query, {"id": int}, challenge)


@endpoint("POST", "matches", tag=TAG, scope=Scope.PLAY)
def open_table(call: Call, body: NewTable) -> MatchAnswer:
    """Open a table and take its first seat; the cards are dealt when all players are ready."""
    rate_limits.check_attempts(limits.TABLES_OPENED.counter(str(call.user_id)))
    if len(body.bots) >= body.seats:
        raise refused("wrong_request", what="`bots` must have fewer items than there are seats")
    wanted = {name: getattr(body, name) for name in body.__struct_fields__ if name != "game"}
    match = tables.open_match(call.acting, body.game, **wanted)
    return _answer(match.pk)


@endpoint("POST", "matches/{match_id}/sit", tag=TAG, scope=Scope.PLAY)
def sit_down(call: Call, match_id: uuid.UUID, body: Sitting) -> Position:
    """Sit down on a seat that is reserved for the bot, or where bots are welcome."""
    sit(call.acting, match_id, body.seat)
    return _position(call, match_id)


@endpoint("POST", "matches/{match_id}/decline", tag=TAG, scope=Scope.PLAY)
def decline_challenge(call: Call, match_id: uuid.UUID, body: Nothing) -> Nothing:
    """Decline a challenge: the reserved seat becomes free."""
    decline(call.acting, match_id)
    return Nothing()


@endpoint("POST", "matches/{match_id}/leave", tag=TAG, scope=Scope.PLAY)
def leave_table(call: Call, match_id: uuid.UUID, body: Nothing) -> Nothing:
    """Leave a table whose cards are not dealt."""
    leave(call.acting, match_id)
    return Nothing()


@endpoint("POST", "matches/{match_id}/ready", tag=TAG, scope=Scope.PLAY)
def get_ready(call: Call, match_id: uuid.UUID, body: Readiness) -> Position:
    """Get ready for the next round; it is dealt when all are ready. Repeating it changes nothing."""
    be_ready(call.acting, match_id, body.nonce)
    return _position(call, match_id)


class PositionQuery(Question, frozen=True, kw_only=True):
    """`first`: the number of the first event to return; 0 is the deal."""

    first: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] = 0


@endpoint("GET", "matches/{match_id}/position", tag=TAG, scope=Scope.PLAY)
def show_position(call: Call, match_id: uuid.UUID, query: PositionQuery) -> Position:
    """Show the match as the bot's seat sees it now."""
    return _position(call, match_id, query.first)


@endpoint("POST", "matches/{match_id}/actions", tag=TAG, scope=Scope.PLAY)
def act(call: Call, match_id: uuid.UUID, body: Act) -> Acted:
    """Do an action, under the same rules and clock as every player."""
    done = act_for(call.acting, match_id, body)
    if done.refusal is not None:
        raise Refused(done.refusal)
    return Acted(repeated=done.repeated, position=_position(call, match_id))


def challenges_of(user_id: int | None) -> Any:
    """Return the free seats that are reserved for this user."""
    kept = Seat.objects.filter(kept_for=user_id, match__status=Match.Status.OPEN)
    return kept.select_related("match")


def challenge(seat: Seat) -> Challenge:
    """Return a reserved seat as the API shows it."""
    return Challenge(match=_answer(seat.match_id), seat=seat.number)


def act_for(user: User, match_id: uuid.UUID, asked: Act) -> PlayResult:
    """Do an action for a bot; the result includes the table's refusal.

    Raises:
        Refused: `no_match`, it does not sit there.
    """
    request = ActionRequest(action=asked.action, seen=asked.seen, key=asked.key)
    done = play(match_id, Person(user.pk, user.epoch), request)
    if done.refusal is not None:
        check_seated(user, match_id)
    return done


def sit(user: User, match_id: uuid.UUID, seat: int | None) -> None:
    """Seat a bot on a reserved seat, or where bots are welcome. Do nothing if it sits there
    already.

    Raises:
        Refused: `no_match`, and those of `take_seat`.
    """
    if Seat.objects.filter(match=match_id, user=user).exists():
        return
    match = Match.objects.filter(pk=match_id).first()
    kept = Seat.objects.filter(match=match_id, kept_for=user).exists()
    if match is None or not (kept or match.public):
        raise refused("no_match")
    seats.take_seat(match_id, user, seat)


def decline(user: User, match_id: uuid.UUID) -> None:
    """Release a seat that is reserved for a bot.

    Raises:
        Refused: `no_match`, and those of `decline_invitation`.
    """
    if not challenges_of(user.pk).filter(match=match_id).exists():
        raise refused("no_match")
    decline_invitation(user, match_id)


def leave(user: User, match_id: uuid.UUID) -> None:
    """Make a bot leave a table whose cards are not dealt.

    Raises:
        Refused: `no_match`, and those of `leave_seat`.
    """
    check_seated(user, match_id)
    seats.leave_seat(match_id, user)


def be_ready(user: User, match_id: uuid.UUID, nonce: str) -> None:
    """Mark a bot as ready. Do nothing if the cards are dealt already.

    Raises:
        Refused: `no_match`, and those of `get_ready`.
    """
    check_seated(user, match_id)
    try:
        start.get_ready(match_id, user, nonce)
    except Refused as error:
        if error.refusal.code != "table_closed" or load_table(match_id).running is None:
            raise


def check_seated(user: User, match_id: uuid.UUID) -> None:
    """Check that a bot sits there; the refusal does not reveal whether the match exists.

    Raises:
        Refused: `no_match`.
    """
    if not Seat.objects.filter(match=match_id, user=user).exists():
        raise refused("no_match")


def _answer(match_id: uuid.UUID) -> MatchAnswer:
    return match_answer(with_seats(Match.objects.filter(pk=match_id)).get())


def _position(call: Call, match_id: uuid.UUID, first: int = 0) -> Position:
    check_seated(call.acting, match_id)
    return position_of(load_table(match_id), call.acting.pk, first)
