"""`{% person_link name %}`: the name of a person as a link, and `{{ names|people_links }}`: several;
every template has both.
"""

from __future__ import annotations

from collections.abc import Iterable

from django import template
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from core.person_links import person_link

register = template.Library()
register.simple_tag(person_link)


@register.filter
def people_links(names: Iterable[str]) -> SafeString:
    """Return the names of several people as links, separated by commas."""
    return format_html_join(", ", "{}", ((person_link(name),) for name in names))
