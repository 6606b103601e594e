"""nginx sends everything of a match to one web process."""

from __future__ import annotations

import threading
import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import MappingProxyType

import pytest
from django.urls import reverse

from api.endpoints import ROOT
from matches.web.routing import websocket_urlpatterns
from tests.deploy.front import IN_THE_IMAGE, Front
from tests.deploy.names import NameServer
from tests.deploy.test_front import HERE, ask
from tests.deploy.test_kubernetes import container, of_kind
from tests.ports import free_port

WEBS = 3
PODS = 10
"""The most that the autoscaler starts: their names are too long for one datagram."""
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


@pytest.fixture
def pods() -> Iterator[list[Web]]:
    """Web processes, each with an address of its own and the same port."""
    port = free_port()
    found = [Web(port, f"127.0.0.{number}") for number in range(11, 11 + PODS)]
    yield found
    for pod in found:
        pod.go()


@pytest.fixture
def names() -> Iterator[NameServer]:
    """The name server of containers or of a cluster, which knows no web process yet."""
    names = NameServer()
    yield names
    names.close()


@pytest.fixture
def in_container(
    tmp_path_factory: pytest.TempPathFactory, names: NameServer
) -> Iterator[Callable[..., Front]]:
    """A maker of nginx that asks the name server for these web processes."""
    with ExitStack() as stack:

        def opened(web: str, files: Mapping[str, str] = MappingProxyType({})) -> Front:
            folder = tmp_path_factory.mktemp("front")
            front = Front(
                folder,
                [],
                folder / "static",
                server="plain",
                trusted=HERE,
                named=(web, names.address),
                files=files,
            )
            stack.callback(front.close)
            front.open()
            return front

        yield opened


def test_processes_behind_one_name_have_matches_of_their_own(
    pods: list[Web], names: NameServer, in_container: Callable[..., Front]
) -> None:
    """Compose has one name for all web processes, which come and go."""
    names.know(pods[:3])
    web = IN_THE_IMAGE["NIGHTCAP_WEB"].replace("web:8000", f"web:{pods[0].port}")
    front = in_container(web)
    before = _once_in_all(front, pods[:3])
    for _ in range(3):
        time.sleep(1)
        assert of_matches(front) == before, "the order of the names does not matter"
    names.know(pods[:2])
    after = _once_in_all(front, pods[:2])
    assert of_matches(front) == after


@pytest.fixture
def in_cluster(pods: list[Web], in_container: Callable[..., Front]) -> Callable[[], Front]:
    """A maker of nginx with the files of a cluster."""
    env = {each["name"]: each["value"] for each in container("front")["env"]}
    files = of_kind("ConfigMap")["front"]["data"]
    return lambda: in_container(env["NIGHTCAP_WEB"], files)


def test_all_nginx_of_a_cluster_choose_the_same_pod(
    pods: list[Web], names: NameServer, in_cluster: Callable[[], Front]
) -> None:
    names.know(pods)
    one, other = in_cluster(), in_cluster()
    full = _once_in_all(one, pods)
    assert _once_in_all(other, pods) == full

    away = pods[0]
    names.know(pods[1:])
    fewer = _once_in_all(one, pods[1:])
    assert _once_in_all(other, pods[1:]) == fewer
    assert {full[match] for match in MATCHES if fewer[match] != full[match]} == {away.name}

    names.know(pods)
    assert _once_in_all(one, pods) == _once_in_all(other, pods) == full


def test_a_pod_that_has_ended_or_not_begun_is_no_error(
    pods: list[Web], names: NameServer, in_cluster: Callable[[], Front]
) -> None:
    front = in_cluster()
    assert ask(f"{front.url}/matches/{MATCHES[0]}/", front.certificate).status == 503
    names.know(pods)
    before = _once_in_all(front, pods)
    for pod in pods[1:]:
        pod.go()
    assert set(of_matches(front).values()) == {pods[0].name}
    assert answering(front, "/") == pods[0].name
    for pod in pods[1:]:
        pod.come()
    assert of_matches(front) == before


def _once_in_all(front: Front, webs: list[Web]) -> dict[str, str]:
    """Return the process of each match as soon as exactly these have some."""
    end = time.monotonic() + 20
    while True:
        with suppress(AssertionError):  # nginx has not asked for the names yet
            found = of_matches(front)
            if set(found.values()) == {web.name for web in webs} and found == of_matches(front):
                return found
        assert time.monotonic() < end
        time.sleep(0.2)
