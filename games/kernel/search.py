"""A bot that looks ahead over sampled states, for any game that provides a policy for playouts.

The bot samples states that the seat cannot distinguish from the real one (determinizations) and
tries its possible actions there. In one sample all choices share the same state and the same
chance, so that only the choice differs. From there all seats follow the rollout policy for some
turns, and the game evaluates the position. After each part of the budget the search drops the
worse half of the choices ("sequential halving"). The policy's own choice stays to the end; only a
clearly better one replaces it.

The search covers only the one decision, and the decision is the same in every sample: no seat
acts on what it cannot know.
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
    """A bot that can work with a smaller budget."""

    def hurried(self, share: float) -> Bot[Any, Any]:
        """Return the bot with this share of its budget, from 0 to 1; with 0 it answers at once."""


def hurried(bot: Bot[A, O], share: float) -> Bot[A, O]:
    """Return this bot with this share of its budget, or the bot itself if it has no budget."""
    given: Any = bot
    return given.hurried(share) if isinstance(given, Hurriable) else bot


@dataclass(frozen=True, slots=True)
class Search(Generic[S, A, O]):
    """A search for a game.

    * `sampler`: `Game.sample_state` in two steps: from what the seat has seen, make a function that
      returns any number of whole states.
    * `kind`: equal for actions with the same effect, None for those that need no thought.
    * `rollout_policy`: a seat's action in a state, based on what it could know there.
    * `evaluate`: the value of a state for a seat, from 0 (a loss) to 1 (a win), also after the end
      of the round.
    * `turn`: identifies the turn or the trick, so that it differs when the next one has begun.
    * `playouts`: the largest number of sampled rounds for one decision.
    * `horizon`: turns that end before a sampled round is evaluated, so that no position in the
      middle of a turn is judged.
    * `doubt`: standard errors of its lead by which a choice must beat the policy's own choice.
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
        """Answer as a `Bot`: the best action that the budget finds, the same for the same chance."""
        seat = seen.observation.viewer
        assert seat is not None, "a spectator has no action to choose"
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
        """Return this player with a share of its budget; with none it follows the policy."""
        return replace(self, playouts=int(self.playouts * share))

    def seeing(self, state: S, anew: Callable[[S, Chance], S]) -> Search[S, A, O]:
        """Return this player with full knowledge of a state, except for what `anew` deals again.

        It measures how much more knowledge would win. No game lets it sit at a table.
        """
        return replace(self, sampler=lambda rules, seen: lambda chance: anew(state, chance))

    def _choices(
        self, rules: Rules, seen: InformationState[A, O], by_policy: A, chance: Chance
    ) -> list[_Choice[A]]:
        """Return the policy's choice, then one of each other kind."""
        kind = self.kind(rules, seen)
        offers = {kind(offer): offer for offer in chance.shuffled(seen.offers)}
        offers.pop(None, None)
        usual = offers.pop(kind(by_policy), by_policy)
        return [_Choice(usual), *map(_Choice, offers.values())]

    def _worlds(self, others: int, left: int) -> int:
        """Return the number of samples to try the remaining choices in, before half of them go."""
        return max(1, self.playouts // (others.bit_length() * (left + 1)))

    def _play_on(self, rules: Rules, state: S, seat: Seat, action: A, chance: Chance) -> S:
        """Return the state after the seat does this and then all seats follow the policy."""
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
        """Play one more move; a seat that the round waits for answers before its time is up."""
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
    """A possible action, and its value in each sample that it was tried in."""

    action: A
    values: list[float] = field(default_factory=list)

    def beats(self, other: _Choice[A], doubt: float) -> bool:
        """Return whether its lead over the shared samples is larger than luck explains."""
        leads = [own - its for own, its in zip(self.values, other.values, strict=True)]
        mean = sum(leads) / len(leads)
        variance = sum((lead - mean) ** 2 for lead in leads) / len(leads)
        return mean > 0 and mean >= doubt * sqrt(variance / len(leads))


def _now(game: Game[S, A, Any], rules: Rules, state: S) -> Millis:
    """Return a time at which a sampled round may go on."""
    awaited = game.to_act(rules, state)
    began = [deadline.since_ms for deadline in game.deadlines(rules, state)]
    return max(awaited.not_before_ms, *began, 0)


class QuickChance:
    """Random numbers for sampled rounds, which need no proof: a congruence instead of a hash.

    It is Knuth's generator for MMIX. Its low digits are poor, so only the high ones are used.
    """

    def __init__(self, start: int) -> None:
        mixed = (start ^ start >> 30) * 0xBF58476D1CE4E5B9 & _MASK  # separates neighbouring starts
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
    """Return 1 for a win, a fraction for a shared win, 0 for a loss."""
    return 1 / outcome.places.count(1) if outcome.places[seat] == 1 else 0.0
