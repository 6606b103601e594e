"""Servers that receive real notices, and a person with channels."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from accounts.models import User
from core import clock
from matches.models import Match
from notifications.services import channels
from tests.platform.notifications.cast import DAY_ONE, over_days
from tests.platform.notifications.servers import HERE, Listener, Post, listening, post_office


@pytest.fixture
def web(settings: Any) -> Iterator[Listener]:
    """A web server on this machine that webhooks and pushes are allowed to reach."""
    settings.NOTIFY_NEAR = HERE
    with listening() as listener:
        yield listener


@pytest.fixture
def post(settings: Any) -> Iterator[Post]:
    """A mail server."""
    with post_office() as post:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", post.port
        settings.CAN_MAIL = True
        yield post


@pytest.fixture
def told(web: Listener) -> tuple[Match, User]:
    """A match over days, and a player of it with all notices by webhook."""
    with clock.stopped(DAY_ONE):
        match, waited_for, _ = over_days()
        channels.set_webhook(waited_for, web.url, "raw")
    return match, waited_for
