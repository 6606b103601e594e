"""What the best bot would have done at a step of a round that is over, and how sure it is of it.

It is asked several times, each time with other luck in its thinking, and knows what the seat knew: a
bot that always answers the same is sure, and one whose answers differ is not.
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
from matches.present.seat_names import name_of
from matches.store.snapshot import Table

TRIES: Final = 12
BUDGET_S: Final = 5.0
"""When so many seconds have passed, no further try begins."""
MOST: Final = 4
"""So many different answers are shown, the most frequent ones."""
PENDING: Final = "pending"
PENDING_S: Final = 60
KEPT_S: Final = 7 * 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class AdvisedAnswer:
    """What the bot did in so many of its tries, in words ("": it waited), as `percent` of them.

    `done`: whether that is what was done then.
    """

    words: SafeString
    times: int
    percent: int
    done: bool


@dataclass(frozen=True, slots=True)
class Advice:
    """The bot's answers for the seat of this name, the most frequent first."""

    name: str
    level: str
    tries: int
    answers: tuple[AdvisedAnswer, ...]


@dataclass(frozen=True, slots=True)
class AdviceQuestion:
    """A step of a round that is over, and the seat whose decision it was."""

    table: Table
    live: LiveRound
    round_id: int
    number: int
    seat: Seat
    done: Any
    """What was done next, as JSON builtins; None: somebody else or the table went on."""

    @property
    def level(self) -> str:
        """The best bot's."""
        return self.table.meta.levels[-1].slug

    @property
    def happened(self) -> list[Event]:
        """All events of the round until then."""
        past = self.table.history[: self.number + 1]
        return [event for move in past for event in move.events]

    @property
    def key(self) -> str:
        """Where the answer is kept."""
        return f"advice/{self.round_id}/{self.number}/{self.seat}/{self.level}"


def question_at(table: Table, round_: Round, number: int) -> AdviceQuestion | None:
    """Whose decision it was after this move of a round that is over; `table` is that of the round.

    Of several who could act it is the one who did. None: nobody had anything to choose.

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
    """Note that this is asked; False if it is answered or being answered already."""
    return bool(cache.add(asked.key, PENDING, PENDING_S))


def forget_question(asked: AdviceQuestion) -> None:
    """Forget that this was asked."""
    cache.delete(asked.key)


def is_pending(asked: AdviceQuestion) -> bool:
    """Whether the bot thinks about this."""
    return bool(cache.get(asked.key) == PENDING)


def answer_question(asked: AdviceQuestion) -> None:
    """Let the bot think, and keep what it answers."""
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
    """What the bot answered, in the language that is active; None: nothing yet."""
    found = cache.get(asked.key)
    if found is None or found == PENDING:
        return None
    told = Counter[SafeString]()
    done = set()
    for action, times in found:
        words = _words(asked, action) if action else SafeString()
        told[words] += times  # two cards alike are one answer
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
    """What the action would have led to first of what its seat would have been told, for any reader."""
    live = asked.live.anew(asked.live.clocks.pauses)
    moment = max(live.at_ms, live.awaited.not_before_ms)
    live.act(asked.seat, codec.decode_action(live.game, action), moment)
    told = next(event for event in live.new[0].events if event.visible_to(asked.seat))
    names = [name_of(asked.table, seat) for seat in asked.table.seats]
    return sentence_of(asked.table.meta.slug, told, names, to_others=True)
