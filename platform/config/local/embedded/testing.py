"""What tests start from: services that forget everything, and a database that is migrated once.

A cluster with a migrated and empty database is kept in `var/tests` between runs. Each process that
tests gets a copy of it, and its test database is made of that one by PostgreSQL's own `TEMPLATE`.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

import psycopg

from config.local.embedded import place
from config.local.embedded.postgres import NAME, Postgres
from config.local.embedded.services import URLS, Services, lock

BEGUN = "NIGHTCAP_TEST_SERVICES"
"""In the environment of tests: which of the services were begun for them."""
TEMPLATE = "migrated"
"""The database that test databases are copies of."""
ROOT = Path(__file__).resolve().parents[4]
KEPT = ROOT / "var" / "tests"


def start_services_for_tests(environ: Mapping[str, str]) -> dict[str, str]:
    """Services that forget everything when this process ends; none that the environment names.

    Where tests run side by side, each worker has its own: two would hear each other through one
    Valkey. What the environment names was then begun by the process that began the worker.
    """
    begun = environ.get(BEGUN, "").split() if "PYTEST_XDIST_WORKER" in environ else []
    wanted = tuple(name for name in URLS if not environ.get(name) or name in begun)
    if not wanted:
        return {}
    var = _passing_folder()
    services = Services(var, forgetful=True)
    services.claim()

    def end() -> None:
        services.stop()
        shutil.rmtree(var, ignore_errors=True)

    atexit.register(end)
    if "DATABASE_URL" in wanted:
        copy_migrated_data(Postgres(place.find_place(var)).data, KEPT)
    return services.start(wanted) | {BEGUN: " ".join(wanted)}


def copy_migrated_data(data: Path, kept: Path) -> None:
    """Copy the data of a cluster that has `TEMPLATE` to where a server is about to start.

    It is made first where `kept` has none of this tree's migrations.

    Raises:
        subprocess.CalledProcessError: the migrations fail; they have said why.
    """
    place.make_folder(kept, 0o755)
    held = lock(kept / "lock", wait=True)
    assert held is not None
    try:
        found = kept / _digest()
        if not found.exists():
            for old in kept.glob("migrated-*"):
                shutil.rmtree(old)
            _migrate(found)
        _copy(found, data)
    finally:
        os.close(held)


def _digest() -> str:
    """Of all that decides what an empty database looks like: our migrations, others' by version.

    What migrations import beside that are defaults and checks, which leave no trace where there
    are no rows; and what is made after migrating is made anew in each test database.
    """
    digest = hashlib.sha256()
    files = [*(ROOT / "platform").glob("*/migrations/*.py"), ROOT / "requirements.txt"]
    for path in sorted(files):
        digest.update(f"{path.relative_to(ROOT)}\n".encode() + path.read_bytes())
    return f"migrated-{digest.hexdigest()[:16]}"


def _migrate(found: Path) -> None:
    var = _passing_folder()
    services = Services(var, forgetful=True)
    try:
        services.claim()
        urls = services.start()
        with psycopg.connect(urls["DATABASE_URL"], autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {TEMPLATE}")
        urls["DATABASE_URL"] = urls["DATABASE_URL"].removesuffix(NAME) + TEMPLATE
        paths = {"PYTHONPATH": f"{ROOT}:{ROOT / 'platform'}"}
        settings = {"DJANGO_SETTINGS_MODULE": "config.settings_test", BEGUN: ""}
        subprocess.run(
            [sys.executable, "-m", "django", "migrate", "--verbosity", "0"],
            env=os.environ | urls | paths | settings,
            check=True,
        )
        data = services.running[0].place.data / "postgres"
        services.stop()
        half = found.with_name("half")
        shutil.rmtree(half, ignore_errors=True)
        _copy(data, half)
        half.rename(found)
    finally:
        services.stop()
        shutil.rmtree(var, ignore_errors=True)


def _copy(data: Path, to: Path) -> None:
    # Not shutil: that gives root's copy to root, and as root the servers are somebody else.
    subprocess.run(["cp", "-a", data, to], check=True)


def _passing_folder() -> Path:
    var = Path(tempfile.mkdtemp(prefix="nightcap-test-"))
    var.chmod(0o755)
    return var
