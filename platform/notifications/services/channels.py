"""A user's channels: their type, their kinds of notice, on and off."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils.crypto import get_random_string

from accounts.hold_people import hold_people
from accounts.models import User
from accounts.services import sign_ins
from core import clock
from notifications import selectors
from notifications.models import UNASKED, Channel, Kind

ALL = [kind.value for kind in Kind]
PUBLIC = [kind for kind in ALL if kind not in (Kind.DECISION, Kind.FRIEND, Kind.CLUB)]
"""Kinds of a webhook that others may read: those that are not about the user."""
MOST_BROWSERS = 10
"""Browsers of one user; a further one replaces the oldest."""


def expect_mail(user: User) -> Channel | None:
    """Return the mailbox of a user with a confirmed address, by default with `models.UNASKED`.

    None: there is no confirmed address, and none was ever used.
    """
    found = Channel.objects.filter(user=user, medium=Channel.Medium.MAIL).first()
    if found is None and selectors.address_of(user):
        found, _ = Channel.objects.get_or_create(
            user=user,
            medium=Channel.Medium.MAIL,
            about="",
            defaults={"kinds": [*UNASKED]},
        )
    return found


@transaction.atomic
def subscribe_browser(
    user: User,
    endpoint: str,
    p256dh: str,
    auth: str,
    label: str,
    *,
    before: str = "",
    session_key: str = "",
) -> Channel:
    """Push to this browser from now on; it belongs to this user, even if it had another.

    `before`: its former endpoint, if it changed; the kinds of notice stay. `session_key`: the
    session whose end also ends the pushes.
    """
    # The lock serialises several requests at once, which would otherwise exceed the limit.
    hold_people(user.pk)
    known = selectors.browsers_of(user)
    kept = known.filter(target__in=(endpoint, before)).order_by("-pk").first()
    if before != endpoint:
        known.filter(target=before).delete()
    Channel.objects.filter(medium=Channel.Medium.PUSH, target=endpoint).exclude(user=user).delete()
    channel, _ = Channel.objects.update_or_create(
        medium=Channel.Medium.PUSH,
        target=endpoint,
        defaults={
            "user": user,
            "key": p256dh,
            "secret": auth,
            "label": label,
            "session_key": session_key,
            "kinds": ALL if kept is None else kept.kinds,
            "failures": 0,
            "off_at": None,
            "off_why": "",
        },
    )
    newest = selectors.browsers_of(user).order_by("-pk").values("pk")[:MOST_BROWSERS]
    selectors.browsers_of(user).exclude(pk__in=list(newest.values_list("pk", flat=True))).delete()
    mark_as_told(user)
    return channel


def is_signed_in_there(browser: Channel) -> bool:
    """Return whether the session of a browser's subscription still exists; an unknown one does not."""
    return sign_ins.is_signed_in(browser.user, browser.session_key)


@transaction.atomic
def lose_browsers(user_id: int, *which: int) -> None:
    """Delete these browsers of a user, or all, and report that on the user's next page."""
    lost = Channel.objects.filter(user_id=user_id, medium=Channel.Medium.PUSH)
    if which:
        lost = lost.filter(pk__in=which)
    if lost.delete()[0]:
        User.objects.filter(pk=user_id).update(push_ended=True)


def mark_as_told(user: User) -> None:
    """Record that the user has seen which browsers get pushes."""
    User.objects.filter(pk=user.pk, push_ended=True).update(push_ended=False)
    user.push_ended = False


def set_webhook(user: User, url: str, shape: str, about: str = "") -> Channel:
    """Send to this webhook from now on, with a new secret; `about`: as in `Channel.about`."""
    told = {
        "target": url,
        "shape": shape,
        "secret": get_random_string(40),
        "failures": 0,
        "off_at": None,
        "off_why": "",
    }
    channel, _ = Channel.objects.update_or_create(
        user=user,
        medium=Channel.Medium.WEBHOOK,
        about=about,
        defaults=told,
        create_defaults=told | {"kinds": PUBLIC},
    )
    return channel


def choose_kinds(channel: Channel, kinds: Sequence[str], *, daily: bool) -> None:
    """Choose a channel's kinds of notice, and whether they come together in the morning."""
    channel.kinds = [kind for kind in ALL if kind in kinds]
    channel.daily = daily
    channel.save(update_fields=["kinds", "daily"])


def switch_channel(channel: Channel, *, on: bool) -> None:
    """Pause a channel, or resume it with its failures cleared."""
    channel.off_at = None if on else clock.now()
    channel.off_why, channel.failures = "", 0
    channel.save(update_fields=["off_at", "off_why", "failures"])


def remove_channel(channel: Channel) -> None:
    """Delete a browser or a webhook; its deliveries stay in the log."""
    channel.delete()
