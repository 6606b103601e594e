"""Parses the forms of a page, as a browser would send them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin

from django.core.cache import cache
from django.db import transaction

from tests.platform.access.matrix import read
from tests.platform.access.world import World, every_pattern


@dataclass
class Field:
    """A named control of a form: `kind` is the type of an input, or `textarea`, or `select`."""

    name: str
    kind: str
    value: str = ""
    most: int = 0
    choices: list[str] = field(default_factory=list)

    @property
    def is_typed(self) -> bool:
        """True if users type text there."""
        return self.kind in {"text", "textarea", "search", "url", "email"}


@dataclass
class Form:
    """A form of a page, with all its fields."""

    action: str
    fields: list[Field] = field(default_factory=list)

    @property
    def shape(self) -> tuple[str, ...]:
        """A key that is equal for forms which differ only in their selected choices."""
        return tuple(sorted({one.name for one in self.fields}))


class Forms(HTMLParser):
    """Parses the forms of a page that are sent by this method."""

    def __init__(self, address: str, method: str) -> None:
        super().__init__()
        self.address, self.method = address, method
        self.found: list[Form] = []
        self.errors = 0
        self._form: Form | None = None
        self._open: Field | None = None
        self._loose: dict[str, Form] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._form = None
            if given.get("method", "").lower() == self.method:
                self._form = Form(urljoin(self.address, given.get("action", "")))
                self.found.append(self._form)
                self._loose[given.get("id", "")] = self._form
        form = self._loose.get(given["form"]) if given.get("form") else self._form
        if form is None or "name" not in given:
            if tag == "option" and self._open is not None:
                self._option(given)
            return
        one = Field(given["name"], given.get("type", "text" if tag == "input" else tag))
        one.value = given.get("value", "")
        one.most = int(given.get("maxlength", 0))
        if tag == "input" and one.kind in {"checkbox", "radio"}:
            one.choices = [one.value or "on"]
            one.value = one.value or "on"
            if "checked" not in given:
                one.kind = f"{one.kind} off"
        if tag == "select" or tag == "textarea":
            one.kind, self._open = tag, one
        if tag == "button":
            one.kind = "button"
        form.fields.append(one)

    def _option(self, given: dict[str, str]) -> None:
        assert self._open is not None
        self._open.choices.append(given.get("value", ""))
        if "selected" in given or len(self._open.choices) == 1:
            self._open.value = given.get("value", "")

    def handle_data(self, data: str) -> None:
        if self._open is not None and self._open.kind == "textarea":
            self._open.value += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        if tag in {"select", "textarea"}:
            self._open = None


def forms_of(answer: Any, address: str, method: str = "post") -> list[Form]:
    """Return every form of this response that is sent by this method."""
    reader = Forms(address, method)
    reader.feed(answer.content.decode())
    return reader.found


def forms_of_the_site(
    there: World, writers: str, method: str = "post"
) -> Iterator[tuple[str, Form]]:
    """Yield each form of the site with each of these people on whose pages it is; Django writes
    those of the admin.
    """
    lines = read()
    for name, pattern in every_pattern():
        for who in writers if not name.startswith(("admin:", "api:client")) else "":
            if lines[name].expected("GET", who) != ".":
                continue
            address = there.address(name, pattern)
            answer = there.ask(who, "GET", address)
            if "text/html" in answer.headers["Content-Type"]:
                for form in forms_of(answer, address, method):
                    yield who, form
            cache.clear()


_NAMED_IDS = re.compile(r'aria-describedby="([^"]*)"')
_ID = re.compile(r'\sid="([^"]+)"')
_ERRORS = re.compile(r'<[^>]*class="field__errors"[^>]*>')
_INVALID = re.compile(r'<[^>]*aria-invalid="true"[^>]*>')
_GROUP = re.compile(r'<fieldset[^>]*>|<[^>]*role="group"[^>]*>')


def unlinked(page: str) -> list[str]:
    """Return the errors that no field names, the names that no error or help has, and the invalid
    fields that name no error.
    """
    ids, named = _ID.findall(page), _names(page)
    errors = {one for tag in _ERRORS.findall(page) for one in _ID.findall(tag)}
    found = [f"{one} is named, and exists {ids.count(one)} times" for one in named]
    found = [one for one in found if not one.endswith("exists 1 times")]
    found += [f"an error has no id: {tag}" for tag in _ERRORS.findall(page) if not _ID.search(tag)]
    found += [f"no field names the error {one}" for one in errors - named]
    for tag in _INVALID.finditer(page):
        # A group names the error for all its fields.
        groups = _GROUP.findall(page, 0, tag.start())[-1:]
        if not errors & _names(tag[0] + "".join(groups)):
            found.append(f"no error is told for {tag[0]}")
    return found


def _names(html: str) -> set[str]:
    return {one for each in _NAMED_IDS.findall(html) for one in each.split()}


def kind_of(form: Form) -> tuple[str, tuple[str, ...]]:
    """Return a key that is equal for forms which differ only in the person or object."""
    return re.sub(r"[0-9a-f-]{36}|\d+", "#", form.action), form.shape


@contextmanager
def undone(there: World, who: str) -> Iterator[None]:
    """Undo the effects of a form in the database, the cache and the browser."""
    client, mark = there.browsers[who], transaction.savepoint()
    before = client.cookies.output()
    try:
        with there.days.now():
            yield
    finally:
        transaction.savepoint_rollback(mark)
        cache.clear()
        if client.cookies.output() != before:
            client.cookies.clear()
            client.cookies.load(there.cookies[who])
