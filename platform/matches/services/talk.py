"""Post a message at a table. Only this module writes messages; no move waits for one, or the
reverse.
"""

from __future__ import annotations

import hashlib
from datetime import timedelta

from django.db import transaction

from accounts.models import Restriction, User
from accounts.services import restrictions
from core import clock, rate_limits
from core.after_commit import after_commit
from core.line_fields import tidy_line
from core.rate_limits import Limit
from core.refusals import refused
from core.signals import said
from matches.actors import Person
from matches.models import Match, Message
from matches.models.talk import PRESETS
from matches.requests import KEY, Saying
from matches.store.snapshot import Table
from matches.store.topics import announce_talk

LONGEST = 280
MOST, WITHIN = 6, timedelta(seconds=10)
"""Rate limit of a user at all tables together: number of messages, and the time for them."""


def check_saying(table: Table, saying: Saying) -> tuple[str, str]:
    """Check a message; return its text and its preset in stored form, one of them empty.

    Raises:
        Refused: `talk_off`, `talk_presets`, `unknown_preset`, `table_cleared`, `key_missing`, and
        those of
            `check_words`.
    """
    if table.match.status == Match.Status.ABORTED:
        raise refused("table_cleared")
    if table.match.talk == Match.Talk.OFF:
        raise refused("talk_off")
    if not KEY.fullmatch(saying.key):
        raise refused("key_missing")
    if saying.preset:
        if saying.preset not in PRESETS:
            raise refused("unknown_preset")
        return "", saying.preset
    if table.match.talk == Match.Talk.PRESETS:
        raise refused("talk_presets")
    return check_words(saying.text), ""


def check_words(text: str) -> str:
    """Check the free text of a message; return it in stored form.

    Raises:
        Refused: `talk_empty`, `talk_too_long`.
    """
    words = tidy_line(text)
    if not words:
        raise refused("talk_empty")
    if len(words) > LONGEST:
        raise refused("talk_too_long", over=len(words) - LONGEST, most=LONGEST)
    return words


def check_pace(limit: Limit, author_id: int) -> None:
    """Count a message of this user outside of tables.

    Raises:
        Refused: `talk_too_fast`.
    """
    if not rate_limits.take_attempts(counter := limit.counter(str(author_id))):
        raise refused("talk_too_fast", seconds=rate_limits.seconds_left(counter))


def post_message(table: Table, person: Person, saying: Saying) -> None:
    """Post a message of a user who may see this table; the same key posts it only once.

    Raises:
        Refused: `sign_in_first`, `revoked`, `key_reused`, `talk_too_fast`, those of `check_saying`
        and of
            `restrictions.check_restriction`.
    """
    text, preset = check_saying(table, saying)
    if person.user_id is None:
        raise refused("sign_in_first")
    key = hashlib.sha256(f"{person.user_id} {saying.key}".encode()).hexdigest()
    with transaction.atomic():
        # The lock makes a user's messages sequential. Concurrent ones would all count the same
        # earlier messages.
        users = User.objects.select_for_update(no_key=True).filter(pk=person.user_id)
        epochs = users.filter(is_active=True).values_list("epoch", flat=True)
        if epochs.first() != person.epoch:
            raise refused("revoked")
        if _was_said(table, key, text, preset):
            return
        restrictions.check_restriction(person.user_id, Restriction.What.TALK)
        now = clock.now()
        if Message.objects.filter(author_id=person.user_id, at__gt=now - WITHIN).count() >= MOST:
            raise refused("talk_too_fast")
        seat = table.seat_of(person.user_id)
        message = Message.objects.create(
            match_id=table.match_id,
            round=table.running,
            author_id=person.user_id,
            seat=None if seat is None else seat.number,
            text=text,
            preset=preset,
            at=now,
            key=key,
        )
        if text:
            said.send(Message, message_id=message.pk, text=text)
    after_commit(announce_talk, table.match_id)


def _was_said(table: Table, key: str, text: str, preset: str) -> bool:
    before = Message.objects.filter(match_id=table.match_id, key=key).first()
    if before is not None and (before.text, before.preset) != (text, preset):
        raise refused("key_reused")
    return before is not None


def transfer_guest(guest_id: int, user_id: int) -> None:
    """Transfer the guest's messages to the account, except at matches where the guest keeps a seat."""
    theirs = Message.objects.filter(author_id=guest_id)
    theirs.exclude(match__seats__user_id=guest_id).update(author_id=user_id)


def forget_messages(*, user_id: int, **_: object) -> None:
    """Delete all messages of a user whose data must be deleted."""
    Message.objects.filter(author_id=user_id).delete()
