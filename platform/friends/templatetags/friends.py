"""`{% friend_names %}`: the names of one's friends, which a field with `list="friend-names"` suggests."""

from __future__ import annotations

from typing import Any

from django import template
from django.template.context import Context

from friends.friend_lists import names_of_friends

register = template.Library()


@register.inclusion_tag("friends/_names.html", takes_context=True)
def friend_names(context: Context) -> dict[str, Any]:
    """The friends of whoever asks for the page; nothing for those who are not signed in."""
    return {"names": names_of_friends(context["request"].user)}
