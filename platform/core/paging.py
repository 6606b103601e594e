"""Turning the pages of a list by plain links."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Page


@dataclass(frozen=True, slots=True)
class Turns:
    """Where the neighbouring pages are, "" where there is none; the number of this one and of all."""

    before: str
    after: str
    number: int
    pages: int


def turns(page: Page[Any], name: str, query: Mapping[str, Any]) -> Turns:
    """The links of a page of a list whose number is `name` in the query of its address."""

    def link(number: int) -> str:
        return "?" + urlencode(
            {key: value for key, value in query.items() if value} | {name: number}
        )

    return Turns(
        before=link(page.number - 1) if page.has_previous() else "",
        after=link(page.number + 1) if page.has_next() else "",
        number=page.number,
        pages=page.paginator.num_pages,
    )


def number_of(text: object) -> int:
    """The number of a page as an address has it: 1 for whatever is no such number."""
    digits = str(text)
    return int(digits) if digits.isascii() and digits.isdigit() and 0 < len(digits) < 6 else 1
