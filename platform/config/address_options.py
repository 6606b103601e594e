"""Checks of the options in the addresses of PostgreSQL and Valkey, before anything connects.

Without them a wrong option is a traceback in each process, or has no effect and no message.
"""

from __future__ import annotations

import os
import re
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import redis
from psycopg import ProgrammingError, pq
from psycopg.conninfo import make_conninfo

YES = ("1", "true", "yes", "on")
NO = ("0", "false", "no", "off")
CERTIFICATES = ("required", "optional", "none")
"""The checks of a server's certificate."""
NUMBERS = (
    "connect_timeout",
    "keepalives_count",
    "keepalives_idle",
    "keepalives_interval",
    "tcp_user_timeout",
)
"""Numeric options of libpq (PostgreSQL's manual, 34.1.2), in seconds, except a count, and the last,
which is in milliseconds. libpq checks them only when it connects.
"""
MOST = 2**31 - 1
SWITCHES = ("gssdelegation", "keepalives", "replication", "sslcompression", "sslsni")
"""Options that are 0 or 1; libpq would accept other values, too."""
FILES = ("passfile", "sslcert", "sslcrl", "sslcrldir", "sslkey", "sslrootcert")
"""Options that name a file. Without the file libpq continues with weaker security than configured.
"""
OF_VALKEYS_FILES = ("ssl_ca_certs", "ssl_ca_path", "ssl_certfile", "ssl_keyfile")
NOWHERE = "/nowhere-at-all"


def read_options(query: str) -> dict[str, str]:
    """Return the options of an address; if one is repeated, the last counts.

    Raises:
        ValueError: one has no value.
    """
    found = dict(parse_qsl(query, keep_blank_values=True))
    for option, value in found.items():
        if not value:
            raise ValueError(f"has {option} without a value: write {option}=…")
    return found


def database_options(query: str) -> dict[str, str]:
    """Return the options of a PostgreSQL address.

    Raises:
        ValueError: libpq does not accept an option, or its value.
    """
    found = read_options(query)
    try:
        make_conninfo(**found)
    except ProgrammingError:
        raise ValueError("has an option that PostgreSQL does not know: remove it.") from None
    for option in NUMBERS:
        value = found.get(option, "0")
        if not (value.isascii() and value.isdecimal() and int(value) <= MOST):
            raise ValueError(f"has {option}={value}: write a whole number.")
    for option in SWITCHES:
        if found.get(option, "1") not in ("0", "1"):
            raise ValueError(f"has {option}={found[option]}: write 0 or 1.")
    _find_files(found, FILES, but={"sslrootcert": "system"})
    if not found.get("options", "-").lstrip().startswith("-"):
        raise ValueError(f"has options={found['options']}: write -c name=value.")
    if complaint := _libpq_complains(found):
        raise ValueError(f"has an option that PostgreSQL does not accept: {complaint}.")
    return found


def _libpq_complains(options: dict[str, str]) -> str:
    """Return libpq's complaint about these options; it checks all of them before it looks for a
    server.
    """
    tried = dict(options)
    if "," in tried.get("port", ""):
        del tried["port"]  # a list for several hosts, and this check has one host
    if "hostaddr" in tried and all(map(_is_ip, tried["hostaddr"].split(","))):
        del tried["hostaddr"]
    # These are wrong for a socket, which this check uses, but right for a remote server.
    fits = {"gssencmode": "require"}
    tried = {name: value for name, value in tried.items() if fits.get(name) != value}
    said = _try(tried)
    return "" if f"{NOWHERE}/" in said else said


def _try(options: dict[str, str]) -> str:
    nowhere = {"host": NOWHERE, "dbname": "none", "user": "none"}
    connection = pq.PGconn.connect_start(make_conninfo(**options | nowhere).encode())
    try:
        said = connection.error_message.decode(errors="replace")
    finally:
        connection.finish()
    return said.strip().partition("\n")[0].rstrip(".")


def _is_ip(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


def check_valkey_options(address: str) -> None:
    """Check that the cache, the bus and the queue can all read a Redis address: they use two
    libraries.

    Raises:
        ValueError: one of them cannot.
    """
    url = urlsplit(address)
    is_socket, has_tls = url.scheme == "unix", url.scheme == "rediss"
    found = read_options(url.query)
    for option in found:
        if not (option == "db" if is_socket else has_tls and option.startswith("ssl_")):
            raise ValueError(f"has the option {option}, which is not allowed here: remove it.")
    if is_socket and (url.netloc.rpartition("@")[2] or not url.path.strip("/")):
        raise ValueError("names no socket: write unix:///path")
    number = found.get("db", "0") if is_socket else url.path.removeprefix("/") or "0"
    if not re.fullmatch(r"[0-9]{1,4}", number):
        raise ValueError(f"names the database {number}: write a number, such as 0.")
    wanted = found.get("ssl_cert_reqs", "none")
    if wanted not in CERTIFICATES:
        raise ValueError(f"has ssl_cert_reqs={wanted}: write one of {', '.join(CERTIFICATES)}.")
    wanted = found.get("ssl_check_hostname", "yes")
    if wanted.lower() not in YES + NO:
        raise ValueError(f"has ssl_check_hostname={wanted}: write yes or no.")
    _find_files(found, OF_VALKEYS_FILES)
    try:
        redis.ConnectionPool.from_url(address).make_connection()
    except TypeError:
        raise ValueError("has an unknown option: remove it.") from None
    except ValueError as error:
        raise ValueError(f"cannot be read: {str(error).rstrip('.')}.") from None


def _find_files(
    options: dict[str, str], names: tuple[str, ...], but: dict[str, str] | None = None
) -> None:
    for option in names:
        path = options.get(option)
        if path and path != (but or {}).get(option) and not os.access(Path(path), os.R_OK):
            raise ValueError(f"has {option}={path}, which cannot be read.")
