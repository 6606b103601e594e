"""Deliver due messages once; twice at most if a worker stops during a delivery."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from celery import current_app
from celery.exceptions import SoftTimeLimitExceeded
from django.db import DatabaseError, transaction
from django.db.models import F, QuerySet
from django.utils import translation

from core import clock, metrics
from notifications import message_text, reasons, send_message
from notifications.models import Channel, Delivery
from notifications.services import channels, delivery_times
from notifications.services.notify import DELIVER

log = logging.getLogger(__name__)

Status = Delivery.Status

MINUTE_MS = 60_000
LEASE_MS = MINUTE_MS
"""Time in milliseconds during which no other worker claims a delivery in progress; longer than its
task may run.
"""
BACKOFF_MS = tuple(minutes * MINUTE_MS for minutes in (1, 5, 30, 120, 360))
"""Delays in milliseconds after each failed attempt."""
MOST_FAILURES = 5
"""Failed deliveries in a row after which a channel is switched off."""

# Create each counter at 0, so that the first event is an increase.
for _medium in Channel.Medium.values:
    for _outcome in (Status.SENT, Status.SKIPPED, Status.FAILED):
        metrics.NOTICES.labels(_medium, _outcome.value)


def is_any_due() -> bool:
    """Return whether a delivery is due."""
    return bool(_due_deliveries().exists())


def _due_deliveries() -> QuerySet[Delivery]:
    return Delivery.objects.filter(
        status__in=(Status.WAITING, Status.SENDING), due_ms__lte=clock.now_ms()
    )


def send_due_deliveries(limit: int = 200) -> int:
    """Send the tasks of all due deliveries; return their number."""
    found = list(_due_deliveries().order_by("due_ms").values_list("pk", flat=True)[:limit])
    for pk in found:
        current_app.send_task(DELIVER, args=[pk], retry=False, expires=LEASE_MS / 1000)
    return len(found)


def deliver_notice(pk: int) -> None:
    """Deliver this message, or all messages of its summary, or record why they are not sent."""
    bundle = _claim(pk)
    if not bundle:
        return
    channel = bundle[0].channel
    if channel is None or _has_ended(channel):
        _close(bundle, Status.SKIPPED, reasons.OFF)
        return
    now_ms = clock.now_ms()
    due = []
    for delivery in bundle:
        if why := delivery_times.why_not_sent(delivery, channel, now_ms):
            _close([delivery], Status.SKIPPED, why)
        elif (until_ms := delivery_times.quiet_until_ms(delivery, now_ms)) is not None:
            _wait([delivery], until_ms, reasons.QUIET, attempts=0)
        elif (until_ms := delivery_times.looks_until_ms(delivery, now_ms)) is not None:
            _wait([delivery], until_ms, reasons.LOOKING, attempts=0, looked=True)
        else:
            due.append(delivery)
    if due:
        _send(channel, due)


def _has_ended(channel: Channel) -> bool:
    """Return whether this is a browser without a signed-in session; then it is deleted.

    A sign-out deletes it directly, but a crash of the process may lose that.
    """
    if not channel.session_key or channels.is_signed_in_there(channel):
        return False
    channels.lose_browsers(channel.user_id, channel.pk)
    return True


@transaction.atomic
def _claim(pk: int) -> list[Delivery]:
    """Claim due deliveries for this worker; empty if they are settled or just claimed."""
    now_ms = clock.now_ms()
    open_ = (
        Delivery.objects.filter(due_ms__lte=now_ms)
        .select_for_update(skip_locked=True, of=("self",))
        .select_related("user", "channel__user", "notice__match", "notice__user")
    )
    first = open_.filter(pk=pk, status__in=(Status.WAITING, Status.SENDING)).first()
    if first is None:
        return []
    taken = [first]
    if delivery_times.is_bundled(first) and first.status == Status.WAITING:
        others = open_.filter(channel=first.channel, status=Status.WAITING).exclude(pk=pk)
        taken += [other for other in others.order_by("pk") if delivery_times.is_bundled(other)]
    again = []
    for delivery in taken:
        if delivery.status == Status.SENDING and delivery.lost:
            _close([delivery], Status.FAILED, reasons.CRASHED)
            continue
        delivery.lost = delivery.status == Status.SENDING
        delivery.status = Status.SENDING
        delivery.due_ms = now_ms + LEASE_MS
        delivery.attempts += 1
        delivery.save(update_fields=["lost", "status", "due_ms", "attempts"])
        again.append(delivery)
    return again


def _send(channel: Channel, bundle: Sequence[Delivery]) -> None:
    notices = [delivery.notice for delivery in bundle if delivery.notice is not None]
    try:
        with translation.override(channel.user.reads):
            send_message.send_message(
                channel,
                message_text.message_of(notices, channel.user)
                if notices
                else message_text.trial_message(bundle[0].pk),
            )
    except send_message.SendingFailed as failed:
        _not_arrived(channel, bundle, failed, is_trial=not notices)
    except SoftTimeLimitExceeded:
        _not_arrived(
            channel,
            bundle,
            send_message.SendingFailed(reasons.AWAY, again=True),
            is_trial=not notices,
        )
    except DatabaseError:
        raise  # the failure cannot be stored either; the delivery is retried after its lease
    except Exception:
        # After any error the worker continues, and the log shows the error.
        log.exception("delivery %s by %s could not be made or sent", bundle[0].pk, channel.medium)
        broken = send_message.SendingFailed(reasons.BROKEN, again=True)
        _not_arrived(channel, bundle, broken, is_trial=not notices)
    else:
        _close(bundle, Status.SENT, "")
        Channel.objects.filter(pk=channel.pk).update(failures=0)


def _not_arrived(
    channel: Channel,
    bundle: Sequence[Delivery],
    failed: send_message.SendingFailed,
    *,
    is_trial: bool,
) -> None:
    attempts = max(delivery.attempts for delivery in bundle)
    if failed.again and not is_trial and attempts <= len(BACKOFF_MS):
        wait_ms = BACKOFF_MS[attempts - 1]
        _wait(bundle, clock.now_ms() + wait_ms, failed.why, attempts=attempts)
        return
    _close(bundle, Status.FAILED, failed.why)
    if failed.gone and channel.medium == Channel.Medium.PUSH:
        channels.lose_browsers(channel.user_id, channel.pk)
    elif failed.gone:
        _switch_off(channel, failed.why)
    elif not is_trial and not _is_our_fault(channel, failed):
        Channel.objects.filter(pk=channel.pk).update(failures=F("failures") + 1)
        channel.refresh_from_db()
        if channel.failures >= MOST_FAILURES:
            _switch_off(channel, failed.why)


def _is_our_fault(channel: Channel, failed: send_message.SendingFailed) -> bool:
    """Return whether the failure is the server's and not the channel's, such as a mail server that
    is down.
    """
    is_away = failed.again and channel.medium == Channel.Medium.MAIL
    return is_away or failed.why == reasons.BROKEN


def _switch_off(channel: Channel, why: str) -> None:
    Channel.objects.filter(pk=channel.pk, off_at=None).update(off_at=clock.now(), off_why=why)


def _close(bundle: Sequence[Delivery], status: Status, why: str) -> None:
    _write(bundle, status=status, why=why)
    for delivery in bundle:
        metrics.NOTICES.labels(delivery.medium, status.value).inc()


def _wait(bundle: Sequence[Delivery], due_ms: int, why: str, **values: object) -> None:
    _write(bundle, status=Status.WAITING, why=why, due_ms=due_ms, lost=False, **values)


def _write(bundle: Sequence[Delivery], **values: object) -> None:
    now = clock.now()
    Delivery.objects.filter(pk__in=[one.pk for one in bundle]).update(at=now, **values)
