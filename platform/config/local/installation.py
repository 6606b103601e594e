"""Settings of a local installation, which lies under `var/`, where the environment says nothing.

Production is the default of the settings; here they are relaxed, for this machine only.
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
"""Commands that neither the database nor the broker is started for."""
MAY_MAKE_ONE = ("makemigrations", "simulate")
"""For work on Nightcap: they need a database, and nothing of what is in it."""
OWN_NAMES = ("localhost", "127.0.0.1", "[::1]")
HOSTS_SETTINGS = Path("/etc/nightcap/env")
"""What the systemd units read, and `deploy/nightcap`."""
NOWHERE = {"DATABASE_URL": "postgresql:///none", "REDIS_URL": "unix:///none"}


def var_folder() -> Path:
    """Where this installation keeps its things."""
    return Path(os.environ.get("NIGHTCAP_VAR") or ROOT / "var").absolute()


def relaxed_settings(
    var: Path, more_hosts: Sequence[str] = (), at: str = "http://localhost:8000"
) -> dict[str, str]:
    """The environment of a machine of one's own; what the environment says already wins (`set_defaults`).

    `at`: where links in mails lead.
    """
    return {
        "NIGHTCAP_VAR": str(var),
        "NIGHTCAP_SECRET_KEY": secret_key(var),
        "NIGHTCAP_SITE": ",".join([at, *(f"http://{host}" for host in (*OWN_NAMES, *more_hosts))]),
        "NIGHTCAP_LOG": "text",
        "NIGHTCAP_EMAIL_URL": mail_folder(var).as_uri(),
    }


def secret_key(var: Path) -> str:
    """This installation's key, made on first use.

    Raises:
        Unusable: there is a key that cannot be read.
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
    """Where mails end up, one file each, instead of going out."""
    return var / "mail"


def set_defaults(values: dict[str, str]) -> None:
    """Put into the environment what it does not say itself, nor by the file that holds it."""
    for name, value in values.items():
        if not (os.environ.get(name) or os.environ.get(f"{name}_FILE")):
            os.environ[name] = value


@contextmanager
def services_for(argv: Sequence[str]) -> Iterator[None]:
    """What a command of `manage.py` needs around it.

    With `DATABASE_URL` in the environment this is production, and nothing is relaxed. Otherwise
    the command uses the services that `make run` has up, or has them for as long as it runs. It
    makes no database: a host whose settings were not read would restore into one that nobody uses.
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
        f"DATABASE_URL is not set, and `make run` has made no database in {var}. On a host run the "
        f"command by deploy/nightcap, which reads {HOSTS_SETTINGS}, or set DATABASE_URL; on a machine "
        "of your own begin with `make run`, or name a folder for a new one in NIGHTCAP_VAR."
    )


def _name_without_password() -> str:
    from config import env  # with Django, of which `run` needs nothing

    database = env.database("DATABASE_URL")
    port = f":{database['PORT']}" if database["PORT"] else ""
    return f"{database['NAME']} at {database['HOST'] or 'this machine'}{port}"


def _other_settings() -> bool:
    return os.environ.get("DJANGO_SETTINGS_MODULE", "config.settings") != "config.settings"


def _aloud(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
