"""The context of a board: every name that a template of `templates/board` or `templates/games` may
read.

The fields' docstrings are the reference for authors of templates: `docs/templates.md` repeats
them, and `tests/platform/matches/test_board_context.py` compares. A fragment is cached by the
values that it reads, so every value here is a text, a number, None, or a tuple or frozen value
of them.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import dataclass

import msgspec
from django.utils.safestring import SafeString

from games.kernel.contract import Observation, Order, Outcome, Seat, Standing, Viewer
from matches.engine.view import Zones
from matches.present.absence import Absence
from matches.present.answers import OnBoard
from matches.present.event_lines import EventLine
from matches.present.occasion import Occasion
from matches.present.rating_gains import Gain
from matches.present.rematch_bots import OtherBots
from matches.present.scoresheet import Pad
from matches.present.shown_refusal import ShownRefusal
from matches.present.timing import Clock, Pausing
from matches.present.undealt_table import Room, UndealtSeat
from matches.store.snapshot import Announced, ArbiterView, Corrected


class Chair(msgspec.Struct, frozen=True):
    """A seat and its holder, as a template gets it.

    `picture`: of a person, for `portrait`; "" for a bot. `here`: true if the holder has the page
    open, None if that is not known. `place`: in the match, or in its only round. `waiting`: facts
    that matter only before the deal.
    """

    number: Seat
    name: str
    kind: str
    picture: str
    level: str
    ready: bool
    here: bool | None = None
    place: int | None = None
    waiting: UndealtSeat | None = None


@dataclass(frozen=True, slots=True)
class TakeBack:
    """A move that may be taken back; `brief`: only for a short time."""

    brief: bool


@dataclass(frozen=True, slots=True)
class Running:
    """A running deadline that this viewer may know; times in milliseconds."""

    kind: str
    seat: Seat | None
    due_ms: int
    left_ms: int
    total_ms: int


@dataclass(frozen=True, slots=True)
class Typed:
    """Text of a form that was refused, with its field or its seat."""

    value: str
    field: str = ""
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class LessonStep:
    """A step of a lesson or of an example of the rules.

    `words`: the text of the step. `is_learners`: the learner must act. `done`: the number of
    finished steps out of all `steps`. `back`: in an example, the address of the step before ("":
    this is the first), and the address of its clause.
    """

    words: str
    is_learners: bool
    is_over: bool
    done: int
    steps: int
    back: tuple[str, str] | None


class TableContext(msgspec.Struct, frozen=True, kw_only=True):
    """The match and its present round, for one viewer: `table` in templates.

    A field with a default is the viewer's own, as in `BoardContext`.
    """

    slug: str
    """The game's slug."""
    title: str
    """The game's title, as a message to translate."""
    contests: bool
    """True if the game records disputes, so that moderators can rule on them."""
    match_id: str
    """The id of the match, for addresses."""
    url: str
    """The path of the table's page."""
    socket_url: str
    """The path of the table's socket."""
    status: str
    """The status of the match: `open`, `running`, `finished` or `aborted`."""
    round_number: int
    """The number of the present round, or of the last one, from 1."""
    commitment: str
    """The hash of the shuffle, published before the round; "" for none."""
    watching: str = ""
    """The number of spectators in words; "" if there are none, or if the number is unknown."""
    seats: tuple[Chair, ...]
    """The seats, clockwise from 0, each with `number`, `name`, `kind`, `picture`, `level`, `here`, `ready` and `place`."""
    public: bool
    """True if the table is in the public list."""
    is_over: bool
    """True if the match has ended."""
    talks: bool
    """True if people may talk at this table."""
    is_sealed: bool
    """True if the match keeps its secrets for now although its round is over."""
    arbiters: tuple[ArbiterView, ...]
    """The staff who see or have seen all hands, for `board/arbiters.html`."""
    occasion: Occasion | None
    """The event that the match belongs to (`words`, `path`); None if the players opened the table."""
    rematch_id: uuid.UUID | None
    """The id of the rematch; None if there is none yet."""
    other_bots: OtherBots | None = None
    """Another level of bots for the rematch (`level`, `label`, `stronger`), or None."""
    slow: bool
    """True if people have an hour or more for a decision."""
    next: Announced | None
    """The next round, until it is dealt (`number`, `commitment`, `due_ms`); None before it is announced."""
    unready: bool = False
    """True if this viewer is not ready for the next round yet."""
    may_unready: bool = False
    """True if this viewer is ready for the next round, and may undo that."""
    may_leave: bool = False
    """True if this viewer may leave the match to a bot."""
    came_and_went: tuple[str, ...]
    """The players who left the table or came back, a sentence each."""
    absence: Absence = Absence()
    """The players for whom bots play, for `board/absent.html`."""
    room: Room | None = None
    """The table before the deal, for `board/waiting.html`; None once cards are dealt."""


class BoardContext(msgspec.Struct, frozen=True, kw_only=True):
    """The context of a board's templates, for one viewer.

    A field with a default is the viewer's own, and the default tells nothing. Every other field is the
    same for all viewers (`matches.present.public_context`).
    """

    game: str
    """The folder of the game's templates, for `{% include game ~ "asks.html" %}`."""
    fragments: str
    """The folder of the game's fragments, for `fragment("hand", fragments ~ "hand.html")`."""
    table: TableContext
    """The match and its present round; its fields are listed below."""
    version: int = 0
    """The number of changes that this viewer has been shown; a move sends it to name its board."""
    dealt: bool
    """True once the cards are dealt."""
    count: int
    """The number of seats."""
    observation: Observation | None = None
    """The game's observation for this viewer, from `observe`; None before the deal."""
    awaited: tuple[Seat, ...] = ()
    """The seats that the table waits for, as far as this viewer may know."""
    offers: tuple[tuple[str, ...], ...] = ()
    """The actions that this viewer may take, as tuples of picks."""
    offered: frozenset[str] = frozenset()
    """Every pick of any offer."""
    answer: Callable[..., SafeString] = OnBoard()
    """A function that draws the button of a pick that is a whole action."""
    called: bool = False
    """True if this viewer must or may act now."""
    is_turn: bool = False
    """True if the table waits for this viewer alone."""
    is_watching: bool = True
    """True for a spectator."""
    is_reading: bool
    """True in the replay of a round; then there is no line and no result."""
    shows_result: bool = False
    """True if the round is over and its result is shown."""
    is_inert: bool = True
    """True if no card is a button: in a replay, for a spectator, or after the round."""
    open: Zones | None = None
    """The places of all cards, by zone (tuples), for a viewer who may see all hands; otherwise None."""
    lesson: LessonStep | None = None
    """The step of a lesson, for `board/lesson.html`; None at every other table."""
    log: tuple[SafeString, ...] = ()
    """The lines of the log as HTML."""
    has_log: bool = False
    """True if the log has a line."""
    news: tuple[EventLine, ...] = ()
    """The last lines that all viewers see; each has `kind`, `data`, `words` and `concerns` (seats)."""
    news_lines: tuple[SafeString, ...] = ()
    """The same as HTML; `data-yours`: it happened to this viewer."""
    unseen: tuple[EventLine, ...] = ()
    """The lines of the events that no viewer could see during the round; none before its end."""
    moments: tuple[EventLine, ...] = ()
    """The events that are shown to this viewer once, in the same form as `news`."""
    deadlines: tuple[Running, ...] = ()
    """The deadlines that run, with `left_ms` and `total_ms` in milliseconds."""
    deadline: tuple[int, int, int] | None = None
    """The first of them, in milliseconds: what is left, its whole time, and when it is due."""
    clock: Clock | None = None
    """The time of the first deadline in words, for `board/clock.html`."""
    pausing: Pausing | None = None
    """The pause of the match or the proposal of one, for `board/pause.html`."""
    may_pause: bool = False
    """True if this viewer may propose a pause."""
    outcome: Outcome | None
    """The result of the round: `scores` (points) and `places`, by seat; None until its end."""
    pad: Pad | None
    """The score pad; None for a match of a single round."""
    has_pad: bool
    """True if there is a score pad."""
    match_point: str = ""
    """A sentence that says how near the match is to its end; "" if it is not, or between rounds."""
    corrections: tuple[Corrected, ...]
    """The corrections of the result."""
    counts: Standing | None
    """The standing after the corrections; None if nothing counts, or nothing was corrected."""
    revealed: Zones | None
    """The places of all cards, by zone, once the round is over and its replay may be read."""
    streak: int = 0
    """The number of matches that this viewer has won in a row up to this one; 0 for no run."""
    gains: tuple[Gain | None, ...] = ()
    """The match's changes of ratings, by seat: `rating`, `change`, `is_provisional`, or None."""
    replay_path: str = ""
    """The path of the match's replay that this viewer may pass on; "" for none."""
    names: tuple[str, ...]
    """The names of the holders of the seats, by seat."""
    you: Viewer = None
    """This viewer's seat; None for a spectator."""
    refusal: ShownRefusal | None = None
    """The refusal of the last action (`code`, `sentence`, `clause`, `rule`), or None."""
    typed: Typed | None = None
    """The text typed into a refused form (`value`, `field`, `seat`), or None."""
    take_back: TakeBack | None = None
    """The move that this viewer may take back, for `board/take_back_and_orders.html`."""
    orders: tuple[Order, ...] = ()
    """The standing orders that this viewer may give (`name`, `label`)."""
    order: Order | None = None
    """The standing order that this viewer has given, or None."""
    auto_play: str = ""
    """A message that says what this viewer's standing order will do now; "": the viewer decides."""
