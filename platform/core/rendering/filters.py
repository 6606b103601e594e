"""Filters for a board's templates that Jinja2 lacks: the order of seats, twins, points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import groupby
from typing import Any, TypeVar

from django.utils.translation import gettext as _

from core.numbers import gained, signed

T = TypeVar("T")


def around(seats: Sequence[T], you: int | None) -> Sequence[T]:
    """Return the other seats in their order, from your left on; all of them for a spectator."""
    return seats if you is None else [*seats[you + 1 :], *seats[:you]]


def by_place(seats: Sequence[Any]) -> Sequence[Any]:
    """Return the seats by their final place, the best first."""
    return sorted(seats, key=lambda seat: (seat.place or 0, seat.number))


def placed(seats: Sequence[Any], place: int, places: Sequence[int] | None) -> Sequence[int]:
    """Return the numbers of the seats in this place, by these places or else by their own."""
    return [
        seat.number for seat in seats if (places[seat.number] if places else seat.place) == place
    ]


def ordinal(place: int) -> str:
    """Return a place from the second on as it follows "You came": "2nd"."""
    words = {
        2: _("2nd"),
        3: _("3rd"),
        4: _("4th"),
        5: _("5th"),
        6: _("6th"),
        7: _("7th"),
        8: _("8th"),
    }
    return words.get(place, str(place))


def where(thing: Any, name: str, value: Any) -> Any:
    """Return the thing if its attribute of this name has this value, otherwise None.

    So a fragment reads only the values of its own place, and changes only with them.
    """
    return thing if thing is not None and getattr(thing, name) == value else None


def twins(cards: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Yield each card with its number among equal ones, for ids that are unique on the page."""
    met: Counter[str] = Counter()
    for card in cards:
        met[card] += 1
        yield card, met[card]


def next_twin(cards: Sequence[str], card: str) -> int:
    """Return the number that one more card of this kind would have."""
    return list(cards).count(card) + 1


def times(count: int) -> range:
    """Return a range to loop over this number of times."""
    return range(count)


def left_after(goal: int, have: Sequence[Any]) -> range:
    """Return a range with one item for each missing one."""
    return range(max(0, goal - len(have)))


def having(things: Sequence[Any] | None, name: str, value: Any) -> Sequence[Any]:
    """Return the things whose attribute of this name, a collection, contains this value."""
    return tuple(one for one in things or () if value in getattr(one, name))


def among(things: Collection[T], *wanted: T) -> frozenset[T]:
    """Return those of the wanted things that are among these.

    So a fragment reads only the few that it shows, and changes only with them.
    """
    return frozenset(one for one in wanted if one in things)


def of_kinds(picks: Collection[str], *kinds: str) -> frozenset[str]:
    """Return the picks of these kinds: their first parts, as "pass" of "pass-17"."""
    return frozenset(pick for pick in picks if pick.partition("-")[0] in kinds)


def about(events: Sequence[Any], fact: str, value: Any) -> Sequence[Any]:
    """Return the events with this value of a fact."""
    return [event for event in events if event.data.get(fact) == value]


def runs(cards: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Yield each card with the number of equal ones in a row."""
    for card, twins in groupby(cards):
        yield card, len(list(twins))


FILTERS: dict[str, Callable[..., Any]] = {
    filter.__name__: filter
    for filter in (
        about,
        among,
        around,
        by_place,
        gained,
        ordinal,
        placed,
        having,
        left_after,
        next_twin,
        of_kinds,
        runs,
        signed,
        times,
        twins,
        where,
    )
}
