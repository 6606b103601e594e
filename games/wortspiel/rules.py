"""Wortspiel as the contract asks for it; each answer lives in the module of its idea."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final

from msgspec.structs import replace

from games.kernel.contract import (
    Awaited,
    Bot,
    Chance,
    Deadline,
    Event,
    InformationState,
    Millis,
    Outcome,
    Refusal,
    Rules,
    Seat,
    Standing,
    Start,
    Step,
    Target,
    Viewer,
)
from games.kernel.plain import PlainGame
from games.wortspiel import bot, deal, doubts, feats, legality, photo, scores
from games.wortspiel.actions import (
    AcceptWord,
    ChooseColour,
    Concede,
    DeclareStuck,
    Doubt,
    JoinDoubt,
    ObjectTo,
    OpenPass,
    OpenPlay,
    PlayCard,
    PointTo,
    Ready,
    RetractStuck,
    TimeUp,
    Vote,
    WortspielAction,
)
from games.wortspiel.cards import COLOUR_NAMED
from games.wortspiel.court import WordCourt
from games.wortspiel.hands import with_card
from games.wortspiel.lexicon import Lexicon, read
from games.wortspiel.meta import META
from games.wortspiel.offers import offers
from games.wortspiel.sampling import sample_state
from games.wortspiel.selection import action_from_selection, selection_of
from games.wortspiel.state import Phase, Reason, State, waited_for
from games.wortspiel.turn import Turn
from games.wortspiel.view import Board, observe

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
"""What runs in each phase (RULES.md 11.1)."""
OF_ONE_SEAT: Final = (Phase.OPENING, Phase.DOUBT_VOTE, Phase.COLOUR_CHOICE)
"""Where it presses the one seat that the round waits for, else the whole table."""


class Wortspiel(PlainGame[State, WortspielAction, Board]):
    """3 to 8 players race to lay cards that make German words, and doubt each other's."""

    meta = META
    state_type = State
    action_type: Any = WortspielAction
    observation_type = Board
    court = WordCourt()

    def __init__(self) -> None:
        self.bots: Mapping[str, Bot[WortspielAction, Board]] = MappingProxyType(
            {"easy": bot.easy, "normal": bot.normal, "hard": bot.hard}
        )

    def read(self, files: Mapping[str, str]) -> Lexicon:
        """The deck and the lexicon of a release."""
        return read(files)

    def deal(self, rules: Rules, seats: int, start: Start, chance: Chance) -> Step[State]:
        return deal.deal(rules, seats, start, chance)

    def to_act(self, rules: Rules, state: State) -> Awaited:
        """Others may act too wherever they have something to say, or to be told why not."""
        quiet = state.phase in (Phase.OPENING, Phase.OVER)
        return _awaited(0 if quiet else len(state.hands), waited_for(state))

    def deadlines(self, rules: Rules, state: State) -> tuple[Deadline, ...]:
        """RULES.md 11.1."""
        if state.phase is Phase.OVER:
            return ()
        seat = waited_for(state)[0] if state.phase in OF_ONE_SEAT else None
        return (Deadline(DEADLINES[state.phase], seat, state.since_ms),)

    def legal_actions(self, rules: Rules, state: State, seat: Seat) -> Sequence[WortspielAction]:
        return offers(rules, state, seat)

    def why_not(
        self, rules: Rules, state: State, seat: Seat, action: WortspielAction, at_ms: Millis
    ) -> Refusal | None:
        return legality.why_not(rules, state, seat, action, at_ms)

    def apply(
        self,
        rules: Rules,
        state: State,
        seat: Seat | None,
        action: WortspielAction,
        chance: Chance,
        at_ms: Millis,
    ) -> Step[State]:
        turn = Turn(rules, state, chance, at_ms)
        EFFECTS[type(action)](turn, seat, action)
        return turn.step()

    def time_out(self, rules: Rules, state: State, deadline: Deadline) -> WortspielAction:
        return TIME_UP

    def observe(self, rules: Rules, state: State, seat: Viewer) -> Board:
        return observe(rules, state, seat)

    def sample_state(
        self, rules: Rules, seen: InformationState[WortspielAction, Board], chance: Chance
    ) -> State:
        return sample_state(rules, seen, chance)

    def may_undo(self, rules: Rules, before: State, after: State, seat: Seat) -> bool:
        """A vote, or being ready for it, that did not end anything (RULES.md 5.10)."""
        talking = before.phase in (Phase.DOUBT_TALK, Phase.DOUBT_VOTE)
        said = (after.ready, after.votes) != (before.ready, before.votes)
        return talking and after.phase is before.phase and said

    def outcome(self, rules: Rules, state: State) -> Outcome | None:
        return None if state.ending is None else scores.outcome(state, state.ending)

    def closed(self, rules: Rules, state: State) -> State:
        """RULES.md 7.6: as when nobody can go on; cards of a photo finish are in the hands."""
        if state.phase is Phase.PHOTO_FINISH:
            hands = state.hands
            for claim in state.claims:
                hands = with_card(hands, claim.seat, claim.card)
            state = replace(state, hands=hands, claims=())
        return replace(
            state, phase=Phase.OVER, why=None, ending=scores.ending(state, Reason.CLOSED, None)
        )

    def closing_events(self, rules: Rules, before: State, end: State) -> Sequence[Event]:
        """Everyone hears what was counted."""
        return () if end.ending is None else (scores.counted(end.ending),)

    def standing(self, rules: Rules, target: Target, outcomes: Sequence[Outcome]) -> Standing:
        return scores.standing(rules, target, outcomes)

    def feats(self, events: Sequence[Event], seats: int) -> Mapping[str, Sequence[int]]:
        return feats.counted(events, seats)

    def selection_of(self, action: WortspielAction) -> tuple[str, ...]:
        return selection_of(action)

    def action_from_selection(
        self, rules: Rules, state: State, seat: Seat, selection: tuple[str, ...]
    ) -> WortspielAction | None:
        return action_from_selection(rules.data, state, selection)

    def reveal_all(self, rules: Rules, state: State) -> dict[str, Any]:
        """Every card by its handle; the tops of stock and piles last."""
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
    """The round waits for these; the others of so many seats may act, too."""
    return Awaited(waited, tuple([seat for seat in range(seats) if seat not in waited]))


def _play(turn: Turn, seat: Seat, action: PlayCard) -> None:
    first = legality.rival(turn.rules, turn.state, action.seq, turn.at_ms)
    if first is None:
        turn.play_card(seat, action)
    else:
        photo.contend(turn, seat, action, first)


def _time_up(turn: Turn, seat: None, action: TimeUp) -> None:
    """RULES.md 11.2."""
    state = turn.state
    match state.phase:
        case Phase.OPENING:
            turn.open_pass(state.active, by_time=True)
        case Phase.RACE:
            turn.idle()
        case Phase.PHOTO_FINISH:
            photo.settle(turn)
        case Phase.DOUBT_TALK:
            doubts.end_talk(turn)
        case Phase.DOUBT_VOTE:
            doubts.vote(turn, state.active, valid=True, by_time=True)
        case Phase.COLOUR_CHOICE:
            turn.colour_by_lot()
        case Phase.FINAL_WINDOW:
            turn.end(Reason.OUT, state.word.seat)


EFFECTS: Final[Mapping[type[Any], Callable[[Turn, Any, Any], None]]] = {
    OpenPlay: lambda turn, seat, action: turn.open_play(seat, action),
    OpenPass: lambda turn, seat, action: turn.open_pass(seat),
    PlayCard: _play,
    DeclareStuck: lambda turn, seat, action: turn.declare_stuck(seat),
    RetractStuck: lambda turn, seat, action: turn.retract_stuck(seat),
    Doubt: lambda turn, seat, action: doubts.halt(turn, seat, action.seq),
    JoinDoubt: lambda turn, seat, action: doubts.join(turn, seat),
    Ready: lambda turn, seat, action: doubts.ready(turn, seat),
    Vote: lambda turn, seat, action: doubts.vote(turn, seat, action.valid),
    Concede: lambda turn, seat, action: photo.concede(turn, seat),
    ObjectTo: lambda turn, seat, action: photo.object_to(turn, seat),
    PointTo: lambda turn, seat, action: photo.point_to(turn, seat, action.seat),
    ChooseColour: lambda turn, seat, action: turn.choose_colour(COLOUR_NAMED[action.colour]),
    AcceptWord: lambda turn, seat, action: turn.accept(seat),
    TimeUp: _time_up,
}
"""What each kind of action leads to."""
