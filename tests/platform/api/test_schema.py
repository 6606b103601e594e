"""The descriptions of API and socket: every answer matches them, whatever a fuzzer sends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.wsgi import get_wsgi_application
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import (
    ignored_auth,
    negative_data_rejection,
    positive_data_acceptance,
)

from api import schema
from api.models import Scope
from api.registered import endpoints
from leagues.models import Entry, Fixture
from matches.services.rounds import start
from matches.services.seating import seats
from tests.platform.api.programs import Program, bot_called, token_of
from tests.platform.leagues import cast
from tests.platform.leagues.cast import Days
from tests.platform.matches.cast import opened

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("_one_connection")]

described = schemathesis.openapi.from_dict(schema.openapi())
described.app = get_wsgi_application()
some_examples = settings(
    max_examples=8,  # beside as many cases at the bounds of each value
    derandomize=True,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


@described.parametrize()
@some_examples
def test_whatever_is_sent_the_answer_is_as_described(case: Any) -> None:
    case.call_and_validate(headers={"Accept-Encoding": "identity"})


@pytest.fixture
def there() -> Iterator[dict[str, Any]]:
    """Return existing parts of addresses by their names, and tokens by their scopes."""
    olga, ada, days = cast.organiser(), bot_called("Ada"), Days()
    season = cast.running(days, olga, cast.people(3))
    match = opened(ada, bots=1)
    seats.seat_bot(match.pk, ada, 1, "easy")
    start.get_ready(match.pk, ada)
    entry, fixture = Entry.objects.first(), Fixture.objects.first()
    assert entry is not None
    assert fixture is not None
    organising = token_of(olga, Scope.READ, Scope.ORGANISE)
    names = {
        "read": organising,
        "organise": organising,
        "play": token_of(ada, Scope.PLAY),
        "match_id": str(match.pk),
        "league": season.league.slug,
        "number": season.number,
        "entry_id": entry.pk,
        "fixture_id": fixture.pk,
        "player_id": ada.pk,
    }
    with days.now():
        yield names


@described.include(lambda context: "x-scope" in context.operation.definition.raw).parametrize()
@some_examples
def test_every_answer_to_a_token_is_as_described(case: Any, there: dict[str, Any]) -> None:
    """This holds for every request."""
    for name in case.path_parameters:
        case.path_parameters[name] = there[name]
    token = there[case.operation.definition.raw["x-scope"]]
    case.headers["Authorization"] = f"Bearer {token}"
    answer = case.call(headers={"Accept-Encoding": "identity"})
    # A well-formed request can still be refused (no such game, not now), and the address is ours.
    not_asked = [positive_data_acceptance, negative_data_rejection, ignored_auth]
    case.validate_response(answer, excluded_checks=not_asked)
    # Some cases omit the header on purpose.
    assert (answer.status_code == 401) == ("Authorization" not in answer.request.headers)
    assert answer.status_code != 403


def test_every_endpoint_is_described_in_words() -> None:
    for one in endpoints:
        summary, _ = schema.said_of(one)
        assert summary.endswith("."), one.name
        assert len(summary) < 140, one.name
    told = Program().client.get("/api/v1/openapi.json").json()
    assert told == schema.openapi()
    assert told["openapi"].startswith("3.1")
    written = sum(len(operations) for operations in told["paths"].values())
    assert written == len(endpoints) > 40


def test_its_page_names_every_endpoint() -> None:
    page = Program().client.get("/api/").content.decode()
    for one in endpoints:
        assert f"{one.method} /api/v1/{one.address}" in page
