"""Middleware for the language and time zone of a request (by preference, then cookie, then
browser), for the user's last visit, and for the number of sessions that strangers begin.
"""

from __future__ import annotations

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest, HttpResponse
from django.middleware.locale import LocaleMiddleware
from django.utils import timezone, translation

from accounts import limits
from accounts.models import User
from accounts.services import devices, sign_ins
from accounts.services.preferences import set_preferences
from accounts.zones import zone_named_by, zone_of
from core import clock, rate_limits
from core.http import answer_refusal

STRANGER_S = 7 * 24 * 3600
"""Lifetime of a session without a signed-in user, in seconds: it stores what this browser may see
by a link, and the link can be followed again.
"""


class BoundedSessions(SessionMiddleware):
    """Django's session middleware, with a limit on the sessions without a user, by address and in
    lifetime.

    Each session is a row of the database. Sign-ins, also those of guests, have rate limits of
    their own.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Save the session, or refuse to begin another one."""
        session = request.session
        begins = session.modified and session.session_key is None and not session.is_empty()
        if begins and SESSION_KEY not in session:
            counter = limits.SESSIONS.counter(rate_limits.client_network(request))
            if rate_limits.take_attempts(counter):
                session.set_expiry(min(STRANGER_S, session.get_expiry_age()))
            else:
                session.modified = False
                response = answer_refusal(request, rate_limits.too_often(counter).refusal)
        return super().process_response(request, response)


class PreferenceMiddleware(LocaleMiddleware):
    """Django's locale middleware, used only where the user has no preference; async-capable like
    it.
    """

    def process_request(self, request: HttpRequest) -> None:
        """Activate language and time zone for this request, and replace those that an earlier
        request left.
        """
        user = request.user
        super().process_request(request)
        said = zone_named_by(request)
        if user.is_authenticated:
            _note_visit(request, user, said)
        if user.is_authenticated and user.language:
            translation.activate(user.language)
            request.LANGUAGE_CODE = user.language
        timezone.activate(zone_of(user, said))


def _note_visit(request: HttpRequest, user: User, zone: str) -> None:
    """Store the language of the browser. Once a day, store the visit and the time zone of the
    browser (a user with two browsers in two zones is not always travelling), and extend the
    session.
    """
    today = clock.machine_now().date()
    if zone and zone != user.browser_zone and (not user.browser_zone or user.seen_on < today):
        set_preferences(user, browser_zone=zone)
    if user.seen_on < today:
        User.objects.filter(pk=user.pk).update(seen_on=today)
        devices.remember_device(user, devices.device_of(request))
        sign_ins.remember_sign_in(request, user)
        request.session.modified = True
    if user.browser_language != request.LANGUAGE_CODE:
        User.objects.filter(pk=user.pk).update(browser_language=request.LANGUAGE_CODE)
