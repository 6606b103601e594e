"""Valkey behind TLS: cache, bus, relay, line and broker all refuse an untrusted certificate.

Otherwise an attacker's server could give the workers tasks.
"""

from __future__ import annotations

import json
import os
import socket
import ssl
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import unquote

import pytest

from tests.deploy.front import write_certificate
from tests.platform.config.server import ROOT, environment

ASK = """
import asyncio, json
import django
django.setup()
import redis.asyncio
from django.conf import settings
from django.core.cache import cache
from config.celery import app
from realtime import bus
from realtime.line import Line

def cached():
    cache.set("tls", 1, 5)

def published():
    bus.client().ping()

async def relayed():
    client = redis.asyncio.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=5)
    try:
        await client.ping()
    finally:
        await client.aclose()

class Confirmed(Exception):
    pass

class Ear:
    def wants(self, name):
        return True

    def confirm(self, name):
        raise Confirmed

async def heard():
    line = Line(Ear())
    line.look_at(["tls"])
    try:
        await line.talk()
    except* Confirmed:
        pass

def sent():
    with app.connection_for_write() as connection:
        connection.default_channel.client.ping()

ways = {
    "cache": cached,
    "bus": published,
    "relay": lambda: asyncio.run(relayed()),
    "line": lambda: asyncio.run(heard()),
    "broker": sent,
}

found = {}
for name, way in ways.items():
    try:
        way()
    except Exception as error:
        found[name] = f"{type(error).__name__}: {error}"
    else:
        found[name] = "spoke"
print(json.dumps(found))
"""
"""A program that tries each way by which our processes reach Valkey."""


class TlsProxy:
    """The tests' own Valkey behind a certificate."""

    def __init__(self, certificate: Path, valkey: str) -> None:
        self._valkey = valkey
        self._context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        self._context.load_cert_chain(certificate, certificate.with_name("privkey.pem"))
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = self._server.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        """Close the listening socket."""
        self._server.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._server.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        behind = socket.socket(socket.AF_UNIX)
        with (
            suppress(OSError),
            client,
            behind,
            self._context.wrap_socket(client, server_side=True) as secure,
        ):
            behind.connect(self._valkey)
            back = threading.Thread(target=_pass_on, args=(behind, secure), daemon=True)
            back.start()
            _pass_on(secure, behind)
            back.join()


def _pass_on(source: socket.socket, to: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(65_536):
            to.sendall(data)
    with suppress(OSError):
        to.shutdown(socket.SHUT_RDWR)


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tls") / "certificates" / "fullchain.pem"
    write_certificate(path)
    return path


@pytest.fixture(scope="module")
def proxy(certificate: Path) -> Iterator[TlsProxy]:
    proxy = TlsProxy(certificate, unquote(os.environ["REDIS_URL"].removeprefix("unix://")))
    yield proxy
    proxy.close()


def ask(url: str, var: Path) -> tuple[dict[str, str], str]:
    """Return the result of each way with this address, and its output."""
    given = {
        "NIGHTCAP_SECRET_KEY": "x" * 60,
        "NIGHTCAP_SITE": "https://cards.example",
        "DATABASE_URL": "postgresql:///none",
        "REDIS_URL": url,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "PYTHONPATH": str(ROOT / "platform"),
    }
    done = subprocess.run(
        [sys.executable, "-c", ASK],
        cwd=ROOT,
        env=environment(var, **given),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout), done.stderr


def test_a_certificate_that_nobody_vouches_for_is_refused(proxy: TlsProxy, tmp_path: Path) -> None:
    found, said = ask(f"rediss://localhost:{proxy.port}/0", tmp_path)
    assert set(found) == {"cache", "bus", "relay", "line", "broker"}
    for way, answer in found.items():
        assert "CERTIFICATE_VERIFY_FAILED" in answer, (way, answer)
    assert "insecure" not in said


def test_one_s_own_authority_is_believed(
    proxy: TlsProxy, certificate: Path, tmp_path: Path
) -> None:
    found, said = ask(f"rediss://localhost:{proxy.port}/0?ssl_ca_certs={certificate}", tmp_path)
    assert set(found.values()) == {"spoke"}, found
    assert "insecure" not in said


def test_it_vouches_for_no_other_name(proxy: TlsProxy, certificate: Path, tmp_path: Path) -> None:
    found, _ = ask(f"rediss://127.0.0.1:{proxy.port}/0?ssl_ca_certs={certificate}", tmp_path)
    for way, answer in found.items():
        assert "CERTIFICATE_VERIFY_FAILED" in answer, (way, answer)
