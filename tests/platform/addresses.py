"""Every address of the site, as in the table of addresses."""

from __future__ import annotations

import datetime
import itertools
import uuid
from collections.abc import Callable, Iterator
from typing import Any

from django.urls import NoReverseMatch, URLPattern, URLResolver, get_resolver, reverse
from django.urls.resolvers import RegexPattern

CONVERTED: dict[str, Any] = {
    "DateConverter": datetime.date(2026, 1, 1),
    "IntConverter": 1,
    "PathConverter": 1,
    "SlugConverter": "some-slug",
    "StringConverter": "some-text",
    "UUIDConverter": uuid.UUID(int=1),
}
"""A valid value for each converter of a route."""
GROUPS = ("1", "some-text", "agree", "void", "matches", "members")
"""Values for the groups of regular expressions; each group matches one of them."""


def patterns(
    resolver: URLResolver | None = None, space: str = "", *, admin: bool = False
) -> Iterator[tuple[str, URLPattern]]:
    """Return every pattern of the platform, with its name and its app's; of Django's admin the
    named ones.
    """
    for pattern in (resolver or get_resolver()).url_patterns:
        if isinstance(pattern, URLResolver):
            if admin or pattern.namespace != "admin":
                inside = f"{pattern.namespace}:" if pattern.namespace else space
                yield from patterns(pattern, inside, admin=admin)
        elif pattern.name or not admin:
            yield f"{space}{pattern.name}", pattern


def every_page() -> Iterator[tuple[str, Callable[..., object]]]:
    """Return every page and action of the platform: its name, and its view."""
    return ((name, pattern.callback) for name, pattern in patterns())


def address(name: str, pattern: URLPattern) -> str:
    """Return an address of this view, whether or not the object exists.

    Raises:
        NoReverseMatch: none of the values fits.
    """
    at = pattern.pattern
    if not isinstance(at, RegexPattern):
        kinds = {key: type(one).__name__ for key, one in at.converters.items()}
        return reverse(name, kwargs={key: CONVERTED[kind] for key, kind in kinds.items()})
    keys = list(at.regex.groupindex)
    for values in itertools.product(GROUPS, repeat=len(keys)):
        try:
            return reverse(name, kwargs=dict(zip(keys, values, strict=True)))
        except NoReverseMatch:
            continue
    raise NoReverseMatch(name)
