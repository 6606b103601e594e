"""What a board's templates need and Jinja2 does not bring: seats and how they sit, twins, points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Any, TypeVar

from django.utils.translation import gettext as _

T = TypeVar("T")


def signed(points: int) -> str:
    """Points as one writes them: a loss with a minus sign, which is wider than a hyphen."""
    return str(points).replace("-", "\u2212")


def around(seats: Sequence[T], you: int | None) -> Sequence[T]:
    """The others as they sit, from your left on; all of them for a spectator."""
    return seats if you is None else [*seats[you + 1 :], *seats[:you]]


def by_place(seats: Sequence[Any]) -> Sequence[Any]:
    """The seats as they ended, the best first."""
    return sorted(seats, key=lambda seat: (seat.place or 0, seat.number))


def leaders(seats: Sequence[Any], places: Sequence[int] | None) -> Sequence[str]:
    """The names of the seats in first place, by these places or else by their own."""
    return [seat.name for seat in seats if (places[seat.number] if places else seat.place) == 1]


def ordinal(place: int) -> str:
    """A place from the second on as it follows "You came": "2nd"."""
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
    """The thing if its attribute of this name has this value, else None.

    So a fragment sees what concerns its own place, and changes with nothing else.
    """
    return thing if thing is not None and getattr(thing, name) == value else None


def twins(cards: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Each card with its number among its like: ids that tell twins apart on the page only."""
    met: Counter[str] = Counter()
    for card in cards:
        met[card] += 1
        yield card, met[card]


def next_twin(cards: Sequence[str], card: str) -> int:
    """The number that one more card of this kind would have."""
    return list(cards).count(card) + 1


def times(count: int) -> range:
    """Something to loop over so many times."""
    return range(count)


def left_after(goal: int, have: Sequence[Any]) -> range:
    """As many as are still missing."""
    return range(max(0, goal - len(have)))


def having(things: Sequence[Any] | None, name: str, value: Any) -> Sequence[Any]:
    """Those of the things whose attribute of this name, a collection, contains this value."""
    return tuple(one for one in things or () if value in getattr(one, name))


def runs(cards: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Each card with how many of its like stand together."""
    for card, twins in groupby(cards):
        yield card, len(list(twins))


FILTERS: dict[str, Callable[..., Any]] = {
    filter.__name__: filter
    for filter in (
        around,
        by_place,
        leaders,
        ordinal,
        having,
        left_after,
        next_twin,
        runs,
        signed,
        times,
        twins,
        where,
    )
}
