"""No input at all causes a status 500, or changes anything that it must not."""

from __future__ import annotations

import json
import math
from contextlib import suppress
from typing import Any

import msgspec
import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from api import strict_json
from api.play.tables import Act
from core.refusals import Refused
from games.kernel import registry
from games.kernel.codec import decode_action
from matches.actors import Person
from matches.models import Match
from matches.requests import parse_action_request, parse_message, read_json
from matches.services.rounds.play import play
from matches.services.seating.tables import open_match
from matches.store.load_match import load_table
from tests.platform.matches.cast import awaited, dealt, fresh_key, person, stored
from tests.sure import sure

pytestmark = pytest.mark.django_db

anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from(["play_king", "discard_numbers", "king", "slot-3", "5", "rose"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["type", "slot", "card", "cards", "queen", "victim", "x"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=8,
)
bodies = st.dictionaries(
    st.sampled_from(["action", "pick", "seen", "key", "sync", "ack"]), anything, max_size=5
)
quick = settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@pytest.fixture
def match() -> Match:
    return dealt(person("Alice"), person("Bob"))


@quick
@given(body=bodies)
def test_whatever_a_socket_sends_is_answered(match: Match, body: Any) -> None:
    seat = awaited(match)
    user = sure(match.seats.get(number=seat).user)
    shown = load_table(match.pk).shown_version(seat)
    before = stored(match)
    request = parse_action_request({"seen": shown, "key": fresh_key()} | body)
    answer = play(match.pk, Person(user.pk, user.epoch), request)
    if answer.refusal is not None:
        assert stored(match) == before


@quick
@given(body=st.one_of(bodies.map(json.dumps), st.text(max_size=60), st.binary(max_size=60)))
def test_whatever_is_posted_is_answered_below_500(match: Match, body: Any) -> None:
    client = Client(raise_request_exception=True)
    client.force_login(sure(match.seats.get(number=awaited(match)).user))
    for content_type in ("application/json", "application/x-www-form-urlencoded"):
        for accept in ("application/json", "text/html"):
            answer = client.post(
                reverse("matches:submit_action", args=[match.pk]),
                body,
                content_type=content_type,
                headers={"Accept": accept},
            )
            assert answer.status_code < 500


digits = st.text("0123456789", min_size=1, max_size=400)
numbers = st.sampled_from(
    ["1e400", "-1e400", "Infinity", "-Infinity", "NaN", "1e-400"]
) | st.builds(
    "{}{}.{}e{}".format, st.sampled_from(["", "-"]), digits, digits, st.integers(-500, 500)
)
written = st.recursive(
    numbers,
    lambda inner: (
        st.lists(inner, max_size=3).map(lambda parts: f"[{', '.join(parts)}]")
        | inner.map('{{"type": "x", "n": {}}}'.format)
    ),
    max_leaves=4,
)


def are_finite(value: object) -> bool:
    """Return whether every number in this value is finite."""
    if isinstance(value, dict):
        return all(map(are_finite, value.values()))
    if isinstance(value, list):
        return all(map(are_finite, value))
    return not isinstance(value, float) or math.isfinite(value)


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(number=written)
def test_no_number_is_read_that_is_none(number: Any) -> None:
    """Pages (by socket and form) and programs cannot send a number that is not finite.

    Before, infinity was accepted.
    """
    text = f'{{"action": {{"n": {number}}}, "key": "k", "seen": 1}}'
    for read, refusals in (
        (read_json, Refused),
        (lambda text: msgspec.to_builtins(strict_json.read_json(text, Act)), msgspec.MsgspecError),
    ):
        try:
            found = read(text)
        except refusals:
            continue
        assert are_finite(found["action"])
        with suppress(Refused):
            decode_action(registry.get("daumen_drauf"), found["action"])
    with suppress(Refused):
        parse_message(text)


@quick
@given(slug=st.text(max_size=30), options=anything)
def test_whatever_table_is_asked_for_is_refused_in_words(
    match: Match, slug: str, options: Any
) -> None:
    host = sure(match.seats.get(number=0).user)
    with pytest.raises(Refused):
        open_match(host, slug, seats=2)
    if isinstance(options, dict) and options:
        with pytest.raises(Refused):
            open_match(host, match.game, seats=2, options=options)
