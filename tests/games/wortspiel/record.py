"""A search for golden rounds with photo finishes, which need two cards within a moment.

    python -m tests.games.wortspiel.record           writes all that are listed here again
    python -m tests.games.wortspiel.record NAME …    only these

Players take as long as people, as in the arena. Now and then another seat lays a card just after
the first one, acts at random, or lets its time pass.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import django

from games.kernel import options, session
from games.kernel.chance import SeededChance
from games.kernel.contract import Event, Millis, OptionValue, Rules, Seat
from games.kernel.session import Pace, Recorded
from games.kernel.thinking import Players
from games.wortspiel import GAME
from games.wortspiel.actions import Doubt, PlayCard, TimeUp, WortspielAction
from games.wortspiel.state import State
from tests.games import playthroughs
from tests.games.playthroughs import Playthrough, start_of
from tests.games.wortspiel.scene import LEXICON

Want = Callable[[Sequence[Event]], bool]


@dataclass(frozen=True)
class Goal:
    """A round to look for, with chances in percent.

    `late`: a second card comes at once. `halts`: a seat then doubts an earlier word. `whim`: a seat
    acts at random. `tardy`: the time runs out. `close`: close the round as soon as all wants are
    fulfilled.
    """

    name: str
    about: str
    seats: int
    wants: tuple[Want, ...]
    chosen: dict[str, OptionValue] = field(default_factory=dict)
    levels: tuple[str, ...] = ("easy", "normal", "hard")
    late: int = 0
    halts: int = 0
    whim: int = 5
    tardy: int = 0
    close_after: int = 0
    close: bool = False


def told(kind: str, **data: object) -> Want:
    """Return a want: there is an event of this kind with these data."""
    return lambda events: any(
        event.kind == kind and all(event.data.get(name) == data[name] for name in data)
        for event in events
    )


GOALS = (
    Goal(
        "doubts",
        "Words are doubted, joined in doubting, upheld and overturned; somebody lays the last card.",
        3,
        (
            told("doubt_over", stands=True),
            told("doubt_over", stands=False),
            told("joined"),
            told("accepted"),
            told("round_over", reason="out"),
        ),
        whim=12,
    ),
    Goal(
        "photo_finish",
        "Cards at almost the same time: conceded, agreed on, and taken back without agreement.",
        4,
        (
            told("conceded"),
            told("pointed"),
            told("objected"),
            told("photo_settled", seat=None),
            lambda events: any(e.data["seat"] is not None for e in _all(events, "photo_settled")),
            told("taken_back", why="photo_finish"),
        ),
        late=45,
        whim=30,
        close=True,
    ),
    Goal(
        "halt_in_time",
        "A Halt! within its grace takes back the card that was laid meanwhile.",
        8,
        (told("taken_back", why="halt"),),
        halts=100,
        whim=15,
        close=True,
    ),
    Goal(
        "stuck",
        "Nobody can, by word or by time: cards are drawn and colours named.",
        3,
        (told("unstuck"), told("stuck", by_time=True), told("all_stuck")),
        levels=("easy",),
        whim=50,
        tardy=20,
        close=True,
    ),
    Goal(
        "opening",
        "Nobody opens at first, so that all draw; then an opening word is overturned.",
        3,
        (told("passed"), told("opening_drawn"), told("reopened")),
        levels=("easy",),
        whim=40,
        close=True,
    ),
    Goal(
        "unseen",
        "Cards are laid unseen: submitted, withdrawn, shown, doubted.",
        4,
        (told("submitted"), told("withdrew"), told("doubt_over")),
        chosen={"race_mode": "sealed"},
        whim=25,
        close=True,
    ),
    Goal(
        "unseen_stuck",
        "Cards would be laid unseen, but nobody says anything: all cannot.",
        4,
        (told("all_stuck"),),
        chosen={"race_mode": "sealed"},
        whim=20,
        tardy=60,
        close=True,
    ),
    Goal(
        "word_list",
        "The word list judges what is doubted.",
        3,
        (told("doubt_over", by="lexicon", stands=True), told("doubt_over", stands=False)),
        chosen={"judge": "lexicon", "photo_finish": "server_order"},
        whim=15,
    ),
    Goal(
        "early_close",
        "A vote ends as soon as it is decided.",
        5,
        (
            lambda events: any(len(e.data["votes"]) < 5 for e in _all(events, "doubt_over")),
            told("doubt_over", stands=False),
        ),
        chosen={"early_close": True, "halt_grace_ms": 0},
        whim=10,
    ),
    Goal(
        "long_moment",
        "More than half a second is one moment; precedents would judge, and have none.",
        6,
        (told("photo_finish"), told("photo_settled"), told("doubt_over", by="vote")),
        chosen={
            "photo_finish_ms": 600,
            "halt_grace_ms": 4000,
            "judge": "precedents",
            "tiebreak": "extra_round",
        },
        late=60,
        whim=30,
        close=True,
    ),
    Goal(
        "short_moment",
        "A moment of 75 milliseconds, and a second for a Halt!",
        7,
        (told("photo_finish"), told("halt")),
        chosen={"photo_finish_ms": 75, "halt_grace_ms": 1000},
        late=60,
        halts=60,
        close=True,
    ),
    Goal(
        "third_of_a_second",
        "A moment of 300 milliseconds.",
        5,
        (told("photo_finish"), told("photo_settled")),
        chosen={"photo_finish_ms": 300},
        late=60,
        close=True,
    ),
    Goal("eight", "Eight seats race to the end.", 8, (told("round_over", reason="out"),), late=3),
    Goal("time_up", "Nobody is there: the table plays.", 3, (), levels=("easy",), tardy=100),
    Goal("closed", "A round that is closed.", 4, (told("photo_finish"),), late=60, close_after=30),
)


def _all(events: Sequence[Event], kind: str) -> list[Event]:
    return [event for event in events if event.kind == kind]


class Table:
    """A round in progress."""

    def __init__(self, goal: Goal, seed: int) -> None:
        self.goal = goal
        self.rules = Rules(1, options.complete(GAME.meta, goal.chosen), LEXICON)
        self.levels = (goal.levels * goal.seats)[: goal.seats]
        self.players_chance = SeededChance(f"{goal.name} {seed}".encode())
        self.key = bytes(self.players_chance.below(256) for _ in range(32))
        self.chance = SeededChance(self.key)
        self.pace = Pace(limits=GAME.meta.tempos[0].limits)
        self.players = Players(self.levels, f"{goal.name} {seed}")
        step = GAME.deal(self.rules, goal.seats, start_of({}), self.chance)
        self.state: State = step.state
        self.events = list(step.events)
        self.at_ms: Millis = 0
        self.moves: list[Recorded[WortspielAction]] = []

    def play(self, at_most: int) -> None:
        """Play to the end, for this number of moves, or until the goal is reached."""
        while len(self.moves) < at_most and self.state.ending is None:
            if self.goal.close and self.is_fulfilled():
                return
            due_ms = session.due(GAME, self.rules, self.state, self.pace)[0][0]
            first = self.players.first(GAME, self.rules, self.state, len(self.moves), self.at_ms)
            if first is None or first[0] >= due_ms or self.happens(self.goal.tardy):
                self.do(None, TimeUp(), max(due_ms, self.at_ms))
                continue
            self.at_ms, seat = first
            action = self.answer(seat)
            if action is None:
                self.players.passed(seat, len(self.moves))
                continue
            before = self.state
            self.do(seat, action, self.at_ms)
            self.players.acted(seat)
            if isinstance(action, PlayCard) and self.happens(self.goal.late):
                self.hurry(before, seat)
            elif self.happens(self.goal.halts):
                self.halt_earlier()

    def is_fulfilled(self) -> bool:
        return all(want(self.events) for want in self.goal.wants)

    def happens(self, hundredths: int) -> bool:
        return self.players_chance.below(100) < hundredths

    def answer(self, seat: Seat) -> WortspielAction | None:
        seen = session.information_state(GAME, self.rules, self.state, seat, self.events)
        if self.happens(self.goal.whim):
            return self.players_chance.choice(seen.offers)
        return GAME.bots[self.levels[seat]](self.rules, seen, self.players_chance)

    def hurry(self, before: State, first: Seat) -> None:
        """Let another seat lay a card that it was about to lay."""
        at_ms = self.at_ms + 1 + self.players_chance.below(140)
        for seat in self.players_chance.shuffled(range(before.seats)):
            if seat == first:
                continue
            offers = GAME.legal_actions(self.rules, before, seat)
            cards = [action for action in offers if isinstance(action, PlayCard)]
            action = self.players_chance.choice(cards) if cards else None
            if action and not GAME.why_not(self.rules, self.state, seat, action, at_ms):
                self.do(seat, action, at_ms)
                return

    def halt_earlier(self) -> None:
        """Let a seat doubt the word before, which it has only just heard."""
        at_ms = self.at_ms + 100
        for seat in self.players_chance.shuffled(range(self.state.seats)):
            for laid in self.state.earlier:
                halt = Doubt(laid.seq)
                if not GAME.why_not(self.rules, self.state, seat, halt, at_ms):
                    self.do(seat, halt, at_ms)
                    return

    def do(self, seat: Seat | None, action: WortspielAction, at_ms: Millis) -> None:
        step = GAME.apply(self.rules, self.state, seat, action, self.chance, at_ms)
        self.state, self.at_ms = step.state, at_ms
        self.events += step.events
        self.moves.append(Recorded(seat=seat, action=action, at_ms=at_ms))


def find(goal: Goal, seeds: int = 400, among: int = 12) -> Playthrough:
    """Return the shortest of the first rounds that reach the goal."""
    found: list[Playthrough] = []
    for seed in range(seeds):
        table = Table(goal, seed)
        table.play(goal.close_after or 400)
        is_closed = table.state.ending is None
        if is_closed == (goal.close or goal.close_after > 0) and table.is_fulfilled():
            found.append(
                Playthrough(
                    about=goal.about,
                    game=GAME,
                    rules=table.rules,
                    seats=goal.seats,
                    key=table.key,
                    moves=tuple(table.moves),
                    closed=is_closed,
                    pinned=GAME.meta.data,
                )
            )
        if len(found) == among:
            break
    assert found, goal.name
    return min(found, key=lambda played: len(played.moves))


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings_check")
    django.setup()
    folder = playthroughs.HERE / GAME.meta.slug / "playthroughs"
    folder.mkdir(exist_ok=True)
    wanted = sys.argv[1:]
    for goal in GOALS:
        if wanted and goal.name not in wanted:
            continue
        played = find(goal)
        (folder / f"{goal.name}.txt").write_text(playthroughs.text(played), encoding="utf-8")
        print(f"{goal.name}: {len(played.moves)} moves", flush=True)


if __name__ == "__main__":
    main()
