"""A wrong setting stops the start and is named."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import env
from tests.platform.config.server import ROOT, environment

GOOD = {
    "NIGHTCAP_SECRET_KEY": "x" * 60,
    "NIGHTCAP_SITE": "https://nightcap.example",
    "DATABASE_URL": "postgresql://nightcap@db.example/nightcap",
    "REDIS_URL": "redis://valkey.example/0",
}
THIS = Path(__file__).resolve()


@pytest.mark.parametrize(
    ("read", "value", "complaint"),
    [
        (lambda: env.text("IT"), "", "IT is required but not set."),
        (lambda: env.flag("IT", True), "perhaps", "IT is 'perhaps': write one of 1, true"),
        (lambda: env.number("IT", 1, least=0, most=2), "3", "IT is 3: write a number from 0 to 2."),
        (
            lambda: env.number("IT", 1, least=0, most=2),
            "nan",
            "IT is nan: write a number from 0 to 2.",
        ),
        (lambda: env.integer("IT", 1, least=0, most=2), "0.5", "IT is 0.5: write a whole"),
        (lambda: env.choice("IT", "a", ("a", "b")), "c", "IT is 'c': write one of a, b."),
        (lambda: env.secret("IT", shortest=9), "short", "IT is too short: write 9 "),
        (lambda: env.site("IT"), ",", "IT needs addresses of one kind"),
        (lambda: env.site("IT"), "http://a,https://b", "IT needs addresses of one kind"),
        (lambda: env.site("IT"), "a.example", "IT contains 'a.example': write an address"),
        (lambda: env.site("IT"), "https://*", "IT contains 'https://*': write an address"),
        (lambda: env.site("IT"), "https://me@a", "IT contains 'https://me@a': write"),
        (lambda: env.site("IT"), "https://a/b", "IT contains 'https://a/b': write"),
        (lambda: env.site("IT"), "https://a:b", "IT contains 'https://a:b': write"),
        (lambda: env.site("IT"), "https://[a", "IT contains 'https://[a': write"),
        (lambda: env.site("IT"), "ftp://a", "IT contains 'ftp://a': write"),
        (lambda: env.database("IT"), "mysql://a/b", "IT is not a PostgreSQL address"),
        (lambda: env.database("IT"), "postgresql://a", "IT names no database"),
        (lambda: env.database("IT"), "postgresql://a:b/c", "IT has a port that is not a number "),
        (lambda: env.database("IT"), "postgresql://a:b[c@d/e", "IT is not an address. Write every"),
        (lambda: env.database("IT"), "postgresql://a/b?colour=1", "IT has an option that Post"),
        (lambda: env.database("IT"), "postgresql://a/b?connect_timeout=x", "IT has connect_timeo"),
        (
            lambda: env.address("IT"),
            "javascript:x",
            "IT is not the address of a page: write https://",
        ),
        (lambda: env.listening("IT"), "9100", "IT is not an address to listen on: write host:port"),
        (
            lambda: env.listening("IT"),
            "127.0.0.1:",
            "IT is not an address to listen on: write host:port",
        ),
        (
            lambda: env.listening("IT"),
            "127.0.0.1:65536",
            "IT is not an address to listen on: write host:port",
        ),
        (lambda: env.redis("IT"), "http://a", "IT is not a Valkey address"),
        (lambda: env.redis("IT"), "redis://:b[c@d/0", "IT is not an address. Write every"),
        (lambda: env.redis("IT"), "rediss://a?ssl_cert_reqs=no", "IT has ssl_cert_reqs=no: wri"),
        (
            lambda: env.mail("IT"),
            "mail.example",
            "IT is not an address for mails: write file:///…, smtps://",
        ),
        (lambda: env.mail("IT"), "file://mail", "IT is not an address for mails: write file:///"),
        (lambda: env.mail("IT"), "smtp://", "IT names no server"),
        (lambda: env.mail("IT"), "smtp://a:b", "IT has a port that is not a number "),
        (lambda: env.mail("IT"), "smtp://[a", "IT is not an address."),
        (lambda: env.mail("IT"), "smtp://a:99999", "IT has a port that is not a number from 1 "),
        (lambda: env.mail("IT"), "smtp://a?timeout=5", "IT has options, which are not allowed"),
    ],
)
def test_what_is_wrong_is_named(
    monkeypatch: pytest.MonkeyPatch, read: Callable[[], Any], value: str, complaint: str
) -> None:
    monkeypatch.setenv("IT", value)
    with pytest.raises(ImproperlyConfigured) as refused:
        read()
    assert str(refused.value).startswith(complaint)


@pytest.mark.parametrize(("value", "meaning"), [("yes", True), ("0", False), ("", True)])
def test_flags(monkeypatch: pytest.MonkeyPatch, value: str, meaning: bool) -> None:
    monkeypatch.setenv("IT", value)
    assert env.flag("IT", default=True) is meaning


@pytest.mark.parametrize(
    ("value", "site"),
    [
        (
            "https://Cards.example/",
            env.Site(hosts=["cards.example"], tls=True, origin="https://cards.example"),
        ),
        (
            "http://localhost:8000, http://[::1]:8000",
            env.Site(hosts=["localhost", "[::1]"], tls=False, origin="http://localhost:8000"),
        ),
    ],
)
def test_where_browsers_find_the_server(
    monkeypatch: pytest.MonkeyPatch, value: str, site: env.Site
) -> None:
    monkeypatch.setenv("IT", value)
    assert env.site("IT") == site


def test_addresses_that_may_be_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("IT", "127.0.0.1, fd00::/8")
    assert [str(one) for one in env.networks("IT")] == ["127.0.0.1/32", "fd00::/8"]
    monkeypatch.setenv("IT", "localhost")
    with pytest.raises(ImproperlyConfigured, match=r"^IT contains 'localhost'"):
        env.networks("IT")


def test_a_key_for_pushes(monkeypatch: pytest.MonkeyPatch) -> None:
    assert env.push_key("IT") == b""
    monkeypatch.setenv("IT", "A" * 43)
    assert env.push_key("IT") == bytes(32)
    for wrong in ("A" * 42, "é" * 43, "short"):
        monkeypatch.setenv("IT", wrong)
        with pytest.raises(ImproperlyConfigured, match=r"^IT is not a key"):
            env.push_key("IT")


def test_a_secret_from_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("IT", raising=False)
    (tmp_path / "key").write_text("a-long-enough-secret\n")
    monkeypatch.setenv("IT_FILE", str(tmp_path / "key"))
    assert env.secret("IT", shortest=10) == "a-long-enough-secret"

    monkeypatch.setenv("IT", "another-secret")
    with pytest.raises(ImproperlyConfigured, match=r"^IT and IT_FILE are both set"):
        env.secret("IT", shortest=10)

    monkeypatch.delenv("IT")
    monkeypatch.setenv("IT_FILE", str(tmp_path / "none"))
    with pytest.raises(ImproperlyConfigured, match=r"^IT_FILE is .* cannot be read"):
        env.secret("IT", shortest=10)


@pytest.mark.parametrize(
    ("url", "parts"),
    [
        (
            "postgresql://me:p%40ss@Db.example:5433/cards?sslmode=require",
            ("Db.example", "5433", "me", "p@ss", "cards", {"sslmode": "require"}),
        ),
        ("postgres://me@%2Ftmp%2FA%20b/x", ("/tmp/A b", "", "me", "", "x", {})),
        ("postgresql://me@[::1]:5432/x", ("::1", "5432", "me", "", "x", {})),
        ("postgresql:///x", ("", "", "", "", "x", {})),
    ],
)
def test_a_database_address(
    monkeypatch: pytest.MonkeyPatch, url: str, parts: tuple[Any, ...]
) -> None:
    monkeypatch.setenv("IT", url)
    found = env.database("IT")
    names = ("HOST", "PORT", "USER", "PASSWORD", "NAME", "OPTIONS")
    assert tuple(found[name] for name in names) == parts


def settings(script: str, var: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Return production's settings as a separate process reads them."""
    return subprocess.run(
        [sys.executable, "-c", f"from config import settings as s; {script}"],
        cwd=ROOT / "platform",
        env=environment(var, **variables),
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("missing", GOOD)
def test_what_production_cannot_do_without(tmp_path: Path, missing: str) -> None:
    started = settings("", tmp_path, **{k: v for k, v in GOOD.items() if k != missing})
    assert started.returncode != 0
    assert f"ImproperlyConfigured: {missing} is required but not set." in started.stderr


def test_production_is_the_default(tmp_path: Path) -> None:
    checks = (
        "assert not s.DEBUG; assert s.SECURE_SSL_REDIRECT; assert s.SECURE_HSTS_SECONDS > 0;"
        "assert s.SESSION_COOKIE_SECURE and s.CSRF_COOKIE_SECURE;"
        "assert s.ALLOWED_HOSTS == ['nightcap.example'];"
        "assert not hasattr(s, 'SECURE_PROXY_SSL_HEADER');"
        "assert s.LOGGING['handlers']['stderr']['formatter'] == 'json';"
        "assert 'pool' not in s.DATABASES['default']['OPTIONS'];"
        "assert 'unsafe' not in str(s.SECURE_CSP)"
    )
    started = settings(checks, tmp_path, **GOOD)
    assert (started.returncode, started.stderr) == (0, "")


def test_a_proxys_word_on_tls_counts_only_if_one_is_named(tmp_path: Path) -> None:
    script = "print(s.SECURE_PROXY_SSL_HEADER)"
    started = settings(script, tmp_path, **(GOOD | {"NIGHTCAP_PROXIES": "1"}))
    assert started.stdout == "('HTTP_X_FORWARDED_PROTO', 'https')\n"


def test_plain_http_binds_nothing_to_tls(tmp_path: Path) -> None:
    script = "print(s.SESSION_COOKIE_SECURE, s.SECURE_SSL_REDIRECT, s.SECURE_HSTS_SECONDS)"
    started = settings(script, tmp_path, **(GOOD | {"NIGHTCAP_SITE": "http://10.0.0.7"}))
    assert started.stdout == "False False 0\n"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, "31536000 False False"),
        ({"NIGHTCAP_HSTS": "no"}, "0 False False"),
        ({"NIGHTCAP_HSTS": "subdomains"}, "31536000 True False"),
        ({"NIGHTCAP_HSTS": "preload"}, "31536000 True True"),
        ({"NIGHTCAP_HSTS": "preload", "NIGHTCAP_SITE": "http://10.0.0.7"}, "0 True True"),
    ],
)
def test_tls_is_insisted_on_for_names_that_the_host_chose(
    tmp_path: Path, given: dict[str, str], said: str
) -> None:
    """Otherwise HSTS at an apex would lock out neighbours without TLS."""
    script = "print(s.SECURE_HSTS_SECONDS, s.SECURE_HSTS_INCLUDE_SUBDOMAINS, s.SECURE_HSTS_PRELOAD)"
    assert settings(script, tmp_path, **(GOOD | given)).stdout == f"{said}\n"


@pytest.mark.parametrize("name", ["NIGHTCAP_HSTS", "NIGHTCAP_DB_POOLER"])
def test_a_wrong_word_stops_the_start(tmp_path: Path, name: str) -> None:
    started = settings("", tmp_path, **(GOOD | {name: "yes"}))
    assert f"{name} is 'yes': write one of " in started.stderr


@pytest.mark.parametrize(
    ("given", "said"), [({}, "2 False"), ({"NIGHTCAP_DB_POOLER": "transaction"}, "None True")]
)
def test_behind_a_pooler_nothing_is_left_in_a_connection(
    tmp_path: Path, given: dict[str, str], said: str
) -> None:
    """The pooler is in transaction mode."""
    script = (
        "d = s.DATABASES['default'];"
        "print(d['OPTIONS']['prepare_threshold'], d['DISABLE_SERVER_SIDE_CURSORS'])"
    )
    assert settings(script, tmp_path, **(GOOD | given)).stdout == f"{said}\n"


def test_celery_gets_a_unix_socket_in_its_own_spelling(tmp_path: Path) -> None:
    script = "print(s.CELERY_BROKER_URL)"
    started = settings(script, tmp_path, **(GOOD | {"REDIS_URL": "unix:///run/v.sock"}))
    assert started.stdout == "redis+socket:///run/v.sock\n"


@pytest.mark.parametrize(
    ("url", "read"),
    [
        ("redis://a/0", "redis://a/0"),
        ("unix:///a?db=1", "unix:///a?db=1"),
        ("rediss://:word@a:6380/0", "rediss://:word@a:6380/0?ssl_cert_reqs=required"),
        (
            f"rediss://a?ssl_ca_certs={THIS}",
            f"rediss://a?ssl_ca_certs={THIS}&ssl_cert_reqs=required",
        ),
        ("rediss://a/0?ssl_cert_reqs=none", "rediss://a/0?ssl_cert_reqs=none"),
    ],
)
def test_a_certificate_is_asked_for_by_default(
    monkeypatch: pytest.MonkeyPatch, url: str, read: str
) -> None:
    """The address may disable the check."""
    monkeypatch.setenv("IT", url)
    assert env.redis("IT") == read


@pytest.mark.parametrize(
    ("value", "mail"),
    [
        ("", env.Mail()),
        ("file:///var/a%20b", env.Mail(folder="/var/a b")),
        ("smtp://localhost", env.Mail("localhost", 25)),
        (
            "smtps://me%40example.org:p%2Fw@mail.example",
            env.Mail("mail.example", 465, "me@example.org", "p/w", "ssl"),
        ),
        ("smtp+starttls://a:b@c:2525", env.Mail("c", 2525, "a", "b", "starttls")),
    ],
)
def test_how_mail_leaves(monkeypatch: pytest.MonkeyPatch, value: str, mail: env.Mail) -> None:
    monkeypatch.setenv("IT", value)
    assert env.mail("IT") == mail


def test_mail_that_is_sent_comes_from_somebody(tmp_path: Path) -> None:
    sent = GOOD | {"NIGHTCAP_EMAIL_URL": "smtps://me:word@mail.example"}
    started = settings("", tmp_path, **sent)
    assert "NIGHTCAP_EMAIL_FROM is required but not set." in started.stderr
    sent |= {"NIGHTCAP_EMAIL_FROM": "Nightcap <cards@nightcap.example>"}
    script = "print(s.CAN_MAIL, s.EMAIL_PORT, s.EMAIL_USE_SSL, s.DEFAULT_FROM_EMAIL)"
    started = settings(script, tmp_path, **sent)
    assert started.stdout == "True 465 True Nightcap <cards@nightcap.example>\n"
