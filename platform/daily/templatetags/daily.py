"""`{% daily_today %}`: today's deal in small, with the button to play it, for other pages."""

from __future__ import annotations

from typing import Any

from django import template
from django.template.context import Context

from core.refusals import Refused
from daily import days, today

register = template.Library()


@register.inclusion_tag("daily/_today.html", takes_context=True)
def daily_today(context: Context) -> dict[str, Any]:
    """Today's deal for whoever asks for the page; nothing where its game has no rules to play by."""
    request = context["request"]
    user = request.user if request.user.is_authenticated else None
    try:
        shown = today.shown(days.today(), user, is_past=False)
    except Refused:
        shown = None
    return {"request": request, "csrf_token": context.get("csrf_token", ""), "shown": shown}
