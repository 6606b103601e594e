"""The events. Seats are numbers, cards are values, targets are `middle-i` or `seat-s`.

* `dealt`: first, counts (by seat)
* `turned`: seat, card, over (number of cards of its discard pile that were turned over for it; 0:
  none)
* `laid`: seq, seat, card, source (`discard` or `turned`), target
* `kept`: seq, seat, card, next: the turned card is on the seat's own discard pile, the turn is over
* `turned_back`: seat, card, cards: this turned card and this number of others are the discard pile
  again
* `accepted`: seat, seq
* `let_stand`: seat, seq: the window shut without a call; `seat` laid the card
* `called_out`: seat (the caller), accused, seq; error (the code of the mistake), laid, at (the card
  laid, and where); card, source, targets (the card that had to be laid, from where, and onto which
  piles; no target: it fits nowhere); next (the seat on turn now)
* `taken_back`: seat, card, target (the card is on the seat's own discard pile again); later
  ([source, card, target] of each placement that was taken back with it), hidden ([seat, card] of
  each turned card that went back onto a draw pile, the first one turned first), over (seats whose
  pile was turned over for that and is restored)
* `penalty`: seat, givers (each gave the bottom card of its draw pile)
* `called_wrongly`: seat (the caller), accused, seq, cost (`card`, `locked` or `nothing`)
* `timed_out`: seat, phase (`open`: the table turns a card, `revealed`: it keeps the turned one)
* `unnoticed`: to no viewer until the round is over: seat, seq, error, laid, at, card, source,
  targets
* `round_over`: reason, winners
"""

from __future__ import annotations

from typing import Any

from games.kernel.contract import NOBODY, Event, Seat
from games.schlafmuetzen.state import Laid, Mistake


def wrong(laid: Laid, mistake: Mistake) -> dict[str, Any]:
    """Return the mistake in a placement as plain data."""
    duty = mistake.duty
    return {
        "seq": laid.seq,
        "error": mistake.kind,
        "laid": laid.card,
        "at": laid.target,
        "card": duty.card,
        "source": duty.source,
        "targets": list(duty.targets),
    }


def unnoticed(covered: tuple[Laid, ...]) -> list[Event]:
    """Return the events for mistakes without a call, for the log of a finished round."""
    return [
        Event("unnoticed", {"seat": laid.seat, **wrong(laid, laid.mistake)}, NOBODY)
        for laid in covered
        if laid.mistake is not None
    ]


def taken_back(
    first: Laid, later: tuple[Laid, ...], hidden: list[tuple[Seat, int]], over: list[Seat]
) -> Event:
    """Return the event that tells what a right call restores."""
    return Event(
        "taken_back",
        {
            "seat": first.seat,
            "card": first.card,
            "target": first.target,
            "later": [[laid.source, laid.card, laid.target] for laid in later],
            "hidden": [list(one) for one in hidden],
            "over": over,
        },
    )
