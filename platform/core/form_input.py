"""The typed input of a refused form, which the refusing page keeps."""

from __future__ import annotations

from django.http import HttpRequest

from core.csrf import TOKEN, UNREADABLE

SECRET = ("password", "code")
"""Parts of the names of fields that are written on no page."""


def fields_sent(request: HttpRequest) -> list[tuple[str, str]]:
    """Return the readable fields of a form, in their order."""
    try:
        return [(name, value) for name, values in request.POST.lists() for value in values]
    except UNREADABLE:
        return []


def is_secret(name: str) -> bool:
    """Return whether a field of this name is a password or a code."""
    return any(map(name.count, SECRET))


def fields_kept(request: HttpRequest) -> list[tuple[str, str]]:
    """Return all fields except passwords, codes and the token, if the form had a valid token."""
    if request.method != "POST" or not getattr(request, "csrf_processing_done", False):
        return []
    return [
        (name, value)
        for name, value in fields_sent(request)
        if name != TOKEN and not is_secret(name)
    ]


def words_typed(request: HttpRequest) -> list[str]:
    """Return the fields with more than one word, if the form had a valid token."""
    said = [value.strip() for _name, value in fields_kept(request)]
    return [value for value in said if len(value.split()) > 1]
