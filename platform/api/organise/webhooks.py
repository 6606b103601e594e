"""Endpoints for an organiser's webhook of a league."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from django.core.exceptions import ValidationError

from api.answers import Answer, Moment, Nothing, Question, moment_or_none
from api.endpoints import Call, endpoint
from api.models import Scope
from api.organise.seasons import TAG, organised_league
from api.services import league_webhooks
from core.refusals import refused
from notifications import outgoing_requests
from notifications.forms import clean_address
from notifications.models import Channel
from notifications.services import channels


class NewWebhook(Question, frozen=True, kw_only=True):
    """The URL of a webhook and the format it expects; `raw` is signed JSON."""

    url: Annotated[str, msgspec.Meta(max_length=outgoing_requests.LONGEST)]
    shape: Literal["raw", "discord", "slack"] = "raw"


class WebhookAnswer(Answer, frozen=True, kw_only=True):
    """A webhook. `off`: the time when sending stopped; `why`: the reason if the server stopped it."""

    url: str
    shape: str
    failures: int
    off: Moment | None
    why: str


class WebhookSet(Answer, frozen=True, kw_only=True):
    """A new webhook. `secret` signs `raw` messages; it is shown only in this answer."""

    webhook: WebhookAnswer
    secret: str


@endpoint("GET", "leagues/{league}/webhook", tag=TAG, scope=Scope.ORGANISE)
def show_webhook(call: Call, league: str) -> WebhookAnswer:
    """Show your own webhook of a league."""
    return _answer(_webhook(call, league))


@endpoint("POST", "leagues/{league}/webhook", tag=TAG, scope=Scope.ORGANISE)
def set_webhook(call: Call, league: str, body: NewWebhook) -> WebhookSet:
    """Set your own webhook of a league, or replace it."""
    found = organised_league(call, league)
    try:
        url = clean_address(body.url)
    except ValidationError as wrong:
        raise ValidationError({"url": wrong.messages}) from None
    channel = league_webhooks.set_webhook(call.acting, found, url, body.shape)
    return WebhookSet(webhook=_answer(channel), secret=channel.secret)


@endpoint("POST", "leagues/{league}/webhook/remove", tag=TAG, scope=Scope.ORGANISE)
def remove_webhook(call: Call, league: str, body: Nothing) -> Nothing:
    """Remove your own webhook of a league."""
    channels.remove_channel(_webhook(call, league))
    return Nothing()


def _webhook(call: Call, league: str) -> Channel:
    """Return the caller's webhook; raise `Refused` (`not_found`, `not_yours`)."""
    found = league_webhooks.webhook_of(call.acting, organised_league(call, league))
    if found is None:
        raise refused("not_found")
    return found


def _answer(channel: Channel) -> WebhookAnswer:
    return WebhookAnswer(
        url=channel.target,
        shape=channel.shape,
        failures=channel.failures,
        off=moment_or_none(channel.off_at),
        why=channel.off_why,
    )
