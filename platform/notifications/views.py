"""Views of a user's channels and log, and of the link that ends the mails."""

from __future__ import annotations

import re
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt

from accounts.models import User
from core import rate_limits
from core.http import action, form_page, next_page, page
from core.paging import number_of, page_links
from core.rate_limits import Limit
from core.refusals import refused
from notifications import message_text, reasons, selectors, stop_links
from notifications.forms import BrowserForm, ChoiceForm, WebhookForm
from notifications.models import Channel, Kind
from notifications.services import channels
from notifications.services.send_trial import send_trial

NOTICES = "notifications:notices"
TRIALS = Limit("trials", most=10)
"""The rate limit of one user's trial messages."""


@page
def notices_page(request: HttpRequest) -> HttpResponse:
    """Show the user's channels and the log of deliveries."""
    if not request.user.is_authenticated:
        return render(request, "notifications/page.html")
    answer = _page(request, request.user, WebhookForm())
    # A service worker that subscribes again also requests this page, but no person reads it.
    is_read = request.headers.get("Sec-Fetch-Dest", "document") == "document"
    if is_read and request.user.push_ended:
        channels.mark_as_told(request.user)
    return answer


@action
def set_webhook(request: HttpRequest) -> HttpResponse:
    """Set a webhook, new or changed; its secret is shown only this once."""
    user = _user(request)
    form = WebhookForm(request.POST)
    if not form.is_valid():
        return _page(request, user, form, status=422)
    channel = channels.set_webhook(user, **form.webhook())
    shown = channel.secret if channel.shape == Channel.Shape.RAW else ""
    return _page(request, user, WebhookForm(), secret=shown)


@action
def subscribe_browser(request: HttpRequest) -> HttpResponse:
    """Push to the requesting browser from now on."""
    user = _user(request)
    form = BrowserForm(request.POST)
    if form.is_valid():
        said = form.cleaned_data
        label = _browser_name(request.headers.get("User-Agent", ""))
        keys = (said["endpoint"], said["key"], said["auth"])
        here = request.session.session_key or ""
        channels.subscribe_browser(user, *keys, label, before=said["before"], session_key=here)
        messages.success(request, _("This browser now gets notices."))
    else:
        messages.error(request, _("This browser's subscription could not be read. Try again."))
    return redirect(NOTICES)


@action
def choose_kinds(request: HttpRequest, pk: int) -> HttpResponse:
    """Choose a channel's kinds of notice."""
    channel = _own_channel(request, pk)
    form = ChoiceForm(request.POST)
    if form.is_valid():
        channels.choose_kinds(
            channel, form.cleaned_data["kinds"], daily=bool(form.cleaned_data["daily"])
        )
        messages.success(request, _("Saved."))
    else:
        messages.error(request, _("There is no such choice."))
    return redirect(NOTICES)


@action
def switch_channel(request: HttpRequest, pk: int) -> HttpResponse:
    """Switch a channel on or off."""
    channels.switch_channel(_own_channel(request, pk), on=request.POST.get("on") == "yes")
    return redirect(next_page(request, NOTICES))


@action
def try_channel(request: HttpRequest, pk: int) -> HttpResponse:
    """Send a trial message through a channel."""
    channel = _own_channel(request, pk)
    if not rate_limits.take_attempts(TRIALS.counter(str(channel.user_id))):
        messages.error(request, _("Several test messages are on their way. Please wait a little."))
    else:
        send_trial(channel)
        messages.success(
            request, _("A test message is on its way. See the log below for the result.")
        )
    return redirect(next_page(request, NOTICES))


@action
def remove_channel(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete a browser or a webhook.

    Raises:
        Refused: `not_found`; `malformed` for the mailbox.
    """
    channel = _own_channel(request, pk)
    if channel.medium == Channel.Medium.MAIL:
        raise refused("malformed")
    channels.remove_channel(channel)
    return redirect(next_page(request, NOTICES))


@csrf_exempt  # the signature is the proof, because a mail program has no cookie of ours (RFC 8058)
@form_page
def stop_mails(request: HttpRequest, token: str) -> HttpResponse:
    """End the mails: at once for a mail program's own button, after a confirmation for people.

    Raises:
        Http404: the link is invalid, or the channel is deleted.
    """
    channel = stop_links.read_stop_token(token)
    if channel is None:
        raise Http404
    if request.method == "POST" and channel.off_at is None:
        channels.switch_channel(channel, on=False)
    return render(request, "notifications/stop.html", {"is_off": channel.off_at is not None})


def _user(request: HttpRequest) -> User:
    if not request.user.is_authenticated:
        raise refused("sign_in_first")
    return request.user


def _own_channel(request: HttpRequest, pk: int) -> Channel:
    channel = Channel.objects.filter(pk=pk, user=_user(request)).first()
    if channel is None:
        raise refused("not_found")
    return channel


def _page(
    request: HttpRequest, user: User, form: WebhookForm, *, secret: str = "", status: int = 200
) -> HttpResponse:
    # Imported here, because only this view needs OpenSSL's bindings.
    from notifications import web_push

    number = number_of(request.GET.get("page", ""))
    log = selectors.log_of(user, number)
    context: dict[str, Any] = {
        "kinds": Kind.choices,
        "mail": channels.expect_mail(user),
        "address": selectors.address_of(user),
        "browsers": list(selectors.browsers_of(user)),
        "webhook": selectors.webhook_of(user),
        "form": form,
        "secret": secret,
        "push_key": web_push.public_key(),
        "news": [(one, message_text.message_of([one], user)) for one in selectors.news_of(user)],
        "log": log.lines,
        "log_links": page_links(log, "page", {}),
        "reasons": reasons.SENTENCES,
    }
    return render(request, "notifications/page.html", context, status=status)


_BROWSERS = ("Edg", "OPR", "SamsungBrowser", "Firefox", "Chrome", "Safari")
_SYSTEMS = ("Android", "iPhone", "iPad", "Windows", "Mac", "Linux")
_CALLED = {"Edg": "Edge", "OPR": "Opera", "SamsungBrowser": "Samsung Internet"}


def _browser_name(agent: str) -> str:
    """Return a readable name, such as "Firefox, Android"; "" if the browser sends none."""
    found = [
        next((word for word in words if re.search(rf"\b{word}", agent)), "")
        for words in (_BROWSERS, _SYSTEMS)
    ]
    return ", ".join(_CALLED.get(word, word) for word in found if word)
