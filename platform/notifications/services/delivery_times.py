"""The time of a notice, and whether it is still valid."""

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
"""The time of a daily summary, in the user's time zone."""
READING_MS = 10 * 60_000
"""Mails and webhooks are sent only if at least this much time remains, in milliseconds."""


def is_bundled(delivery: Delivery) -> bool:
    """Return whether it goes out with others in the morning; one about a close deadline does not
    wait.
    """
    notice, channel = delivery.notice, delivery.channel
    return (
        notice is not None
        and channel is not None
        and channel.daily
        and notice.kind != Kind.DEADLINE
    )


def morning_ms(user: User, now_ms: int) -> int:
    """Return this user's next morning after this moment."""
    zone = zone_of(user)
    here = clock.as_datetime(now_ms).astimezone(zone)
    morning = datetime.combine(here.date(), MORNING, zone)
    if morning <= here:
        morning = datetime.combine(here.date() + timedelta(days=1), MORNING, zone)
    return round(morning.astimezone(UTC).timestamp() * 1000)


def why_not_sent(delivery: Delivery, channel: Channel, now_ms: int) -> str:
    """Return why this is no longer sent, or ""; a trial is always sent."""
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
    # A notice that waited while its user looked at the match was in time when it was due.
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
    """Return when to check again whether the user looks at this match; None: the user does not.

    A user who looks needs no notice. After a limit the notice is sent if the user has not acted.
    """
    notice = delivery.notice
    if notice is None or notice.match_id is None:
        return None
    lasts_ms = presence.looks_ms(notice.match_id, notice.user_id)
    return now_ms + lasts_ms if lasts_ms else None


def quiet_until_ms(delivery: Delivery, now_ms: int) -> int | None:
    """Return the end of the user's quiet hours in which this would arrive; None: it may arrive now.

    A subject that belongs to several people has no quiet hours.
    """
    if delivery.notice is None or delivery.notice.about:
        return None
    until = delivery.user.hours.quiet_until(clock.as_datetime(now_ms))
    return None if until is None else round(until.timestamp() * 1000)


def _holds(delivery: Delivery, notice: Notice, status: SeatStatus) -> bool:
    """Return whether it still holds, is not superseded, and was not seen at the table meanwhile."""
    if notice.kind in (Kind.TURN, Kind.DEADLINE):
        later = Notice.objects.filter(
            user=notice.user_id, match=notice.match_id, kind=notice.kind, seat=notice.seat
        )
        return status.is_awaited and not later.filter(pk__gt=notice.pk).exists()
    if notice.kind == Kind.BEGUN:
        played_meanwhile = delivery.looked and status.has_moved
        return status.status == Match.Status.RUNNING and not played_meanwhile
    return not status.has_seen_result
