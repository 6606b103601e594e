"""Say something at a table: the only writer of messages. No move waits for it, nor it for a move."""

from __future__ import annotations

import hashlib
from datetime import timedelta

from django.db import transaction

from accounts.models import Restriction, User
from accounts.services import restrictions
from core import clock
from core.after_commit import after_commit
from core.line_fields import tidy_line
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
"""So many messages of one person within so long, at all tables together."""


def check_saying(table: Table, saying: Saying) -> tuple[str, str]:
    """Check what somebody wants to say; returns own words and preset as kept, one of them empty.

    Raises:
        Refused: `talk_off`, `talk_presets`, `unknown_preset`, `table_cleared`, `key_missing`, and those of
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
    """Check what somebody wants to say in own words; returns it as kept.

    Raises:
        Refused: `talk_empty`, `talk_too_long`.
    """
    words = tidy_line(text)
    if not words:
        raise refused("talk_empty")
    if len(words) > LONGEST:
        raise refused("talk_too_long", over=len(words) - LONGEST, most=LONGEST)
    return words


def post_message(table: Table, person: Person, saying: Saying) -> None:
    """Let somebody who may look at this table say something there; the same key says it once.

    Raises:
        Refused: `sign_in_first`, `revoked`, `key_reused`, `talk_too_fast`, those of `check_saying` and of
            `restrictions.check_restriction`.
    """
    text, preset = check_saying(table, saying)
    if person.user_id is None:
        raise refused("sign_in_first")
    key = hashlib.sha256(f"{person.user_id} {saying.key}".encode()).hexdigest()
    with transaction.atomic():
        # One message of a person after the other: many at once would all find the same few before.
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
    """Give the account what the guest has said, but where the guest keeps a seat."""
    theirs = Message.objects.filter(author_id=guest_id)
    theirs.exclude(match__seats__user_id=guest_id).update(author_id=user_id)


def forget_messages(*, user_id: int, **_: object) -> None:
    """Delete all that a user who is to be forgotten has said."""
    Message.objects.filter(author_id=user_id).delete()
