"""Reading what concerns notices: channels, the log of what was sent, news."""

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
"""News on the page; older ones are found where they lead."""


def is_kept(match_id: uuid.UUID, user_id: int) -> bool:
    """Whether a seat of a match that is not dealt is kept for this person."""
    kept = Seat.objects.filter(match=match_id, kept_for=user_id, user=None)
    return kept.filter(match__status=Match.Status.OPEN).exists()


def holder_of(notice: Notice) -> User | None:
    """Who holds the seat that a notice of a match is about: its own person, or somebody who plays with
    that person's device; None: they do not any more."""
    if notice.seat is None:
        return notice.user
    places = Seat.objects.filter(match=notice.match_id, number=notice.seat)
    place = places.filter(at_device_of=notice.user_id).select_related("user").first()
    return None if place is None else place.user


def is_followed(match_id: uuid.UUID, user_id: int) -> bool:
    """Whether a substitute plays on for this person there, or did to the end."""
    return followed_seats(Seat.objects.filter(match=match_id, dealt_to=user_id)).exists()


def address_of(user: User) -> str:
    """The confirmed mail address of somebody, "" if there is none or this server sends no mail."""
    if not settings.CAN_MAIL:
        return ""
    found = EmailAddress.objects.filter(user=user, verified=True).order_by("-primary").first()
    return "" if found is None else str(found.email)


def browsers_of(user: User) -> QuerySet[Channel]:
    """The browsers that somebody is pushed to."""
    return Channel.objects.filter(user=user, medium=Channel.Medium.PUSH)


def channels_of(user: User) -> QuerySet[Channel]:
    """The channels that tell somebody of what is their own, and are not switched off."""
    return Channel.objects.filter(user=user, about="", off_at=None)


def webhook_of(user: User, about: str = "") -> Channel | None:
    """The webhook of somebody that tells of this."""
    return Channel.objects.filter(user=user, medium=Channel.Medium.WEBHOOK, about=about).first()


def log_of(user: User, number: int) -> Page[Delivery]:
    """A page of what was sent to somebody and what was not, the newest first."""
    own = Delivery.objects.filter(user=user).exclude(notice__in=Notice.objects.exclude(about=""))
    return paginate(
        own.select_related("notice__match").order_by("-id"), number, PAGE, lambda one: one
    )


def log_through(channel: Channel) -> list[Delivery]:
    """What was last sent through a channel and what was not, the newest first."""
    return list(channel.deliveries.select_related("notice").order_by("-id")[:NEWEST])


def news_of(user: User) -> QuerySet[Notice]:
    """What is new for somebody beside their matches, the newest first."""
    own = Notice.objects.filter(user=user, news__isnull=False, about="")
    return own.order_by("-pk")[:NEWEST]
