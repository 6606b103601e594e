"""The bases of all pages of the admin."""

from __future__ import annotations

from typing import Any, TypeVar

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

M = TypeVar("M", bound=Model)


class Guarded(admin.ModelAdmin[M]):
    """Filters by nothing but its own filters, and deletes nothing.

    Django lets an address filter by any column of a model, also by one that no page shows: whoever
    guesses can read it that way, letter by letter. `lookups` are the ones that may stand there.
    """

    lookups: tuple[str, ...] = ()

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        return lookup in self.lookups

    def has_delete_permission(self, request: HttpRequest, obj: M | None = None) -> bool:
        return False


class ReadOnly(Guarded[M]):
    """To be looked at, by superusers too: what is changed goes through the services."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: M | None = None) -> bool:
        return False
