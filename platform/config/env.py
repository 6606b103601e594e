"""Strict reading of the environment: a wrong value stops the start and names its variable.

The message of each `ImproperlyConfigured` has the variable's name and the expected value.
"""

from __future__ import annotations

import base64
import binascii
import ipaddress
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

from config.address_options import NO, YES, check_valkey_options, database_options

ENCODED = (
    "Write every character of user and password that is not a letter or digit percent-encoded."
)
NAMES: set[str] = set()
"""Every variable that was read so far; once the settings are loaded, all of them
(`operations.unknown_settings`).
"""


def wrong(name: str, what: str) -> ImproperlyConfigured:
    """Return the error for an unusable value; it begins with the variable's name."""
    return ImproperlyConfigured(f"{name} {what}")


def text(name: str, default: str | None = None) -> str:
    """Read a text; without a default the variable is required.

    Raises:
        ImproperlyConfigured: it is required and not set.
    """
    NAMES.add(name)
    value = os.environ.get(name, "").strip()
    if value:
        return value
    if default is None:
        raise wrong(name, f"is required but not set.{_alike(name)}")
    return default


def _alike(name: str) -> str:
    """Return a hint at a similar variable that is set; "" if there is none."""
    others = os.environ.keys() - NAMES
    alike = get_close_matches(name, sorted(others), n=1, cutoff=0.85)
    return f" {alike[0]} is set, but it is not a setting." if alike else ""


def address(name: str) -> str:
    """Read the address of a page; "" if it is not set.

    Raises:
        ImproperlyConfigured: it does not begin with https:// or http://.
    """
    value = text(name, "")
    if value and not value.startswith(("https://", "http://")):
        raise wrong(name, "is not the address of a page: write https://… or http://…")
    return value


def contact(name: str) -> str:
    """Read a contact as a URI: a mail address, or the address of a page; "" if it is not set.

    Raises:
        ImproperlyConfigured: it is neither.
    """
    value = text(name, "")
    if not value or re.fullmatch(r"https://[^\s/]+\.?\S*", value):
        return value
    if re.fullmatch(r"[^\s@:]+@[^\s@]+", value):
        return f"mailto:{value}"
    raise wrong(
        name, "is not a contact: write a mail address, or an address that begins with https://."
    )


def listening(name: str) -> tuple[str, int] | None:
    """Read an address to listen on, as host:port; None if it is not set.

    Raises:
        ImproperlyConfigured: it has no host, or no port from 1 to 65535.
    """
    value = text(name, "")
    if not value:
        return None
    host, _, port = value.rpartition(":")
    if not host or not port.isascii() or not port.isdigit() or not 0 < int(port) < 65_536:
        raise wrong(
            name, "is not an address to listen on: write host:port, such as 127.0.0.1:9100."
        )
    return host.strip("[]"), int(port)


def flag(name: str, default: bool) -> bool:
    """Read a yes or a no, in any of the usual spellings.

    Raises:
        ImproperlyConfigured: it is neither.
    """
    value = text(name, "").lower()
    if not value:
        return default
    if value in YES:
        return True
    if value in NO:
        return False
    raise wrong(name, f"is {value!r}: write one of {', '.join(YES + NO)}.")


def number(name: str, default: float, *, least: float, most: float) -> float:
    """Read a number within bounds.

    Raises:
        ImproperlyConfigured: it is no number, or out of bounds.
    """
    value = text(name, str(default))
    try:
        found = float(value)
    except ValueError:
        raise wrong(name, f"is {value!r}: write a number.") from None
    if not least <= found <= most:
        raise wrong(name, f"is {value}: write a number from {least:g} to {most:g}.")
    return found


def integer(name: str, default: int, *, least: int, most: int) -> int:
    """Read an integer within bounds.

    Raises:
        ImproperlyConfigured: it is no integer, or out of bounds.
    """
    found = number(name, default, least=least, most=most)
    if found != int(found):
        raise wrong(name, f"is {found}: write a whole number.")
    return int(found)


def choice(name: str, default: str, options: Sequence[str]) -> str:
    """Read one of these words.

    Raises:
        ImproperlyConfigured: it is another word.
    """
    value = text(name, default)
    if value not in options:
        raise wrong(name, f"is {value!r}: write one of {', '.join(options)}.")
    return value


def secret(name: str, *, shortest: int) -> str:
    """Read a secret from the variable, or from the file that `<name>_FILE` names.

    Raises:
        ImproperlyConfigured: both are set or neither, the file cannot be read, or it is too short.
    """
    path = text(f"{name}_FILE", "")
    if path and os.environ.get(name):
        raise wrong(name, f"and {name}_FILE are both set: set only one of them.")
    if path:
        try:
            value = Path(path).read_text(encoding="utf-8").strip()
        except OSError as error:
            raise wrong(
                f"{name}_FILE", f"is {path}, which cannot be read ({error.strerror})."
            ) from None
        except ValueError:
            raise wrong(
                f"{name}_FILE", f"is {path}, which cannot be read (it is not UTF-8)."
            ) from None
    else:
        value = text(name)
    if len(value) < shortest:
        raise wrong(name, f"is too short: write {shortest} characters or more.")
    return value


@dataclass(frozen=True)
class Site:
    """The addresses of this server for browsers."""

    hosts: list[str]
    """Names without a port, as in a browser's `Host`."""
    tls: bool
    origin: str
    """The first address, for links in mails and pushes: without a slash at the end."""


def site(name: str) -> Site:
    """Read the addresses of the site, such as https://example.org, separated by commas.

    Raises:
        ImproperlyConfigured: one is invalid, or some begin with https:// and others do not.
    """
    found = [_origin(name, part.strip()) for part in text(name).split(",") if part.strip()]
    if len({url.scheme for url in found}) != 1:
        raise wrong(
            name, "needs addresses of one kind: write all with https://, or all with http://."
        )
    # An IPv6 address has brackets wherever a host is written.
    hosts = [f"[{url.hostname}]" if "[" in url.netloc else str(url.hostname) for url in found]
    first = found[0]
    return Site(
        hosts=hosts,
        tls=first.scheme == "https",
        origin=f"{first.scheme}://{first.netloc.lower()}",
    )


def _origin(name: str, value: str) -> SplitResult:
    try:
        url = urlsplit(value)
        whole = bool(url.hostname) and url.port != 0
    except ValueError:
        whole = False
    bare = whole and value.rstrip("/").lower() == f"{url.scheme}://{url.netloc}".lower()
    if not bare or url.scheme not in {"http", "https"} or set(url.netloc) & set("@*"):
        raise wrong(name, f"contains {value!r}: write an address like https://example.org")
    return url


def database(name: str) -> dict[str, Any]:
    """Read a database address as Django's settings for it.

    Such as `postgresql://user:password@host:port/name?option=…`. The host may be the
    percent-encoded folder of a unix socket.

    Raises:
        ImproperlyConfigured: it is invalid, or has an option that PostgreSQL does not accept.
    """
    value = text(name)
    if not value.lower().startswith(("postgres://", "postgresql://")):
        raise wrong(name, "is not a PostgreSQL address: write postgresql://…")
    url = _split(name, value)
    # Not url.hostname, which is in lower case: a folder's name is case-sensitive.
    host, port = _host_and_port(name, url.netloc.rpartition("@")[2])
    if not url.path.strip("/"):
        raise wrong(name, "names no database: write postgresql://…/name")
    try:
        options = database_options(url.query)
    except ValueError as error:
        raise wrong(name, str(error)) from None
    said = {
        "dbname": unquote(url.path.lstrip("/")),
        "user": unquote(url.username or ""),
        "password": unquote(url.password or ""),
        "host": host,
        "port": port,
    }
    for option in options:
        if said.get(option):
            raise wrong(
                name, f"has {option} twice: write it either before or after the question mark."
            )
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": said["dbname"],
        "USER": said["user"],
        "PASSWORD": said["password"],
        "HOST": host,
        "PORT": port,
        "OPTIONS": options,
    }


def _split(name: str, value: str) -> SplitResult:
    try:
        url = urlsplit(value)
    except ValueError:
        url = None
    if url is None or "#" in value or "\0" in unquote(value) or _is_cut_short(url):
        raise wrong(name, f"is not an address. {ENCODED}")
    return url


def _is_cut_short(url: SplitResult) -> bool:
    """Return whether an unencoded password ends the address before its host: the rest looks like a
    path or an option.
    """
    if not url.netloc or "@" in url.netloc:
        return False
    before, at, _ = url.query.partition("@")
    return "@" in url.path or bool(at and "=" not in before)


def _host_and_port(name: str, netloc: str) -> tuple[str, str]:
    host, colon, port = netloc.rpartition(":")
    if not colon or netloc.endswith("]"):
        host, port = netloc, ""
    several = ":" in host and not host.startswith("[")
    is_number = port.isascii() and port.isdecimal() and 0 < int(port) < 65_536
    if several or (port and not is_number):
        # Do not show it: it may be a part of the password.
        raise wrong(name, f"has a port that is not a number from 1 to 65535. {ENCODED}")
    return unquote(host).strip("[]"), port


def redis(name: str) -> str:
    """Read a Redis address: redis://host:port/0, rediss:// with TLS, or unix:///path/to/socket.

    With rediss:// the server's certificate is checked, unless the address disables that. Celery
    alone would accept any, and an attacker's server could give workers tasks.

    Raises:
        ImproperlyConfigured: it has another scheme, or an invalid option.
    """
    value = text(name)
    url = _split(name, value)
    if url.scheme not in {"redis", "rediss", "unix"}:
        raise wrong(name, "is not a Valkey address: write redis://…, rediss://… or unix://…")
    _host_and_port(name, url.netloc.rpartition("@")[2])
    try:
        check_valkey_options(value)
    except ValueError as error:
        raise wrong(name, str(error)) from None
    if url.scheme != "rediss" or "ssl_cert_reqs" in dict(parse_qsl(url.query)):
        return value
    return f"{value}{'&' if url.query else '?'}ssl_cert_reqs=required"


@dataclass(frozen=True)
class Mail:
    """The mail settings: through a server, or into a folder; empty: no mails."""

    server: str = ""
    port: int = 25
    user: str = ""
    password: str = ""
    security: str = ""
    """`ssl` from the first byte, `starttls`, or "" for a server on the same machine."""
    folder: str = ""


Network = ipaddress.IPv4Network | ipaddress.IPv6Network


def networks(name: str) -> tuple[Network, ...]:
    """Read addresses and networks, such as 10.0.0.7 or fd00::/8, separated by commas.

    Raises:
        ImproperlyConfigured: one is neither.
    """
    found = []
    for part in filter(None, map(str.strip, text(name, "").split(","))):
        try:
            found.append(ipaddress.ip_network(part))
        except ValueError:
            raise wrong(
                name,
                f"contains {part!r}: write an address or a network, such as 10.0.0.7 or 10.0.0.0/8.",
            ) from None
    return tuple(found)


def push_key(name: str) -> bytes:
    """Read 32 bytes in base64url; b"" if it is not set.

    Raises:
        ImproperlyConfigured: it is anything else.
    """
    value = text(name, "")
    try:
        found = base64.urlsafe_b64decode(value + "=" * (-len(value) % 4))
    except (ValueError, binascii.Error):
        found = b"?"
    if value and len(found) != 32:
        raise wrong(name, "is not a key: write 32 bytes in base64url, which are 43 characters.")
    return found


MAIL_SCHEMES = {"smtps": ("ssl", 465), "smtp+starttls": ("starttls", 587), "smtp": ("", 25)}


def mail(name: str) -> Mail:
    """Read the mail settings; no mails if it is not set.

    As smtps://user:password@server, smtp+starttls://…, smtp://… or file:///a/folder.

    Raises:
        ImproperlyConfigured: it is invalid, or has options, which are not allowed.
    """
    value = text(name, "")
    if not value:
        return Mail()
    url = _split(name, value)
    if url.query:
        raise wrong(name, f"has options, which are not allowed: remove them. {ENCODED}")
    if url.scheme == "file" and url.path.startswith("/") and not url.netloc:
        return Mail(folder=unquote(url.path))
    if url.scheme not in MAIL_SCHEMES:
        raise wrong(
            name, f"is not an address for mails: write file:///…, {'://…, '.join(MAIL_SCHEMES)}://…"
        )
    security, port = MAIL_SCHEMES[url.scheme]
    server, given_port = _host_and_port(name, url.netloc.rpartition("@")[2])
    if not server:
        raise wrong(name, f"names no server: write {url.scheme}://user:password@server")
    if url.path.strip("/"):
        raise wrong(name, f"has a path, which is not allowed: remove it. {ENCODED}")
    return Mail(
        server=server,
        port=int(given_port or port),
        user=unquote(url.username or ""),
        password=unquote(url.password or ""),
        security=security,
    )
