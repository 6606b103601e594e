"""The version is stated once, and a server without one does not start."""

from __future__ import annotations

import os
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from prometheus_client import CollectorRegistry, generate_latest

from api.endpoints import API_VERSION
from config.local.installation import ROOT
from config.version import read_version
from operations.monitoring.prometheus_collector import ServerCollector
from tests.platform.api.programs import Program


def test_settings_have_the_version_of_pyproject(settings: Any) -> None:
    assert read_version() == settings.VERSION
    assert f'version = "{settings.VERSION}"' in (ROOT / "pyproject.toml").read_text()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[project",
        "project = 1",
        "[project]",
        "[project]\nversion = 1",
        '[project]\nversion = ""',
        '[project]\nversion = "1.0"',
        '[project]\nversion = "1.0.0-beta"',
        '[project]\nversion = "01.0.0"',
        '[project]\nversion = "1.0.0\\n"',
    ],
)
def test_a_malformed_version_stops_the_start(tmp_path: Path, text: str) -> None:
    path = tmp_path / "pyproject.toml"
    path.write_text(text)
    with pytest.raises(ImproperlyConfigured) as stopped:
        read_version(path)
    assert str(stopped.value) == (
        f'{path} states no version of Nightcap: write version = "1.2.3" under [project].'
    )


def test_a_missing_file_stops_the_start(tmp_path: Path) -> None:
    with pytest.raises(ImproperlyConfigured, match="cannot be read: No such file or directory"):
        read_version(tmp_path / "pyproject.toml")


def test_manage_py_prints_it_and_needs_no_settings(settings: Any) -> None:
    """Django's own version remains at `--version`."""
    wrong = os.environ | {"NIGHTCAP_SITE": "no address", "DATABASE_URL": "none"}

    def said(word: str) -> str:
        argv = [sys.executable, "manage.py", word]
        return subprocess.run(
            argv, cwd=ROOT, env=wrong, capture_output=True, text=True, check=True
        ).stdout

    assert said("version") == f"{settings.VERSION}\n"
    assert said("--version") != said("version")
    out = StringIO()
    call_command("version", stdout=out)
    assert out.getvalue() == f"{settings.VERSION}\n"


@pytest.mark.django_db
@pytest.mark.parametrize("source", ["https://source.example/nightcap", ""])
def test_programs_read_it_apart_from_the_version_of_the_api(settings: Any, source: str) -> None:
    settings.SOURCE_URL = source
    program = Program()
    assert program.read("server") == {
        "version": settings.VERSION,
        "api": API_VERSION,
        "source_url": source or None,
    }
    described = program.client.get("/api/v1/openapi.json").json()
    assert described["info"]["version"] == API_VERSION
    assert f"/api/v{API_VERSION}/" == settings.API_ROOT


@pytest.mark.django_db
def test_prometheus_reads_it(settings: Any) -> None:
    registry = CollectorRegistry()
    registry.register(ServerCollector())
    told = generate_latest(registry).decode()
    (line,) = [one for one in told.splitlines() if one.startswith("nightcap_build_info{")]
    assert f'version="{settings.VERSION}"' in line
    assert line.endswith(" 1.0")
