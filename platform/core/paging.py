"""Pagination of long lists, with plain links."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.db.models import Model, QuerySet

M = TypeVar("M", bound=Model)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """One page of a list: its lines, its number, and the totals of pages and lines."""

    lines: list[T]
    number: int
    pages: int
    total: int


def paginate(
    found: QuerySet[M] | Sequence[M], number: int, size: int, line: Callable[[M], T]
) -> Page[T]:
    """Return this page of a list, or the last one if there are fewer: two queries for a query."""
    pages = Paginator(found, size)
    here = pages.get_page(number).number
    # Not limited by the count, which is one too few if a line was added after it.
    lines = [line(one) for one in found[(here - 1) * size : here * size]]
    return Page(lines, here, pages.num_pages, pages.count)


@dataclass(frozen=True, slots=True)
class PageLinks:
    """The links to the neighbouring pages, "" if there is none; the number of this one and of all."""

    before: str
    after: str
    number: int
    pages: int


def page_links(here: Page[Any], name: str, query: Mapping[str, Any]) -> PageLinks:
    """Return the links of a page of a list whose number is `name` in the query of its address."""

    def link(number: int) -> str:
        if not 1 <= number <= here.pages:
            return ""
        return "?" + urlencode(
            {key: value for key, value in query.items() if value} | {name: number}
        )

    return PageLinks(
        before=link(here.number - 1),
        after=link(here.number + 1),
        number=here.number,
        pages=here.pages,
    )


def number_of(text: object) -> int:
    """Return the page number in an address; 1 if it is invalid."""
    digits = str(text)
    return max(1, int(digits)) if digits.isascii() and digits.isdigit() and len(digits) < 6 else 1
