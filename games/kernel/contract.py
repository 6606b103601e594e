"""What a game is: the one page to read before writing one.

A game is a value (`GAME` in `games/<slug>/__init__.py`) that answers questions about states. It
owns no state, reads no clock, draws no random number of its own and knows nothing of users, pages
or databases. The platform holds the states, asks, and records. Seats are ints, numbered clockwise
from 0. Times are milliseconds on the platform's clock.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

import msgspec

from games.kernel.chance import Chance as Chance

Seat: TypeAlias = int
Viewer: TypeAlias = Seat | None
"""Who looks: a seat, or None for a spectator."""
Millis: TypeAlias = int
OptionValue: TypeAlias = str | int | bool
Audience: TypeAlias = tuple[Seat, ...] | None
"""Who may know: everyone (None), the given seats, or nobody until the round is over (empty)."""

EVERYONE: Audience = None
NOBODY: Audience = ()


def may_know(audience: Audience, viewer: Viewer) -> bool:
    """Whether this viewer belongs to the audience; a spectator knows only what everyone knows."""
    return audience is None or (viewer is not None and viewer in audience)


def N_(text: str) -> str:
    """Mark English text for translation; the platform translates when it shows it."""
    return text


def snake_case(name: str) -> str:
    """`PlayKing` -> `play_king`: how a class is called on the wire."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Value(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is compared, stored and sent: immutable, JSON for free, strict on the way in."""


class Action(Value, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=snake_case):
    """What a seat may do; each game has one subclass for each kind of action."""


class TableAction(Action, frozen=True):
    """What only the table does, on a time-out: never legal for a seat, whatever it sends."""


class Refusal(Value, frozen=True):
    """Why not: a stable code, and an `N_` sentence whose `%(name)s` are filled from `facts`."""

    code: str
    sentence: str
    facts: dict[str, OptionValue] = {}


class Event(Value, frozen=True):
    """What happened, as its audience may know it. `data` holds plain JSON (str, int, bool, None, lists).

    A *moment* is shown to each viewer once; then only `log`, its redacted form, is left (None: no line).
    """

    kind: str
    data: dict[str, Any] = {}
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
    """Who may act now.

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
    declared: dict[str, tuple[OptionValue | None, ...]] = {}


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


class Target(Value, frozen=True):
    """What a match is played for: so many rounds, or until a total reaches so many points."""

    rounds: int | None = 1
    points: int | None = None


class Pad(Value, frozen=True):
    """What `Outcome.scores` and `Standing.totals` are called, and whether fewer are better."""

    points: str = N_("Points")
    total: str = N_("Total")
    lowest_wins: bool = False


class Option(Value, frozen=True):
    """A choice that a rules version fixes, a label for each; the first is the faithful default.
    `clause`: the ruling in RULES.md that it varies."""

    name: str
    label: str
    choices: tuple[OptionValue, ...]
    labels: tuple[str, ...]
    clause: str = ""

    @property
    def default(self) -> OptionValue:
        return self.choices[0]


class Declaration(Value, frozen=True):
    """What a rulebook asks people before the first round, and only they know: who got up last.

    Asked where the rules version has `choice` for `option`. `kind`: "flag" (True, or nothing said),
    "number" (an int from `least` to `most`) or "time" (minutes since midnight, an int).
    """

    name: str
    label: str
    kind: str
    option: str
    choice: OptionValue
    least: int = 0
    most: int = 0


class Rules(Value, frozen=True):
    """A rules version as a game sees it: which code, which options, which immutable data."""

    revision: int
    options: dict[str, OptionValue]
    data: Any = None


class Tempo(Value, frozen=True):
    """A preset: limits by kind of deadline, a seat's bank (see `Meta.decisions`), how long a round
    waits for who is not ready, options that suit it where a table chooses no others."""

    slug: str
    label: str
    limits: dict[str, Millis]
    bank_ms: Millis = 0
    next_round_ms: Millis = 60_000
    proposes: dict[str, OptionValue] = {}


class Level(Value, frozen=True):
    """A strength of bot, and how long it takes for a decision: least, most.

    `moments_ms`: where a deadline of this kind presses it. `version`: one more when it plays
    otherwise, as it is rated anew from then on.
    """

    slug: str
    label: str
    moment_ms: tuple[Millis, Millis] = (1_000, 3_000)
    moments_ms: dict[str, tuple[Millis, Millis]] = {}
    version: int = 1


class Feat(Value, frozen=True):
    """Something that people like to see counted: "Queens stolen"; see `Game.feats`."""

    name: str
    label: str


class Meta(Value, frozen=True):
    """A game's card in the catalogue: cheap to read, needs no rules loaded.

    `seats`: least and most. `minutes`: by seats, how long a round lasts at the first level, eight
    times in ten (docs/bots.md). `max_moves`: random play is over by then; at that number
    the platform asks for `close`. `targets`: what a match may be played for, the usual first.
    `pad`: what is written down after each round. `news`: what a revision changed, in a sentence.
    `data`: the hash of the release in `games/<slug>/data/` that new rules versions pin; "": none.
    `decisions`: the kinds of deadlines that live on a bank. `contests`: the kinds of events that
    end disputes (`games.kernel.contests`). `feats`: what is counted for people's pages.
    `levels`: the bots that one may choose, each better than the one before. `retired`: which nobody
    can any more; tables keep them. `capabilities`: asked instead of which game it is.
    """

    slug: str
    title: str
    tagline: str
    seats: tuple[int, int]
    minutes: dict[int, tuple[int, int]]
    revisions: tuple[int, ...]
    options: tuple[Option, ...]
    tempos: tuple[Tempo, ...]
    levels: tuple[Level, ...]
    max_moves: int
    targets: tuple[Target, ...] = (Target(),)
    pad: Pad = Pad()
    declarations: tuple[Declaration, ...] = ()
    news: dict[int, str] = {}
    data: str = ""
    decisions: tuple[str, ...] = ()
    capabilities: tuple[str, ...] = ()
    contests: tuple[str, ...] = ()
    feats: tuple[Feat, ...] = ()
    retired: tuple[Level, ...] = ()

    @property
    def known_levels(self) -> tuple[Level, ...]:
        return self.levels + self.retired


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
    """What a person in a seat had: the table now, the seat's own events so far, what it may do."""

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

    def deal(self, rules: Rules, seats: int, start: Start, chance: Chance) -> Step[S]:
        """Shuffle and deal a round."""

    def to_act(self, rules: Rules, state: S) -> Awaited:
        """Who may act; empty when the round is over."""

    def deadlines(self, rules: Rules, state: S) -> tuple[Deadline, ...]:
        """What runs now; empty when the round is over."""

    def legal_actions(self, rules: Rules, state: S, seat: Seat) -> Sequence[A]:
        """What can be offered to this seat, which is one of `to_act`; samples of free input."""

    def why_not(
        self, rules: Rules, state: S, seat: Seat, action: A, at_ms: Millis
    ) -> Refusal | None:
        """The one judge of legality, asked only about seats of `to_act` in a running round."""

    def apply(
        self, rules: Rules, state: S, seat: Seat | None, action: A, chance: Chance, at_ms: Millis
    ) -> Step[S]:
        """Do a legal action; `seat` None: the table does it (what `time_out` returned)."""

    def time_out(self, rules: Rules, state: S, deadline: Deadline) -> A:
        """What the table does when it is due: a `TableAction`, or what the pressed seat could."""

    def observe(self, rules: Rules, state: S, seat: Viewer) -> O:
        """Copy what this viewer may know, starting from nothing."""

    def sample_state(self, rules: Rules, seen: InformationState[A, O], chance: Chance) -> S:
        """A whole state that this viewer cannot tell from the real one."""

    def may_undo(self, rules: Rules, before: S, after: S, seat: Seat) -> bool:
        """Whether nothing new was learned since, so that the seat may take its action back."""

    def orders(self, rules: Rules, state: S, seat: Seat) -> tuple[Order, ...]:
        """The standing orders that this seat may give, by nothing but what it knows."""

    def answer(self, rules: Rules, state: S, seat: Seat, order: Order) -> A | None:
        """What one of these orders does for a seat that may act; None: it is left to the seat."""

    def no_choice(self, rules: Rules, state: S, seat: Seat) -> bool:
        """Whether all it can do tells everybody that it could do nothing else: bots hurry then."""

    def outcome(self, rules: Rules, state: S) -> Outcome | None:
        """Scores and places when the round is over, else None."""

    def close(self, rules: Rules, state: S) -> Step[S]:
        """An ordinary end when `meta.max_moves` is reached."""

    def standing(self, rules: Rules, target: Target, outcomes: Sequence[Outcome]) -> Standing:
        """Totals and places of the match after these rounds (see `games.kernel.series`)."""

    def begins_next(self, rules: Rules, before: Outcome) -> Seat | None:
        """Who begins the round after this one; None if only its cards will tell."""

    def feats(self, events: Sequence[Event], seats: int) -> Mapping[str, Sequence[int]]:
        """How often each seat did what `meta.feats` names, out of what everybody saw in a round."""

    def selection_of(self, action: A) -> tuple[str, ...]:
        """What one selects to mean this action, sorted, twins repeated: an open card by its face
        ("king"), a hidden one by its place ("slot-3"), a button by what it does ("let_happen")."""

    def action_from_selection(
        self, rules: Rules, state: S, seat: Seat, selection: tuple[str, ...]
    ) -> A | None:
        """The action that a selection means, legal or not; None if it means nothing."""

    def reveal_all(self, rules: Rules, state: S) -> dict[str, Any]:
        """Where every card lies when all is over: plain JSON by zone, None for an empty place."""

    def all_cards(self, rules: Rules, state: S) -> tuple[str | int, ...]:
        """Every card of the game wherever it lies, sorted: the same in every state of a round."""
