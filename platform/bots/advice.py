"""The best bot's answer at a step of a finished round, and its confidence.

The bot is asked several times with different random numbers, and knows only what the seat knew.
Equal answers mean that it is sure; different answers mean that it is not.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from dataclasses import dataclass
from typing import Any, Final

from django.core.cache import cache
from django.utils.safestring import SafeString

from games.kernel import codec
from games.kernel.contract import Event, Seat
from matches.engine import live_round
from matches.engine.live_round import LiveRound
from matches.models import Round
from matches.present import reading
from matches.present.event_lines import sentence_of
from matches.present.seat_names import name_of, names_at
from matches.store.snapshot import Table

TRIES: Final = 12
BUDGET_S: Final = 5.0
"""Seconds after which no further attempt begins."""
MOST: Final = 4
"""Distinct answers shown, the most frequent ones."""
PENDING: Final = "pending"
PENDING_S: Final = 60
KEPT_S: Final = 7 * 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class AdvisedAnswer:
    """An answer of the bot in words ("": it waited), with its share of the attempts as `percent`.

    `done`: whether the seat really did this.
    """

    words: SafeString
    times: int
    percent: int
    done: bool


@dataclass(frozen=True, slots=True)
class Advice:
    """The bot's answers for the seat with this name, the most frequent first."""

    name: str
    level: str
    tries: int
    answers: tuple[AdvisedAnswer, ...]


@dataclass(frozen=True, slots=True)
class AdviceQuestion:
    """A step of a finished round, and the seat that decided there."""

    table: Table
    live: LiveRound
    round_id: int
    number: int
    seat: Seat
    done: Any
    """The action that the seat took, as JSON builtins; None if another seat or a deadline went on.
    """

    @property
    def level(self) -> str:
        """The slug of the best bot's level."""
        return self.table.meta.levels[-1].slug

    @property
    def happened(self) -> list[Event]:
        """All events of the round up to this step."""
        past = self.table.history[: self.number + 1]
        return [event for move in past for event in move.events]

    @property
    def key(self) -> str:
        """The cache key of the answer."""
        return f"advice/{self.round_id}/{self.number}/{self.seat}/{self.level}"


def question_at(table: Table, round_: Round, number: int) -> AdviceQuestion | None:
    """Return the decision after this move of a finished round; `table` is the table of the round.

    If several seats could act, it is the seat that acted. None: no seat had a choice.

    Raises:
        Refused: `no_step`.
    """
    live = reading.position(table, round_, number)
    following = round_.moves.filter(number=number + 1).first()
    acted = None if following is None else following.seat
    able = live.able(range(len(table.seats)))
    seat = acted if acted in able else next(iter(able), None)
    if seat is None or len(live.game.legal_actions(live.rules, live.state, seat)) < 2:
        return None
    done = None if following is None or acted != seat else following.action
    return AdviceQuestion(table, live, round_.pk, number, seat, done)


def note_question(asked: AdviceQuestion) -> bool:
    """Record that this question is asked; return False if it is answered or in progress already."""
    return bool(cache.add(asked.key, PENDING, PENDING_S))


def forget_question(asked: AdviceQuestion) -> None:
    """Delete the record of this question."""
    cache.delete(asked.key)


def is_pending(asked: AdviceQuestion) -> bool:
    """Return whether the bot is working on this question."""
    return bool(cache.get(asked.key) == PENDING)


def answer_question(asked: AdviceQuestion) -> None:
    """Let the bot think, and cache its answer."""
    live, found = asked.live, Counter[str]()
    until = time.monotonic() + BUDGET_S
    for number in range(TRIES):
        if number and time.monotonic() > until:
            break
        salt = f"{asked.key}/{number}"
        action = live_round.ask_bot(live, asked.seat, asked.level, asked.happened, salt)
        found["" if action is None else codec.encode(action)] += 1
    cache.set(asked.key, found.most_common(), KEPT_S)


def read_advice(asked: AdviceQuestion) -> Advice | None:
    """Return the bot's answer in the active language, or None if there is none yet."""
    found = cache.get(asked.key)
    if found is None or found == PENDING:
        return None
    told = Counter[SafeString]()
    done = set()
    for action, times in found:
        words = _words(asked, action) if action else SafeString()
        told[words] += times  # two equal cards make one answer
        if action and json.loads(action) == asked.done:
            done.add(words)
    tries = told.total()
    answers = tuple(
        AdvisedAnswer(words, times, round(100 * times / tries), words in done)
        for words, times in told.most_common(MOST)
    )
    label = asked.table.meta.levels[-1].label
    return Advice(name_of(asked.table, asked.table.seats[asked.seat]), label, tries, answers)


def _words(asked: AdviceQuestion, action: str) -> SafeString:
    """Return the first message that the action would have caused for its seat, for any reader."""
    live = asked.live.anew(asked.live.clocks.pauses)
    moment = max(live.at_ms, live.awaited.not_before_ms)
    live.act(asked.seat, codec.decode_action(live.game, action), moment)
    told = next(event for event in live.new[0].events if event.visible_to(asked.seat))
    return sentence_of(asked.table.meta.slug, told, names_at(asked.table), to_others=True)
