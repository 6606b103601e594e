"""Services for tests: they keep no data, and the database is migrated only once.

A cluster with a migrated and empty database is kept in `var/tests` between runs. Each test process
gets a copy of it, and PostgreSQL's `TEMPLATE` creates its test database from that.
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
"""The environment variable of the services that were started for the tests."""
TEMPLATE = "migrated"
"""The database from which test databases are copied."""
ROOT = Path(__file__).resolve().parents[4]
KEPT = ROOT / "var" / "tests"


def start_services_for_tests(environ: Mapping[str, str]) -> dict[str, str]:
    """Start services that keep no data, except those that the environment names.

    Parallel test workers have their own services: two would receive each other's messages through
    one Valkey. In a worker the environment may name those of the process that started it.
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
    """Copy the data of a cluster that has `TEMPLATE` to the place where a server is about to start.

    Create it first if `kept` has none with this tree's migrations.

    Raises:
        subprocess.CalledProcessError: the migrations fail; their output says why.
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
    """Return a hash of all that determines an empty database: our migrations, others' by version.

    Other imports of migrations are defaults and checks, which leave no trace without rows; data
    created after migrating is created again in each test database.
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
    # Not shutil: as root it would give the copy to root, but the servers run as another user.
    subprocess.run(["cp", "-a", data, to], check=True)


def _passing_folder() -> Path:
    var = Path(tempfile.mkdtemp(prefix="nightcap-test-"))
    var.chmod(0o755)
    return var
