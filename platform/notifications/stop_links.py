"""The link in each mail that ends them: it works for who has the mail, signed in or not."""

from __future__ import annotations

from django.core import signing

from notifications.models import Channel

_SALT = "notifications.stop"


def make_stop_token(channel: Channel) -> str:
    """The signed text of the link that ends the mails of a channel."""
    return signing.dumps(channel.pk, salt=_SALT)


def read_stop_token(token: str) -> Channel | None:
    """The channel that a link is about; None if it is not one of ours, or the channel has gone."""
    try:
        pk = signing.loads(token, salt=_SALT)
    except signing.BadSignature:
        return None
    return Channel.objects.filter(pk=pk).select_related("user").first()
