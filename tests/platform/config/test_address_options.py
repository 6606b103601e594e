"""A wrong option of an address is one sentence with the setting's name, never a later traceback.

Examples: `?sslmode=nonsense`, and an option of `REDIS_URL` that the cache accepts and the queue
does not.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from psycopg.pq import Conninfo

from config import env

KNOWN = sorted(option.keyword.decode() for option in Conninfo.get_defaults())
TEXTS = {
    *("application_name", "fallback_application_name", "gsslib", "krbsrvname", "sslkeylogfile"),
    *("oauth_client_id", "oauth_client_secret", "oauth_issuer", "oauth_scope"),
    *("requirepeer", "sslpassword"),
    # The address itself may set it, and Django sets the encoding.
    *("client_encoding", "host", "password", "user"),
}
"""Options that may be any text."""
THIS = Path(__file__).resolve()
NONSENSE = ("abc", "-1", "1e9", "99999999999", "\u0663", "%00", "%FF", "%", "'", "a b", "=", "1,2")


@pytest.mark.parametrize("option", KNOWN)
def test_each_option_of_libpq_with_nonsense(monkeypatch: pytest.MonkeyPatch, option: str) -> None:
    monkeypatch.setenv("DATABASE_URL", f"postgresql:///b?{option}=nonsense")
    if option in TEXTS:
        assert env.database("DATABASE_URL")["OPTIONS"] == {option: "nonsense"}
        return
    with pytest.raises(ImproperlyConfigured, match=r"^DATABASE_URL has .*") as refused:
        env.database("DATABASE_URL")
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "query",
    [
        "sslmode=require",
        f"sslmode=verify-full&sslrootcert={THIS}&sslcert={THIS}&sslkey={THIS}",
        "sslmode=verify-full&sslrootcert=system",
        "sslnegotiation=direct&sslmode=require",
        "connect_timeout=5&keepalives=0&tcp_user_timeout=9000",
        "options=-c%20search_path%3Dcards",
        "target_session_attrs=read-write",
        "target_session_attrs=prefer-standby&load_balance_hosts=random",
        "channel_binding=require&require_auth=scram-sha-256",
        "hostaddr=10.0.0.7",
        "host=a,b&port=5432,5433",
        "host=/run/postgresql&user=me@there",
    ],
)
def test_what_libpq_takes_is_taken(monkeypatch: pytest.MonkeyPatch, query: str) -> None:
    monkeypatch.setenv("IT", f"postgresql:///b?{query}")
    assert len(env.database("IT")["OPTIONS"]) == query.count("&") + 1


@pytest.mark.parametrize(
    ("option", "url"),
    [
        ("dbname", "postgresql:///cards?dbname=others"),
        ("host", "postgresql://a/cards?host=a,b"),
        ("port", "postgresql://a:5433/cards?port=5432"),
        ("user", "postgresql://me@a/cards?user=you"),
        ("password", "postgresql://me:word@a/cards?password=other"),
    ],
)
def test_nothing_is_said_twice(monkeypatch: pytest.MonkeyPatch, option: str, url: str) -> None:
    """Otherwise one of both would have no effect, or commands would name one database and use
    another.
    """
    monkeypatch.setenv("IT", url)
    with pytest.raises(ImproperlyConfigured, match=rf"^IT has {option} twice"):
        env.database("IT")


READERS = {"postgresql": env.database, "redis": env.redis, "rediss": env.redis, "smtps": env.mail}


@pytest.mark.parametrize("scheme", READERS)
@pytest.mark.parametrize(
    "password", [f"{digits}{mark}rest" for digits in ("12", "") for mark in "/?#"]
)
def test_a_password_that_cuts_its_address_short(
    monkeypatch: pytest.MonkeyPatch, scheme: str, password: str
) -> None:
    """The rest of an unencoded password is neither used as an address nor shown in the message."""
    monkeypatch.setenv("IT", f"{scheme}://me:{password}@host/0")
    with pytest.raises(ImproperlyConfigured, match=r"^IT .* percent-encoded\.$") as refused:
        READERS[scheme]("IT")
    assert "rest" not in str(refused.value)


@pytest.mark.parametrize(
    ("read", "url", "complaint"),
    [
        (env.database, "postgresql://a/b#c", "is not an address"),
        (env.redis, "redis://a/0#c", "is not an address"),
        (env.database, "postgresql://a/b%00", "is not an address"),
        (env.database, "postgresql:a/b", "is not a PostgreSQL address: write postgresql://"),
        (env.database, "postgresql://a:1,b:2/c", "has a port that is not a number"),
        (env.redis, "redis://a:1,b:2/0", "has a port that is not a number"),
        (env.mail, "smtps://me:word@a/b", "has a path, which is not allowed: remove it."),
    ],
)
def test_no_part_of_an_address_is_left_out(
    monkeypatch: pytest.MonkeyPatch, read: Callable[[str], object], url: str, complaint: str
) -> None:
    """Otherwise the part would be ignored, or a list of hosts would be taken for one host."""
    monkeypatch.setenv("IT", url)
    with pytest.raises(ImproperlyConfigured) as refused:
        read("IT")
    assert str(refused.value).startswith(f"IT {complaint}")


@pytest.mark.parametrize(
    ("url", "complaint"),
    [
        ("redis://a/abc", "names the database abc"),
        ("redis://a/0/1", "names the database 0/1"),
        ("redis://a/-1", "names the database -1"),
        ("redis://a:b/0", "has a port that is not a number"),
        ("redis://a:99999/0", "has a port that is not a number from 1 to 65535"),
        ("redis://a/0?colour=1", "has the option colour, which is not allowed here"),
        ("redis://a/0?socket_timeout=abc", "has the option socket_timeout, which is not allowed"),
        ("redis://a/0?ssl_cert_reqs=none", "has the option ssl_cert_reqs, which is not allowed"),
        ("redis://a/0?db=1", "has the option db, which is not allowed here"),
        ("rediss://a/0?ssl_colour=1", "has an unknown option: remove it."),
        ("rediss://a/0?ssl_ca_certs=/none", "has ssl_ca_certs=/none, which cannot be read."),
        ("rediss://a/0?ssl_check_hostname=x", "has ssl_check_hostname=x: write yes or no."),
        ("rediss://a/0?ssl_ca_certs", "has ssl_ca_certs without a value"),
        ("unix:///a?db=x", "names the database x"),
        ("unix:///a?timeout=1", "has the option timeout, which is not allowed here"),
        ("unix://a", "names no socket: write unix:///path"),
        ("unix://", "names no socket: write unix:///path"),
    ],
)
def test_an_address_of_valkey(monkeypatch: pytest.MonkeyPatch, url: str, complaint: str) -> None:
    """An option that one of cache, bus and queue cannot read is refused."""
    monkeypatch.setenv("REDIS_URL", url)
    with pytest.raises(ImproperlyConfigured) as refused:
        env.redis("REDIS_URL")
    assert str(refused.value).startswith(f"REDIS_URL {complaint}")


def test_no_nonsense_in_an_address_is_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any text in an address is accepted, or refused in one line."""
    forms = {
        env.database: (
            *("postgresql://{}/b", "postgresql://a:{}/b", "postgresql://a/b?{}"),
            *(f"postgresql://a/b?{option}={{}}" for option in KNOWN),
        ),
        env.redis: (
            *("redis://{}/0", "redis://:{}@a/0", "redis://a:{}/0", "redis://a/{}", "unix://{}"),
            *("redis://a/0?{}", "rediss://a/0?ssl_ca_certs={}", "unix:///{}?db={}"),
        ),
        env.mail: ("smtp://{}", "smtps://{}:{}@b", "smtp://a:{}", "file:///{}", "{}://a"),
        env.site: ("https://{}", "https://a:{}", "{}://a", "https://a/{}"),
        env.networks: ("{}", "10.0.0.0/{}"),
        env.listening: ("{}", "a:{}"),
        env.push_key: ("{}",),
        env.contact: ("{}", "https://{}"),
        env.address: ("{}", "https://{}"),
    }
    for read, urls in forms.items():
        for url, nonsense in itertools.product(urls, (*NONSENSE, "")):
            monkeypatch.setenv("IT", url.replace("{}", nonsense))
            said = "IT "
            try:
                read("IT")
            except ImproperlyConfigured as refused:
                said = str(refused)
            assert said.startswith("IT ")
            assert "\n" not in said
