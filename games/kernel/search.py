"""A bot that thinks ahead over sampled states, for any game that says how one plays there.

What a seat could do is tried in rounds that it cannot tell from the real one (determinizations). Such
a round is the same for all choices, chance included, so that they differ only in what was chosen; from
there everybody plays by the rollout policy for so many turns, and the game evaluates the position.
After each part of the budget the worse half of the choices is dropped ("sequential halving"). What
the policy would do stays to the end, and only what is clearly better replaces it.

Only the one decision in question is searched, and it is the same in every sampled round: nobody
acts on what he cannot know.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from math import sqrt
from typing import Any, Final, Generic, Protocol, runtime_checkable

from games.kernel import session
from games.kernel.contract import (
    A,
    Bot,
    Chance,
    Game,
    InformationState,
    Millis,
    O,
    Outcome,
    Rules,
    S,
    Seat,
    T,
)
from games.kernel.session import Pace

_NUMBERS: Final = 2**64
_MASK: Final = _NUMBERS - 1


@runtime_checkable
class Hurriable(Protocol):
    """A bot that can do with a smaller budget."""

    def hurried(self, share: float) -> Bot[Any, Any]:
        """The same bot with this share of its budget, from 0 to 1; with 0 it answers at a glance."""


def hurried(bot: Bot[A, O], share: float) -> Bot[A, O]:
    """This bot with this share of its budget, if it has one; as a rule it has none."""
    given: Any = bot
    return given.hurried(share) if isinstance(given, Hurriable) else bot


@dataclass(frozen=True, slots=True)
class Search(Generic[S, A, O]):
    """How a game is searched.

    `sampler`: what `Game.sample_state` does, in two steps: what the seat has seen, then as many
    whole states as one likes. `kind`: equal for actions that come to the same, None for what needs
    no thought. `rollout_policy`: what a seat does in a state, going by what it could know there.
    `evaluate`: what a state is worth to a seat, from 0, a loss, to 1, a win; also when the round is
    over.
    `turn`: whose turn, or which trick, it is: different when the next has begun. `playouts`: at
    most so many sampled rounds are played on for a decision, each until `horizon` turns have
    ended, so that no choice is judged in the middle of things. `doubt`: so many standard errors
    of its lead a choice must be better than what the policy would do.
    """

    game: Game[S, A, O]
    sampler: Callable[[Rules, InformationState[A, O]], Callable[[Chance], S]]
    kind: Callable[[Rules, InformationState[A, O]], Callable[[A], Hashable | None]]
    rollout_policy: Callable[[Rules, S, Seat, Chance], A]
    evaluate: Callable[[Rules, S, Seat], float]
    turn: Callable[[S], object]
    playouts: int
    horizon: int
    doubt: float = 1.0

    def __call__(self, rules: Rules, seen: InformationState[A, O], chance: Chance) -> A:
        """A `Bot`: the best answer that the budget finds; the same for the same chance."""
        seat = seen.observation.viewer
        assert seat is not None, "spectators choose nothing"
        rng = QuickChance(chance.below(_NUMBERS))
        sample_state = self.sampler(rules, seen)
        usual, *others = self._choices(
            rules, seen, self.rollout_policy(rules, sample_state(rng), seat, rng), rng
        )
        left = others if self.playouts else []
        while left:
            for _ in range(self._worlds(len(others), len(left))):
                world, key = sample_state(rng), rng.below(_NUMBERS)
                for choice in (usual, *left):
                    end = self._play_on(rules, world, seat, choice.action, QuickChance(key))
                    choice.values.append(self.evaluate(rules, end, seat))
            left.sort(key=lambda choice: sum(choice.values), reverse=True)
            if len(left) == 1:
                return left[0].action if left[0].beats(usual, self.doubt) else usual.action
            left = left[: len(left) // 2]
        return usual.action

    def hurried(self, share: float) -> Search[S, A, O]:
        """This player with a share of its budget; with none it does what the policy would do."""
        return replace(self, playouts=int(self.playouts * share))

    def seeing(self, state: S, anew: Callable[[S, Chance], S]) -> Search[S, A, O]:
        """This player if it knew a state but for what `anew` deals otherwise: to measure how much
        there is to win by knowing more. No game lets it sit at a table."""
        return replace(self, sampler=lambda rules, seen: lambda chance: anew(state, chance))

    def _choices(
        self, rules: Rules, seen: InformationState[A, O], by_policy: A, chance: Chance
    ) -> list[_Choice[A]]:
        """What the policy would do, then one of each other kind."""
        kind = self.kind(rules, seen)
        offers = {kind(offer): offer for offer in chance.shuffled(seen.offers)}
        offers.pop(None, None)
        usual = offers.pop(kind(by_policy), by_policy)
        return [_Choice(usual), *map(_Choice, offers.values())]

    def _worlds(self, others: int, left: int) -> int:
        """In how many worlds those that are left are tried before half of them go."""
        return max(1, self.playouts // (others.bit_length() * (left + 1)))

    def _play_on(self, rules: Rules, state: S, seat: Seat, action: A, chance: Chance) -> S:
        """Where it leads when the seat does this and then all do as they are used to."""
        game, at_ms = self.game, _now(self.game, rules, state)
        turn, left = self.turn(state), self.horizon
        state = game.apply(rules, state, seat, action, chance, at_ms).state
        while not session.is_over(game, rules, state):
            if self.turn(state) != turn:
                turn, left = self.turn(state), left - 1
            if left == 0:
                break
            state, at_ms = self._next(rules, state, chance, at_ms)
        return state

    def _next(self, rules: Rules, state: S, chance: Chance, at_ms: Millis) -> tuple[S, Millis]:
        """One move more; whoever is waited for answers before the time is up."""
        game, awaited = self.game, self.game.to_act(rules, state)
        seat: Seat | None = None
        if awaited.seats:
            seat = awaited.seats[0]
            action = self.rollout_policy(rules, state, seat, chance)
            at_ms = max(at_ms, awaited.not_before_ms)
        else:
            pace = Pace(limits=game.meta.tempos[0].limits)
            due_ms, deadline = session.due(game, rules, state, pace)[0]
            action = game.time_out(rules, state, deadline)
            at_ms = max(at_ms, due_ms)
        return game.apply(rules, state, seat, action, chance, at_ms).state, at_ms


@dataclass(slots=True)
class _Choice(Generic[A]):
    """Something that could be done, and what it was worth in each world it was tried in."""

    action: A
    values: list[float] = field(default_factory=list)

    def beats(self, other: _Choice[A], doubt: float) -> bool:
        """Whether it leads, in the worlds that both were tried in, by more than luck explains."""
        leads = [own - its for own, its in zip(self.values, other.values, strict=True)]
        mean = sum(leads) / len(leads)
        variance = sum((lead - mean) ** 2 for lead in leads) / len(leads)
        return mean > 0 and mean >= doubt * sqrt(variance / len(leads))


def _now(game: Game[S, A, Any], rules: Rules, state: S) -> Millis:
    """A time at which a sampled round may go on."""
    awaited = game.to_act(rules, state)
    began = [deadline.since_ms for deadline in game.deadlines(rules, state)]
    return max(awaited.not_before_ms, *began, 0)


class QuickChance:
    """Luck for sampled rounds, which nobody ever checks: a congruence instead of a hash.

    Knuth's for MMIX; of its numbers the low digits are poor, so that only the high ones count.
    """

    def __init__(self, start: int) -> None:
        mixed = (start ^ start >> 30) * 0xBF58476D1CE4E5B9 & _MASK  # neighbours lie far apart
        self._drawn = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & _MASK

    def _draw(self, _: object = None) -> int:
        self._drawn = drawn = (self._drawn * 6364136223846793005 + 1442695040888963407) & _MASK
        return drawn

    def below(self, n: int) -> int:
        return (self._draw() >> 32) * n >> 32

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        return tuple(sorted(items, key=self._draw))

    def choice(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]


def win_share(outcome: Outcome, seat: Seat) -> float:
    """1 for a win, a part of it for a shared one, 0 for a loss."""
    return 1 / outcome.places.count(1) if outcome.places[seat] == 1 else 0.0
