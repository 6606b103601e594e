"""Real servers on this machine: a mail server, and one for webhooks and pushes."""

from __future__ import annotations

import datetime
import ipaddress
import socketserver
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec


@dataclass
class Heard:
    """A received request."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Listener:
    """The requests to a web server of ours, and its answer; `stays_silent`: no answer at all."""

    url: str = ""
    heard: list[Heard] = field(default_factory=list)
    status: int = 201
    moved_to: str = ""
    stays_silent: bool = False
    end: threading.Event = field(default_factory=threading.Event)


@contextmanager
def listening(certificate: Path | None = None) -> Iterator[Listener]:
    """Run a web server on 127.0.0.1; with a certificate it uses TLS."""
    listener = Listener()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            listener.heard.append(Heard(self.path, dict(self.headers), body))
            if listener.stays_silent:
                listener.end.wait()
                return
            self.send_response(listener.status)
            if listener.moved_to:
                self.send_header("Location", listener.moved_to)
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            """Log nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    scheme = "http"
    if certificate is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        server.socket = context.wrap_socket(server.socket, server_side=True)
        scheme = "https"
    listener.url = f"{scheme}://127.0.0.1:{server.server_port}"
    with _running(server):
        yield listener
        listener.end.set()


def certificate_for(name: str, folder: Path) -> Path:
    """Return a self-signed certificate for this name, with its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    called = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    today = datetime.datetime.now(tz=datetime.UTC)
    signed = (
        x509.CertificateBuilder()
        .subject_name(called)
        .issuer_name(called)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(today - datetime.timedelta(days=1))
        .not_valid_after(today + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    path = folder / "certificate.pem"
    private = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    path.write_bytes(private + signed.public_bytes(serialization.Encoding.PEM))
    return path


@dataclass
class Post:
    """A mail server: the received emails, and its replies to each recipient and each email."""

    port: int = 0
    mails: list[EmailMessage] = field(default_factory=list)
    to_recipient: str = "250 welcome"
    to_mail: str = "250 taken"


@contextmanager
def post_office() -> Iterator[Post]:
    """Run a mail server on 127.0.0.1 that speaks SMTP."""
    post = Post()

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self.say("220 here")
            while line := self.rfile.readline():
                verb = line[:4].upper()
                if verb == b"RCPT":
                    self.say(post.to_recipient)
                elif verb == b"DATA":
                    self.say("354 go on")
                    text = b""
                    while (part := self.rfile.readline()) != b".\r\n":
                        text += part.removeprefix(b".") if part.startswith(b"..") else part
                    if post.to_mail.startswith("2"):
                        post.mails.append(message_from_bytes(text, policy=policy.default))
                    self.say(post.to_mail)
                elif verb == b"QUIT":
                    self.say("221 bye")
                    return
                else:
                    self.say("250 yes")

        def say(self, line: str) -> None:
            self.wfile.write(f"{line}\r\n".encode())

    server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    post.port = server.server_address[1]
    with _running(server):
        yield post


@contextmanager
def _running(server: socketserver.TCPServer) -> Iterator[None]:
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


HERE = (ipaddress.ip_network("127.0.0.1"), ipaddress.ip_network("::1"))
"""The value of `NOTIFY_NEAR` that allows these servers."""
