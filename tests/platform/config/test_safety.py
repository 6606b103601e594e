"""Headers of every answer, the origins of sockets, and the content of log lines."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest
from django.test import AsyncClient, Client

from config.logs.formatters import JsonFormatter, not_about_readiness, without_addresses
from config.serving.own_origin import is_own_origin
from tests.platform.accounts.cast import alice


def handshake(**headers: str) -> dict[str, Any]:
    return {"headers": [(name.encode(), value.encode()) for name, value in headers.items()]}


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "testserver", "origin": "http://testserver"},
        {"host": "testserver:8000", "origin": "http://testserver:8000"},
        {"host": "TestServer", "origin": "http://testserver"},
        {"origin": "http://testserver"},
    ],
)
def test_our_own_pages_may_open_a_socket(headers: dict[str, str]) -> None:
    assert is_own_origin(handshake(**headers))


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "testserver"},
        {"host": "testserver", "origin": ""},
        {"host": "testserver", "origin": "null"},
        {"host": "testserver", "origin": "http://evil.example"},
        {"host": "testserver", "origin": "http://testserver.evil.example"},
        {"host": "testserver", "origin": "http://testserver:9000"},
        {"host": "testserver", "origin": "http://localhost"},
        {"host": "evil.example", "origin": "http://evil.example"},
        {"host": "testserver", "origin": "https://testserver"},
        {"host": "testserver", "origin": "ftp://testserver"},
        {"host": "testserver", "origin": "http://[broken"},
        {"host": "testserver", "origin": "\xff"},
    ],
)
def test_nobody_elses_may(headers: dict[str, str]) -> None:
    assert not is_own_origin(handshake(**headers))


@pytest.mark.parametrize("ours", ["http", "https"])
@pytest.mark.parametrize("theirs", ["http", "https"])
def test_a_page_of_the_other_scheme_is_another_site(settings: Any, ours: str, theirs: str) -> None:
    """An attacker on the network may serve pages at http://, even if the site is at https://."""
    headers = {"host": "testserver", "origin": f"{theirs}://testserver"}
    # Without proxies: daphne's scheme, or else the site's.
    settings.SECURE_PROXY_SSL_HEADER = None
    settings.TLS = ours == "https"
    assert is_own_origin(handshake(**headers)) is (ours == theirs)
    for known in (ours, {"http": "ws", "https": "wss"}[ours]):
        settings.TLS = theirs == "https"
        asked = handshake(**headers) | {"scheme": known}
        assert is_own_origin(asked) is (ours == theirs)
        # A header that no proxy of ours has set may be forged.
        lied = handshake(**headers, **{"x-forwarded-proto": theirs}) | {"scheme": known}
        assert is_own_origin(lied) is (ours == theirs)
    # Behind proxies: the scheme that the first of them has seen.
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    for said in (ours, f"{ours}, http"):
        told = handshake(**headers, **{"x-forwarded-proto": said}) | {"scheme": "ws"}
        assert is_own_origin(told) is (ours == theirs)


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/healthz", "/", "/nowhere", "/static/none.css"])
def test_every_answer_carries_the_policy(client: Client, address: str) -> None:
    policy = client.get(address).headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'; ")
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy


@pytest.mark.django_db
@pytest.mark.parametrize(
    "request_", ["GET /", "GET /nowhere", "POST /", "GET evil.example", "GET http://"]
)
def test_every_answer_tells_browsers_and_caches_their_limits(settings: Any, request_: str) -> None:
    """This includes refusals and redirects before any view.

    The headers set the browser's policies, and forbid caching.
    """
    method, _, where = request_.partition(" ")
    settings.SECURE_SSL_REDIRECT = where in ("evil.example", "http://")
    host = "evil.example" if where == "evil.example" else "testserver"
    path = where if where.startswith("/") else "/"
    answer = Client(headers={"host": host}).generic(method, path)
    assert "camera=()" in answer.headers["Permissions-Policy"]
    assert answer.headers["Content-Security-Policy"]
    assert {"no-store", "private"} & set(answer.headers["Cache-Control"].split(", "))


@pytest.mark.usefixtures("static_files")
@pytest.mark.parametrize("file", ["core/css/base.css", "core/vendor/htmx.js", "core/img/app.svg"])
def test_a_static_file_is_taken_for_what_it_says(file: str) -> None:
    """Behind other proxies the web process serves files itself, without nginx's header."""
    for headers in ({}, {"accept-encoding": "gzip"}):
        answer = Client().get(f"/static/{file}", headers=headers)
        assert answer.status_code == 200
        assert answer.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.django_db
def test_a_foreign_host_is_refused(client: Client) -> None:
    assert client.get("/", headers={"host": "evil.example"}).status_code == 400


@pytest.mark.django_db
def test_probes_need_no_name_of_ours(client: Client) -> None:
    assert client.get("/healthz", headers={"host": "10.0.0.7:8000"}).status_code == 200
    assert client.get("/readyz", headers={"host": "10.0.0.7:8000"}).status_code == 503


def test_a_log_line_is_json_and_holds_ids_only() -> None:
    record = logging.makeLogRecord(
        {"name": "matches", "levelname": "INFO", "msg": "Played %s", "args": ("once",)}
        | {"match": "m-1", "action": {"type": "play_king"}, "seed": "secret"}
    )
    line = json.loads(JsonFormatter().format(record))
    assert line["message"] == "Played once"
    assert line["match"] == "m-1"
    assert not {"action", "seed"} & set(line)


def test_a_log_line_keeps_the_traceback() -> None:
    try:
        raise ValueError("over")
    except ValueError as error:
        record = logging.makeLogRecord({"msg": "x", "exc_info": (ValueError, error, None)})
    assert "ValueError: over" in json.loads(JsonFormatter().format(record))["traceback"]


def test_only_lines_about_readiness_are_dropped(rf: Any) -> None:
    about = {"msg": "Service Unavailable", "request": rf.get("/readyz")}
    assert not not_about_readiness(logging.makeLogRecord(about))
    assert not_about_readiness(logging.makeLogRecord({"msg": "x", "request": rf.get("/")}))
    assert not_about_readiness(logging.makeLogRecord({"msg": "x"}))


@pytest.mark.django_db
def test_a_log_line_names_the_page_and_not_its_address(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    client.get("/matches/00000000-0000-4000-8000-000000000000/")
    client.get("/no/such/page")
    (match, nowhere) = [record for record in caplog.records if record.name == "django.request"]
    assert without_addresses(match)
    assert match.getMessage() == "Not Found: /matches/<uuid:match_id>/"
    assert without_addresses(nowhere)
    assert nowhere.getMessage() == "Not Found: (no such page)"


@pytest.mark.django_db
def test_an_address_that_takes_only_forms_says_so_in_words() -> None:
    page = Client().get("/play/sleeping_queens/")
    assert page.status_code == 405
    assert page.headers["Allow"] == "POST"
    assert "This address cannot be opened directly." in page.content.decode()
    told = Client().get("/play/sleeping_queens/", headers={"accept": "application/json"})
    assert (told.status_code, told.json()["code"]) == (405, "wrong_method")


@pytest.mark.django_db
async def test_it_says_so_behind_daphne_too() -> None:
    page = await AsyncClient().get("/play/sleeping_queens/")
    assert (page.status_code, page.headers["Allow"]) == (405, "POST")
    assert "This address cannot be opened directly." in page.content.decode()


@pytest.mark.django_db
def test_a_file_that_is_not_there_costs_no_page(
    client: Client, django_assert_num_queries: Any
) -> None:
    """Files wait for no turn (`config.serving.in_turn`): a client must not bypass the queue by
    them.
    """
    client.force_login(alice())
    with django_assert_num_queries(0):
        answer = client.get("/static/nothing.css")
    assert (answer.status_code, answer["Content-Type"]) == (404, "text/plain")
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.django_db
def test_who_asks_after_our_health_is_nobody(
    client: Client, django_assert_num_queries: Any
) -> None:
    """Probes wait for no turn either: a cookie must not cause a query for a visitor."""
    client.force_login(alice())
    with django_assert_num_queries(0):
        assert client.get("/healthz").status_code == 200
