"""The table of a lesson or an example at each step. The script determines it; no database stores
it.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.utils.translation import gettext

from core.refusals import refused
from games.kernel.chance import SeededChance
from games.kernel.contract import Deadline, Target
from games.kernel.lessons import LEARNER, Example, Lesson, Step
from matches.engine import catalogue, tempos
from matches.engine.clocks import UNTIMED, ClockPauses, Clocks
from matches.engine.live_round import LiveRound
from matches.models import Match
from matches.present.seat_names import BOT_NAMES
from matches.services import rules_versions
from matches.store.history import Happened, History
from matches.store.snapshot import MatchFacts, SeatView, Table

NOWHERE = uuid.UUID(int=0)
"""The match id of a staged table, which belongs to no stored match."""
SEED = b"lesson"
ORDER = ("first", "second", "third")
"""The names of the other seats in a script, clockwise."""
A_LEARNER = "Robin"
"""The name of a learner who has none on this site."""


@dataclass(frozen=True, slots=True)
class Staged:
    """A lesson's table after `number` steps. `next`: the next step of the script; None after the
    last.
    """

    lesson: Lesson
    table: Table
    number: int
    next: Step | None

    @property
    def is_learners(self) -> bool:
        """Return whether the learner must act now."""
        return self.next is not None and self.next.is_learners and self.example is None

    @property
    def example(self) -> Example | None:
        """Return the example that is shown; None for a lesson."""
        return self.lesson if isinstance(self.lesson, Example) else None


def stage_lesson(slug: str, number: int, name: str, example: str = "") -> Staged:
    """Return the lesson of a game after this many steps. 0 is its beginning; too high means the
    end.

    `name`: the learner's name. `example`: the name of an example to show instead of the lesson.

    Raises:
        Refused: `unknown_game`, `not_found`.
    """
    meta = catalogue.game_of(slug).meta
    rules_id = rules_versions.version_for_table(slug).pk
    lesson = _script(slug, example)
    number = min(number, len(lesson.steps))
    positions = _positions(slug, rules_id, example)
    pace = tempos.pace_of(tempos.find_tempo(meta, UNTIMED))
    live = positions[number][0].anew(ClockPauses())
    table = Table(
        match=MatchFacts(
            match_id=NOWHERE,
            game=slug,
            status=Match.Status.RUNNING,
            host_id=None,
            public=False,
            rated=False,
            talk=Match.Talk.OFF,
            quick=False,
            invite="",
            tempo=UNTIMED,
            pace=pace,
            changes=0,
            rules_id=rules_id,
            dismissed=[],
            target=Target(),
            rematch_id=None,
            result=None,
            occasion={},
            sealed_until=None,
            earlier=[],
            next_round=None,
            departures=[],
            corrections=[],
            arbiters=[],
        ),
        seats=[_seat(seat, name, number) for seat in range(lesson.seats)],
        round_id=0,
        round_number=1,
        commitment="",
        visible=[number] * (lesson.seats + 1),
        visible_before=[],
        version=number,
        live=live,
        history=History([happened for _, happened in positions[: number + 1]]),
        pauses=ClockPauses(),
        now_ms=live.at_ms,
    )
    left = lesson.steps[number:]
    return Staged(lesson, table, number, left[0] if left else None)


def _seat(number: int, name: str, shown: int) -> SeatView:
    is_learner = number == LEARNER
    return SeatView(
        number=number,
        user_id=None,
        name=(name or A_LEARNER) if is_learner else BOT_NAMES[number],
        is_guest=False,
        is_active=True,
        picture="",
        epoch=0,
        bot="" if is_learner else "easy",
        ready=True,
        acknowledged=max(0, shown - 1),
        kept_for_id=None,
        kept_for="",
        invite="",
        declared={},
        stand_in="",
        offer="",
        order=None,
        is_program=False,
        at_device_of_id=None,
        returns_id=None,
        missed=0,
        reading_pace=100,
    )


def _script(slug: str, example: str) -> Lesson:
    if not example:
        return catalogue.lesson_of(slug)
    found = [known for known in catalogue.examples_of(slug) if known.name == example]
    if not found:
        raise refused("not_found")
    return found[0]


@lru_cache(maxsize=64)
def _positions(slug: str, rules_id: int, example: str) -> list[tuple[LiveRound, Happened]]:
    """Return the round at the beginning and after each step, with the events of the step."""
    game, rules = catalogue.rules_of(rules_id)
    lesson = _script(slug, example)
    pace = tempos.pace_of(tempos.find_tempo(game.meta, UNTIMED))
    clocks = Clocks(pace, game.meta.decisions)
    live = LiveRound(game, rules, lesson.begin(rules), SeededChance(SEED), clocks, 0, 0)
    found = [(live, Happened(0, 0, ()))]
    at_ms = 0
    for number, step in enumerate(lesson.steps, 1):
        live = live.anew(ClockPauses())
        for move in step.moves:
            at_ms += move.after_ms
            live.catch_up(at_ms, _is_persons)
            if move.picks:
                live.act(move.seat, live.read_action(move.seat, None, move.picks), at_ms)
        events = tuple(event for made in live.new for event in made.events)
        found.append((live, Happened(number, at_ms, events)))
    return found


def _is_persons(deadline: Deadline, _due_ms: int) -> bool:
    """Return whether this deadline limits a person's own decision; a lesson drops such deadlines."""
    return deadline.after_ms is None


def sentence_of(staged: Staged, names: tuple[str, ...]) -> str:
    """Return the sentence that the learner reads at this step, in the active language."""
    facts: dict[str, Any] = dict(zip(ORDER, names[1:], strict=False))
    sentence = staged.lesson.ends if staged.next is None else staged.next.says
    return gettext(sentence) % facts
