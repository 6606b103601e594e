"""The effects of sign-ins, sign-outs and new passwords on sessions and open connections."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.db import transaction
from django.db.models.signals import post_save
from django.http import HttpRequest

from accounts.models import User
from accounts.services import devices, revoke_access, sign_ins
from core.signals import password_set


def connect_receivers() -> None:
    """Connect the signal handlers, once in a process."""
    user_logged_out.connect(_signed_out, dispatch_uid="accounts.signed_out")
    user_logged_in.connect(_signed_in, dispatch_uid="accounts.signed_in")
    post_save.connect(_password_set, sender=User, dispatch_uid="accounts.password_set")


def _signed_in(*, request: HttpRequest, user: User, **_: Any) -> None:
    # Reset the lifetime: it was shorter for the stranger's session.
    request.session.set_expiry(None)
    if request.session.session_key is None:
        # A guest signed in. Django would create the next session with the response; until then it
        # would have no key by which to record the sign-in.
        request.session.create()
    devices.remember_device(user, devices.device_of(request))
    sign_ins.remember_sign_in(request, user)


def _signed_out(*, request: HttpRequest, user: User | None, **_: Any) -> None:
    if user is not None:
        # Django ends the session after this, but open pages check at once whether theirs has ended.
        request.session.delete()
        revoke_access.revoke_connections(user)


def _password_set(*, instance: User, created: bool, **_: Any) -> None:
    # `_password` is Django's own mark of a new password; renewing a hash leaves it empty.
    if not created and vars(instance).get("_password") is not None:
        # Pages and programs check at once whether they may stay: by then all sign-ins must be gone.
        with transaction.atomic():
            sign_ins.forget_sign_ins(instance)
            password_set.send(sender=User, user_id=instance.pk)
            revoke_access.revoke_connections(instance)
