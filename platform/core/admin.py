"""Base classes of the admin's pages."""

from __future__ import annotations

from typing import Any, TypeVar

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

M = TypeVar("M", bound=Model)


class Guarded(admin.ModelAdmin[M]):
    """An admin that filters only by its own lookups, and deletes nothing.

    Django lets an address filter by any column of a model, also by a hidden one: an attacker could
    read it letter by letter. `lookups` are the allowed ones.
    """

    lookups: tuple[str, ...] = ()

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        return lookup in self.lookups

    def has_delete_permission(self, request: HttpRequest, obj: M | None = None) -> bool:
        return False


class ReadOnly(Guarded[M]):
    """A read-only admin, also for superusers: only services change these rows."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: M | None = None) -> bool:
        return False
