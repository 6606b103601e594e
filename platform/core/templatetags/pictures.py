"""`{% icon "moon" %}`: one of our line drawings; every template has the tag."""

from __future__ import annotations

from django import template

from core.pictures import icon

register = template.Library()
register.simple_tag(icon)
