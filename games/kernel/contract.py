"""The interface that a game implements. Read this module before you write a game.

A game is a value, `GAME` in `games/<slug>/__init__.py`. The platform passes it a state and asks
a question: which actions are legal, which state follows from an action, what a seat may see. The
game stores no state, reads no clock and draws no random numbers of its own. It imports nothing
about users, pages or databases. The platform stores the states and records the moves.

A round begins with `Game.deal`, which returns the first state. `to_act` names the seats that may
act, and `legal_actions` lists their actions. `why_not` judges an action, and `apply` returns the
next state. If a deadline passes, `time_out` chooses the action instead. `observe` shows a state
to one viewer. The round is over when `outcome` returns a result.

Seats are ints, numbered clockwise from 0. Times are milliseconds on the platform's clock.
`values.py` defines the small types, `meta.py` the entry in the catalogue; you can import both
from here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from msgspec import field

from games.kernel.chance import Chance as Chance
from games.kernel.meta import Declaration as Declaration
from games.kernel.meta import Feat as Feat
from games.kernel.meta import FirstTable as FirstTable
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
    """An action of a seat; each game has one subclass for each kind of action."""


class TableAction(Action, frozen=True):
    """An action that only the server takes, on a time-out; it is never legal for a seat."""


class Refusal(Value, frozen=True):
    """The reason why an action is not allowed.

    * `code`: stable, for programs.
    * `sentence`: an `N_` sentence for players; `facts` fill each `%(name)s` in it.
    * `clause`: the clause of the game's rules behind it ("3.6"), or "".
    """

    code: str
    sentence: str
    facts: dict[str, OptionValue] = field(default_factory=dict)
    clause: str = ""


class Event(Value, frozen=True):
    """Something that happened, as its audience may know it.

    * `data`: plain JSON (str, int, bool, None, lists).
    * `audience`: the viewers that may know of it.
    * `moment`: pages show it to each viewer once; after that only `log` is left.
    * `log`: the redacted data of a moment; None means no line in the log.
    """

    kind: str
    data: dict[str, Any] = field(default_factory=dict)
    audience: Audience = EVERYONE
    moment: bool = False
    log: dict[str, Any] | None = None

    def visible_to(self, viewer: Viewer) -> bool:
        return may_know(self.audience, viewer)

    def logged(self) -> Event | None:
        """Return the form that stays in the log, or None."""
        if not self.moment:
            return self
        if self.log is None:
            return None
        return Event(kind=self.kind, data=self.log, audience=self.audience)


class Awaited(Value, frozen=True):
    """The seats that may act now.

    * `seats`: the round waits for them.
    * `may_also`: they may act too, but the round does not wait for them.
    * `not_before_ms`: the earliest time at which the game accepts an action that it offers now.
    """

    seats: tuple[Seat, ...] = ()
    may_also: tuple[Seat, ...] = ()
    not_before_ms: Millis = 0


class Deadline(Value, frozen=True):
    """A time at which the server acts if no seat has acted before.

    Several can run at once, one for each (kind, seat).

    * `kind`: its name, such as "turn".
    * `seat`: the seat that it concerns, None for the whole table.
    * `since_ms`: when it began.
    * `after_ms`: time until it is due; None means the match's limit for this kind.
    * `audience`: the viewers that may see that it runs.
    """

    kind: str
    seat: Seat | None
    since_ms: Millis
    after_ms: Millis | None = None
    audience: Audience = EVERYONE

    def visible_to(self, viewer: Viewer) -> bool:
        return may_know(self.audience, viewer)


class Start(Value, frozen=True):
    """The facts that a round begins with.

    * `number`: the round's number in the match, from 1.
    * `at_ms`: now.
    * `began`: the seat that began the previous round. In a rematch, that round may belong to the
      earlier match.
    * `declared`: by name of the `Declaration`, a value or None for each seat.
    """

    number: int
    at_ms: Millis
    began: Seat | None = None
    declared: dict[str, tuple[OptionValue | None, ...]] = field(default_factory=dict)


class Outcome(Value, frozen=True):
    """The result of a round.

    * `scores`: points by seat.
    * `places`: places by seat; 1 is best, ties share a place.
    * `began`: the seat that began the round.
    * `reason`: why the round ended.
    """

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
    """A rules version as a game sees it: the code's revision, the options and the immutable data."""

    revision: int
    options: dict[str, OptionValue]
    data: Any = None


class Order(Value, frozen=True):
    """A standing order: an action that a seat leaves for later.

    It remains in force while `Game.orders` offers exactly this one.
    """

    name: str
    label: str
    until: int = 0


class Observation(Value, frozen=True):
    """Everything that one viewer may know now; each game has its own subclass.

    * `awaited`: the seats that the round waits for, as far as this viewer may know.
    """

    viewer: Viewer
    awaited: tuple[Seat, ...]


T = TypeVar("T")
S = TypeVar("S", bound=Value)
A = TypeVar("A", bound=Action)
O = TypeVar("O", bound=Observation)  # noqa: E741 - reads as S, A, O: state, action, observation


class Step(Value, Generic[S], frozen=True):
    """The result of an action: the next state, and the events that led to it."""

    state: S
    events: tuple[Event, ...] = ()


class InformationState(Value, Generic[A, O], frozen=True):
    """The knowledge of a player in a seat: the table now, the events it saw, its legal actions.

    Papers call it an information state with perfect recall.
    """

    observation: O
    events: tuple[Event, ...] = ()
    offers: tuple[A, ...] = ()


Bot: TypeAlias = Callable[[Rules, InformationState[A, O], Chance], A | None]
"""A function that chooses an action for a seat from what it knows, or None to do nothing now.

The same chance gives the same answer.
"""


class Game(Protocol[S, A, O]):
    """A card game. Every method is a pure function of its arguments."""

    meta: Meta
    state_type: type[S]
    action_type: Any
    """The union of the game's `Action` classes, for the codec."""
    observation_type: type[O]
    bots: Mapping[str, Bot[A, O]]
    """A bot for each level of `meta.known_levels`."""

    def read(self, files: Mapping[str, str]) -> Any:
        """Build the immutable value of `Rules.data` from a release's files (name to text)."""

    def pinned(self, rules: Rules) -> dict[str, Any]:
        """Describe the cards in `Rules.data` for programs, as plain JSON."""

    def deal(self, rules: Rules, seats: int, start: Start, chance: Chance) -> Step[S]:
        """Shuffle and deal a round: return its first state, and the events that tell of it."""

    def to_act(self, rules: Rules, state: S) -> Awaited:
        """Return the seats that may act now, of which there may be several; empty at the end."""

    def deadlines(self, rules: Rules, state: S) -> tuple[Deadline, ...]:
        """List the deadlines that run now, one for each (kind, seat); empty at the end."""

    def legal_actions(self, rules: Rules, state: S, seat: Seat) -> Sequence[A]:
        """List the legal actions of a seat that `to_act` names; for free input, list samples."""

    def why_not(
        self, rules: Rules, state: S, seat: Seat, action: A, at_ms: Millis
    ) -> Refusal | None:
        """Return why a seat that `to_act` names may not do this now, or None if it may."""

    def apply(
        self, rules: Rules, state: S, seat: Seat | None, action: A, chance: Chance, at_ms: Millis
    ) -> Step[S]:
        """Carry out a legal action; `seat` None is the server, with the action of `time_out`."""

    def time_out(self, rules: Rules, state: S, deadline: Deadline) -> A:
        """Return the server's action at this deadline: a `TableAction`, or one legal for its seat."""

    def observe(self, rules: Rules, state: S, viewer: Viewer) -> O:
        """Build this viewer's observation: start empty, and copy from the state what it may know."""

    def sample_state(self, rules: Rules, seen: InformationState[A, O], chance: Chance) -> S:
        """Sample a whole state that fits all that this viewer knows (a determinization)."""

    def may_undo(self, rules: Rules, before: S, after: S, seat: Seat) -> bool:
        """Return whether the seat may take its last action back: only if it revealed nothing."""

    def orders(self, rules: Rules, state: S, seat: Seat) -> tuple[Order, ...]:
        """List the standing orders that this seat may give, based only on what it knows."""

    def answer(self, rules: Rules, state: S, seat: Seat, order: Order) -> A | None:
        """Return a standing order's action for a seat that may act; None: the player decides."""

    def auto_play_words(self, action: A) -> str:
        """Return the sentence that tells the seat which action its order will take next."""

    def no_choice(self, rules: Rules, state: S, seat: Seat) -> bool:
        """Return whether the next action will reveal to all players that the seat had no choice.

        The server then plays it for a person, and bots act quickly. Say in the game's code why it
        reveals nothing.
        """

    def concerned(self, event: Event) -> Collection[Seat]:
        """Return the seats to which this public event happens, rather than by their own doing.

        Pages and bots give them more time to read it (`games.kernel.pace`).
        """

    def outcome(self, rules: Rules, state: S) -> Outcome | None:
        """Score a finished round by seat (its returns); None while it runs."""

    def close(self, rules: Rules, state: S) -> Step[S]:
        """End a round in a regular way because `meta.max_moves` is reached."""

    def standing(self, rules: Rules, target: Target, outcomes: Sequence[Outcome]) -> Standing:
        """Add up these rounds: totals and places of the match by seat (see `games.kernel.series`)."""

    def begins_next(self, rules: Rules, before: Outcome) -> Seat | None:
        """Return the seat that begins the next round; None if only the next deal decides it."""

    def feats(self, events: Sequence[Event], seats: int) -> Mapping[str, Sequence[int]]:
        """Count the feats in `meta.feats` by feat and seat, from a round's public events."""

    def selection_of(self, action: A) -> tuple[str, ...]:
        """Name the pieces on the page that stand for this action, sorted; a piece may be repeated.

        An open card has its face as its name ("king"), a hidden card its place ("slot-3"), and a
        button its effect ("let_happen").
        """

    def action_from_selection(
        self, rules: Rules, state: S, seat: Seat, selection: tuple[str, ...]
    ) -> A | None:
        """Return the action that these pieces stand for, legal or not; None if there is none."""

    def reveal_all(self, rules: Rules, state: S) -> dict[str, Any]:
        """Return all cards of a finished round: plain JSON by zone, None for an empty place."""
