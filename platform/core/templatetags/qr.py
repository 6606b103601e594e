"""`{% qr_code address %}`: an address as a picture for a phone's camera."""

from __future__ import annotations

from django import template

from core.qr_code import qr_code

register = template.Library()
register.simple_tag(qr_code)
