"""A setting with an unknown name is always reported.

`NIGHTCAP_DELAY_SCAL=2` is not silently ignored.
"""

from __future__ import annotations

import inspect
import logging
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class

from config.local.installation import NEED_NOTHING
from operations import unknown_settings
from operations.unknown_settings import (
    NO_MORE,
    READ_ELSEWHERE,
    find_retired,
    find_unknown,
    say_unknown,
)
from tests.deploy.test_files import settings_read
from tests.platform.config.server import ROOT, environment
from tests.platform.config.test_env import GOOD

NAME = re.compile(r"\bNIGHTCAP_[A-Z_]*[A-Z]\b")
OF_KUBERNETES = {
    "NIGHTCAP_SERVICE_HOST": "10.43.7.1",
    "NIGHTCAP_SERVICE_PORT": "80",
    "NIGHTCAP_PORT": "tcp://10.43.7.1:80",
    "NIGHTCAP_WEB_SERVICE_HOST": "10.43.7.2",
    "NIGHTCAP_WEB_SERVICE_PORT": "8000",
    "NIGHTCAP_WEB_SERVICE_PORT_METRICS": "9100",
    "NIGHTCAP_WEB_PORT": "tcp://10.43.7.2:8000",
    "NIGHTCAP_WEB_PORT_8000_TCP": "tcp://10.43.7.2:8000",
    "NIGHTCAP_WEB_PORT_8000_TCP_ADDR": "10.43.7.2",
    "NIGHTCAP_WEB_PORT_8000_TCP_PORT": "8000",
    "NIGHTCAP_WEB_PORT_8000_TCP_PROTO": "tcp",
}
OF_DOCKER = {
    "NIGHTCAP_DB_PORT": "tcp://172.17.0.5:5432",
    "NIGHTCAP_DB_NAME": "/nightcap_web_1/nightcap_db",
    "NIGHTCAP_DB_ENV_LANG": "C.UTF-8",
}
AS_DEPLOYED = {"PYTHONPATH": "platform", "DJANGO_SETTINGS_MODULE": "config.settings"}


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("NIGHTCAP_DELAY_SCAL", "NIGHTCAP_DELAY_SCALE"),
        ("NIGHTCAP_LOGLEVEL", "NIGHTCAP_LOG_LEVEL"),
        ("NIGHTCAP_WORKER", "NIGHTCAP_WORKERS"),
        ("NIGHTCAP_PUSH_KEY_FILE", "NIGHTCAP_PUSH_KEY"),
        ("NIGHTCAP_SECRET_KEYFILE", "NIGHTCAP_SECRET_KEY_FILE"),
        ("nightcap_site", "NIGHTCAP_SITE"),
        ("NIGTHCAP_GUEST_DAYS", "NIGHTCAP_GUEST_DAYS"),
        ("NIGHT_CAP_GUEST_DAYS", "NIGHTCAP_GUEST_DAYS"),
    ],
)
def test_a_misspelt_name_is_told_with_the_one_that_is_meant(name: str, meant: str) -> None:
    assert find_unknown({name: "2"}) == [
        f"{name}: is no setting of this release. Do you mean {meant}?"
    ]


def test_a_name_like_no_other_is_told_too() -> None:
    assert find_unknown({"NIGHTCAP_XYZZY": "1"}) == [
        "NIGHTCAP_XYZZY: is no setting of this release."
    ]
    # Kubernetes sets an address there, and a reader of `PORT` expects a number.
    assert find_unknown({"NIGHTCAP_PORT": "8001"})


def test_what_others_set_is_none_of_ours() -> None:
    others = {"PATH": "/bin", "NIGHTLY_BUILD": "1", "DATABASE_URI": "x", "NIGHTCAPS": "2"}
    others |= dict.fromkeys(READ_ELSEWHERE, "x") | OF_KUBERNETES | OF_DOCKER
    assert find_unknown(others | {"NIGHTCAP_XYZZY": ""}) == []


def test_every_name_that_the_repository_knows_is_known() -> None:
    """This includes the names of compose, of nginx and of scripts: compose passes its whole `.env`
    to every process.
    """
    listed = subprocess.run(
        ["git", "ls-files", "deploy", "platform", "docs", "manage.py", "Makefile", ".ci"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    own = Path(unknown_settings.__file__).resolve()
    texts = [
        path.read_text(errors="replace")
        for path in (ROOT / name for name in listed)
        if path.resolve() != own and path.is_file()
    ]
    named = {name for text in texts for name in NAME.findall(text)}
    assert named - settings_read().keys() - NO_MORE.keys() == READ_ELSEWHERE
    assert not NO_MORE.keys() & settings_read().keys()


def test_the_settings_ask_for_each_name(tmp_path: Path) -> None:
    """The known names are those that the settings read: none is read later, or by one kind of
    process only.
    """
    script = "from config import settings, env; print(*env.NAMES)"
    asked = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT / "platform",
        env=environment(tmp_path, **GOOD),
        capture_output=True,
        text=True,
        check=True,
    )
    assert set(asked.stdout.split()) == settings_read().keys()


def manage(tmp_path: Path, *argv: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a command on an unavailable database: it reports a wrong name before it connects."""
    away = GOOD | {"DATABASE_URL": "postgresql://localhost:1/none"}
    return subprocess.run(
        [sys.executable, "manage.py", *argv],
        cwd=ROOT,
        env=environment(tmp_path, **away, **more),
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("command", ["prepare", "check", "verify_matches"])
def test_it_stops_the_start_and_every_command(tmp_path: Path, command: str) -> None:
    told = manage(tmp_path, command, NIGHTCAP_DELAY_SCAL="2")
    assert told.returncode == 1
    assert "NIGHTCAP_DELAY_SCAL: is no setting of this release. Do you mean NIGHTCAP_DEL" in (
        told.stderr
    )
    assert "Traceback" not in told.stderr


def test_a_setting_that_is_no_more_stops_nobody_and_is_told(tmp_path: Path) -> None:
    told = manage(tmp_path, "check", NIGHTCAP_TLS="yes")
    assert told.returncode == 0, told.stderr
    assert "NIGHTCAP_TLS: is no longer used; NIGHTCAP_SITE says it." in told.stderr
    assert find_retired({"NIGHTCAP_TLS": ""}) == []


def test_a_process_that_starts_by_itself_says_so_and_goes_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """After a return to the release before, its settings may contain names of the newer one."""
    monkeypatch.setenv("NIGHTCAP_OF_TOMORROW", "1")
    monkeypatch.setenv("NIGHTCAP_TLS", "yes")
    with caplog.at_level(logging.WARNING, logger="operations.unknown_settings"):
        say_unknown()
    said = {(record.levelname, record.getMessage().partition(":")[0]) for record in caplog.records}
    assert said == {("ERROR", "NIGHTCAP_OF_TOMORROW"), ("WARNING", "NIGHTCAP_TLS")}
    assert "NIGHTCAP_OF_TOMORROW" in os.environ


def test_no_command_of_ours_passes_over_it() -> None:
    """`restore` and `backup` run no system checks, so they check names themselves."""
    silent = set()
    for name, app in get_commands().items():
        command = load_command_class(app, name)
        source = Path(inspect.getfile(type(command)))
        if ROOT / "platform" in source.parents and not command.requires_system_checks:
            calls = re.findall(r"^ +(?:say|refuse)_unknown\(\)$", source.read_text(), re.MULTILINE)
            silent |= set() if calls else {name}
    assert silent <= {*NEED_NOTHING}


@pytest.mark.parametrize(
    "start",
    [
        "import os, config.serving.web_application; os._exit(0)",
        "import django; django.setup(); from config import celery; celery.look_before_the_start()",
    ],
)
def test_web_processes_and_workers_say_so(tmp_path: Path, start: str) -> None:
    away = GOOD | {"DATABASE_URL": "postgresql://localhost:1/none"}
    told = subprocess.run(
        [sys.executable, "-c", start],
        cwd=ROOT,
        env=environment(tmp_path, **away, NIGHTCAP_DELAY_SCAL="2", **AS_DEPLOYED),
        capture_output=True,
        text=True,
        check=True,
    )
    assert "NIGHTCAP_DELAY_SCAL: is no setting of this release." in told.stderr


def test_a_missing_setting_names_what_is_set_in_its_place(tmp_path: Path) -> None:
    """The setting is required."""
    good = {name: value for name, value in GOOD.items() if name != "REDIS_URL"}
    told = subprocess.run(
        [sys.executable, "manage.py", "check"],
        cwd=ROOT,
        env=environment(tmp_path, **good, REDIS_ULR="redis://a"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (
        told.stderr
        == "REDIS_URL is required but not set. REDIS_ULR is set, but it is not a setting.\n"
    )
