"""Settings of a local installation below `var/`, where the environment sets none.

The settings are strict by default, for production; this module relaxes them, for this machine only.
"""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from config.local.embedded.place import data_folder, make_folder
from config.local.embedded.services import URLS, borrow_services, write_privately
from operations.child_processes import Unusable

ROOT = Path(__file__).resolve().parents[3]

NEED_NOTHING = (
    "",
    "arena",
    "check",
    "check_templates",
    "collectstatic",
    "findstatic",
    "help",
    "messages",
    "start_game",
    "version",
)
"""Commands that need neither the database nor the broker."""
MAY_MAKE_ONE = ("makemigrations", "simulate")
"""Commands for developing Nightcap: they need a database, but not its content."""
OWN_NAMES = ("localhost", "127.0.0.1", "[::1]")
HOSTS_SETTINGS = Path("/etc/nightcap/env")
"""The settings file of the systemd units and of `deploy/nightcap`."""
NOWHERE = {"DATABASE_URL": "postgresql:///none", "REDIS_URL": "unix:///none"}


def var_folder() -> Path:
    """Return this installation's folder."""
    return Path(os.environ.get("NIGHTCAP_VAR") or ROOT / "var").absolute()


def relaxed_settings(
    var: Path, more_hosts: Sequence[str] = (), at: str = "http://localhost:8000"
) -> dict[str, str]:
    """Return the environment of a local machine; values that are set already win (`set_defaults`).

    `at`: the address for links in mails.
    """
    return {
        "NIGHTCAP_VAR": str(var),
        "NIGHTCAP_SECRET_KEY": secret_key(var),
        "NIGHTCAP_SITE": ",".join([at, *(f"http://{host}" for host in (*OWN_NAMES, *more_hosts))]),
        "NIGHTCAP_LOG": "text",
        "NIGHTCAP_EMAIL_URL": mail_folder(var).as_uri(),
    }


def secret_key(var: Path) -> str:
    """Return this installation's secret key; create it on first use.

    Raises:
        Unusable: a key exists but cannot be read.
    """
    path = var / "secret-key"
    try:
        found = path.read_text().strip()
    except FileNotFoundError:
        found = ""
    except OSError as error:
        raise Unusable(f"{path} cannot be read: {error.strerror}.") from None
    if len(found) < 50:
        found = secrets.token_urlsafe(60)
        make_folder(var, 0o755)
        write_privately(path, found)
    return found


def mail_folder(var: Path) -> Path:
    """Return the folder where mails are stored, one file each, instead of being sent."""
    return var / "mail"


def set_defaults(values: dict[str, str]) -> None:
    """Set these variables in the environment, except those set there, directly or by a file."""
    for name, value in values.items():
        if not (os.environ.get(name) or os.environ.get(f"{name}_FILE")):
            os.environ[name] = value


@contextmanager
def services_for(argv: Sequence[str]) -> Iterator[None]:
    """Provide the services and settings for a command of `manage.py`.

    With `DATABASE_URL` in the environment this is production, and no setting is relaxed. Otherwise
    the command uses the services of a running `make run`, or starts them while it runs. It creates
    no database: without the host's settings a restore would go to an unused one.
    """
    command = argv[0] if argv else ""
    needs_nothing = command in NEED_NOTHING or command.startswith("-") or "--help" in argv
    if "--settings" in argv or _other_settings():
        yield
        return
    if os.environ.get("DATABASE_URL"):
        if not needs_nothing:
            _aloud(f"Database: {_name_without_password()}.")
        yield
        return
    var = var_folder()
    wanted = tuple(name for name in URLS if not os.environ.get(name))
    try:
        if needs_nothing:
            set_defaults(relaxed_settings(var) | NOWHERE)
            yield
            return
        if file := os.environ.get("NIGHTCAP_ENV_FILE"):
            raise Unusable(f"{file} does not set DATABASE_URL.")
        if not (command in MAY_MAKE_ONE or os.environ.get("NIGHTCAP_VAR") or _has_database(var)):
            raise Unusable(_no_database(var))
        _aloud(f"Database: that of `make run` in {var}.")
        with borrow_services(var, wanted, say=_aloud) as urls:
            set_defaults(relaxed_settings(var) | urls)
            yield
    except Unusable as problem:
        sys.exit(str(problem))


def _has_database(var: Path) -> bool:
    return var.is_dir() and (data_folder(var) / "postgres").is_dir()


def _no_database(var: Path) -> str:
    return (
        f"DATABASE_URL is not set, and `make run` has created no database in {var}. On a host, run the "
        f"command by deploy/nightcap, which reads {HOSTS_SETTINGS}, or set DATABASE_URL. On a machine "
        "of your own, begin with `make run`, or name a folder for a new one in NIGHTCAP_VAR."
    )


def _name_without_password() -> str:
    from config import env  # needs Django, which `run` does not load

    database = env.database("DATABASE_URL")
    port = f":{database['PORT']}" if database["PORT"] else ""
    return f"{database['NAME']} at {database['HOST'] or 'this machine'}{port}"


def _other_settings() -> bool:
    return os.environ.get("DJANGO_SETTINGS_MODULE", "config.settings") != "config.settings"


def _aloud(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
