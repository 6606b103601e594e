"""A game's entry in the catalogue: its name, the ways to play it, and its bots."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import field

from games.kernel.values import N_, Millis, OptionValue, Value


class Target(Value, frozen=True):
    """The aim of a match: a number of rounds, or the total of points that ends it."""

    rounds: int | None = 1
    points: int | None = None


class Pad(Value, frozen=True):
    """The names of `Outcome.scores` and `Standing.totals`, and whether fewer points are better.

    `about`: the sentence below the pad: the points of a round, and which total wins.
    `goal`: the name of the aim of a match that ends when a total reaches a number of points.
    `near`: the sentence at the table if the next round may end such a match (`%(names)s` of the
    players with the highest `%(total)s`, `%(left)s` points below the `%(goal)s`).
    `tie_break`: the sentence in the result if equal totals have different places.
    """

    points: str = N_("Points")
    total: str = N_("Total")
    about: str = N_("Points per round. The highest total wins.")
    goal: str = N_("First to %(points)s points")
    near: str = N_("Points still needed to win the match: %(left)s (%(names)s).")
    tie_break: str = ""
    lowest_wins: bool = False


class Option(Value, frozen=True):
    """A setting that a rules version fixes, with a label for each choice.

    The first choice is the default, faithful to the rulebook. `clause`: the ruling in RULES.md
    that it varies.
    """

    name: str
    label: str
    choices: tuple[OptionValue, ...]
    labels: tuple[str, ...]
    clause: str = ""

    @property
    def default(self) -> OptionValue:
        return self.choices[0]


class Declaration(Value, frozen=True):
    """A fact that a rulebook asks of the players before the first round, such as who got up last.

    The platform asks if the rules version has `choice` for `option`.

    `kind`: "flag" (True, or no answer), "number" (an int from `least` to `most`) or "time" (minutes
    since midnight, an int).
    """

    name: str
    label: str
    kind: str
    option: str
    choice: OptionValue
    least: int = 0
    most: int = 0


class Tempo(Value, frozen=True):
    """A preset of time limits.

    * `limits`: by kind of deadline.
    * `bank_ms`: a seat's bank (see `Meta.decisions`).
    * `next_round_ms`: time that the next round waits for a player who is not ready.
    * `proposes`: options that suit it, used if a table chooses no others.
    """

    slug: str
    label: str
    limits: dict[str, Millis]
    bank_ms: Millis = 0
    next_round_ms: Millis = 60_000
    proposes: dict[str, OptionValue] = field(default_factory=dict)


class Level(Value, frozen=True):
    """A strength of bot.

    * `thinking_ms`: its time for a decision, least and most.
    * `thinking_by_deadline_ms`: the same for a decision under a deadline of this kind.
    * `version`: raise it when the bot plays differently; its rating then starts again.
    """

    slug: str
    label: str
    thinking_ms: tuple[Millis, Millis] = (1_000, 3_000)
    thinking_by_deadline_ms: dict[str, tuple[Millis, Millis]] = field(default_factory=dict)
    version: int = 1


class Feat(Value, frozen=True):
    """An achievement that players like to see counted, such as "Queens stolen"; see `Game.feats`."""

    name: str
    label: str


class Highlight(Value, frozen=True):
    """A kind of event that readers look for in a finished round, and its label there."""

    kind: str
    label: str


class FirstTable(Value, frozen=True):
    """The table for a player's first match, if the usual one would take too long.

    * `minutes`: how long a round lasts there, eight times in ten (docs/bots.md).
    * `options`: those that differ from the default.
    * `level`: of its bots; "": the first.
    """

    minutes: tuple[int, int]
    options: dict[str, OptionValue] = field(default_factory=dict)
    level: str = ""


class Meta(Value, frozen=True):
    """A game's entry in the catalogue: cheap to read, without loading any rules.

    * `seats`: least and most.
    * `minutes`: by number of seats, how long a round lasts at the first level, eight times in ten
      (docs/bots.md).
    * `first`: the table of a first match against bots; None: the usual one.
    * `max_moves`: random play ends before this number; at this number the platform calls `close`.
    * `targets`: the possible aims of a match, the usual one first.
    * `pad`: the names of the columns of the score sheet.
    * `news`: by revision, a sentence that says what it changed.
    * `time_for`: by kind of deadline of the whole table, what everyone has time for until then.
    * `limits`: a function from the time for a decision and the bank (ms) to the limits of a table
      with its own tempo.
    * `data`: the hash of the release in `games/<slug>/data/` that new rules versions pin; "": none.
    * `decisions`: the kinds of deadlines that use the bank.
    * `contests`: the kinds of events that end disputes (`games.kernel.contests`).
    * `gives_up`: the first words of picks (`Game.selection_of`) that give something up, such as a
      queen or the turn. Their button is the main one only if the seat has no other choice.
    * `feats`: counted for players' pages.
    * `highlights`: marked on the page of a finished round.
    * `unsaid`: the kinds of events that the line of a table leaves out; the log has them.
    * `concerns`: by kind of event, the facts that name the seats to which it happens
      (`Game.concerned`).
    * `levels`: the bots that a table may choose, each better than the one before.
    * `retired`: bots that new tables cannot choose; tables that have them keep them.
    * `capabilities`: properties that the platform checks instead of the game's name:
      "luck_decides", or "race" if the quicker seat has an advantage.
    * `words`: the language of the words that the game is played with ("de"), independent of the
      reader's language; "": it has none.
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
    gives_up: tuple[str, ...] = ()
    feats: tuple[Feat, ...] = ()
    highlights: tuple[Highlight, ...] = ()
    first: FirstTable | None = None
    unsaid: tuple[str, ...] = ()
    concerns: dict[str, tuple[str, ...]] = field(default_factory=dict)
    time_for: dict[str, str] = field(default_factory=dict)
    limits: Callable[[Millis, Millis], dict[str, Millis]] | None = None
    retired: tuple[Level, ...] = ()
    words: str = ""

    @property
    def known_levels(self) -> tuple[Level, ...]:
        return self.levels + self.retired

    @property
    def is_race(self) -> bool:
        """True if the quicker seat has an advantage."""
        return "race" in self.capabilities
