"""Delivery of a message to a mailbox, a browser or a webhook, and its errors."""

from __future__ import annotations

import hashlib
import hmac
import itertools
import json
import re
import smtplib
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse

from core import clock
from matches.present import listings
from notifications import outgoing_requests, reasons, selectors, stop_links
from notifications.message_text import Message
from notifications.models import UNASKED, Channel

LASTS_S = 24 * 3600
"""Seconds for which a push service stores a message; less if the deadline is closer."""


class SendingFailed(Exception):
    """It was not delivered. `why`: a code of `reasons`. `again`: retry later. `gone`: the channel
    has ended.
    """

    def __init__(self, why: str, *, again: bool = False, gone: bool = False) -> None:
        super().__init__(why)
        self.why = why
        self.again = again
        self.gone = gone


def send_message(channel: Channel, message: Message) -> None:
    """Deliver this message in the active language.

    Raises:
        SendingFailed: with the reason.
    """
    _SENDERS[Channel.Medium(channel.medium)](channel, message)


def _mail(channel: Channel, message: Message) -> None:
    address = selectors.address_of(channel.user)
    if not address:
        raise SendingFailed(reasons.NO_ADDRESS)
    stop = settings.ORIGIN + reverse(
        "notifications:stop_mails", args=[stop_links.make_stop_token(channel)]
    )
    text = render_to_string(
        "notifications/mail.txt",
        {
            "message": message,
            "stop": stop,
            "name": channel.user.name,
            "was_asked_for": message.kind not in UNASKED,
        },
    )
    mail = EmailMessage(
        " ".join(message.title.splitlines()),  # a line break in a header
        text,
        to=[address],
        headers={
            "List-Unsubscribe": f"<{stop}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
        },
    )
    try:
        mail.send()
    except smtplib.SMTPRecipientsRefused as error:
        bounced = all(code >= 500 for code, _ in error.recipients.values())
        raise SendingFailed(
            reasons.REFUSED if bounced else reasons.AWAY, again=not bounced
        ) from error
    except smtplib.SMTPDataError as error:
        bounced = error.smtp_code >= 500
        raise SendingFailed(
            reasons.REFUSED if bounced else reasons.AWAY, again=not bounced
        ) from error
    except OSError as error:  # smtplib's other errors too: a fault of the mail server, or ours
        raise SendingFailed(reasons.AWAY, again=True) from error


def _push(channel: Channel, message: Message) -> None:
    # Imported here, because only workers need OpenSSL's bindings.
    from notifications import web_push

    body = {
        "title": message.title,
        "body": message.text[:600],
        "url": message.path,
        "tag": message.tag,
        "waiting": len(listings.waiting(channel.user_id)),
    }
    left_s = LASTS_S
    if message.due_ms is not None:
        left_s = max(60, min(left_s, (message.due_ms - clock.now_ms()) // 1000))
    plain = json.dumps(body, ensure_ascii=False).encode()
    sealed = web_push.encrypt_push(plain, channel.key, channel.secret)
    topic = message.tag[:32]
    headers = web_push.push_headers(channel.target, lasts_s=left_s, urgent=True, topic=topic)
    _post(channel.target, headers, sealed)


def _webhook(channel: Channel, message: Message) -> None:
    body = json.dumps(_SHAPES[Channel.Shape(channel.shape)](message)).encode()
    headers = {"Content-Type": "application/json", "User-Agent": "Nightcap"}
    if channel.shape == Channel.Shape.RAW:
        headers |= signature_headers(channel.secret, clock.now_ms() // 1000, body)
    _post(channel.target, headers, body)


def signature_headers(secret: str, at_s: int, body: bytes) -> dict[str, str]:
    """Return the headers that prove the origin and the time of a webhook's request."""
    mac = hmac.new(secret.encode(), f"{at_s}.".encode() + body, hashlib.sha256)
    return {
        "X-Nightcap-Timestamp": str(at_s),
        "X-Nightcap-Signature": f"sha256={mac.hexdigest()}",
    }


def _post(url: str, headers: dict[str, str], body: bytes) -> None:
    try:
        status = outgoing_requests.post_to_stranger(url, headers, body)
    except outgoing_requests.Forbidden as error:
        raise SendingFailed(reasons.PRIVATE) from error
    except outgoing_requests.Unreachable as error:
        raise SendingFailed(reasons.AWAY, again=True) from error
    if status in (404, 410):
        raise SendingFailed(reasons.GONE, gone=True)
    if status == 429 or status >= 500:
        raise SendingFailed(reasons.AWAY, again=True)
    if not 200 <= status < 300:
        raise SendingFailed(reasons.REFUSED)


_MARKUP = re.compile(r"([\\*_~`|>#\[\]()<+-])")
"""Characters that are markup for Discord."""
_HALF_URL = re.compile(r"https?://\S*$")
"""An address that a cut at the end would change."""


def _discord(message: Message) -> dict[str, Any]:
    # Names chosen by users are shown literally: they cannot hide a link or mention a user.
    content = _with_url(message, _for_discord, 2000)
    return {"content": content, "allowed_mentions": {"parse": []}}


def _for_discord(text: str) -> str:
    # Our own addresses in a summary must not be escaped, because that would break them.
    parts = re.split(rf"({re.escape(settings.ORIGIN)}/\S*)", text)
    parts[::2] = [_MARKUP.sub(r"\\\1", part) for part in parts[::2]]
    return "".join(parts)


def _slack(message: Message) -> dict[str, Any]:
    # Slack cannot escape a star, so the whole text is sent as plain text.
    return {"text": _with_url(message, _for_slack, 3000), "mrkdwn": False}


def _for_slack(line: str) -> str:
    return line.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _with_url(message: Message, escape: Callable[[str], str], most: int) -> str:
    """Return the message within this many characters, cut if necessary, with its whole address
    below.
    """
    text = "\n".join((message.title, *message.lines))
    left = most - len(message.url) - 1
    if len(said := escape(text)) > left:
        # A cut must not split an escaped character.
        ends = itertools.accumulate(len(escape(one)) for one in text)
        fits = sum(end < left for end in ends)
        said = escape(_HALF_URL.sub("", text[:fits]).rstrip()) + "…"
    return f"{said}\n{message.url}"


def _raw(message: Message) -> dict[str, Any]:
    return {
        "id": message.key,
        "kind": message.kind,
        "match": message.match or None,
        "title": message.title,
        "lines": message.lines,
        "url": message.url,
        "due_ms": message.due_ms,
        "event": message.event,
    }


_SHAPES: dict[Channel.Shape, Callable[[Message], dict[str, Any]]] = {
    Channel.Shape.DISCORD: _discord,
    Channel.Shape.SLACK: _slack,
    Channel.Shape.RAW: _raw,
}
_SENDERS: dict[Channel.Medium, Callable[[Channel, Message], None]] = {
    Channel.Medium.MAIL: _mail,
    Channel.Medium.PUSH: _push,
    Channel.Medium.WEBHOOK: _webhook,
}
