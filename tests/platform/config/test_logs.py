"""Log lines of any logger contain no address that gives access, and no personal address.

An invitation in a log would be open to all readers of the log, and docs/hosting.md promises that
there is none.
"""

from __future__ import annotations

import asyncio
import io
import itertools
import logging
import logging.config
import time
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import quote, unquote

import pytest
from django.db import IntegrityError, transaction
from django.test import AsyncClient, Client, RequestFactory
from django.urls import NoReverseMatch, resolve, reverse
from django.urls.resolvers import RegexPattern

import config.serving.asgi  # noqa: F401 - knows the routes of sockets
from accounts.models import User
from config.logs.formatters import Stderr, logging_config
from config.logs.redaction import ADDRESS, MACHINE, redacted
from tests.platform.accounts import cast
from tests.platform.addresses import CONVERTED, patterns
from tests.sure import sure

SECRET = "Ab3-dEf_9hIjKlMnOpQrStUv"
SHORT = "5ecretPerson"
"""For parameters that accept few characters."""
V4, V6, MAIL = "203.0.113.77", "2001:db8::77", "anna.secret@example.org"
LOGGERS = (
    "daphne.server",
    "daphne.http_protocol",
    "django.request",
    "django.security.csrf",
    "asyncio",
    "twisted",
    "channels",
    "celery.app.trace",
    "allauth",
    "matches.web",
    "",
)
TEXTS = {"StringConverter": SECRET, "SlugConverter": SECRET, "PathConverter": SECRET}


def secret_addresses() -> list[str]:
    """Return an address of every route with a parameter of free text; that text is a secret."""
    return sorted({one for one in _addresses() if SECRET in one or SHORT in one})


def _addresses() -> Iterator[str]:
    for name, pattern in patterns():
        at = pattern.pattern
        if not isinstance(at, RegexPattern):
            kinds = {key: type(one).__name__ for key, one in at.converters.items()}
            yield reverse(
                name, kwargs={key: (CONVERTED | TEXTS)[kind] for key, kind in kinds.items()}
            )
            continue
        keys = list(at.regex.groupindex)
        for values in itertools.product((SECRET, SHORT, "1", "void", "agree"), repeat=len(keys)):
            try:
                yield reverse(name, kwargs=dict(zip(keys, values, strict=True)))
            except NoReverseMatch:
                continue
            break


class Named:
    """An object whose representation is an address."""

    def __init__(self, address: str) -> None:
        self.address = address

    def __repr__(self) -> str:
        return f"<WebRequest at 0x7f2a method=GET uri={self.address} clientproto=HTTP/1.1>"


def encoded(address: str) -> Iterator[str]:
    """Return an address in the encodings of addresses, pages and programs, once and repeated."""
    once = quote(address, safe="")
    twice = quote(once)
    # A tool that encodes an encoded slash again leaves the rest unchanged.
    yield from (twice, twice.lower().replace(address.lower(), address), quote(twice))
    for slash in ("%2f", "%252f", "%25252F", "%u002f", r"\/", r"\\/", r"\u002f", r"\x2F", r"\\x2f"):
        yield f"next={address.replace('/', slash)}"
        yield f"next={address.replace('/', slash, 1)}"
    for slash in ("&#47;", "&#x2F;", "&#x2f;", "&sol;", "&amp;#x2F;"):
        yield f'href="{address.replace("/", slash)}"'
    spelt = "".join(f"%{ord(one):02X}" if one.isalpha() else one for one in address)
    yield from (spelt, quote(spelt, safe=""), f"next={spelt.lstrip('/')}", quote(quote(spelt)))
    yield f"https%3A%2F%2Fplay.example.org{once}%3Fnext%3D{twice}"


def forms(address: str) -> Iterator[object]:
    """Return every form in which an address, or its secret, gets into a line."""
    request = RequestFactory().get(address, {"next": address})
    match = resolve(address)
    yield from (
        address,
        f"{address}?next={address}",
        address.rstrip("/"),
        f"/de{address}",
        address.lstrip("/"),
        f"{address}nope/",
        f"https://play.example.org{address}",
        f"play.example.org:8000{address}",
        f"GET {address} HTTP/1.1",
        f"next={quote(address, safe='')}",
        f"'query_string': b'next={quote(address, safe='')}'",
        *encoded(address),
        address.encode(),
        repr(repr(address)),
        Named(address),
        request,
        match.kwargs,
        repr(match),
        {"headers": [(b"referer", f"http://testserver{address}".encode())]},
        NoReverseMatch(f"Reverse for 'x' with keyword arguments '{match.kwargs}' not found."),
    )


Said = Callable[[], str]


@pytest.fixture(params=["json", "text"])
def said(request: Any) -> Iterator[Said]:
    """Set up the log as in our processes; return a reader of the output since the last call."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    logging.config.dictConfig(logging_config(request.param, "INFO"))
    (handler,) = root.handlers
    assert isinstance(handler, logging.StreamHandler)

    def read() -> str:
        return str(sure(handler.setStream(io.StringIO())).getvalue())

    handler.setStream(io.StringIO())
    yield read
    logging.config.dictConfig(logging_config("json", "INFO"))
    root.handlers[:], root.level = handlers, level


def test_every_kind_of_secret_address_is_tried() -> None:
    found = secret_addresses()
    begins = ("/join/", "/replays/", "/friends/with/", "/preferences/data/", "/password/new/")
    for begin in (*begins, "/leagues/invited/", "/notices/stop/", "/address/"):
        assert any(address.startswith(begin) for address in found), begin


def test_no_logger_says_an_address_with_a_secret(said: Said) -> None:
    loggers = itertools.cycle(LOGGERS)
    for address in secret_addresses():
        for form, logger in zip(forms(address), loggers, strict=False):
            log = logging.getLogger(logger)
            try:
                try:
                    raise LookupError(form)
                except LookupError as error:
                    raise RuntimeError(f"at {form!r}") from error
            except RuntimeError:
                log.exception("It broke at %s: %r", form, form)
            out = said()
            assert "It broke" in out
            assert "RuntimeError" in out
            # The shortest part that would still give access.
            for part in (SECRET, SHORT, SECRET[:12]):
                assert part not in out, (logger, form)


def test_a_line_that_cannot_be_written_says_so_and_nothing_else(
    said: Said, capfd: pytest.CaptureFixture[str]
) -> None:
    """Python's own handler would print the message unredacted."""
    (ours,) = [one for one in logging.getLogger().handlers if isinstance(one, Stderr)]
    ours.handle(logging.makeLogRecord({"msg": "%s and %s", "args": (f"/join/{SECRET}/",)}))
    assert "a line could not be written: TypeError at " in said()
    assert SECRET not in "".join(capfd.readouterr())


@pytest.mark.parametrize(
    "text",
    [
        "client=['{}', 50310] path=b'/ws/en/matches/'",
        "IPv4Address(type='TCP', host='{}', port=5000)",
        "{}:443",
        "[{}]:443",
        "connection to server at {}, port 5432 failed",
        "'X-Forwarded-For': '{}, {}'",
        "from {}.",
    ],
)
@pytest.mark.parametrize("ip", [V4, V6, f"::ffff:{V4}", "fe80::1%eth0", "::1", "127.0.0.1"])
def test_nor_where_somebody_is(said: Said, text: str, ip: str) -> None:
    logging.getLogger("daphne.server").warning("At %s", text.format(ip, ip))
    logging.getLogger("daphne.server").warning("At %s", text.format(quote(ip), quote(quote(ip))))
    out = said()
    assert ip not in unquote(unquote(out))
    assert V4 not in out
    assert len(out.split(MACHINE)) > 2


def test_nor_a_mail_address(said: Said) -> None:
    logging.getLogger("celery").error("To %s", f"{quote(MAIL)} {quote(quote(MAIL))}")
    assert MAIL.partition("@")[0] not in said()
    refused = {MAIL: (550, f"5.1.1 <{MAIL}>: unknown".encode())}
    logging.getLogger("celery").error("Refused: %s %s", refused, f"to={MAIL}")
    out = said()
    assert MAIL.partition("@")[0] not in out
    assert "5.1.1" in out


@pytest.mark.django_db
def test_nor_the_row_that_the_database_refused(said: Said) -> None:
    """PostgreSQL shows the existing values: a token, a mail address, a hand."""
    ada = cast.alice()
    try:
        with transaction.atomic():
            User.objects.create(name=ada.name, language="en")
    except IntegrityError:
        logging.getLogger("django.request").exception("Twice")
    out = said()
    assert "duplicate key value violates unique constraint" in out
    assert "Key (" not in out
    assert "(left out)" in out


@pytest.mark.parametrize(
    "text",
    [
        "Ran 3 of 12 in 0.5 s at 12:30:45, and/or 100 %",
        'File "/usr/lib/python3.12/asyncio/base_events.py", line 5, in run',
        "coro=<WithRequestId.__call__() running at /proc/self/x.py:12>",
        "text/html; charset=utf-8, HTTP/1.1, Europe/Zurich",
        "[Errno 2] No such file or directory: '/tmp/backups/2026'",
        "b9d5a1c0e5f94d2bb0b9a5cbb7c2f1aa; 550e8400-e29b-41d4-a716-446655440000",
        "psycopg.errors.UniqueViolation: why? Because.",
        "version 5.2.19 of std::vector",
        "100%25 of 3%2C5 and %E4%B8",
    ],
)
def test_what_is_no_address_stays(text: str) -> None:
    assert redacted(text) == text


def test_a_line_names_the_route() -> None:
    assert redacted(f"x uri=/join/{SECRET}/sit y") == "x uri=/join/<slug:token>/sit y"
    assert redacted(f"/password/new/{SHORT}-{SECRET}/") == "/password/new/<uidb36>-<key>/"
    ws = "/ws/de/matches/550e8400-e29b-41d4-a716-446655440000/"
    assert redacted(f"path=b'{ws}'") == "path=b'/ws/<str:language>/matches/<uuid:match_id>/'"
    assert redacted("/nobody/knows/") == ADDRESS
    assert redacted(f"next=%252Fjoin%252F{SECRET}%252Fsit") == "next=/join/<slug:token>/sit"


def test_long_lines_take_no_long_time() -> None:
    for many in (
        "a",
        ":",
        "/",
        "%2f",
        "%25",
        "25",
        "%",
        "\\",
        "&amp;",
        "&",
        "1.",
        "@",
        "=",
        "a:",
        "?",
        "DETAIL:\n",
        "key='",
        " ",
    ):
        began = time.perf_counter()
        redacted(many * 100_000)
        assert time.perf_counter() - began < 5, many


@pytest.mark.parametrize("run", ["a@{}@", "/a@{}@", "/{}"])
@pytest.mark.parametrize("many", [".", "=/a", "=/leagues/a", "%2525@"])
def test_no_address_takes_the_server_a_long_time(run: str, many: str) -> None:
    """A line of 16 kB, the longest address that a web process accepts, must not block it for a
    second.
    """
    text = run.replace("{}", many * (16_000 // len(many)))
    redacted("/")  # loads the table
    began = time.process_time()
    redacted(f"uri={text} y")
    assert time.process_time() - began < 0.1
    assert redacted(f"x {SECRET}{text}") == "x (left out)"


FILE = b'--x\r\nContent-Disposition: form-data; name="a"; filename="b"\r\n\r\n\r\n--x--\r\n'


@pytest.mark.django_db
@pytest.mark.parametrize(
    "sent",
    [
        {"data": b"", "content_type": "multipart/form-data"},
        {"data": b"", "content_type": "multipart/form-data; boundary=\xe4"},
        {"data": b"--x\r\nnonsense", "content_type": "multipart/form-data; boundary=x"},
        {"data": b"x" * 70_000, "content_type": "application/x-www-form-urlencoded"},
        {"data": b"a=1&" * 300, "content_type": "application/x-www-form-urlencoded"},
        {"data": FILE, "content_type": "multipart/form-data; boundary=x"},
    ],
)
@pytest.mark.parametrize("address", ["/sign-up/", f"/join/{SECRET}/sit"])
def test_a_body_that_cannot_be_read_is_one_line(
    said: Said, sent: dict[str, Any], address: str
) -> None:
    """An unreadable form is not our error: it is refused with a sentence, and logs no traceback."""

    async def behind_daphne() -> Any:
        return await AsyncClient().post(address, **sent)

    for post in (Client().post, Client(enforce_csrf_checks=True).post, None):
        answer = post(address, **sent) if post else asyncio.run(behind_daphne())
        assert 400 <= answer.status_code < 500
        out = said()
        assert "Traceback" not in out
        assert "ERROR" not in out
        assert SECRET not in out
        assert len(out.splitlines()) <= 1


@pytest.mark.django_db
def test_files_are_refused_in_words(said: Said) -> None:
    answer = Client().post("/sign-up/", FILE, content_type="multipart/form-data; boundary=x")
    assert answer.status_code == 400
    assert "This request could not be understood." in answer.content.decode()
    assert "WARNING" in said()


def test_a_line_that_cannot_be_made_costs_nobody_an_answer(
    said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A failing filter must not break the request that the line is about."""
    (ours,) = [one for one in logging.getLogger().handlers if isinstance(one, Stderr)]

    def broken(record: logging.LogRecord) -> bool:
        raise KeyError(record.name)

    monkeypatch.setattr(ours, "filters", [broken])
    logging.getLogger("nightcap.test").error("it breaks")
    assert "a line could not be written: KeyError at " in said()
