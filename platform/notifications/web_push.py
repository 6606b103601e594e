"""Web push: a message encrypted for one browser (RFC 8291) and signed by us (RFC 8292)."""

from __future__ import annotations

import base64
import json
import os
from email.utils import parseaddr
from urllib.parse import urlsplit

from cryptography.exceptions import InvalidKey
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.utils.crypto import salted_hmac

from core import clock

RECORD = 4096
SIGNED_S = 12 * 3600
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


class BadKey(ValueError):
    """These are not the keys of a browser."""


def encode_base64url(raw: bytes) -> str:
    """Encode as base64url without padding."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def decode_base64url(text: str) -> bytes:
    """Decode base64url.

    Raises:
        BadKey: it is not base64url.
    """
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        raise BadKey("not base64url") from None


def read_key(p256dh: str, auth: str) -> tuple[ec.EllipticCurvePublicKey, bytes]:
    """Return a browser's public key and its secret.

    Raises:
        BadKey: a key of another type.
    """
    secret = decode_base64url(auth)
    try:
        key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode_base64url(p256dh))
    except (ValueError, InvalidKey):
        raise BadKey("no point of the curve") from None
    if len(secret) != 16:
        raise BadKey("the secret has another length")
    return key, secret


def encrypt_push(
    message: bytes,
    p256dh: str,
    auth: str,
    *,
    salt: bytes | None = None,
    own: ec.EllipticCurvePrivateKey | None = None,
) -> bytes:
    """Return the body of a push: `message`, encrypted for this browser. `salt`, `own`: random by
    default.

    Raises:
        BadKey: a key of another type.
    """
    theirs, secret = read_key(p256dh, auth)
    salt = salt or os.urandom(16)
    own = own or ec.generate_private_key(ec.SECP256R1())
    sender = _point(own.public_key())
    shared = own.exchange(ec.ECDH(), theirs)
    both = b"WebPush: info\0" + _point(theirs) + sender
    seed = _derive(shared, secret, both, 32)
    key = _derive(seed, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(seed, salt, b"Content-Encoding: nonce\0", 12)
    # 2 marks the last record.
    sealed = AESGCM(key).encrypt(nonce, message + b"\x02", None)
    return salt + RECORD.to_bytes(4, "big") + bytes([len(sender)]) + sender + sealed


def push_headers(endpoint: str, *, lasts_s: int, urgent: bool, topic: str) -> dict[str, str]:
    """Return the headers for a push service. `topic`: a later message replaces an unread one."""
    return {
        "Authorization": f"vapid t={_token(endpoint)}, k={public_key()}",
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(lasts_s),
        "Urgency": "high" if urgent else "normal",
        "Topic": topic,
    }


def public_key() -> str:
    """Return our public key in the format of a browser's subscription."""
    return encode_base64url(_point(_own_key().public_key()))


def _own_key() -> ec.EllipticCurvePrivateKey:
    """Return the key from the settings, or derived from the installation's secret: equal in all
    processes.
    """
    # The salt must not change, because browsers have subscribed to the key that it derives.
    raw = settings.PUSH_KEY or salted_hmac("notifications.push", "key", algorithm="sha256").digest()
    return ec.derive_private_key(int.from_bytes(raw, "big") % (_ORDER - 1) + 1, ec.SECP256R1())


def _token(endpoint: str) -> str:
    parts = urlsplit(endpoint)
    mailbox = f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}"
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": clock.now_ms() // 1000 + SIGNED_S,
        "sub": settings.ORIGIN if settings.TLS else mailbox,
    }
    said = ".".join(
        encode_base64url(json.dumps(part).encode())
        for part in ({"typ": "JWT", "alg": "ES256"}, claims)
    )
    r, s = decode_dss_signature(_own_key().sign(said.encode(), ec.ECDSA(hashes.SHA256())))
    return f"{said}.{encode_base64url(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )


def _derive(key: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(algorithm=hashes.SHA256(), length=length, salt=salt, info=info).derive(key)
