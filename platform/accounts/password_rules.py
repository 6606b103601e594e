"""The rules for passwords: Django's, in sentences that say what to do."""

from __future__ import annotations

from django.contrib.auth import password_validation as django
from django.utils.translation import gettext as _

from core.error_messages import LIMITS


class LongEnough(django.MinimumLengthValidator):
    """A password has enough characters."""

    def get_error_message(self) -> str:
        return str(LIMITS["min_length"]) % {"limit_value": self.min_length}


class UnlikeItsUser(django.UserAttributeSimilarityValidator):
    """A password is not made of what others know about its user."""

    def get_error_message(self) -> str:
        return _("This is too much like your name or your email address. Choose another password.")


class Rare(django.CommonPasswordValidator):
    """A password is not among those that are tried first."""

    def get_error_message(self) -> str:
        return _("Many people use this password, so it is easy to guess. Choose another.")


class NotOnlyDigits(django.NumericPasswordValidator):
    """A password has more than digits."""

    def get_error_message(self) -> str:
        return _("These are only digits. Add some letters.")
