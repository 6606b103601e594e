"""Wortspiel as the contract requires it; each answer is in the module of its subject."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final

from msgspec.structs import replace

from games.kernel.contract import Awaited, Bot, Deadline, Event, Outcome, Rules, Seat
from games.kernel.default_answers import PlainGame
from games.wortspiel import (
    deal,
    effects,
    feats,
    legality,
    lexicon,
    pinned,
    sampling,
    scores,
    selection,
    view,
)
from games.wortspiel.actions import TimeUp, WortspielAction
from games.wortspiel.bots import bot
from games.wortspiel.court import WordCourt
from games.wortspiel.hands import with_card
from games.wortspiel.meta import META
from games.wortspiel.state import Phase, Reason, State, waited_for
from games.wortspiel.view import Board

TIME_UP: Final = TimeUp()

DEADLINES: Final[Mapping[Phase, str]] = {
    Phase.OPENING: "opening",
    Phase.RACE: "idle",
    Phase.PHOTO_FINISH: "photo",
    Phase.DOUBT_TALK: "talk",
    Phase.DOUBT_VOTE: "vote",
    Phase.COLOUR_CHOICE: "colour",
    Phase.FINAL_WINDOW: "final",
}
"""By phase, the kind of deadline that runs (RULES.md 11.1)."""
OF_ONE_SEAT: Final = (Phase.OPENING, Phase.DOUBT_VOTE, Phase.COLOUR_CHOICE)
"""The phases whose deadline concerns only the seat that the round waits for; in other phases it
concerns the whole table.
"""


class Wortspiel(PlainGame[State, WortspielAction, Board]):
    """3 to 8 players race to lay cards that make German words, and doubt each other's words."""

    meta = META
    state_type = State
    action_type: Any = WortspielAction
    observation_type = Board
    court = WordCourt()

    read = staticmethod(lexicon.read_lexicon)
    pinned = staticmethod(pinned.pinned)
    deal = staticmethod(deal.deal)
    legal_actions = staticmethod(legality.legal_actions)
    why_not = staticmethod(legality.why_not)
    apply = staticmethod(effects.apply)
    observe = staticmethod(view.observe)
    sample_state = staticmethod(sampling.sample_state)
    standing = staticmethod(scores.standing)
    feats = staticmethod(feats.count_feats)
    selection_of = staticmethod(selection.selection_of)
    action_from_selection = staticmethod(selection.action_from_selection)

    def __init__(self) -> None:
        self.bots: Mapping[str, Bot[WortspielAction, Board]] = MappingProxyType(
            {"easy": bot.easy, "normal": bot.normal, "hard": bot.hard}
        )

    def to_act(self, rules: Rules, state: State) -> Awaited:
        """Return the seats to wait for, and all others: they may act, or learn why they may not."""
        quiet = state.phase in (Phase.OPENING, Phase.OVER)
        return _awaited(0 if quiet else len(state.hands), waited_for(state))

    def deadlines(self, rules: Rules, state: State) -> tuple[Deadline, ...]:
        """List one deadline, for a seat or for the whole table, by the phase (RULES.md 11.1)."""
        if state.phase is Phase.OVER:
            return ()
        seat = waited_for(state)[0] if state.phase in OF_ONE_SEAT else None
        return (Deadline(DEADLINES[state.phase], seat, state.since_ms),)

    def time_out(self, rules: Rules, state: State, deadline: Deadline) -> WortspielAction:
        return TIME_UP

    def may_undo(self, rules: Rules, before: State, after: State, seat: Seat) -> bool:
        """Allow a seat to take back a vote, or that it is ready to vote, if this did not end the phase
        (RULES.md 5.10).
        """
        talking = before.phase in (Phase.DOUBT_TALK, Phase.DOUBT_VOTE)
        said = (after.ready, after.votes) != (before.ready, before.votes)
        return talking and after.phase is before.phase and said

    def outcome(self, rules: Rules, state: State) -> Outcome | None:
        return None if state.ending is None else scores.outcome(state, state.ending)

    def concerned(self, event: Event) -> Collection[Seat]:
        """Add to a decision about a word the seats that voted: it is the answer to each vote."""
        voters = {seat for seat, _ in event.data.get("votes", ())}
        return voters.union(super().concerned(event))

    def closed(self, rules: Rules, state: State) -> State:
        """Close the round as in a deadlock; photo finish cards are in the hands (RULES.md 7.6)."""
        if state.phase is Phase.PHOTO_FINISH:
            hands = state.hands
            for claim in state.claims:
                hands = with_card(hands, claim.seat, claim.card)
            state = replace(state, hands=hands, claims=())
        return replace(
            state, phase=Phase.OVER, why=None, ending=scores.ending(state, Reason.CLOSED, None)
        )

    def closing_events(self, rules: Rules, before: State, end: State) -> Sequence[Event]:
        """Tell all players the count."""
        return () if end.ending is None else (scores.counted_event(end.ending),)

    def reveal_all(self, rules: Rules, state: State) -> dict[str, Any]:
        """Return every card by its name; the tops of stock and piles are last."""
        handles = rules.data.handles
        contested = state.claims if state.phase is Phase.PHOTO_FINISH else ()
        return {
            "hands": [[handles[card] for card in hand] for hand in state.hands],
            "stock": [handles[card] for card in state.stock],
            "piles": [[handles[card] for card in pile] for pile in state.piles],
            "contenders": [handles[claim.card] for claim in contested],
        }


@lru_cache(maxsize=2048)
def _awaited(seats: int, waited: tuple[Seat, ...]) -> Awaited:
    """Return an `Awaited`: the round waits for `waited`, and all other seats may act, too."""
    return Awaited(waited, tuple([seat for seat in range(seats) if seat not in waited]))
