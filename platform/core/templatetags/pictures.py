"""`{% icon "moon" %}`: a line drawing of ours; every template knows the tag."""

from __future__ import annotations

from django import template

from core.pictures import icon

register = template.Library()
register.simple_tag(icon)
