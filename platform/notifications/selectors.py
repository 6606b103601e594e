"""Queries of notices: channels, the log of deliveries, news."""

from __future__ import annotations

import uuid

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db.models import QuerySet

from accounts.models import User
from core.paging import Page, paginate
from matches.models import Match, Seat, followed_seats
from notifications.models import Channel, Delivery, Notice

PAGE = 30
"""Lines of the log on a page."""
NEWEST = 10
"""News on the page; older news are on the pages that they link to."""


def is_kept(match_id: uuid.UUID, user_id: int) -> bool:
    """Return whether a seat of an undealt match is reserved for this user."""
    kept = Seat.objects.filter(match=match_id, kept_for=user_id, user=None)
    return kept.filter(match__status=Match.Status.OPEN).exists()


def holder_of(notice: Notice) -> User | None:
    """Return the holder of a notice's seat: its user, or a player on the user's device; None if
    they left.
    """
    if notice.seat is None:
        return notice.user
    places = Seat.objects.filter(match=notice.match_id, number=notice.seat)
    place = places.filter(at_device_of=notice.user_id).select_related("user").first()
    return None if place is None else place.user


def is_followed(match_id: uuid.UUID, user_id: int) -> bool:
    """Return whether a substitute plays on for this user there, or did until the end."""
    return followed_seats(Seat.objects.filter(match=match_id, dealt_to=user_id)).exists()


def address_of(user: User) -> str:
    """Return a user's confirmed email address; "" without one, or if this server sends no mail."""
    if not settings.CAN_MAIL:
        return ""
    found = EmailAddress.objects.filter(user=user, verified=True).order_by("-primary").first()
    return "" if found is None else str(found.email)


def browsers_of(user: User) -> QuerySet[Channel]:
    """Return the browsers that a user gets pushes on."""
    return Channel.objects.filter(user=user, medium=Channel.Medium.PUSH)


def channels_of(user: User) -> QuerySet[Channel]:
    """Return the active channels for a user's own matters."""
    return Channel.objects.filter(user=user, about="", off_at=None)


def webhook_of(user: User, about: str = "") -> Channel | None:
    """Return a user's webhook for this subject."""
    return Channel.objects.filter(user=user, medium=Channel.Medium.WEBHOOK, about=about).first()


def log_of(user: User, number: int) -> Page[Delivery]:
    """Return a page of a user's log of deliveries, sent or not, the newest first."""
    own = Delivery.objects.filter(user=user).exclude(notice__in=Notice.objects.exclude(about=""))
    return paginate(
        own.select_related("notice__match").order_by("-id"), number, PAGE, lambda one: one
    )


def log_through(channel: Channel) -> list[Delivery]:
    """Return the last deliveries of a channel, sent or not, the newest first."""
    return list(channel.deliveries.select_related("notice").order_by("-id")[:NEWEST])


def news_of(user: User) -> QuerySet[Notice]:
    """Return a user's news outside of their matches, the newest first."""
    own = Notice.objects.filter(user=user, news__isnull=False, about="")
    return own.order_by("-pk")[:NEWEST]
