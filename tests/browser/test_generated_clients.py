"""Three generated clients of the OpenAPI description play a match with each other.

The generators are `openapi-python-client`, `datamodel-codegen`, and `openapi-typescript` with
`openapi-fetch`. Each client has its own token and a seat at one table of the running platform.
"""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

import httpx
import msgspec
import pytest

from tests.browser.person import new_name
from tests.browser.server import Server
from tests.node import NODE, PACKAGES

SCRIPT = Path(__file__).with_name("generated_bot.mts")
STRICT = (
    *("--noEmit", "--strict", "--noUncheckedIndexedAccess", "--noPropertyAccessFromIndexSignature"),
    *("--exactOptionalPropertyTypes", "--erasableSyntaxOnly", "--verbatimModuleSyntax"),
    *("--module", "nodenext", "--target", "es2024", "--lib", "es2024,dom"),
)
TABLE: dict[str, Any] = {
    "game": "daumen_drauf",
    "seats": 3,
    "tempo": "correspondence",
    "target": "rounds-1",
    "public": True,
}
PAUSE_S = 0.1
"""Seconds between two requests: a token has ten requests a second."""
PATIENCE_S = 120
MEANWHILE = {"stale", "too_fast", "wrong_phase"}
"""Refusals after which a client reads the position again, because another seat was quicker."""


def run(*command: object, **more: Any) -> str:
    """Run a program to its end and return its output."""
    done = subprocess.run(
        [*map(str, command)],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
        **more,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return f"{done.stdout}{done.stderr}"


@pytest.fixture(scope="module")
def generated(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with the output of each generator for this server's own description."""
    folder = tmp_path_factory.mktemp("generated")
    document = folder / "openapi.json"
    document.write_bytes(httpx.get(f"{server.url}/api/v1/openapi.json", trust_env=False).content)
    (folder / "node_modules").symlink_to(PACKAGES)
    (folder / SCRIPT.name).write_bytes(SCRIPT.read_bytes())
    # The output needs no formatting.
    (folder / "client.json").write_text('{"post_hooks": []}')
    with ThreadPoolExecutor() as pool:
        said = pool.map(
            lambda command: run(*command, cwd=folder),
            (
                (
                    *(sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none"),
                    *("--path", document, "--output-path", folder / "generated_client"),
                    *("--config", folder / "client.json"),
                ),
                (
                    *(sys.executable, "-m", "datamodel_code_generator", "--input", document),
                    *("--input-file-type", "openapi", "--output", folder / "generated_models.py"),
                    *("--output-model-type", "msgspec.Struct", "--formatters", "builtin"),
                ),
                (
                    *(NODE, PACKAGES / "openapi-typescript" / "bin" / "cli.js", document),
                    *("--output", folder / "nightcap.d.ts", "--default-non-nullable", "false"),
                ),
            ),
        )
        for one in said:
            assert "warning" not in one.lower(), one
    with pytest.MonkeyPatch.context() as patched:
        patched.syspath_prepend(str(folder))
        yield folder


class Bot(Protocol):
    """A bot in Python with generated code."""

    def open_table(self) -> str: ...
    def sit(self, match: str) -> None: ...
    def get_ready(self, match: str) -> Any: ...
    def position(self, match: str) -> Any: ...
    def act(self, match: str, position: Any, key: str) -> Any: ...


class ByClient:
    """A bot that plays with the functions of `openapi-python-client`."""

    def __init__(self, server: Server, token: str) -> None:
        package = importlib.import_module("generated_client")
        self.models = importlib.import_module("generated_client.models")
        self.client = package.AuthenticatedClient(
            server.url, token, httpx_args={"trust_env": False}
        )
        self.wire: httpx.Client = self.client.get_httpx_client()

    def _call(self, name: str, *parts: str, **body: Any) -> Any:
        """Return the answer of an endpoint, as the described type."""
        function = importlib.import_module(f"generated_client.api.bots.{name}")
        found = function.sync(*parts, client=self.client, **body)
        assert found is not None
        return found

    def _done(self, name: str, *parts: str, **body: Any) -> Any:
        found = self._call(name, *parts, **body)
        assert not isinstance(found, self.models.Problem), found
        return found

    def open_table(self) -> str:
        return str(self._done("open_table", body=self.models.NewTable(**TABLE)).id)

    def sit(self, match: str) -> None:
        self._done("sit_down", match, body=self.models.Sitting())

    def get_ready(self, match: str) -> Any:
        return self._done("get_ready", match, body=self.models.Readiness(nonce="mine"))

    def position(self, match: str) -> Any:
        return self._done("show_position", match)

    def act(self, match: str, position: Any, key: str) -> Any:
        action = self.models.ActAction.from_dict(position.legal_actions[-1].to_dict())
        asked = self.models.Act(action=action, key=key, seen=position.version)
        acted = self._call("act", match, body=asked)
        if isinstance(acted, self.models.Problem):
            assert acted.code in MEANWHILE, acted
            return None
        return acted.position


class ByModels:
    """A bot that reads and writes the models of `datamodel-codegen`."""

    def __init__(self, server: Server, token: str) -> None:
        self.models: ModuleType = importlib.import_module("generated_models")
        self.wire = httpx.Client(
            base_url=f"{server.url}/api/v1/matches",
            headers={"Authorization": f"Bearer {token}"},
            trust_env=False,
        )

    def _send(self, address: str, question: Any, answer: Any) -> Any:
        return self._read(self.wire.post(address, json=msgspec.to_builtins(question)), answer)

    def _read(self, told: httpx.Response, answer: Any) -> Any:
        assert told.status_code == 200, told.text
        return msgspec.convert(told.json(), answer)

    def open_table(self) -> str:
        return str(self._send("", self.models.NewTable(**TABLE), self.models.MatchAnswer).id)

    def sit(self, match: str) -> None:
        self._send(f"/{match}/sit", self.models.Sitting(), self.models.Position)

    def get_ready(self, match: str) -> Any:
        ready = self.models.Readiness(nonce="mine")
        return self._send(f"/{match}/ready", ready, self.models.Position)

    def position(self, match: str) -> Any:
        return self._read(self.wire.get(f"/{match}/position"), self.models.Position)

    def act(self, match: str, position: Any, key: str) -> Any:
        action = position.legal_actions[-1]
        asked = self.models.Act(action=action, key=key, seen=position.version)
        told = self.wire.post(f"/{match}/actions", json=msgspec.to_builtins(asked))
        if told.is_client_error:
            assert self._read_problem(told) in MEANWHILE, told.text
            return None
        return self._read(told, self.models.Acted).position

    def _read_problem(self, told: httpx.Response) -> str:
        return str(msgspec.convert(told.json(), self.models.Problem).code)


def play(bot: Bot, match: str) -> list[int]:
    """Let a bot take the last offer until its match is over; return the places by seat."""
    position, until = bot.get_ready(match), time.monotonic() + PATIENCE_S
    for number in range(sys.maxsize):
        assert time.monotonic() < until, position
        if position.result is not None and position.status not in ("open", "running"):
            return [*position.result.places]
        after = None
        if position.awaited and position.legal_actions:
            after = bot.act(match, position, f"k{number}")
        if after is None:
            time.sleep(PAUSE_S)
        position = after or bot.position(match)
    raise AssertionError


def play_in_script(server: Server, folder: Path, token: str, match: str) -> list[int]:
    """Let the bot in TypeScript sit down and play the match in Node; return the places by seat."""
    told = run(
        *(NODE, folder / SCRIPT.name, server.url, match),
        env=os.environ | {"NIGHTCAP_TOKEN": token, "NODE_NO_WARNINGS": "1"},
    )
    return [int(place) for place in told.split()]


def test_the_script_fits_the_types_that_are_generated(generated: Path) -> None:
    """The compiler accepts the bot in TypeScript with the generated types, before anything is sent."""
    compiler = PACKAGES / "typescript" / "bin" / "tsc"
    run(NODE, compiler, *STRICT, SCRIPT.name, cwd=generated)


def test_three_generated_clients_play_a_match_with_each_other(
    server: Server, generated: Path
) -> None:
    """Every generator accepts the document and keeps all of its parts, such as positions and
    divisions.
    """
    tokens = [server.console("bot_token", name=new_name(f"Robot {one}")) for one in "ABC"]
    ada, eve = ByClient(server, tokens[0]), ByModels(server, tokens[1])
    with ada.wire, eve.wire, ThreadPoolExecutor() as pool:
        match = ada.open_table()
        eve.sit(match)
        playing = [
            pool.submit(play, ada, match),
            pool.submit(play, eve, match),
            pool.submit(play_in_script, server, generated, tokens[2], match),
        ]
        places, *others = [one.result() for one in playing]
    assert sorted(places)[0] == 1
    assert others == [places, places]
    told = httpx.get(f"{server.url}/api/v1/matches/{match}/rounds/1", trust_env=False).json()
    assert {one["seat"] for one in told["moves"]} >= {0, 1, 2}
