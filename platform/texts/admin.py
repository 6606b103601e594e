"""The admin of the host's texts."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.http import HttpRequest
from django.utils.translation import gettext as now

from texts import published
from texts.models import Text


@admin.register(Text)
class TextAdmin(admin.ModelAdmin[Text]):
    """The admin of a text: administrators edit it, and all users read it once it is published."""

    list_display = ("page", "language", "published", "changed_at")
    list_filter = ("page", "language")
    fields = (("page", "language"), "body", "published")

    def save_model(self, request: HttpRequest, obj: Text, form: Any, change: bool) -> None:
        """Save a text; one that was saved empty starts as our draft and stays unpublished."""
        begins = obj.is_empty
        if begins:
            obj.published = False
        super().save_model(request, obj, form, change)
        published.forget_published()
        if begins:
            messages.info(
                request, now("This is our draft. Fill in the parts in brackets, then publish it.")
            )
