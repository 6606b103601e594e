"""Language and time zone of a request (by preference, then cookie, then browser), and who is here."""

from __future__ import annotations

import zoneinfo
from functools import cache

from django.http import HttpRequest
from django.middleware.locale import LocaleMiddleware
from django.utils import timezone, translation

from accounts.models import User


class PreferenceMiddleware(LocaleMiddleware):
    """Django's own, asked only where the user has no preference; async-capable like it."""

    def process_request(self, request: HttpRequest) -> None:
        """Activate both for this request, also where the one before left others behind."""
        user = request.user
        super().process_request(request)
        if user.is_authenticated:
            _seen(request, user)
        if user.is_authenticated and user.language:
            translation.activate(user.language)
            request.LANGUAGE_CODE = user.language
        zone = user.time_zone if user.is_authenticated else ""
        if zone in _zones():
            timezone.activate(zone)
        else:
            timezone.deactivate()


def _seen(request: HttpRequest, user: User) -> None:
    """Once a day: note that somebody is here, and let the session last so much longer."""
    today = timezone.now().date()
    if user.seen_on < today:
        User.objects.filter(pk=user.pk).update(seen_on=today)
        request.session.modified = True


@cache
def _zones() -> frozenset[str]:
    # Looking through the disk for them takes longer than most pages do.
    return frozenset(zoneinfo.available_timezones())
