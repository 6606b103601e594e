"""The unsubscribe link of each mail: it works for its reader, signed in or not."""

from __future__ import annotations

from django.core import signing

from notifications.models import Channel

_SALT = "notifications.stop"


def make_stop_token(channel: Channel) -> str:
    """Return the signed token of the link that ends the mails of a channel."""
    return signing.dumps(channel.pk, salt=_SALT)


def read_stop_token(token: str) -> Channel | None:
    """Return the channel of a link; None if the token is invalid or the channel is deleted."""
    try:
        pk = signing.loads(token, salt=_SALT)
    except signing.BadSignature:
        return None
    return Channel.objects.filter(pk=pk).select_related("user").first()
