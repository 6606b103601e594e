"""The pages of the API: its description, the guide, and a user's tokens."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from accounts import online
from accounts.models import User
from accounts.names import by_name
from accounts.reauthentication import recently_signed_in_to_act
from accounts.signed_in import signed_in_page
from accounts.staff import ask_for_second_factor, is_staff, player_page
from api import guide, reference, schema
from api.bots import all_bots, bot_line
from api.endpoints import CORS, Call, problem
from api.forms import TokenForm
from api.models import Scope
from api.play import messages as socket_messages
from api.services import league_webhooks, tokens
from api.services.declare_bot import declare_bot
from core.http import form_page, page
from core.paging import number_of, page_links, paginate
from core.refusals import Refused, refused, sentence
from leagues.season import access
from matches.engine import catalogue
from notifications import reasons
from notifications.forms import WebhookForm
from notifications.selectors import log_through

BOTS = 50
"""Bots on a page of their list."""


@page
def docs_page(request: HttpRequest) -> HttpResponse:
    """Show all endpoints by chapter and all types, for programmers."""
    if not settings.API:
        raise refused("api_off")
    context = {
        "chapters": reference.chapters(),
        "types": reference.types(),
        "refusals": reference.refusals(),
        "root": settings.API_ROOT,
    }
    return render(request, "api/docs.html", context)


@page
def guide_page(request: HttpRequest, chapter: str) -> HttpResponse:
    """Show a chapter of the guide, with this server's own address in it."""
    if not settings.API:
        raise refused("api_off")
    body = guide.html_of(chapter, request)
    if body is None:
        raise refused("not_found")
    return render(request, "api/guide.html", {"body": body})


@require_safe
def client_file(request: HttpRequest, name: str) -> HttpResponse:
    """Return an example bot, as plain text."""
    text = guide.client(name) if settings.API else None
    if text is None:
        raise Http404
    return HttpResponse(text, content_type="text/plain; charset=utf-8", headers=CORS)


@page
def bots_page(request: HttpRequest) -> HttpResponse:
    """Show the bots of users, with their ratings, and how to invite one."""
    present = online.bots_here()
    number = number_of(request.GET.get("page", ""))
    found = paginate(by_name(all_bots()), number, BOTS, lambda user: bot_line(user, present))
    context = {
        "bots": found.lines,
        "games": catalogue.easiest_first(),
        "page_links": page_links(found, "page", {}),
    }
    return render(request, "api/bots.html", context)


def openapi_json(call: Call) -> dict[str, Any]:
    """Return the description in OpenAPI 3.1."""
    return schema.openapi()


def socket_json(call: Call) -> dict[str, Any]:
    """Return the JSON Schema of the messages of a bot's socket."""
    return socket_messages.schema()


@csrf_exempt
def nothing_here(request: HttpRequest, rest: str = "") -> HttpResponse:
    """Answer an unknown address with JSON, for every method."""
    return problem(refused("not_found"))


def _for_accounts(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Restrict a view to accounts: guests, who have no tokens, are sent to sign up. Staff show a
    second factor first.
    """

    @wraps(view)
    @signed_in_page
    def answered(request: HttpRequest, /, **parts: object) -> HttpResponse:
        assert isinstance(request.user, User)
        if not settings.API:
            raise refused("api_off")
        if request.user.is_guest:
            return redirect("accounts:sign_up")
        if is_staff(request.user) and (asked := ask_for_second_factor(request)) is not None:
            return asked
        return view(request, request.user, **parts)

    return answered


@form_page
@_for_accounts
@recently_signed_in_to_act
def tokens_page(request: HttpRequest, user: User) -> HttpResponse:
    """Show the tokens of the user, and a form for a new one, whose text is shown once."""
    form = TokenForm(request.POST if request.method == "POST" else None)
    fresh = ""
    if request.method == "POST" and form.is_valid():
        try:
            _token, fresh = tokens.create_token(user, **form.cleaned_data)
            form = TokenForm()
        except ValidationError as wrong:
            form.add_error(None, wrong)
        except Refused as error:
            form.add_error(None, sentence(error.refusal))
    labels = dict(Scope.choices)
    listed = [(one, [labels[name] for name in one.scopes]) for one in user.api_tokens.all()]
    context = {"form": form, "fresh": fresh, "tokens": listed}
    return render(request, "api/tokens.html", context, status=422 if form.errors else 200)


@form_page
@player_page
def league_webhook_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show an organiser's webhook for a league: its target, its secret once, and the delivery log."""
    assert isinstance(request.user, User)
    league = get_object_or_404(access.visible_to(request.user), slug=slug)
    access.check_organises(request.user, league)
    form, secret = WebhookForm(request.POST if request.method == "POST" else None), ""
    if form.is_valid():
        channel = league_webhooks.set_webhook(request.user, league, **form.webhook())
        secret = channel.secret if channel.shape == channel.Shape.RAW else ""
        form = WebhookForm()
    webhook = league_webhooks.webhook_of(request.user, league)
    context = {
        "league": league,
        "form": form,
        "secret": secret,
        "webhook": webhook,
        "log": [] if webhook is None else log_through(webhook),
        "reasons": reasons.SENTENCES,
        "action": request.path,
        "back": request.path,
    }
    return render(request, "api/webhook.html", context, status=422 if form.errors else 200)


@form_page
@_for_accounts
@recently_signed_in_to_act
def bot_page(request: HttpRequest, user: User) -> HttpResponse:
    """Ask for confirmation, and make the account a bot's permanently."""
    trouble = ""
    if request.method == "POST":
        try:
            declare_bot(user)
        except Refused as error:
            trouble = sentence(error.refusal)
        except ValidationError as wrong:
            trouble = " ".join(wrong.messages)
        else:
            messages.success(request, _("From now on, a program plays for this account."))
            return redirect("api:tokens")
    status = 422 if trouble else 200
    return render(request, "api/bot.html", {"trouble": trouble}, status=status)


@form_page
@_for_accounts
def revoke_token_page(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Ask for confirmation, and revoke a token."""
    token = get_object_or_404(user.api_tokens, pk=pk)
    if request.method == "POST":
        tokens.revoke_token(user, pk)
        messages.success(request, _("The token no longer works."))
        return redirect("api:tokens")
    return render(request, "api/revoke.html", {"token": token})
