"""The accounts part of a user's data export: the account itself."""

from __future__ import annotations

from base64 import b64encode
from typing import Any

from allauth.account.models import EmailAddress

from accounts.models import UploadedPicture, User
from accounts.services.blocks import blocked_people
from accounts.services.mutes import muted_people
from accounts.services.passkeys import passkeys_of


def export_account(user: User) -> dict[str, Any]:
    """Return the data that this app stores about a user."""
    addresses = EmailAddress.objects.filter(user=user)
    return {
        "name": user.name,
        "former_names": list(user.former_names.values("name", "until")),
        "is_guest": user.is_guest,
        "here_since": user.created_at,
        "last_here": user.seen_on,
        "last_sign_in": user.last_login,
        "mail": [{"address": one.email, "confirmed": one.verified} for one in addresses],
        "picture": user.picture,
        "uploaded_picture": [
            {"at": one.at, "webp": b64encode(one.image).decode()}
            for one in UploadedPicture.objects.filter(user=user)
        ],
        "country": user.country,
        "friends_challenge_only": user.friends_challenge_only,
        "language": user.language,
        "time_zone": user.time_zone,
        "browser_zone": user.browser_zone,
        "quiet_minutes": [user.quiet_from, user.quiet_until],
        "day_of_rest": user.rest_day,
        "table_speed_percent": user.reading_pace,
        "vacations": list(user.vacations.values("first", "last")),
        "muted": [one.name for one in muted_people(user)],
        "blocked": [one.name for one in blocked_people(user)],
        "signed_in": list(user.sign_ins.values("browser", "began_at", "seen_on")),
        "passkeys": [
            {"name": one.name, "added": one.added, "last_used": one.last_used}
            for one in passkeys_of(user)
        ],
        "devices": list(user.device_hints.values("device", "seen_at")),
    }
