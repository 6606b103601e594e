"""`{% friend_names %}`: the names of the viewer's friends, suggested by fields with
`list="friend-names"`.
"""

from __future__ import annotations

from typing import Any

from django import template
from django.template.context import Context

from friends.friend_lists import names_of_friends

register = template.Library()


@register.inclusion_tag("friends/_names.html", takes_context=True)
def friend_names(context: Context) -> dict[str, Any]:
    """Return the friends of the viewer; an anonymous viewer has none."""
    return {"names": names_of_friends(context["request"].user)}
