"""What a board's templates need and Jinja2 does not bring: seats and how they sit, twins, points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Any, TypeVar

T = TypeVar("T")


def signed(points: int) -> str:
    """Points as one writes them: a loss with a minus sign, which is wider than a hyphen."""
    return str(points).replace("-", "\u2212")


def around(seats: Sequence[T], you: int | None) -> Sequence[T]:
    """The others as they sit, from your left on; all of them for a spectator."""
    return seats if you is None else [*seats[you + 1 :], *seats[:you]]


def by_place(seats: Sequence[dict[str, Any]]) -> Sequence[dict[str, Any]]:
    """The seats as they ended, the best first."""
    return sorted(seats, key=lambda seat: (seat["place"] or 0, seat["number"]))


def aimed_at(attack: Any, seat: int) -> Any:
    """The attack if this seat is its victim: what concerns one place changes no other part."""
    return attack if attack is not None and attack.victim == seat else None


def held_by(thing: Any, seat: int) -> Any:
    """The thing if it is this seat's, else None."""
    return thing if thing is not None and thing.seat == seat else None


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


def containing(combinations: Sequence[Any], card: str) -> Sequence[Any]:
    """Those of these combinations that have this card among their `cards`."""
    return tuple(one for one in combinations or () if card in one.cards)


def runs(cards: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Each card with how many of its like stand together."""
    for card, twins in groupby(cards):
        yield card, len(list(twins))


FILTERS: dict[str, Callable[..., Any]] = {
    filter.__name__: filter
    for filter in (
        aimed_at,
        around,
        by_place,
        containing,
        held_by,
        left_after,
        next_twin,
        runs,
        signed,
        times,
        twins,
    )
}
