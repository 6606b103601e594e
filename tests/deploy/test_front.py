"""nginx with the files of deploy/: the files it serves, its limits, and the headers it trusts."""

from __future__ import annotations

import html
import json
import select
import socket
import ssl
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from http.client import HTTPConnection, HTTPSConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings as django_settings
from django.utils import translation
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from core.refusals import refused, sentence
from operations.front_pages import write_front_pages
from tests.deploy.fleet import Fleet
from tests.deploy.front import NOBODY, Front
from tests.ports import free_port

PATIENCE_S = 10
HERE = "127.0.0.1/32"


class Answer:
    """A response."""

    def __init__(self, status: int, headers: Any, body: bytes) -> None:
        self.status, self.headers, self.body = status, headers, body


def ask(url: str, cafile: Path, *, body: bytes | None = None, **headers: str) -> Answer:
    """Send one request and return its answer without redirects."""
    where = urlsplit(url)
    assert where.hostname is not None
    if where.scheme == "https":
        tls = ssl.create_default_context(cafile=cafile)
        line: HTTPConnection = HTTPSConnection(where.hostname, where.port, context=tls, timeout=10)
    else:
        line = HTTPConnection(where.hostname, where.port, timeout=10)
    try:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        line.request("GET" if body is None else "POST", where.path or "/", body, named)
        got = line.getresponse()
        return Answer(got.status, got.headers, got.read())
    finally:
        line.close()


@pytest.fixture
def get(fleet: Fleet) -> Any:
    """Load a page of the fleet."""
    certificate = fleet.front.certificate
    return lambda path, **more: ask(f"{fleet.front.url}{path}", certificate, **more)


# --- the configuration ----------------------------------------------------------------------


@pytest.mark.parametrize("server", ["plain", "tls"])
def test_nginx_itself_finds_nothing_wrong(tmp_path: Path, server: str) -> None:
    judged = Front(tmp_path, [], tmp_path / "static", server=server).judged()
    assert judged.returncode == 0, judged.stderr
    assert "warn" not in judged.stderr


# --- before the real platform ------------------------------------------------------------------


def test_pages_come_over_tls_and_say_so(get: Any) -> None:
    page = get("/")
    assert page.status == 200
    assert page.headers["Strict-Transport-Security"]
    assert page.headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert page.headers["Server"] == "nginx"
    sizes = set()
    for _ in range(6):
        packed = get("/", Accept_Encoding="gzip")
        assert packed.headers["Content-Encoding"] == "gzip"
        sizes.add(len(packed.body))
    assert len(sizes) > 1, "not packed by Nightcap, whose padding differs"


def test_plain_http_is_shown_the_way(fleet: Fleet) -> None:
    plain = f"http://localhost:{fleet.front.http}"
    shown = ask(f"{plain}/sign-in/", fleet.front.certificate, body=b"")
    assert shown.status == 308
    assert shown.headers["Location"] == "https://localhost/sign-in/"
    assert ask(f"{plain}/healthz", fleet.front.certificate).status == 200


def test_health_is_asked_for_seldom(get: Any) -> None:
    assert json.loads(get("/healthz", Host="10.0.0.7").body) == {"ok": True}
    found = [get("/readyz").status for _ in range(12)]
    assert found[0] == 200
    assert 429 in found
    assert get("/readyz").headers["Retry-After"] == "5"


def test_a_file_with_its_hash_in_its_name_is_kept_for_ever(fleet: Fleet, get: Any) -> None:
    named = json.loads((fleet.static / "staticfiles.json").read_text())["paths"]
    file = get(f"/static/{named['core/css/base.css']}", Accept_Encoding="gzip")
    assert file.status == 200
    assert file.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert file.headers["Content-Type"] == "text/css; charset=utf-8"
    assert file.headers["Content-Encoding"] == "gzip"
    assert file.headers["X-Content-Type-Options"] == "nosniff"
    assert get("/static/core/css/base.css").headers["Cache-Control"] == "public, max-age=60"


def test_a_file_that_nginx_has_not_is_asked_of_the_platform(fleet: Fleet, get: Any) -> None:
    fleet.repair()  # nginx would tell of a killed web process, if it asked that one last
    missing = get("/static/css/of-another-release.css")
    assert missing.status == 404
    assert missing.headers["Content-Security-Policy"].startswith("default-src 'none'")


def test_every_kind_of_file_has_its_type(fleet: Fleet, get: Any) -> None:
    kinds = {path.suffix: path for path in fleet.static.rglob("*.*")}
    for suffix, path in kinds.items():
        if suffix != ".gz" and not path.name.startswith("LICENSE."):
            kind = get(f"/static/{path.relative_to(fleet.static)}").headers["Content-Type"]
            assert kind != "application/octet-stream", path


def test_nothing_long_comes_in(get: Any) -> None:
    assert get("/sign-in/", body=b"x" * (64 * 1024 + 1)).status == 413


def test_another_sites_page_opens_no_socket(fleet: Fleet) -> None:
    tls = ssl.create_default_context(cafile=fleet.front.certificate)
    address = fleet.front.url.replace("https://", "wss://")
    with (
        pytest.raises(InvalidStatus) as denied,
        connect(f"{address}/ws/en/matches/none/", origin=Origin("https://evil.example"), ssl=tls),
    ):
        pass
    assert denied.value.response.status_code == 403


def test_no_address_of_a_page_is_written_down(fleet: Fleet, get: Any) -> None:
    get("/join/a-secret-invitation/")
    # nginx writes the line after its answer has arrived.
    end = time.monotonic() + PATIENCE_S
    while '"status":404' not in (log := (fleet.front.folder / "log").read_text()):
        assert time.monotonic() < end, log
        time.sleep(0.05)
    for text in (log, *(fleet.said(name) for name in fleet.processes)):
        assert "a-secret-invitation" not in text


# --- before a server that echoes its headers -----------------------------------------------


class Echo(BaseHTTPRequestHandler):
    """A handler that answers with the received headers."""

    def do_GET(self) -> None:
        body = json.dumps({name.lower(): value for name, value in self.headers.items()}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing."""


@pytest.fixture
def echo() -> Iterator[int]:
    """The port of a server that echoes its headers."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Echo) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


class Without(Echo):
    """A handler without files."""

    def do_GET(self) -> None:
        self.send_response(404)
        self.send_header("Content-Length", "0")
        self.end_headers()


@pytest.fixture
def without() -> Iterator[int]:
    """The port of a server without files."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Without) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


@pytest.fixture
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for nginx, whose workers run as nobody and need only their open files."""
    return tmp_path_factory.mktemp("front")


def told(folder: Path, echo: int, *, trusted: str, server: str = "plain", **said: Any) -> Any:
    """Return the headers that the server gets when a browser at 127.0.0.1 sends these."""
    front = Front(folder, [echo], folder / "static", server=server, trusted=trusted)
    front.open()
    try:
        return json.loads(ask(front.url, front.certificate, **said).body)
    finally:
        front.close()


def test_a_file_that_one_release_alone_has_is_found(folder: Path, echo: int, without: int) -> None:
    """While two releases run side by side, nginx finds a file of either: the other one answers 404."""
    front = Front(folder, [without, echo], folder / "static", server="plain", trusted="127.0.0.1")
    front.open()
    try:
        answers = [
            ask(f"{front.url}/static/core/js/page.0123456789ab.js", front.certificate).status
            for _ in range(6)
        ]
    finally:
        front.close()
    assert answers == [200] * 6


FORGED = {
    "X_Forwarded_For": "203.0.113.9",
    "X_Forwarded_Proto": "https",
    "X_Forwarded_Host": "evil.example",
    "Forwarded": "for=203.0.113.9",
}


def test_what_a_browser_says_about_itself_ends_here(folder: Path, echo: int) -> None:
    heard = told(folder, echo, trusted=NOBODY, **FORGED)
    assert heard["x-forwarded-for"] == "127.0.0.1"
    assert heard["x-forwarded-proto"] == "http"
    assert not {"x-forwarded-host", "forwarded"} & set(heard)


def test_over_tls_the_platform_is_told_so(folder: Path, echo: int) -> None:
    heard = told(folder, echo, trusted=NOBODY, server="tls", X_Forwarded_Proto="http")
    assert heard["x-forwarded-proto"] == "https"


def test_a_proxy_of_ours_in_front_is_believed(folder: Path, echo: int) -> None:
    said = {"X_Forwarded_For": "203.0.113.9, 198.51.100.4", "X_Forwarded_Proto": "https"}
    heard = told(folder, echo, trusted=HERE, **said)
    # nginx added the last one; those before it came from outside.
    assert heard["x-forwarded-for"] == "198.51.100.4"
    assert heard["x-forwarded-proto"] == "https"


def test_the_name_that_was_asked_for_stays(folder: Path, echo: int) -> None:
    heard = told(folder, echo, trusted=NOBODY, Host="cards.example:8443")
    assert heard["host"] == "cards.example:8443"
    assert "upgrade" not in heard


# --- nginx's own refusals, and missing servers -------------------------------------------------


@pytest.fixture
def prepared(settings: Any) -> Iterator[Path]:
    """A folder with the output of `prepare` for nginx, whose workers run as nobody and can read it."""
    with tempfile.TemporaryDirectory() as made:
        settings.STATIC_ROOT = Path(made) / "static"
        write_front_pages()
        yield Path(made)


@pytest.fixture
def alone(prepared: Path) -> Iterator[Front]:
    """An nginx before a web process that is gone."""
    front = Front(prepared, [free_port()], prepared / "static", server="plain", trusted=HERE)
    front.open()
    yield front
    front.close()


@pytest.mark.parametrize(
    ("status", "code", "asked"),
    [
        (502, "away", {"path": "/tables/"}),
        (502, "away", {"path": "/sign-in/", "body": b"login=Ada"}),
        (502, "away", {"path": "/static/css/none.css"}),
        (413, "too_large", {"path": "/sign-in/", "body": b"x" * (64 * 1024 + 1)}),
        (414, "malformed", {"path": "/" + "x" * 40_000}),
        (400, "malformed", {"path": "/", "X_Long": "x" * 40_000}),
    ],
)
def test_it_is_told_in_the_words_of_the_site(
    alone: Front, status: int, code: str, asked: dict[str, Any]
) -> None:
    """The page is the site's own, in the reader's language, and has a time to retry."""
    for said, language in (({}, "en"), ({"Accept_Language": "sv, fr-CH;q=0.9, en"}, "fr")):
        path = asked["path"]
        more = {name: value for name, value in asked.items() if name != "path"} | said
        told = ask(f"{alone.url}{path}", alone.certificate, **more)
        if status in (
            400,
            414,
        ):  # nginx does not read the headers to their end, so the language is unknown
            language = "en"
        assert (told.status, told.headers["Content-Type"]) == (status, "text/html; charset=utf-8")
        with translation.override(language):
            sentence_told = sentence(refused(code).refusal)
        page = told.body.decode()
        assert f'<html lang="{language}">' in page
        assert html.escape(sentence_told) in page
        assert "/static/core/css/site." in page
        assert told.headers["Retry-After"] == ("5" if code == "away" else None)
        assert told.headers["Cache-Control"] == "no-store"
        assert told.headers["X-Content-Type-Options"] == "nosniff"
        assert told.headers["Content-Security-Policy"].startswith("default-src 'none'; style-src")


def test_the_language_that_was_chosen_counts(alone: Front) -> None:
    for language, _ in django_settings.LANGUAGES:
        told = ask(
            alone.url,
            alone.certificate,
            Cookie=f"zone=x; {django_settings.LANGUAGE_COOKIE_NAME}={language}",
            Accept_Language="en",
        )
        assert f'<html lang="{language}">' in told.body.decode()
        told = ask(alone.url, alone.certificate, Accept_Language=f"xx, {language}-CH;q=0.5")
        assert f'<html lang="{language}">' in told.body.decode()
    told = ask(alone.url, alone.certificate, Cookie="django_language=xx", Accept_Language="it")
    assert '<html lang="it">' in told.body.decode()


def test_programs_are_told_as_ever(alone: Front) -> None:
    told = ask(f"{alone.url}/api/v1/me", alone.certificate, Accept_Language="de")
    assert (told.status, told.headers["Retry-After"]) == (502, "5")
    assert told.headers["Content-Type"] == "application/json"
    found = json.loads(told.body)
    assert found["code"] == "away"
    with translation.override("de"):
        assert found["sentence"] == sentence(refused("away").refusal)


def test_who_asks_too_often_is_told_when_again(alone: Front) -> None:
    answers = [ask(f"{alone.url}/readyz", alone.certificate) for _ in range(12)]
    denied = [one for one in answers if one.status == 429]
    assert denied
    for one in denied:
        assert one.headers["Retry-After"] == "5"
        assert "Too many requests at once." in one.body.decode()


REFUSED_BY_ITSELF = [
    (404, "not_found", "GET /static/front/away.en.html HTTP/1.1"),
    (405, "wrong_method", "POST /static/a.css HTTP/1.1\r\nContent-Length: 0"),
    (405, "wrong_method", "TRACE / HTTP/1.1"),
    (412, "malformed", "GET /static/a.css HTTP/1.1\r\nIf-Match: x"),
    (416, "malformed", "GET /static/a.css HTTP/1.1\r\nRange: bytes=99-"),
    (501, "malformed", "GET / HTTP/1.1\r\nTransfer-Encoding: x"),
    (505, "malformed", "GET / HTTP/3.0"),
]
"""nginx's own status, our code for it, and the beginning of the request."""


@pytest.mark.parametrize("server", ["plain", "tls"])
def test_whatever_it_refuses_is_told_so(prepared: Path, server: str) -> None:
    """Every status that nginx itself returns has the site's own page, and never nginx's."""
    static = prepared / "static"
    (static / "a.css").write_text("b {}")
    front = Front(prepared, [free_port()], static, server=server, trusted=HERE)
    front.open()
    tls = ssl.create_default_context(cafile=front.certificate) if server == "tls" else None
    port = front.https if tls else front.http
    asked = [(each, tls) for each in REFUSED_BY_ITSELF]
    if tls:  # plain HTTP on a TLS port
        asked.append(((400, "malformed", "GET / HTTP/1.1"), None))
    try:
        for (status, code, head), spoken in asked:
            told = said_to(port, f"{head}\r\nAccept-Language: de\r\n", spoken)
            assert told.startswith(f"HTTP/1.1 {status} "), head
            # For an unknown version of HTTP, nginx reads only the first line.
            with translation.override("en" if status == 505 else "de"):
                assert html.escape(sentence(refused(code).refusal)) in told, head
    finally:
        front.close()


def said_to(port: int, head: str, tls: ssl.SSLContext | None) -> str:
    """Return the complete answer to such a request."""
    with ExitStack() as lines:
        line = lines.enter_context(socket.create_connection(("127.0.0.1", port), PATIENCE_S))
        if tls:
            line = lines.enter_context(tls.wrap_socket(line, server_hostname="localhost"))
        line.sendall(f"{head}Host: localhost\r\nConnection: close\r\n\r\n".encode())
        return b"".join(iter(lambda: line.recv(65_536), b"")).decode()


def test_these_pages_are_nobodys_to_ask_for(alone: Front) -> None:
    there = alone.folder / "static" / "front" / "away.en.html"
    assert there.exists()
    assert ask(f"{alone.url}/static/front/away.en.html", alone.certificate).status == 404
    for page in there.parent.iterdir():
        page.unlink()
    assert ask(alone.url, alone.certificate).status in (502, 503)


# --- limits -------------------------------------------------------------------------------------

SOCKETS = 300
"""The number of sockets that one address may have open."""
SLOW_S = 15
"""Seconds that nginx waits for the headers of a request."""


@pytest.fixture
def patient() -> Iterator[int]:
    """The port of a server that accepts connections and sends nothing, so that sockets stay open."""
    with socket.create_server(("127.0.0.1", 0), backlog=2 * SOCKETS) as server:
        yield server.getsockname()[1]


@pytest.fixture
def front(prepared: Path, patient: int) -> Iterator[Front]:
    """An nginx before it, which trusts our headers about addresses."""
    front = Front(prepared, [patient], prepared / "static", server="plain", trusted=HERE)
    front.open()
    yield front
    front.close()


def begin(front: Front, request: str) -> socket.socket:
    """Return a connection on which these bytes have been sent."""
    line = socket.create_connection(("127.0.0.1", front.http), timeout=3 * SLOW_S)
    line.sendall(request.encode())
    return line


def test_one_address_opens_only_so_many_sockets(front: Front) -> None:
    def opened(address: str) -> socket.socket:
        head = f"GET /ws/en/tables/ HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: {address}\r\n"
        return begin(front, f"{head}Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n")

    def is_refused(line: socket.socket) -> bool:
        line.settimeout(0.5)
        try:
            head = line.recv(1000)
            return head.startswith(b"HTTP/1.1 429") and b"\r\nRetry-After: 5\r\n" in head
        except TimeoutError:
            return False

    with ExitStack() as lines:
        found = [lines.enter_context(opened("192.0.2.7")) for _ in range(SOCKETS + 5)]
        ready, _, _ = select.select(found, [], [], PATIENCE_S)
        end = time.monotonic() + PATIENCE_S
        while len(ready) < 5 and time.monotonic() < end:
            ready, _, _ = select.select(found, [], [], 0.1)
        assert sum(map(is_refused, ready)) == len(ready) == 5
        assert not is_refused(lines.enter_context(opened("192.0.2.8")))


@pytest.mark.soak
def test_who_says_what_they_want_too_slowly_is_not_waited_for(front: Front) -> None:
    began = time.monotonic()
    with begin(front, "GET / HTTP/1.1\r\nHost: local") as line:
        assert line.recv(100) in (b"", b"HTTP/1.1 408 ")
        assert SLOW_S - 1 < time.monotonic() - began < 2 * SLOW_S
