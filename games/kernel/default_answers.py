"""Plain answers to what most games answer alike, so that a simple game is a small one."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
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
    """The last event of a round: why it ended and who won."""
    return public_event("round_over", reason=outcome.reason, winners=list(series.winners(outcome)))


class PlainGame(Game[S, A, O]):
    """A game starts here and overrides what it does differently."""

    def read(self, files: Mapping[str, str]) -> Any:
        """It needs no data."""
        return None

    def pinned(self, rules: Rules) -> dict[str, Any]:
        """Its cards are always the same."""
        return {}

    def may_undo(self, rules: Rules, before: S, after: S, seat: Seat) -> bool:
        """What is laid is laid."""
        return False

    def orders(self, rules: Rules, state: S, seat: Seat) -> tuple[Order, ...]:
        """Everybody plays in person."""
        return ()

    def answer(self, rules: Rules, state: S, seat: Seat, order: Order) -> A | None:
        """Nobody leaves word."""
        return None

    def no_choice(self, rules: Rules, state: S, seat: Seat) -> bool:
        """What a seat can do is its own business."""
        return False

    def feats(self, events: Sequence[Event], seats: int) -> Mapping[str, Sequence[int]]:
        """Nothing is counted."""
        return {}

    @abstractmethod
    def closed(self, rules: Rules, state: S) -> S:
        """This state with the round over: `outcome` then scores it as it lies."""

    def closing_events(self, rules: Rules, before: S, end: S) -> Sequence[Event]:
        """What is told when a round is closed, before who has won: nothing."""
        return ()

    def close(self, rules: Rules, state: S) -> Step[S]:
        """The round ends as `closed` says; `closing_events` and who has won are told.

        Raises:
            ValueError: what `closed` returned has no outcome.
        """
        end = self.closed(rules, state)
        outcome = self.outcome(rules, end)
        if outcome is None:
            raise ValueError(f"{self.meta.slug}: a closed round has no outcome")
        told = self.closing_events(rules, state, end)
        return Step(state=end, events=(*told, round_over(outcome)))

    def standing(self, rules: Rules, target: Target, outcomes: Sequence[Outcome]) -> Standing:
        """The scores are added; the most points win, or the fewest where `meta.pad` says so."""
        add_up = series.lowest_total if self.meta.pad.lowest_wins else series.highest_total
        return add_up(target, outcomes)

    def begins_next(self, rules: Rules, before: Outcome) -> Seat | None:
        """The left neighbour of who began."""
        return (before.began + 1) % len(before.scores)

    def selection_of(self, action: A) -> tuple[str, ...]:
        """Nothing to select: its page sends actions as such."""
        return ()

    def action_from_selection(
        self, rules: Rules, state: S, seat: Seat, selection: tuple[str, ...]
    ) -> A | None:
        """The offer that is selected just so."""
        if not selection:
            return None
        selected = tuple(sorted(selection))
        for action in session.offers(self, rules, state, seat):
            if self.selection_of(action) == selected:
                return action
        return None
