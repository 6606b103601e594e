"""Matches over days, people with channels, and a server whose tasks run by hand."""

from __future__ import annotations

import json
from typing import Any

from allauth.account.models import EmailAddress
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from accounts.models import User
from core import clock
from matches.engine.clocks import TIME_BANK
from matches.models import Match, Outbox
from matches.services.rounds.play import apply_due
from matches.store import outbox
from notifications import tasks, web_push
from notifications.models import Channel, Delivery
from notifications.services import channels
from tests.platform.matches.cast import awaited, dealt, person

MINUTE = 60_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR
DAY_ONE = 1_795_507_200_000
"""A Tuesday, 08:00 UTC."""
NOTICES = (outbox.TURN, outbox.BEGUN, outbox.ENDED)


def reached_by_mail(user: User, address: str = "someone@example.org") -> Channel:
    """Return a person with a confirmed address and every kind of notice by email."""
    EmailAddress.objects.create(user=user, email=address, verified=True, primary=True)
    channel = channels.expect_mail(user)
    assert channel is not None
    channels.choose_kinds(channel, channels.ALL, daily=False)
    return channel


def slow(*people: User, **wanted: Any) -> Match:
    """Return a correspondence match with a day for each decision, and no bank."""
    match = dealt(*people, tempo="correspondence", **wanted)
    del match.pace[TIME_BANK]
    match.save(update_fields=["pace"])
    apply_due(match.pk)
    return match


def over_days(*names: str, **wanted: Any) -> tuple[Match, User, User]:
    """Return a correspondence match, the player to act, and another player."""
    people = [person(name) for name in names or ("Alice", "Bob")]
    match = slow(*people, **wanted)
    waited_for = match.seats.get(number=awaited(match)).user
    assert waited_for is not None
    other = next(one for one in people if one != waited_for)
    return match, waited_for, other


def work() -> None:
    """Do the worker's tasks that are due now, until none is left."""
    for _ in range(20):
        now = clock.now_ms()
        owed = list(Outbox.objects.filter(kind__in=NOTICES, due_ms__lte=now))
        for row in owed:
            {
                outbox.TURN: tasks.notify_turn,
                outbox.BEGUN: tasks.notify_match_begun,
                outbox.ENDED: tasks.notify_match_ended,
            }[row.kind](row.pk)
        due = list(
            Delivery.objects.filter(status__in=("waiting", "sending"), due_ms__lte=now).order_by(
                "pk"
            )
        )
        for delivery in due:
            tasks.deliver_notice(delivery.pk)
        if not owed and not due:
            return
    raise AssertionError("the work did not end")


def log(user: User, kind: str = "turn") -> list[tuple[str, str, str]]:
    """Return the deliveries to a person: medium, status and reason."""
    found = Delivery.objects.filter(user=user, notice__kind=kind).order_by("pk")
    return [(one.medium, one.status, one.why) for one in found]


class Browser:
    """A browser's side of web push, with the keys to decrypt the messages to it."""

    def __init__(self) -> None:
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.auth = bytes(range(16))

    @property
    def p256dh(self) -> str:
        return web_push.encode_base64url(_point(self.private.public_key()))

    def subscribed(self, user: User, endpoint: str) -> Channel:
        return channels.subscribe_browser(
            user, endpoint, self.p256dh, web_push.encode_base64url(self.auth), "Firefox"
        )

    def read(self, body: bytes) -> dict[str, Any]:
        """Decrypt a message by RFC 8291, as the receiver."""
        told: dict[str, Any] = json.loads(open_sealed(body, self.private, self.auth))
        return told


def open_sealed(body: bytes, private: ec.EllipticCurvePrivateKey, auth: bytes) -> bytes:
    """Return the text that was sealed for this key."""
    salt, size = body[:16], body[20]
    sender, sealed = body[21 : 21 + size], body[21 + size :]
    shared = private.exchange(
        ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
    )
    info = b"WebPush: info\0" + _point(private.public_key()) + sender
    seed = HKDF(hashes.SHA256(), 32, auth, info).derive(shared)
    key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(seed)
    nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(seed)
    plain = AESGCM(key).decrypt(nonce, sealed, None)
    return plain.rstrip(b"\0").removesuffix(b"\x02")


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )
