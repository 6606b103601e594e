"""The description of the bots' socket: every message matches it, whatever a fuzzer sends."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema_rs import Draft202012Validator

from api.models import Scope
from api.play import messages
from matches.services.rounds import start
from matches.services.seating import seats
from tests.platform.api.programs import bot_called, token_of
from tests.platform.api.sockets import greeted
from tests.platform.matches.cast import opened
from tests.platform.matches.sockets import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)


def said() -> Any:
    """Yield messages that schemathesis generates: valid and invalid ones. It reads only OpenAPI."""
    told = json.loads(json.dumps(messages.schema()).replace("#/$defs/", "#/components/schemas/"))
    content = {"application/json": {"schema": told["properties"]["sent"]}}
    operation = {
        "requestBody": {"required": True, "content": content},
        "responses": {"200": {"description": "As asked."}},
    }
    description = {
        "openapi": "3.1.0",
        "info": {"title": told["title"], "version": "1"},
        "paths": {"/": {"post": operation}},
        "components": {"schemas": told["$defs"]},
    }
    return schemathesis.openapi.from_dict(description)["/"]["POST"].as_strategy()


def is_as_described() -> Callable[[Any], None]:
    """Check one message of the server against the description."""
    told = messages.schema()
    described = {"$defs": told["$defs"], **told["properties"]["got"]}
    return Draft202012Validator(described).validate


check = is_as_described()


@pytest.fixture
def token() -> str:
    """Return the token of a bot that plays in a match."""
    ada = bot_called("Ada")
    match = opened(ada, bots=1)
    seats.seat_bot(match.pk, ada, 1, "easy")
    start.get_ready(match.pk, ada)
    return token_of(ada, Scope.PLAY)


@settings(max_examples=25, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
@given(cases=st.lists(said(), min_size=1, max_size=10))
async def test_whatever_is_said_the_answers_are_as_described(token: str, cases: list[Any]) -> None:
    async with greeted(token) as bot:
        for case in cases:
            await bot.wire.send_to(text_data=json.dumps(case.body))
        await bot.send(type="sync")
        kinds, answered = [], 0
        while answered < len(cases) + 1:
            message = json.loads(await bot.wire.receive_from(timeout=PATIENCE))
            check(message)
            kinds.append(message["type"])
            answered += message["type"] in {"refused", "done", "synced"}
        assert "position" in kinds
        assert kinds[-1] == "synced"
