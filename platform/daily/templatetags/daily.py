"""`{% daily_today %}`: a small view of today's deal with its play button, for other pages."""

from __future__ import annotations

from typing import Any

from django import template
from django.db import Error
from django.template.context import Context

from core.refusals import Refused
from daily import days, today
from realtime.database_away import is_away

register = template.Library()


@register.inclusion_tag("daily/_today.html", takes_context=True)
def daily_today(context: Context) -> dict[str, Any]:
    """Return today's deal for the viewer; None if its game has no active rules, or if the first
    request of a day cannot store it.
    """
    request = context["request"]
    user = request.user if request.user.is_authenticated else None
    try:
        shown = today.deal_for(days.today(), user, is_past=False)
    except Refused:
        shown = None
    except Error as error:
        if not is_away(error):
            raise
        shown = None
    return {"request": request, "csrf_token": context.get("csrf_token", ""), "shown": shown}
