"""The description in OpenAPI as generators of clients read it: they take all of it, and play.

Three are meant, `openapi-python-client`, `datamodel-codegen` and `openapi-typescript`. The first two are
run here; the third takes Node, and what it and the others stumble over is kept out of the document.
"""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

import httpx
import msgspec
import pytest
from django.core.wsgi import get_wsgi_application

from api import schema
from api.models import Scope
from api.play import messages
from matches.models import Round
from matches.services.rounds import finish
from tests.platform.api.programs import ROOT, bot_called, token_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("_one_connection")]

SITE = "http://testserver"
TABLE: dict[str, Any] = {"game": "daumen_drauf", "seats": 2, "target": "rounds-1", "public": True}
OLD_SHAPES = {"FixtureAnswer": {"due", "settled"}}
"""Times as text of before: kept for programs that read them, beside those of the usual shape."""


@pytest.fixture
def document(tmp_path: Path) -> Path:
    """The description as a file."""
    path = tmp_path / "openapi.json"
    path.write_text(json.dumps(schema.openapi()))
    return path


def run(tool: str, *arguments: object) -> str:
    """What a generator says about its work, which it does to the end."""
    command = [sys.executable, "-m", tool, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def parts(found: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every object of a document, and where it stands."""
    if isinstance(found, dict):
        yield path, found
        for name, part in found.items():
            yield from parts(part, f"{path}/{name}")
    elif isinstance(found, list):
        for number, part in enumerate(found):
            yield from parts(part, f"{path}/{number}")


def test_no_array_is_of_a_kind_that_generators_refuse() -> None:
    """`items: false` beside `prefixItems` stopped one of them; arrays without `items` lost it whole types."""
    for name, document in {"openapi": schema.openapi(), "socket": messages.schema()}.items():
        for path, part in parts(document):
            if part.get("type") == "array":
                assert isinstance(part.get("items"), dict), f"{name}{path}"
                assert "prefixItems" not in part, f"{name}{path}"


def test_every_time_has_the_same_shape() -> None:
    """A time is a `Moment`; fixtures told theirs as text with microseconds."""
    components = schema.openapi()["components"]["schemas"]
    answers = {name: one for name, one in components.items() if name not in {"Dates", "OtherDates"}}
    assert set(answers["Moment"]["properties"]) == {"iso", "ms"}
    for path, part in parts(answers):
        assert part.get("format") != "date-time", path
    for name, fields in OLD_SHAPES.items():
        for field in fields:
            assert f"{field}_at" in components[name]["required"], field
            assert components[name]["properties"][field]["deprecated"] is True


class Generated(Protocol):
    """A bot whose code a generator wrote."""

    def open_table(self) -> str: ...
    def sit(self, match: str) -> None: ...
    def get_ready(self, match: str) -> None: ...
    def position(self, match: str) -> Any: ...
    def act(self, match: str, position: Any, key: str) -> Any: ...


def play_a_match(ada: Generated, eve: Generated) -> Any:
    """Let two bots do whatever is allowed until their match is over; the last position."""
    match, bots = ada.open_table(), (ada, eve)
    eve.sit(match)
    for bot in bots:
        bot.get_ready(match)
    positions = [bot.position(match) for bot in bots]
    for number in range(500):
        if positions[0].outcome is not None:
            finish.finish_round(Round.objects.get(match_id=uuid.UUID(match)).pk)
            return ada.position(match)
        seat = next(seat for seat, one in enumerate(positions) if one.awaited)
        positions[seat] = bots[seat].act(match, positions[seat], f"k{number}")
        positions[1 - seat] = bots[1 - seat].position(match)
    raise AssertionError("the match does not end")


def wire(token: str) -> httpx.Client:
    """HTTP to the server in this process. (Django's own client would let go of the test's connection.)"""
    transport = httpx.WSGITransport(app=get_wsgi_application())
    bearer = {"Authorization": f"Bearer {token}"}
    return httpx.Client(base_url=SITE, transport=transport, headers=bearer)


class ByClient:
    """A bot that plays through the functions of `openapi-python-client`."""

    def __init__(self, name: str) -> None:
        package = importlib.import_module("generated_client")
        self.models = importlib.import_module("generated_client.models")
        self.client = package.AuthenticatedClient(SITE, token_of(bot_called(name), Scope.PLAY))
        self.client.set_httpx_client(wire(self.client.token))

    def _call(self, name: str, *parts: str, **body: Any) -> Any:
        """What an endpoint answers, as the type that is described."""
        function = importlib.import_module(f"generated_client.api.bots.{name}")
        found = function.sync(*parts, client=self.client, **body)
        assert not isinstance(found, self.models.Problem), found
        assert found is not None
        return found

    def open_table(self) -> str:
        table = self.models.NewTable(**TABLE)
        return str(self._call("open_table", body=table).id)

    def sit(self, match: str) -> None:
        self._call("sit_down", match, body=self.models.Sitting(seat=1))

    def get_ready(self, match: str) -> None:
        self._call("get_ready", match, body=self.models.Readiness(nonce="mine"))

    def position(self, match: str) -> Any:
        return self._call("show_position", match)

    def act(self, match: str, position: Any, key: str) -> Any:
        action = self.models.ActAction.from_dict(position.legal_actions[0].to_dict())
        asked = self.models.Act(action=action, key=key, seen=position.version)
        acted = self._call("act", match, body=asked)
        assert acted.position.version > position.version
        return acted.position


class ByModels:
    """A bot that says and reads everything in the models of `datamodel-codegen`."""

    def __init__(self, name: str, models: ModuleType) -> None:
        self.models = models
        self.wire = wire(token_of(bot_called(name), Scope.PLAY))

    def _send(self, address: str, question: Any, answer: Any) -> Any:
        told = self.wire.post(f"{ROOT}{address}", json=msgspec.to_builtins(question))
        return self._read(told, answer)

    def _read(self, told: httpx.Response, answer: Any) -> Any:
        assert told.status_code == 200, told.text
        return msgspec.convert(told.json(), answer)

    def open_table(self) -> str:
        table = self.models.NewTable(**TABLE)
        return str(self._send("matches", table, self.models.MatchAnswer).id)

    def sit(self, match: str) -> None:
        self._send(f"matches/{match}/sit", self.models.Sitting(seat=1), self.models.Position)

    def get_ready(self, match: str) -> None:
        ready = self.models.Readiness(nonce="mine")
        self._send(f"matches/{match}/ready", ready, self.models.Position)

    def position(self, match: str) -> Any:
        told = self.wire.get(f"{ROOT}matches/{match}/position")
        return self._read(told, self.models.Position)

    def act(self, match: str, position: Any, key: str) -> Any:
        action = position.legal_actions[0]
        asked = self.models.Act(action=action, key=key, seen=position.version)
        acted = self._send(f"matches/{match}/actions", asked, self.models.Acted)
        assert acted.position.version > position.version
        return acted.position


def test_generated_clients_play_a_match_with_each_other(
    document: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One generator refused the document, and lost positions and divisions of one that was patched."""
    # It tidies what it wrote by the ruff that it finds.
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
    package, models = tmp_path / "generated_client", tmp_path / "generated_models.py"
    said = run(
        "openapi_python_client",
        *("generate", "--path", document, "--output-path", package, "--meta", "none"),
    )
    assert "Warning" not in said, said
    run(
        "datamodel_code_generator",
        *("--input", document, "--input-file-type", "openapi", "--output", models),
        *("--output-model-type", "msgspec.Struct"),
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    eve = ByModels("Eve", importlib.import_module("generated_models"))
    last = play_a_match(ByClient("Ada"), eve)
    assert min(last.result.places) == 1
    assert last.status == "finished"
