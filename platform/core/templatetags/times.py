"""How long ago and how long until, in one word or two."""

from __future__ import annotations

from datetime import datetime

from django import template
from django.utils.timesince import timesince
from django.utils.timezone import now
from django.utils.translation import gettext

register = template.Library()


@register.filter
def since(moment: datetime) -> str:
    """How long ago this was, in its largest unit."""
    return _words(moment, now())


@register.filter
def until(moment: datetime) -> str:
    """How long until then, in its largest unit."""
    return _words(now(), moment)


def _words(start: datetime, end: datetime) -> str:
    if (end - start).total_seconds() < 60:
        return gettext("less than a minute")
    return timesince(start, end, depth=1)
