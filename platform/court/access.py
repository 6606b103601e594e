"""Access to the moderators' pages of the word court."""

from __future__ import annotations

from collections.abc import Callable
from typing import Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse

from accounts.staff import staff_page
from court import selectors

P = ParamSpec("P")


def for_moderators(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Restrict a view to users who may decide cases; other visitors are asked to sign in."""
    return staff_page(selectors.PERMISSION)(view)
