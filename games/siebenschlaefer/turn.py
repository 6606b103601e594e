"""An action in progress: cards laid and drawn, turns ended, the end (RULES.md 4, 5).

The events, as `kind` and data. A list of cards holds names; `value` is None if any pair may
follow:

    dealt           cards                            this number to each seat
    lots            seats, cards, lowest             once: what each drew, its number last
    begins          seat, reason                     only_two, lots_among_twos or lots_among_all
    laid            seat, cards, value, effect, left   effect as in `pairs.Effect`
    cards_drawn     seat, count, because             cannot_lay, seven or double_seven
    drew            cards                            to the seat that drew them
    skipped         seat, by                         misses its turn
    goes_again      seat                             after a double seven
    passed          seat, passes                     number of passes in a row now
    set_aside       cards                            turned up for a start value, but not a pair
    new_start       cards, value                     turned up, as all have passed
    value_freed     -                                all have passed, and no card is left to turn up
    reshuffled      count                            the laid cards are the stock again
    stock_exhausted seat, because                    no card is left to draw
    timed_out       seat, kind                       the server acts for the seat: turn or after_draw
    closing_time    turns
    hands_counted   hands, points, payers            by seat, at the end
    round_over      reason, winners                  out or closing_time
"""

from __future__ import annotations

from msgspec import UNSET

from games.kernel.contract import Chance, Millis, Rules, Seat, Step
from games.kernel.turn import TurnBuilder
from games.siebenschlaefer.cards import names
from games.siebenschlaefer.options import chosen, last_turn
from games.siebenschlaefer.pairs import EFFECT_OF, FREE, NONE, STRENGTH, Effect, Pair, value_of
from games.siebenschlaefer.scores import last_words
from games.siebenschlaefer.state import Phase, Reason, State


class Turn(TurnBuilder[State]):
    """An action in progress, with a method for each thing that can happen in it.

    It changes its own fields and makes one state of them at the end: a new state for each change
    would cost a sixth of all moves per second.
    """

    def __init__(self, rules: Rules, state: State, chance: Chance, at_ms: Millis) -> None:
        super().__init__(rules, state, chance, at_ms)
        self.phase = state.phase
        self.began = state.began
        self.active = state.active
        self.hands = list(state.hands)
        self.stock = state.stock
        self.discard = state.discard
        self.top = state.top
        self.value = state.value
        self.laid_by = state.laid_by
        self.passes = state.passes
        self.turns = state.turns
        self.since_ms = state.since_ms
        self.ending = state.ending
        self.spared = state.spared

    def step(self) -> Step[State]:
        """Return the step: the state, and the events with those of the end last."""
        state = State(
            self.phase, self.began, self.active, tuple(self.hands), self.stock, self.discard,
            self.top, self.value, self.laid_by, self.passes, self.turns, self.since_ms, self.ending,
            self.spared or UNSET,
        )  # fmt: skip
        return Step(state, (*self.events, *last_words(self.rules, state)))

    def left_of(self, seat: Seat) -> Seat:
        """Return the next seat clockwise."""
        return (seat + 1) % len(self.hands)

    # --- laying ----------------------------------------------------------------------------------

    def lay(self, pair: Pair) -> None:
        """Lay two cards as the active seat (RULES.md 4.2).

        Then 3.3, the end, or the next turn follows.
        """
        seat = self.active
        hand = list(self.hands[seat])
        for face in pair:
            hand.remove(face)
        self.hands[seat] = tuple(hand)
        self.discard += self.top
        self.top, self.value = pair, value_of(pair)
        self.laid_by, self.passes = seat, 0
        effect = EFFECT_OF[pair]
        self.public_event(
            "laid", seat=seat, cards=list(names(pair)), value=self.value or None,
            effect=effect.value, left=len(hand),
        )  # fmt: skip
        out = not hand
        if not out or chosen(self.rules, "final_seven_draws", True):
            self._let_draw(effect)
        if out:
            self.end_round(Reason.OUT)
        else:
            self.end_turn(self._following(effect))

    def _let_draw(self, effect: Effect) -> None:
        """Let the next seat draw for a seven, or all others for two (RULES.md 3.3).

        They draw clockwise from the left of the seat that laid them (SI-R21).
        """
        seat = self.left_of(self.active)
        if effect is Effect.SEVEN:
            self.draw_two(seat, effect.value)
        elif effect is Effect.DOUBLE_SEVEN:
            while seat != self.active:
                self.draw_two(seat, effect.value)
                seat = self.left_of(seat)

    def _following(self, effect: Effect) -> Seat:
        """Return the seat whose turn follows this pair (RULES.md 3.3)."""
        following = self.left_of(self.active)
        if effect is Effect.SEVEN:
            self.public_event("skipped", seat=following, by=self.active)
            return self.left_of(following)
        if effect is Effect.DOUBLE_SEVEN:
            self.public_event("goes_again", seat=self.active)
            return self.active
        return following

    # --- drawing and passing -----------------------------------------------------------------------

    def draw_two(self, seat: Seat, because: str) -> None:
        """Draw two cards for this seat, or none if no card is left (RULES.md 4.6)."""
        two = self._take_two()
        if two is None:
            self.public_event("stock_exhausted", seat=seat, because=because)
            return
        self.hands[seat] = tuple(sorted(self.hands[seat] + two))
        self.public_event("cards_drawn", seat=seat, count=2, because=because)
        self.private_event(seat, "drew", cards=list(names(two)))

    def _take_two(self) -> Pair | None:
        """Take two sorted cards from the stock, refilled by the discards if needed (RULES.md 4.6)."""
        if not self.stock:
            if not self.discard:
                return None
            self.public_event("reshuffled", count=len(self.discard))
            self.stock, self.discard = self.chance.shuffled(self.discard), ()
        # RULES.md 1.3: cards only ever move in twos.
        assert len(self.stock) % 2 == 0, "the stock has an odd number of cards"
        one, other = self.stock[-2:]
        self.stock = self.stock[:-2]
        return (one, other) if one <= other else (other, one)

    def pass_on(self, spared: bool = False) -> None:
        """Pass; if all seats have passed, there is a new start value (RULES.md 4.4, 4.5).

        `spared`: the draw of this turn spares the seat its next draw (RULES.md 4.3).
        """
        self.passes += 1
        self.public_event("passed", seat=self.active, passes=self.passes)
        self.end_turn(self.left_of(self.active), spared)
        if self.passes == len(self.hands) and self.ending is None:
            self._start_anew()

    def _start_anew(self) -> None:
        """Turn up a new start value, without the cards just set aside (RULES.md 4.5)."""
        self.passes = 0
        aside: tuple[int, ...] = ()
        while (two := self._take_two()) is not None:
            if STRENGTH[two] != NONE:
                self.discard += self.top + aside
                self.top, self.value, self.laid_by = two, value_of(two), None
                self.public_event("new_start", cards=list(names(two)), value=self.value or None)
                return
            aside += two
            self.public_event("set_aside", cards=list(names(two)))
        self.discard += aside
        self.value = FREE
        self.public_event("value_freed")

    # --- turns and the end -------------------------------------------------------------------------

    def enter(self, phase: Phase) -> None:
        """Begin a new phase now."""
        self.phase, self.since_ms = phase, self.at_ms

    def end_turn(self, following: Seat, spared: bool = False) -> None:
        """Give the turn to this seat, or end the round at closing time (RULES.md 5.4)."""
        others = tuple(seat for seat in self.spared if seat != self.active)
        self.spared = (*others, self.active) if spared else others
        self.turns += 1
        if self.turns == last_turn(self.rules, len(self.hands)):
            self.public_event("closing_time", turns=self.turns)
            self.end_round(Reason.CLOSING_TIME)
        else:
            self.active = following
            self.enter(Phase.TURN)

    def end_round(self, reason: Reason) -> None:
        """End the round."""
        self.ending = reason
        self.enter(Phase.OVER)
