"""The effects of actions: cards laid, “I cannot”, colours, the end (RULES.md 3, 6, 7, 8).

`events.py` lists the events; each kind of action has its file in `actions/`.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from games.kernel.contract import Seat
from games.kernel.default_answers import round_over
from games.kernel.turn import TurnBuilder, put
from games.wortspiel import scores
from games.wortspiel.cards import CHIPS, COLOURS, Colour
from games.wortspiel.colours import to_choose, visible
from games.wortspiel.events import card_facts, taken_back
from games.wortspiel.hands import with_card, without
from games.wortspiel.lexicon import Lexicon
from games.wortspiel.options import millis, sealed
from games.wortspiel.state import (
    Claim,
    Laid,
    Phase,
    Reason,
    State,
    Why,
    clockwise_after,
    waited_for,
)
from games.wortspiel.word_forms import spoken


class Turn(TurnBuilder[State]):
    """An action in progress, with a method for each thing that can happen in it."""

    @property
    def lexicon(self) -> Lexicon:
        """The words and cards of this rules version."""
        lexicon: Lexicon = self.rules.data
        return lexicon

    # --- cards -----------------------------------------------------------------------------------

    def claim(self, seat: Seat, name: str, pile: int, word: str) -> Claim:
        """Return this card for this pile, with its word."""
        base = self.state.piles[pile][-1]
        return Claim(seat, self.lexicon.card_named[name], pile, base, spoken(word))

    def as_laid(
        self,
        claim: Claim,
        *,
        colour: Colour,
        pause: Seat | None,
        tried: tuple[Colour, ...],
        raced: bool = False,
    ) -> Laid:
        """Return this card as it is laid now."""
        return Laid(
            seq=self.state.seq,
            seat=claim.seat,
            card=claim.card,
            pile=claim.pile,
            base=claim.base,
            word=claim.word,
            at_ms=self.at_ms,
            colour=colour,
            pause=pause,
            tried=tried,
            raced=raced,
        )

    def lay_instead(self, claim: Claim, first: Laid) -> None:
        """Let the card of another contender stay instead of the first one (RULES.md 4.4)."""
        self.lay(
            self.as_laid(claim, colour=first.colour, pause=first.pause, tried=first.tried),
            in_hand=False,
        )

    def lay(self, laid: Laid, in_hand: bool = True) -> None:
        """Put the card on the pile; the next race begins, or the time to doubt the last card."""
        state = self.state
        hands = without(state.hands, laid.seat, laid.card) if in_hand else state.hands
        left = len(hands[laid.seat])
        self.public_event(
            "laid",
            **card_facts(self.rules, laid),
            seq=laid.seq,
            opening=laid.pause is None,
            left=left,
        )
        self.state = replace(
            state,
            phase=Phase.RACE if left else Phase.FINAL_WINDOW,
            hands=hands,
            piles=put(state.piles, laid.pile, (*state.piles[laid.pile], laid.card)),
            colour=self.lexicon.colour_of[laid.card],
            pause=laid.seat,
            seq=state.seq + 1,
            last=laid,
            earlier=self._still_open(),
            stuck=(),
            tried=(),
            claims=(),
            yielded=(),
            objecting=(),
            pointed=(),
            doubters=(),
            accepted=(),
            since_ms=self.at_ms,
        )
        if not left:
            self.public_event("last_card", seat=laid.seat)

    def _still_open(self) -> tuple[Laid, ...]:
        """Return the earlier words that could still be taken back (RULES.md 5.2, 4.1)."""
        state = self.state
        if sealed(self.rules) or (state.last is None and not state.earlier):
            return ()
        grace = max(millis(self.rules, "halt_grace_ms"), millis(self.rules, "photo_finish_ms"))
        return tuple(
            [
                laid
                for laid in (*state.earlier, state.last)
                if laid is not None and laid.seq > state.settled and self.at_ms < laid.at_ms + grace
            ]
        )

    def take_back(self, laid: Laid, why: str) -> None:
        """Return the latest card to its hand, and restore what was in force before it."""
        state = self.state
        pile = state.piles[laid.pile]
        self.events.append(taken_back(self.rules, laid, laid.seq, why))
        self.state = replace(
            state,
            hands=with_card(state.hands, laid.seat, laid.card),
            piles=put(state.piles, laid.pile, pile[:-1]),
            colour=laid.colour,
            pause=laid.pause,
            tried=laid.tried,
            last=None,
            accepted=(),
            stuck=(),
        )

    def go_back_to(self, target: Laid, why: str) -> bool:
        """Take back all cards laid after this word, latest first; return whether there were any."""
        state = self.state
        if state.last == target:
            return False
        every = [*state.earlier, state.word]
        place = every.index(target)
        for laid in reversed(every[place + 1 :]):
            self.take_back(laid, why)
        self.state = replace(self.state, last=target, earlier=tuple(every[:place]), why=None)
        return True

    def leave_photo(self, why: str, but: Claim | None = None) -> None:
        """Take back the cards of the contenders after the first, except this one."""
        state = self.state
        hands = state.hands
        for claim in reversed(state.claims):
            if claim != but:
                hands = with_card(hands, claim.seat, claim.card)
                self.events.append(taken_back(self.rules, claim, state.word.seq, why))
        self.state = replace(state, hands=hands, claims=(), yielded=(), objecting=(), pointed=())

    # --- “I cannot” (RULES.md 6.3 to 6.5) --------------------------------------------------------

    def all_stuck(self) -> None:
        """Record that this colour has failed: all seats but the pausing one draw a card.

        The pausing seat then names a colour that has not been tried; if there is none, the round is
        over.
        """
        state, failed = self.state, self.state.colour
        tried = tuple(sorted({*state.tried, failed}))
        self.state = replace(state, stuck=(), claims=(), tried=tried)
        if visible(self.rules, state) <= set(tried):
            self.public_event("all_stuck", colour=COLOURS[failed], seats=[], left=len(state.stock))
            self.end_round(Reason.DEADLOCK)
            return
        assert state.pause is not None
        drawn = self.draw(clockwise_after(state.seats, state.pause))
        left = len(self.state.stock)
        self.public_event("all_stuck", colour=COLOURS[failed], seats=drawn, left=left)
        self.want_colour(Why.STUCK)

    def draw(self, order: Sequence[Seat]) -> list[Seat]:
        """Draw one card per seat while the stock lasts; return those that got one (RULES.md 6.5)."""
        state = self.state
        drawn = list(order[: len(state.stock)])
        hands, stock = state.hands, state.stock
        for seat in drawn:
            card, stock = stock[-1], stock[:-1]
            hands = with_card(hands, seat, card)
            self.private_event(seat, "drew", card=self.lexicon.handles[card])
        self.state = replace(state, hands=hands, stock=stock)
        return drawn

    # --- cards laid unseen (RULES.md 8) ----------------------------------------------------------

    def submit(self, seat: Seat, claim: Claim | None) -> None:
        """Submit a card, or None for “I cannot”, in place of the seat's earlier submission."""
        state = self.state
        card = None if claim is None else self.lexicon.handles[claim.card]
        word = "" if claim is None else claim.word
        self.private_event(seat, "submitted", card=card, word=word)
        stuck = {other for other in state.stuck if other != seat}
        claims = [other for other in state.claims if other.seat != seat]
        self.state = replace(
            state,
            stuck=tuple(sorted({*stuck, seat} if claim is None else stuck)),
            claims=tuple(claims if claim is None else [*claims, claim]),
        )
        if not waited_for(self.state):
            self.resolve()

    def resolve(self) -> None:
        """Lay the first card clockwise from the pausing seat's left; the others stay unseen."""
        state = self.state
        assert state.pause is not None
        if not state.claims:
            self.all_stuck()
            return
        order = clockwise_after(state.seats, state.pause)
        first = min(state.claims, key=lambda claim: order.index(claim.seat))
        self.lay(self.as_laid(first, colour=state.colour, pause=state.pause, tried=state.tried))

    # --- colours (RULES.md 6.1, 6.2) -------------------------------------------------------------

    def want_colour(self, why: Why) -> None:
        """Let the pausing seat name another colour; if no other is on the piles, this one stays."""
        self.state = replace(self.state, why=why)
        colours = [COLOURS[colour] for colour in to_choose(self.rules, self.state)]
        if not colours:
            self.public_event("colour_stays", colour=COLOURS[self.state.colour], why=why.value)
            self.race_on()
            return
        self.public_event("colour_wanted", seat=self.state.pause, why=why.value, colours=colours)
        self.state = replace(self.state, phase=Phase.COLOUR_CHOICE, since_ms=self.at_ms)

    def race_on(self) -> None:
        """Go on with the race in a new situation."""
        self.state = replace(
            self.state,
            phase=Phase.RACE,
            seq=self.state.seq + 1,
            why=None,
            stuck=(),
            claims=(),
            since_ms=self.at_ms,
        )

    # --- the end (RULES.md 7) --------------------------------------------------------------------

    def give_chips(self, seats: list[Seat]) -> None:
        """Give each seat a chip; chips count even if none is left in the middle (RULES.md 5.9)."""
        chips = list(self.state.chips)
        for seat in seats:
            chips[seat] += 1
        self.state = replace(self.state, chips=tuple(chips))
        self.public_event("chips", seats=seats, left=max(0, CHIPS - sum(chips)))

    def end_round(self, reason: Reason, out: Seat | None = None) -> None:
        """End the round and count it."""
        ending = scores.ending(self.state, reason, out)
        self.state = replace(self.state, phase=Phase.OVER, ending=ending, why=None)
        self.events += [
            scores.counted_event(ending),
            round_over(scores.outcome(self.state, ending)),
        ]
