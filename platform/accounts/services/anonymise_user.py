"""Anonymise a user: only a number remains, which old matches show."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction

from accounts import names
from accounts.models import UploadedPicture, User
from accounts.services import blocks, mutes, revoke_access
from accounts.services.preferences import HOURS
from core import clock
from core.signals import user_forgotten


@transaction.atomic
def anonymise_user(user: User) -> None:
    """Delete the identity of a user: nobody can sign in as them, and matches show a number instead.

    Other apps delete their data on `user_forgotten`; seats follow on `user_gone`.
    """
    before = user.name
    user.last_login, user.time_zone, user.browser_zone, user.email = None, "", "", ""
    user.quiet_from = user.quiet_until = user.rest_day = None
    user.picture, user.country, user.friends_challenge_only = "", "", False
    user.hours_before, user.decision_unread, user.push_ended = [], False, False
    user.is_staff = user.is_superuser = False
    user.gone_at = clock.now()
    # Not by `set_password`: that is for a password that replaces an old one.
    user.password = make_password(None)
    user.save(update_fields=[*_CLEARED, *HOURS])
    for name in names.faded_names(user.language, user.pk):
        if _try_rename(user, name):
            break
    user.groups.clear()
    user.user_permissions.clear()
    for theirs in (
        EmailAddress.objects.filter(user=user),
        Authenticator.objects.filter(user=user),
        user.device_hints.all(),
        user.sign_ins.all(),
        user.restrictions.all(),
        user.vacations.all(),
        user.former_names.all(),
        user.exports.all(),
        UploadedPicture.objects.filter(user=user),
    ):
        theirs.delete()
    mutes.forget_mutes(user)
    blocks.forget_blocks(user)
    user_forgotten.send(sender=User, user_id=user.pk, name_before=before, name=user.name)
    revoke_access.ban_user(user)


_CLEARED = (
    "last_login",
    "email",
    "picture",
    "country",
    "friends_challenge_only",
    "hours_before",
    "decision_unread",
    "push_ended",
    "is_staff",
    "is_superuser",
    "gone_at",
    "password",
)


def _try_rename(user: User, name: str) -> bool:
    user.name = name
    try:
        with transaction.atomic():
            user.save(update_fields=["name"])
    except IntegrityError:
        return False
    return True
