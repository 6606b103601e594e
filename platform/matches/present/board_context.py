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
from matches.present.event_lines import EventLine
from matches.present.occasion import Occasion
from matches.present.rating_gains import Gain
from matches.present.scoresheet import Pad
from matches.present.shown_refusal import ShownRefusal
from matches.present.timing import Clock, Pausing
from matches.present.undealt_table import Room, UndealtSeat
from matches.store.snapshot import Announced, ArbiterView, Corrected


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat and its holder, as a template gets it.

    `here`: true if the holder has the page open, None if that is not known. `place`: in the match,
    or in its only round. `waiting`: facts that matter only before the deal.
    """

    number: Seat
    name: str
    kind: str
    level: str
    ready: bool
    here: bool | None
    place: int | None
    waiting: UndealtSeat | None


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
    """The match and its present round, for one viewer: `table` in templates."""

    slug: str
    """The game's slug."""
    title: str
    """The game's title, in words to translate."""
    contests: bool
    """Whether the game keeps what is doubted at its tables, so that it can be ruled on."""
    match_id: str
    """The id of the match, for addresses."""
    url: str
    """The path of the table's page."""
    socket_url: str
    """The path of the table's socket."""
    status: str
    """The status of the match: `open`, `running`, `finished` or `aborted`."""
    round_number: int
    """The number of the round that is played or was played last, from 1."""
    commitment: str
    """The hash that the server gave before the round of how its cards are shuffled, "" for none."""
    watching: str
    """How many people watch, in words; "" if nobody does or nobody can tell."""
    seats: tuple[Chair, ...]
    """The seats, clockwise from 0, each with `number`, `name`, `kind`, `level`, `here`, `ready` and `place`."""
    public: bool
    """Whether everybody may find the table."""
    is_over: bool
    """Whether the match has ended."""
    talks: bool
    """Whether people may talk at this table."""
    is_sealed: bool
    """Whether secrets of this match stay closed for now although its round is over."""
    arbiters: tuple[ArbiterView, ...]
    """The staff who see or have seen all hands, for `board/arbiters.html`."""
    occasion: Occasion | None
    """The event that the match is played for (`words`, `path`), None if the players laid the table."""
    rematch_id: uuid.UUID | None
    """The id of the rematch, None if there is none yet."""
    next: Announced | None
    """The next round, until it is dealt (`number`, `commitment`, `due_ms`); None before it is announced."""
    unready: bool
    """Whether this viewer has yet to say that they are ready for the next round."""
    may_unready: bool
    """Whether this viewer has said so, and may take it back."""
    may_leave: bool
    """Whether this viewer may leave the match to a bot."""
    came_and_went: tuple[str, ...]
    """The players who left the table or came back, a sentence each."""
    absence: Absence
    """The players for whom bots play, for `board/absent.html`."""
    room: Room | None
    """The table before the deal, for `board/waiting.html`; None once cards are dealt."""


class BoardContext(msgspec.Struct, frozen=True, kw_only=True):
    """All that the templates of a board may read, for one viewer."""

    game: str
    """The folder of the game's templates, for `{% include game ~ "asks.html" %}`."""
    fragments: str
    """The folder of the game's fragments, for `fragment("hand", fragments ~ "hand.html")`."""
    table: TableContext
    """The match and its present round; its fields stand below."""
    version: int
    """How many changes this viewer has been shown: a move says by it which board it answers to."""
    dealt: bool
    """Whether cards are on the table."""
    count: int
    """How many seats there are."""
    observation: Observation | None
    """The game's observation for this viewer, as `observe` gives it; None before the deal."""
    awaited: tuple[Seat, ...]
    """The seats that the table waits for, as far as this viewer may know."""
    offers: tuple[tuple[str, ...], ...]
    """The actions that this viewer may take, as tuples of picks."""
    offered: frozenset[str]
    """Every pick that stands in one of the offers."""
    answer: Callable[..., SafeString]
    """A function that draws the button of a pick that is a whole action."""
    called: bool
    """Whether something is asked of this viewer now."""
    is_turn: bool
    """Whether the table waits for this viewer and for nobody else."""
    is_watching: bool
    """Whether this viewer is a spectator."""
    is_reading: bool
    """Whether the round is only looked at; then there is no line and no result."""
    shows_result: bool
    """Whether the round is over and its result stands on the table."""
    is_inert: bool
    """Whether nothing is a piece for this viewer, who reads, watches, or sees how the round ended."""
    open: Zones | None
    """The places of all cards, by zone (tuples), for a viewer who may see all hands, else None."""
    lesson: LessonStep | None
    """The step of a lesson, for `board/lesson.html`; None at every other table."""
    log: tuple[SafeString, ...]
    """The lines of the log as HTML."""
    has_log: bool
    """Whether the log has a line."""
    news: tuple[EventLine, ...]
    """The last lines that everybody was told; each has `kind`, `data` and `words`."""
    moments: tuple[EventLine, ...]
    """The events that are shown to this viewer once, of the same kind as the news."""
    deadlines: tuple[Running, ...]
    """The deadlines that run, with `left_ms` and `total_ms` in milliseconds."""
    clock: Clock | None
    """The time of the first deadline in words, for `board/clock.html`."""
    pausing: Pausing | None
    """The pause of the match or the proposal of one, for `board/pause.html`."""
    may_pause: bool
    """Whether this viewer may propose a pause."""
    outcome: Outcome | None
    """How the round ended: `scores` (points) and `places`, by seat; None while it goes on."""
    pad: Pad | None
    """The score pad; None for a match of a single round."""
    has_pad: bool
    """Whether there is a score pad."""
    corrections: tuple[Corrected, ...]
    """The corrections of the result."""
    counts: Standing | None
    """The standing that counts after the corrections; None if nothing counts, or nothing was corrected."""
    gains: tuple[Gain | None, ...]
    """The match's changes of ratings, by seat: `rating`, `change`, `is_provisional`, or None."""
    names: tuple[str, ...]
    """The names of the holders of the seats, by seat."""
    you: Viewer
    """This viewer's seat, None for a spectator."""
    refusal: ShownRefusal | None
    """The refusal of the last action (`code`, `sentence`, `clause`, `rule`), else None."""
    typed: Typed | None
    """The text typed into a form that was refused (`value`, `field`, `seat`), else None."""
    take_back: TakeBack | None
    """The move that this viewer may take back, for `board/take_back_and_orders.html`."""
    orders: tuple[Order, ...]
    """The standing orders that this viewer may leave (`name`, `label`)."""
    order: Order | None
    """The standing order that this viewer has left, else None."""
