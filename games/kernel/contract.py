"""What a game is: the one page to read before writing one.

A game is a value (`GAME` in `games/<slug>/__init__.py`) that answers questions about states. It
owns no state, reads no clock, draws no random number of its own and knows nothing of users, pages
or databases. The platform holds the states, asks, and records. Seats are ints, numbered clockwise
from 0. Times are milliseconds on the platform's clock. What is small stands in `values.py`, what
the catalogue shows in `meta.py`; all of it can be had from here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from msgspec import field

from games.kernel.chance import Chance as Chance
from games.kernel.meta import Declaration as Declaration
from games.kernel.meta import Feat as Feat
from games.kernel.meta import Highlight as Highlight
from games.kernel.meta import Level as Level
from games.kernel.meta import Meta as Meta
from games.kernel.meta import Option as Option
from games.kernel.meta import Pad as Pad
from games.kernel.meta import Target as Target
from games.kernel.meta import Tempo as Tempo
from games.kernel.values import EVERYONE as EVERYONE
from games.kernel.values import N_ as N_
from games.kernel.values import NOBODY as NOBODY
from games.kernel.values import Audience as Audience
from games.kernel.values import Millis as Millis
from games.kernel.values import OptionValue as OptionValue
from games.kernel.values import Seat as Seat
from games.kernel.values import Value as Value
from games.kernel.values import Viewer as Viewer
from games.kernel.values import may_know as may_know
from games.kernel.values import snake_case as snake_case


class Action(Value, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=snake_case):
    """What a seat may do; each game has one subclass for each kind of action."""


class TableAction(Action, frozen=True):
    """What only the table does, on a time-out: never legal for a seat, whatever it sends."""


class Refusal(Value, frozen=True):
    """Why not: a stable code, and an `N_` sentence whose `%(name)s` are filled from `facts`.

    `clause`: where the game's rules say so ("3.6"); "": they need not.
    """

    code: str
    sentence: str
    facts: dict[str, OptionValue] = field(default_factory=dict)
    clause: str = ""


class Event(Value, frozen=True):
    """What happened, as its audience may know it. `data` holds plain JSON (str, int, bool, None, lists).

    On pages a *moment* is shown to each viewer once; then only `log`, its redacted form, is left (None: no line).
    """

    kind: str
    data: dict[str, Any] = field(default_factory=dict)
    audience: Audience = EVERYONE
    moment: bool = False
    log: dict[str, Any] | None = None

    def visible_to(self, viewer: Viewer) -> bool:
        return may_know(self.audience, viewer)

    def logged(self) -> Event | None:
        """The form that stays in the log, or None."""
        if not self.moment:
            return self
        if self.log is None:
            return None
        return Event(kind=self.kind, data=self.log, audience=self.audience)


class Awaited(Value, frozen=True):
    """The seats that may act now.

    The round waits for `seats`; `may_also` may act, nobody waits for them. `not_before_ms`:
    offered actions apply at or after this time.
    """

    seats: tuple[Seat, ...] = ()
    may_also: tuple[Seat, ...] = ()
    not_before_ms: Millis = 0


class Deadline(Value, frozen=True):
    """When the table acts if nobody else did; several can run at once, one of each (kind, seat).

    It presses `seat`, None for the whole table, and falls due `after_ms` after `since_ms`; without
    `after_ms`, the match's pace decides by `kind`. `audience` may see that it runs.
    """

    kind: str
    seat: Seat | None
    since_ms: Millis
    after_ms: Millis | None = None
    audience: Audience = EVERYONE

    def visible_to(self, viewer: Viewer) -> bool:
        return may_know(self.audience, viewer)


class Start(Value, frozen=True):
    """What a round begins with.

    `number`: from 1 in the match. `at_ms`: now. `began`: who began the round before, or a match
    before a rematch. `declared`: a value or None a seat, by name of the `Declaration`.
    """

    number: int
    at_ms: Millis
    began: Seat | None = None
    declared: dict[str, tuple[OptionValue | None, ...]] = field(default_factory=dict)


class Outcome(Value, frozen=True):
    """How a round ended: points and places by seat (1 is best, ties share), who began, and why."""

    scores: tuple[int, ...]
    places: tuple[int, ...]
    began: Seat
    reason: str


class Standing(Value, frozen=True):
    """A match after some rounds: totals and places by seat, and whether it is decided."""

    totals: tuple[int, ...]
    places: tuple[int, ...]
    decided: bool


class Rules(Value, frozen=True):
    """A rules version as a game sees it: which code, which options, which immutable data."""

    revision: int
    options: dict[str, OptionValue]
    data: Any = None


class Order(Value, frozen=True):
    """What a seat may leave word to do; it stands while `Game.orders` offers just this one."""

    name: str
    label: str
    until: int = 0


class Observation(Value, frozen=True):
    """All that one viewer may know now, and `awaited`: for whom, as far as it may know; subclassed."""

    viewer: Viewer
    awaited: tuple[Seat, ...]


T = TypeVar("T")
S = TypeVar("S", bound=Value)
A = TypeVar("A", bound=Action)
O = TypeVar("O", bound=Observation)  # noqa: E741 - reads as S, A, O: state, action, observation


class Step(Value, Generic[S], frozen=True):
    """What an action led to: the next state and what happened on the way."""

    state: S
    events: tuple[Event, ...] = ()


class InformationState(Value, Generic[A, O], frozen=True):
    """All that a person in a seat had: the table now, its own events so far, what it may do.

    Papers call it an information state, with perfect recall.
    """

    observation: O
    events: tuple[Event, ...] = ()
    offers: tuple[A, ...] = ()


Bot: TypeAlias = Callable[[Rules, InformationState[A, O], Chance], A | None]
"""Answers for a seat from what it has seen, None for nothing now; the same chance, the same answer."""


class Game(Protocol[S, A, O]):
    """A card game. Every answer is a pure function of its arguments."""

    meta: Meta
    state_type: type[S]
    action_type: Any
    """The union of the game's `Action` classes, for the codec."""
    observation_type: type[O]
    bots: Mapping[str, Bot[A, O]]
    """A bot for each level of `meta.known_levels`."""

    def read(self, files: Mapping[str, str]) -> Any:
        """The immutable value of `Rules.data` out of a release's files: name to text."""

    def pinned(self, rules: Rules) -> dict[str, Any]:
        """Tell what `Rules.data` says of the cards, for programs: plain JSON."""

    def deal(self, rules: Rules, seats: int, start: Start, chance: Chance) -> Step[S]:
        """Shuffle and deal a round: its first state, and what was told."""

    def to_act(self, rules: Rules, state: S) -> Awaited:
        """Say who may act now: the current players, of whom there may be several; empty at the end."""

    def deadlines(self, rules: Rules, state: S) -> tuple[Deadline, ...]:
        """List the deadlines that run now, one of each (kind, seat); empty at the end."""

    def legal_actions(self, rules: Rules, state: S, seat: Seat) -> Sequence[A]:
        """List the legal actions of this seat, which is one of `to_act`; of free input, samples."""

    def why_not(
        self, rules: Rules, state: S, seat: Seat, action: A, at_ms: Millis
    ) -> Refusal | None:
        """Judge whether this seat may do this now: None if it may; asked about seats of `to_act` only."""

    def apply(
        self, rules: Rules, state: S, seat: Seat | None, action: A, chance: Chance, at_ms: Millis
    ) -> Step[S]:
        """Carry out a legal action; `seat` None: the table does it (what `time_out` returned)."""

    def time_out(self, rules: Rules, state: S, deadline: Deadline) -> A:
        """Say what the table does at this deadline: a `TableAction`, or what the pressed seat could."""

    def observe(self, rules: Rules, state: S, viewer: Viewer) -> O:
        """Copy what this viewer may know out of the state, starting from nothing: its observation."""

    def sample_state(self, rules: Rules, seen: InformationState[A, O], chance: Chance) -> S:
        """Sample a whole state that this viewer cannot tell from the real one: a determinization."""

    def may_undo(self, rules: Rules, before: S, after: S, seat: Seat) -> bool:
        """Whether nobody learned anything by its last action, so that this seat may take it back."""

    def orders(self, rules: Rules, state: S, seat: Seat) -> tuple[Order, ...]:
        """List the standing orders that this seat may give, by nothing but what it knows."""

    def answer(self, rules: Rules, state: S, seat: Seat, order: Order) -> A | None:
        """Say what a standing order does for a seat that may act; None: it is left to the seat."""

    def no_choice(self, rules: Rules, state: S, seat: Seat) -> bool:
        """Whether whatever this seat does tells everybody that it could do nothing else: bots hurry."""

    def outcome(self, rules: Rules, state: S) -> Outcome | None:
        """Score a round that is over, by seat (its returns); None while it runs."""

    def close(self, rules: Rules, state: S) -> Step[S]:
        """End a round in an ordinary way because `meta.max_moves` is reached."""

    def standing(self, rules: Rules, target: Target, outcomes: Sequence[Outcome]) -> Standing:
        """Add these rounds up: totals and places of the match by seat (see `games.kernel.series`)."""

    def begins_next(self, rules: Rules, before: Outcome) -> Seat | None:
        """The seat that begins the round after this one; None if only its cards will tell."""

    def feats(self, events: Sequence[Event], seats: int) -> Mapping[str, Sequence[int]]:
        """Count by feat and seat what `meta.feats` names, in what everybody saw of a round."""

    def selection_of(self, action: A) -> tuple[str, ...]:
        """Name the pieces that mean this action, sorted, twins repeated: an open card by its face
        ("king"), a hidden one by its place ("slot-3"), a button by what it does ("let_happen")."""

    def action_from_selection(
        self, rules: Rules, state: S, seat: Seat, selection: tuple[str, ...]
    ) -> A | None:
        """Say which action these pieces mean, legal or not; None if they mean nothing."""

    def reveal_all(self, rules: Rules, state: S) -> dict[str, Any]:
        """Show where every card lies: plain JSON by zone, None for an empty place; for finished rounds."""
