"""What is told. Seats are numbers, cards values, targets `middle-i` or `seat-s`.

* `dealt`: first, counts (by seat)
* `turned`: seat, card, over (so many cards of its discard pile were turned over for it, 0: none)
* `laid`: seq, seat, card, source (`discard` or `turned`), target
* `kept`: seq, seat, card, next: the turned card lies on the own discard pile, the turn is over
* `turned_back`: seat, card, cards: this turned card and so many others are the discard pile again
* `accepted`: seat, seq
* `let_stand`: seat, seq: the window is shut, and nobody had called; `seat` laid the card
* `called_out`: seat (who called), accused, seq; error (the code of the mistake), laid, at (which card was laid
  where); card, source, targets (what had to be laid from where, and onto which piles; no target: it
  fits nowhere); next (who is on turn now)
* `taken_back`: seat, card, target (it lies on the own discard pile again); later ([source, card,
  target] of each placement that was taken back with it), hidden ([seat, card] of each turned card
  that went back onto a draw pile, the first one turned first), over (seats whose pile, turned over
  for that, lies as before)
* `penalty`: seat, givers (each gave the bottom card of its draw pile)
* `called_wrongly`: seat (who called), accused, seq, cost (`card`, `locked` or `nothing`)
* `timed_out`: seat, phase (`open`: the table turns a card, `revealed`: it keeps the turned one)
* `unnoticed`: for nobody until the round is over: seq, seat, error, laid, at, card, source, targets
* `round_over`: reason, winners
"""

from __future__ import annotations

from typing import Any

from games.kernel.contract import Event, Seat, note
from games.schlafmuetzen.state import Laid, Mistake


def wrong(laid: Laid, mistake: Mistake) -> dict[str, Any]:
    """What was wrong with a placement, in plain data."""
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
    """The mistakes that nobody called out, for the log of a round that is over."""
    return [
        note("unnoticed", seat=laid.seat, **wrong(laid, laid.mistake))
        for laid in covered
        if laid.mistake is not None
    ]


def taken_back(
    first: Laid, later: tuple[Laid, ...], hidden: list[tuple[Seat, int]], over: list[Seat]
) -> Event:
    """What a right call restores."""
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
