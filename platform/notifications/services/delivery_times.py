"""When a notice goes out, and whether it still does."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta

from accounts.models import User
from accounts.zones import zone_of
from core import clock
from matches.models import Match
from matches.present import presence
from matches.present.seat_status import SeatStatus, seat_status
from notifications import reasons, selectors
from notifications.models import Channel, Delivery, Kind, Notice

MORNING = time(8)
"""Where the person lives: when the summary of a day goes out."""
READING_MS = 10 * 60_000
"""Mails and webhooks are for what leaves at least this much time."""


def is_bundled(delivery: Delivery) -> bool:
    """Whether it goes out with others in the morning; a deadline that is near waits for nothing."""
    notice, channel = delivery.notice, delivery.channel
    return (
        notice is not None
        and channel is not None
        and channel.daily
        and notice.kind != Kind.DEADLINE
    )


def morning_ms(user: User, now_ms: int) -> int:
    """The next morning of this person, after this moment."""
    zone = zone_of(user)
    here = clock.as_datetime(now_ms).astimezone(zone)
    morning = datetime.combine(here.date(), MORNING, zone)
    if morning <= here:
        morning = datetime.combine(here.date() + timedelta(days=1), MORNING, zone)
    return round(morning.astimezone(UTC).timestamp() * 1000)


def why_not_sent(delivery: Delivery, channel: Channel, now_ms: int) -> str:
    """Why this does not go out any more, "" if it does; a trial always does."""
    notice = delivery.notice
    if notice is None:
        return ""
    if channel.off_at is not None:
        return reasons.OFF
    if notice.kind not in channel.kinds:
        return reasons.UNWANTED
    if notice.match_id is None:
        return ""
    if notice.kind == Kind.SEAT:
        is_kept = selectors.is_kept(notice.match_id, notice.user_id)
        return "" if is_kept else reasons.OVER
    if notice.kind == Kind.ENDED and selectors.is_followed(notice.match_id, notice.user_id):
        return ""
    holder = selectors.holder_of(notice)
    status = None if holder is None else seat_status(notice.match_id, holder.pk)
    if status is None or not _holds(delivery, notice, status):
        return reasons.OVER
    # What waited because its person looked was in time when it was due.
    if (
        notice.kind == Kind.TURN
        and not delivery.looked
        and channel.medium != Channel.Medium.PUSH
        and status.due_ms is not None
        and status.due_ms - now_ms < READING_MS
    ):
        return reasons.SHORT
    return ""


def looks_until_ms(delivery: Delivery, now_ms: int) -> int | None:
    """When to ask again whether the person looks at that very match; None: they do not.

    Whoever looks sees for themselves; but nobody looks for ever, and what is not done by then is told.
    """
    notice = delivery.notice
    if notice is None or notice.match_id is None:
        return None
    lasts_ms = presence.looks_ms(notice.match_id, notice.user_id)
    return now_ms + lasts_ms if lasts_ms else None


def quiet_until_ms(delivery: Delivery, now_ms: int) -> int | None:
    """When the person's quiet time ends in which this would arrive; None: it may arrive now.

    What belongs to more than one person waits for the hours of none.
    """
    if delivery.notice is None or delivery.notice.about:
        return None
    until = delivery.user.hours.quiet_until(clock.as_datetime(now_ms))
    return None if until is None else round(until.timestamp() * 1000)


def _holds(delivery: Delivery, notice: Notice, status: SeatStatus) -> bool:
    """Whether it is still so, not told by a later notice, and not seen at the table meanwhile."""
    if notice.kind in (Kind.TURN, Kind.DEADLINE):
        later = Notice.objects.filter(
            user=notice.user_id, match=notice.match_id, kind=notice.kind, seat=notice.seat
        )
        return status.is_awaited and not later.filter(pk__gt=notice.pk).exists()
    if notice.kind == Kind.BEGUN:
        played_meanwhile = delivery.looked and status.has_moved
        return status.status == Match.Status.RUNNING and not played_meanwhile
    return not status.has_seen_result
