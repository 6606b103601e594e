"""Code that all actions share: placements, windows, the end (RULES.md 4 to 6).

`events.py` lists the events; each kind of action has its file in `actions/`.
"""

from __future__ import annotations

from msgspec.structs import replace

from games.kernel.contract import Seat
from games.kernel.default_answers import round_over
from games.kernel.turn import TurnBuilder, put
from games.schlafmuetzen import events, scores
from games.schlafmuetzen.cards import NONE, Card, Pile
from games.schlafmuetzen.duty import PLACE_OF, SEAT_OF, mistake
from games.schlafmuetzen.options import chosen
from games.schlafmuetzen.state import (
    OWN,
    TURNED,
    Ending,
    Laid,
    Phase,
    Piles,
    Reason,
    State,
    cards_left,
)


class Turn(TurnBuilder[State]):
    """An action in progress, with a method for each thing that can happen in it."""

    @property
    def strict(self) -> bool:
        """True if mistakes are refused (RULES.md 3.8)."""
        return chosen(self.rules, "error_mode", "strict")

    @property
    def whole_turn(self) -> bool:
        """True if a call is about the whole last turn (RULES.md 5.9)."""
        return chosen(self.rules, "call_scope", "last_turn")

    # --- laying cards (RULES.md 4.3 to 4.5) ------------------------------------------------------

    def place(self, source: str, target: str) -> None:
        """Lay the card there, right or wrong; the next call is about it."""
        state, piles = self.state, self.state.piles
        seat = state.active
        strict, wrong = self.strict, mistake(piles, seat, source, target)
        card = piles.turned if source == TURNED else piles.discards[seat][-1]
        over = source == TURNED and piles.flipped is not None
        laid = Laid(state.seq + 1, seat, source, card, target, wrong, over)
        ends = target == OWN
        following = (seat + 1) % state.seats if ends else seat
        if ends:
            self.public_event("kept", seq=laid.seq, seat=seat, card=card, next=following)
        else:
            self.public_event(
                "laid", seq=laid.seq, seat=seat, card=card, source=source, target=target
            )
        covered, before = self._covered(laid)
        piles = moved(piles, seat, source, target, card)
        if self.whole_turn and wrong is not None and before is None:
            before = piles
        self.state = State(
            phase=Phase.REVEALED if piles.turned else Phase.OPEN,
            began=state.began,
            active=following,
            piles=piles,
            since_ms=self.at_ms,
            seq=laid.seq,
            laid=(*covered, laid),
            window=not strict,
            before=before,
            locked=without(state.locked, following) if ends else state.locked,
            undone=state.undone and not ends,
            laid_ms=None if strict else self.at_ms,
        )
        if not ends and not cards_left(piles, seat, seat):
            self._all_laid(seat)

    def _covered(self, laid: Laid) -> tuple[tuple[Laid, ...], Piles | None]:
        """Return the earlier placements that a call covers, and the piles after the first mistake.

        All other placements are now final (RULES.md 5.1, 5.9).
        """
        state = self.state
        if self.whole_turn and state.window and state.laid[-1].seat == laid.seat:
            return state.laid, state.before
        self.shut()
        return (), None

    def shut(self) -> None:
        """Keep placements without a call; their mistakes are shown when the round is over."""
        if self.state.window:
            self.events += events.unnoticed(self.state.laid)

    def _all_laid(self, seat: Seat) -> None:
        """Open the window for the other seats after the last card of a seat (RULES.md 5.8)."""
        if self.strict:
            self.end_round(Reason.LAID, (seat,))
        else:
            self.state = replace(self.state, phase=Phase.WIN_WINDOW)

    # --- the end (RULES.md 6) --------------------------------------------------------------------

    def let_stand(self) -> None:
        """Shut the window, as no seat called."""
        state = self.state
        latest = state.laid[-1]
        self.shut()
        self.public_event("let_stand", seat=latest.seat, seq=latest.seq)
        self.state = replace(state, window=False, laid=(latest,), before=None, accepted=())
        if state.phase is Phase.WIN_WINDOW:
            self.end_round(Reason.LAID, (latest.seat,))

    def end_round(self, reason: Reason, winners: tuple[Seat, ...]) -> None:
        """End the round, and tell the mistakes that no player called out."""
        self.shut()
        self.state = scores.over(self.state, reason, winners)
        ending = self.state.ending
        assert isinstance(ending, Ending)
        self.events.append(round_over(scores.outcome(self.rules, self.state, ending)))


def without(locked: tuple[Seat, ...], active: Seat) -> tuple[Seat, ...]:
    """Return the locked seats without the one that becomes active (RULES.md 5.7)."""
    return tuple([seat for seat in locked if seat != active]) if locked else ()


def moved(piles: Piles, seat: Seat, source: str, target: str, card: Card) -> Piles:
    """Return the piles after this card was laid there (RULES.md 4.3)."""
    middle, discards, overs = piles.middle, piles.discards, piles.overs
    turned, flipped = piles.turned, piles.flipped
    if source == TURNED:
        turned, flipped = NONE, None
    else:
        discards = put(discards, seat, discards[seat][:-1])
    place = PLACE_OF.get(target)
    if place is not None:
        middle = put(middle, place, (*middle[place], card))
        overs = (0,) * len(overs)
    else:
        to = seat if target == OWN else SEAT_OF[target]
        discards = put(discards, to, (*discards[to], card))
    return Piles(middle, piles.draws, discards, overs, turned, flipped)


def unturned(piles: Piles, seat: Seat) -> Piles:
    """Return the piles with the turned card face down on the draw pile again.

    If the discard pile was turned over for it, its remaining cards are restored (RULES.md 4.6).
    """
    draw = piles.draws[seat]
    if piles.flipped is None:
        return replace(piles, draws=put(piles.draws, seat, (*draw, piles.turned)), turned=NONE)
    received = len(draw) - piles.flipped
    discard: Pile = (piles.turned, *draw[received:][::-1])
    return Piles(
        middle=piles.middle,
        draws=put(piles.draws, seat, draw[:received]),
        discards=put(piles.discards, seat, discard),
        overs=put(piles.overs, seat, max(0, piles.overs[seat] - 1)),
    )
