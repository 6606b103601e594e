"""The sign-ins of users, which they can list and end."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class SignIn(models.Model):
    """A browser in which a user is signed in: its session, and the kind of browser.

    The location is unknown: no address is stored.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="sign_ins"
    )
    session_key = models.CharField(max_length=40, unique=True)
    browser = models.CharField(_("browser"), max_length=80, blank=True)
    began_at = models.DateTimeField(_("signed in"))
    seen_on = models.DateField(_("last active"))

    class Meta:
        verbose_name = _("sign-in")
        verbose_name_plural = _("sign-ins")

    def __str__(self) -> str:
        return f"{self.user_id} by {self.browser}"
