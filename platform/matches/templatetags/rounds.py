"""`{% round_url "matches:step" match_id 1 0 %}`: the address of a page of a round.

It stays under the link with which this page was opened.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template

from matches.web.replays import round_address

register = template.Library()


@register.simple_tag(takes_context=True)
def round_url(context: Mapping[str, Any], name: str, match_id: object, *rest: object) -> str:
    """Return the address; `rest`: the number of the round, and of the step if there is one."""
    return round_address(context["request"], name, match_id, *rest)
