"""The choice of the first seat: the holder of a 2, else the lowest lot (RULES.md 2.2 to 2.4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from games.kernel.contract import Chance, Event, Seat
from games.kernel.events import public_event
from games.siebenschlaefer.cards import Face, is_number, names

Opening: TypeAlias = tuple[Seat, tuple[Face, ...], tuple[Event, ...]]
"""The seat that begins, the stock afterwards, and the events about it."""

TWO: Face = 2


def opening(hands: Sequence[tuple[Face, ...]], stock: tuple[Face, ...], chance: Chance) -> Opening:
    """Find the seat that begins: the only holder of a 2 (RULES.md 2.2).

    If several seats hold a 2, or none does, lots decide.
    """
    holders = [seat for seat, hand in enumerate(hands) if TWO in hand]
    if len(holders) == 1:
        return holders[0], stock, (_begins(holders[0], "only_two"),)
    reason = "lots_among_twos" if holders else "lots_among_all"
    return _draw_lots(holders or list(range(len(hands))), reason, stock, chance)


def _draw_lots(seats: list[Seat], reason: str, stock: tuple[Face, ...], chance: Chance) -> Opening:
    """Draw lots: the lowest number begins, equal ones draw again (RULES.md 2.3).

    All lots are shuffled back into the stock.
    """
    pile, told = list(stock), []
    while len(seats) > 1:
        drawn = [_draw_number(pile) for _ in seats]
        lots = [lot[-1] for lot in drawn if lot and is_number(lot[-1])]
        if len(lots) == len(seats):
            lowest = [seat for seat, lot in zip(seats, drawn, strict=True) if lot[-1] == min(lots)]
        else:
            lowest = [chance.choice(seats)]
        told.append(_lots(seats, drawn, lowest))
        seats = lowest
    return seats[0], chance.shuffled(stock), (*told, _begins(seats[0], reason))


def _draw_number(pile: list[Face]) -> list[Face]:
    """Draw from the top until a card is a number (SI-R2) or the stock is empty (RULES.md 2.4)."""
    lot: list[Face] = []
    while pile and not (lot and is_number(lot[-1])):
        lot.append(pile.pop())
    return lot


def _lots(seats: list[Seat], drawn: list[list[Face]], lowest: list[Seat]) -> Event:
    """Return the event that shows the lots; the log keeps only who drew and who was lowest."""
    kept = {"seats": seats, "lowest": lowest}
    cards = [list(names(lot)) for lot in drawn]
    return Event("lots", {**kept, "cards": cards}, moment=True, log=kept)


def _begins(seat: Seat, reason: str) -> Event:
    return public_event("begins", seat=seat, reason=reason)
