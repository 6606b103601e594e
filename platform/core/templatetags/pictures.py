"""`{% icon "moon" %}`: one of our line drawings, and `{% portrait user.portrait %}`: a person's picture;
every template has both tags.
"""

from __future__ import annotations

from django import template

from core.pictures import icon, portrait

register = template.Library()
register.simple_tag(icon)
register.simple_tag(portrait)
