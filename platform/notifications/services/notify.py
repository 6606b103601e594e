"""Create a notice once, with a delivery for each channel."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from celery import current_app
from django.db import transaction

from accounts.models import User
from core import clock
from core.after_commit import after_commit
from matches.models import Outbox, Seat, followed_seats
from matches.present.seat_status import seat_status
from notifications import reasons, selectors
from notifications.models import Channel, Delivery, Kind, Notice
from notifications.services import delivery_times
from notifications.services.channels import expect_mail

DELIVER = "notifications.tasks.deliver"
SHORTEST_MS = 10 * 60_000
"""Shortest time of a reminder before its deadline, in milliseconds; a quarter of the time left, if
longer.
"""
LATER_MS = 60 * 60_000
"""Milliseconds until the next check if no deadline runs now."""


def notify_turn(row: Outbox) -> int | None:
    """Notify the user of this row that it is their turn, and remind them later.

    A player on another user's device has no channel, so the owner of the device is notified. A
    second call sends nothing twice. Return when there is more to do, or None for never.
    """
    assert row.seat is not None
    place = Seat.objects.get(match__rounds=row.round_id, number=row.seat)
    if place.user_id is None:
        return None
    status = seat_status(place.match_id, place.user_id)
    if status is None or not status.is_awaited:
        return None
    situation = f"{row.round_id}.{row.version}"
    user_id, seat = place.user_id, None
    if place.at_device_of_id is not None:
        user_id, seat = place.at_device_of_id, place.number
        situation += f".{seat}"
    notify_of_match(user_id, place.match_id, Kind.TURN, situation, seat)
    if status.due_ms is None:
        return clock.now_ms() + LATER_MS
    begun_ms = row.facts[-1]
    reminds_ms = reminder_ms(begun_ms, status.due_ms)
    if reminds_ms is None:
        return None
    if clock.now_ms() < reminds_ms:
        return reminds_ms
    notify_of_match(user_id, place.match_id, Kind.DEADLINE, situation, seat)
    return None


def reminder_ms(begun_ms: int, due_ms: int) -> int | None:
    """Return when to remind a user of this deadline; None: there is too little time."""
    given_ms = due_ms - begun_ms
    return None if given_ms < 2 * SHORTEST_MS else due_ms - max(SHORTEST_MS, given_ms // 4)


def notify_people_of_match(row: Outbox, kind: Kind) -> None:
    """Notify all people of a match, including those who may take a seat back from a substitute.

    A second call sends nothing twice.
    """
    places = Seat.objects.filter(match__rounds=row.round_id)
    seated = places.filter(user__isnull=False).values_list("match_id", "user_id")
    followed = followed_seats(places).values_list("match_id", "dealt_to_id")
    for match_id, user_id in (*seated, *followed):
        notify_of_match(user_id, match_id, kind, "")


def notify_of_kept_seat(*, user_id: int, match_id: uuid.UUID, **_: object) -> None:
    """Notify a user of a reserved seat, once for each match, even if the host changes the seat."""
    notify_of_match(user_id, match_id, Kind.SEAT, "")


@transaction.atomic
def notify_of_match(
    user_id: int, match_id: uuid.UUID, kind: Kind, situation: str, seat: int | None = None
) -> None:
    """Store a notice and dispatch it, once for each situation. `seat`: as in `Notice.seat`."""
    user = User.objects.get(pk=user_id)
    expect_mail(user)
    channels = list(selectors.channels_of(user))
    if not channels:
        return
    now_ms = clock.now_ms()
    notice, is_new = Notice.objects.get_or_create(
        user=user,
        match_id=match_id,
        kind=kind,
        situation=situation,
        defaults={"at": clock.as_datetime(now_ms), "seat": seat},
    )
    if is_new:
        dispatch_deliveries(_deliveries(notice, channels, now_ms))


@transaction.atomic
def notify_of_news(
    *,
    user_id: int,
    key: str,
    sentence: str,
    facts: Mapping[str, str | int],
    path: str,
    more: Sequence[str] = (),
    kind: str = Kind.LEAGUE,
    **_: object,
) -> None:
    """Notify a user of news, once for each key; of a league unless `kind` names another source.

    News are shown on the page of notices, even without a channel.
    """
    user = User.objects.filter(pk=user_id, gone_at=None).first()
    if user is None:
        return
    expect_mail(user)
    news = {"sentence": sentence, "facts": dict(facts), "more": [*more], "path": path}
    _write_news(user, list(selectors.channels_of(user)), Kind(kind), key, news)


def withdraw_news(*, keys: Sequence[str], **_: object) -> None:
    """Delete the notices of news that no longer hold, and with them what is not sent yet."""
    Notice.objects.filter(match=None, situation__in=keys).delete()


@transaction.atomic
def notify_listener(
    channel: Channel,
    *,
    key: str,
    sentence: str,
    facts: Mapping[str, str | int],
    path: str,
    more: Sequence[str],
    event: Mapping[str, Any],
) -> None:
    """Notify a channel with a subject (`Channel.about`) of an event there, once for each key.

    The arguments are those of `notify_of_news`; `event`: the same for programs, as JSON.
    """
    news = {"sentence": sentence, "facts": dict(facts), "more": [*more], "path": path}
    news |= {"event": dict(event)}
    _write_news(channel.user, [channel], Kind.LEAGUE, key, news, channel.about)


def _write_news(
    user: User,
    channels: list[Channel],
    kind: Kind,
    key: str,
    news: Mapping[str, Any],
    about: str = "",
) -> None:
    now_ms = clock.now_ms()
    notice, is_new = Notice.objects.get_or_create(
        user=user,
        match=None,
        kind=kind,
        situation=key,
        defaults={"at": clock.as_datetime(now_ms), "news": news, "about": about},
    )
    if is_new:
        dispatch_deliveries(_deliveries(notice, channels, now_ms))


def _deliveries(notice: Notice, channels: list[Channel], now_ms: int) -> Iterator[Delivery]:
    for channel in channels:
        delivery = Delivery(
            user_id=notice.user_id,
            notice=notice,
            channel=channel,
            medium=channel.medium,
            due_ms=now_ms,
            at=clock.as_datetime(now_ms),
        )
        if notice.kind not in channel.kinds:
            delivery.status, delivery.why = Delivery.Status.SKIPPED, reasons.UNWANTED
        elif delivery_times.is_bundled(delivery):
            delivery.due_ms = delivery_times.morning_ms(notice.user, now_ms)
            delivery.why = reasons.DAILY
        yield delivery


def dispatch_deliveries(deliveries: Iterator[Delivery]) -> None:
    """Store deliveries and send those that are due; the sweep repeats lost ones."""
    for delivery in Delivery.objects.bulk_create(deliveries):
        if delivery.status == Delivery.Status.WAITING and not delivery.why:
            after_commit(current_app.send_task, DELIVER, args=[delivery.pk], retry=False)
