"""A game's card in the catalogue: what it is called, how it may be played, and who plays along."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import field

from games.kernel.values import N_, Millis, OptionValue, Value


class Target(Value, frozen=True):
    """What a match is played for: so many rounds, or until a total reaches so many points."""

    rounds: int | None = 1
    points: int | None = None


class Pad(Value, frozen=True):
    """What `Outcome.scores` and `Standing.totals` are called, and whether fewer are better.

    `goal`: what a match is played for that ends when a total reaches so many points.
    """

    points: str = N_("Points")
    total: str = N_("Total")
    goal: str = N_("First to %(points)s points")
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


class Tempo(Value, frozen=True):
    """A preset: limits by kind of deadline, a seat's bank (see `Meta.decisions`), how long a round
    waits for who is not ready, options that suit it where a table chooses no others."""

    slug: str
    label: str
    limits: dict[str, Millis]
    bank_ms: Millis = 0
    next_round_ms: Millis = 60_000
    proposes: dict[str, OptionValue] = field(default_factory=dict)


class Level(Value, frozen=True):
    """A strength of bot.

    `thinking_ms`: how long it thinks about a decision, least and most. `thinking_by_deadline_ms`:
    the same where a deadline of this kind presses it. `version`: one more when it plays otherwise,
    as it is rated anew from then on.
    """

    slug: str
    label: str
    thinking_ms: tuple[Millis, Millis] = (1_000, 3_000)
    thinking_by_deadline_ms: dict[str, tuple[Millis, Millis]] = field(default_factory=dict)
    version: int = 1


class Feat(Value, frozen=True):
    """Something that people like to see counted: "Queens stolen"; see `Game.feats`."""

    name: str
    label: str


class Highlight(Value, frozen=True):
    """A kind of event that people look for in a round that is over, and what it is called there."""

    kind: str
    label: str


class Meta(Value, frozen=True):
    """A game's card in the catalogue: cheap to read, needs no rules loaded.

    `seats`: least and most. `minutes`: by seats, how long a round lasts at the first level, eight
    times in ten (docs/bots.md). `max_moves`: random play is over by then; at that number
    the platform asks for `close`. `targets`: what a match may be played for, the usual first.
    `pad`: what is written down after each round. `news`: what a revision changed, in a sentence.
    `limits`: what a table has that chooses its own tempo, by the time for a decision and the bank (ms).
    `data`: the hash of the release in `games/<slug>/data/` that new rules versions pin; "": none.
    `decisions`: the kinds of deadlines that live on a bank. `contests`: the kinds of events that
    end disputes (`games.kernel.contests`). `feats`: what is counted for people's pages. `highlights`:
    what is marked where a round is read.
    `levels`: the bots that one may choose, each better than the one before. `retired`: which nobody
    can any more; tables keep them. `capabilities`: asked instead of which game it is: "luck_decides", or
    "race" where the quicker seat has more. `words`: the language of the words that it is played with
    ("de"), whatever language somebody reads; "": it has none.
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
    news: dict[int, str] = field(default_factory=dict)
    data: str = ""
    decisions: tuple[str, ...] = ()
    capabilities: tuple[str, ...] = ()
    contests: tuple[str, ...] = ()
    feats: tuple[Feat, ...] = ()
    highlights: tuple[Highlight, ...] = ()
    limits: Callable[[Millis, Millis], dict[str, Millis]] | None = None
    retired: tuple[Level, ...] = ()
    words: str = ""

    @property
    def known_levels(self) -> tuple[Level, ...]:
        return self.levels + self.retired

    @property
    def is_race(self) -> bool:
        """Whether the quicker seat has more."""
        return "race" in self.capabilities
