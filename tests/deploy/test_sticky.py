"""nginx sends everything of a match to one web process."""

from __future__ import annotations

import socket
import struct
import threading
import time
import uuid
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from django.urls import reverse

from api.endpoints import ROOT
from matches.web.routing import websocket_urlpatterns
from tests.deploy.front import Front
from tests.deploy.test_front import HERE, ask
from tests.ports import free_port

WEBS = 3
MATCHES = [str(uuid.UUID(int=number * 2**96 + 2**79 + number)) for number in range(30)]


def paths_of(match: str) -> list[str]:
    """Return addresses of this match: pages, a form, a socket, and those of programs."""
    (socket,) = websocket_urlpatterns
    return [
        reverse("matches:table", args=[match]),
        reverse("matches:submit_action", args=[match]),
        reverse("matches:verify_shuffle", args=[match, 1]),
        reverse("lobby:sit_at_table", args=[match]),
        f"/{socket.pattern}".replace("<str:language>", "de").replace("<uuid:match_id>", match),
        f"/{ROOT}matches/{match}",
        f"/{ROOT}matches/{match}/position",
    ]


class Named(BaseHTTPRequestHandler):
    """A handler that answers with the address of its server."""

    def do_GET(self) -> None:
        address, port = self.connection.getsockname()
        body = f"{address}:{port}".encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing."""


class Web:
    """A web process that can go away and come back at its address."""

    def __init__(self, port: int, address: str = "127.0.0.1") -> None:
        self.address, self.port = address, port
        self.come()

    @property
    def name(self) -> str:
        return f"{self.address}:{self.port}"

    def come(self) -> None:
        """Listen."""
        self._server = ThreadingHTTPServer((self.address, self.port), Named)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,))
        self._thread.start()

    def go(self) -> None:
        """Refuse connections."""
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


class NameServer:
    """A name server that knows only the web processes, in another order each time."""

    def __init__(self) -> None:
        self.addresses: list[str] = []
        self._line = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._line.bind(("127.0.0.1", 0))
        self.port: int = self._line.getsockname()[1]
        threading.Thread(target=self._answer, daemon=True).start()

    def close(self) -> None:
        """End."""
        self._line.close()

    def _answer(self) -> None:
        with suppress(OSError):  # closed
            while True:
                query, asker = self._line.recvfrom(512)
                end = query.index(b"\0", 12) + 5
                self.addresses = self.addresses[1:] + self.addresses[:1]
                answers = b"".join(
                    struct.pack("!HHHIH", 0xC00C, 1, 1, 1, 4) + socket.inet_aton(address)
                    for address in self.addresses
                )
                counts = struct.pack("!HHHH", 1, len(self.addresses), 0, 0)
                self._line.sendto(query[:2] + b"\x81\x80" + counts + query[12:end] + answers, asker)


@pytest.fixture
def webs() -> Iterator[list[Web]]:
    """Web processes, each with a port of its own."""
    found = [Web(free_port()) for _ in range(WEBS)]
    yield found
    for web in found:
        web.go()


@pytest.fixture
def front(webs: list[Web], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Front]:
    """The nginx before them."""
    folder = tmp_path_factory.mktemp("front")
    ports = [web.port for web in webs]
    front = Front(folder, ports, folder / "static", server="plain", trusted=HERE)
    front.open()
    yield front
    front.close()


def answering(front: Front, path: str, of: str = "192.0.2.1") -> str:
    """Return the name of the web process that answers this person."""
    answer = ask(f"{front.url}{path}", front.certificate, X_Forwarded_For=of)
    assert answer.status == 200
    return answer.body.decode()


def of_matches(front: Front) -> dict[str, str]:
    """Return the web process of each match."""
    return {match: answering(front, f"/matches/{match}/") for match in MATCHES}


def test_everything_of_a_match_is_in_one_process(front: Front, webs: list[Web]) -> None:
    found = Counter[str]()
    for number, match in enumerate(MATCHES):
        names = {
            answering(front, path, of=f"192.0.2.{number + each}")
            for each, path in enumerate(paths_of(match))
        }
        assert len(names) == 1, match
        found.update(names)
    assert set(found) == {web.name for web in webs}
    assert min(found.values()) >= len(MATCHES) / WEBS / 3


def test_other_pages_are_in_all_processes(front: Front, webs: list[Web]) -> None:
    for path in ("/", "/matches/", "/ws/de/tables/", f"/{ROOT}matches", "/matches/new-table/"):
        assert {answering(front, path) for _ in range(3 * WEBS)} == {web.name for web in webs}


def test_another_process_takes_over_and_gives_back(front: Front, webs: list[Web]) -> None:
    before = of_matches(front)
    away = webs[0]
    away.go()
    meanwhile = of_matches(front)
    assert meanwhile == of_matches(front), "all people of a match go to the same process"
    for match, name in before.items():
        assert (meanwhile[match] == name) == (name != away.name)
    away.come()
    assert of_matches(front) == before


def test_processes_behind_one_name_have_matches_of_their_own(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """Compose has one name for all web processes, which come and go."""
    folder, port = tmp_path_factory.mktemp("front"), free_port()
    with ExitStack() as stack:
        names = NameServer()
        stack.callback(names.close)
        webs = [Web(port, f"127.0.0.{number}") for number in (11, 12, 13)]
        for web in webs:
            stack.callback(web.go)
        names.addresses = [web.address for web in webs]
        front = Front(
            folder, [], folder / "static", server="plain", trusted=HERE, named=(names.port, port)
        )
        stack.callback(front.close)
        front.open()
        before = _once_in_all(front, webs)
        for _ in range(3):
            time.sleep(1)
            assert of_matches(front) == before, "the order of the names does not matter"
        names.addresses = [web.address for web in webs[:2]]
        after = _once_in_all(front, webs[:2])
        assert of_matches(front) == after


def _once_in_all(front: Front, webs: list[Web]) -> dict[str, str]:
    """Return the process of each match as soon as exactly these have some."""
    end = time.monotonic() + 20
    while True:
        with suppress(AssertionError):  # nginx has not asked for the names yet
            found = of_matches(front)
            if set(found.values()) == {web.name for web in webs}:
                return found
        assert time.monotonic() < end
        time.sleep(0.2)
