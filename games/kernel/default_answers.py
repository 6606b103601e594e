"""Default answers that suit most games, so that a simple game stays small."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Mapping, Sequence
from itertools import chain
from typing import Any

from games.kernel import series, session
from games.kernel.contract import (
    A,
    Event,
    Game,
    O,
    Order,
    Outcome,
    Rules,
    S,
    Seat,
    Standing,
    Step,
    Target,
)
from games.kernel.events import public_event


def round_over(outcome: Outcome) -> Event:
    """Return the last event of a round: why it ended and who won."""
    return public_event("round_over", reason=outcome.reason, winners=list(series.winners(outcome)))


class PlainGame(Game[S, A, O]):
    """The base class of a game; override what your game does differently."""

    def read(self, files: Mapping[str, str]) -> Any:
        """Return None: the game needs no data."""
        return None

    def pinned(self, rules: Rules) -> dict[str, Any]:
        """Return nothing: the game's cards are always the same."""
        return {}

    def may_undo(self, rules: Rules, before: S, after: S, seat: Seat) -> bool:
        """Refuse: an action cannot be taken back."""
        return False

    def orders(self, rules: Rules, state: S, seat: Seat) -> tuple[Order, ...]:
        """Offer no standing orders."""
        return ()

    def answer(self, rules: Rules, state: S, seat: Seat, order: Order) -> A | None:
        """Return None: there are no standing orders."""
        return None

    def auto_play_words(self, action: A) -> str:
        """Return "": there are no standing orders."""
        return ""

    def no_choice(self, rules: Rules, state: S, seat: Seat) -> bool:
        """Return False: other players do not know the seat's choices."""
        return False

    def concerned(self, event: Event) -> Collection[Seat]:
        """Return the seats that the facts in `meta.concerns` name."""
        named = (event.data.get(fact) for fact in self.meta.concerns.get(event.kind, ()))
        seats = (one if isinstance(one, list) else [one] for one in named if one is not None)
        return frozenset(chain.from_iterable(seats))

    def feats(self, events: Sequence[Event], seats: int) -> Mapping[str, Sequence[int]]:
        """Count nothing."""
        return {}

    @abstractmethod
    def closed(self, rules: Rules, state: S) -> S:
        """Return this state with the round over; `outcome` then scores it as it is."""

    def closing_events(self, rules: Rules, before: S, end: S) -> Sequence[Event]:
        """Return the events before the winner's when a round is closed; none by default."""
        return ()

    def close(self, rules: Rules, state: S) -> Step[S]:
        """End the round as `closed` does; add `closing_events` and `round_over`.

        Raises:
            ValueError: the state that `closed` returned has no outcome.
        """
        end = self.closed(rules, state)
        outcome = self.outcome(rules, end)
        if outcome is None:
            raise ValueError(f"{self.meta.slug}: `closed` returned a state without an outcome")
        told = self.closing_events(rules, state, end)
        return Step(state=end, events=(*told, round_over(outcome)))

    def standing(self, rules: Rules, target: Target, outcomes: Sequence[Outcome]) -> Standing:
        """Add up the scores; the most points win, or the fewest if `meta.pad` says so."""
        add_up = series.lowest_total if self.meta.pad.lowest_wins else series.highest_total
        return add_up(target, outcomes)

    def begins_next(self, rules: Rules, before: Outcome) -> Seat | None:
        """Return the left neighbour of the seat that began."""
        return (before.began + 1) % len(before.scores)

    def selection_of(self, action: A) -> tuple[str, ...]:
        """Return no pieces: the game's page sends actions directly."""
        return ()

    def action_from_selection(
        self, rules: Rules, state: S, seat: Seat, selection: tuple[str, ...]
    ) -> A | None:
        """Return the offer that has exactly this selection."""
        if not selection:
            return None
        selected = tuple(sorted(selection))
        for action in session.offers(self, rules, state, seat):
            if self.selection_of(action) == selected:
                return action
        return None
