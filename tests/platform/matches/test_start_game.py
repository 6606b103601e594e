"""The folders of a new game: their content runs, and no other file has to change."""

from __future__ import annotations

import os
import subprocess
import sys
from io import StringIO
from pathlib import Path
from shutil import copyfile, copytree, ignore_patterns
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from config.local.embedded.testing import BEGUN
from core.scaffold import FOLDERS

HERE = Path(settings.ROOT)


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the repository."""
    root = tmp_path_factory.mktemp("tree")
    for folder in ("games", "platform", "templates", "tests"):
        copytree(HERE / folder, root / folder, ignore=ignore_patterns("__pycache__", "*.mo"))
    for name in ("manage.py", "pyproject.toml", "requirements.txt"):
        copyfile(HERE / name, root / name)
    return root


@pytest.fixture
def root(tree: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(settings, "ROOT", tree)
    return tree


def started(slug: str, **options: Any) -> str:
    said = StringIO()
    call_command("start_game", slug, stdout=said, **options)
    return said.getvalue()


def run(root: Path, *args: str) -> str:
    """Run a command in the copy; show its output if it fails."""
    done = subprocess.run(
        [sys.executable, *args],
        cwd=root,
        env=os.environ | {BEGUN: ""},  # it starts no services of its own and runs no migrations
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    return done.stdout


def files(root: Path) -> dict[Path, bytes]:
    found = (
        path
        for folder in ("games", "platform", "templates", "tests")
        for path in (root / folder).rglob("*")
    )
    kept = (path for path in found if path.is_file() and "__pycache__" not in path.parts)
    return {path: path.read_bytes() for path in kept if path.suffix != ".mo"}


# One game has a slug of two words, the other has a class named after its title.
@pytest.mark.parametrize(
    ("like", "slug", "title"),
    [("daumen_drauf", "skip", "Skip-Bo"), ("wortspiel", "mau_mau", "Mau-Mau")],
)
def test_three_folders_are_written_and_nothing_else(
    root: Path, like: str, slug: str, title: str
) -> None:
    before = files(root)
    said = started(slug, like=like, title=title)
    assert [f"{folder}/{slug}/" for folder in FOLDERS] == said.splitlines()[:3]
    after = files(root)
    new = after.keys() - before.keys()
    for folder in FOLDERS:
        assert any(path.is_relative_to(root / folder / slug) for path in new)
    assert all(any(path.is_relative_to(root / f / slug) for f in FOLDERS) for path in new)
    assert {path: after[path] for path in before} == before
    told = "\n".join(after[path].decode() for path in new if path.suffix in {".py", ".html", ".po"})
    assert like not in told
    assert f'title=N_("{title}")' in told
    folders = [f"{folder}/{slug}" for folder in FOLDERS]
    run(root, "-m", "ruff", "check", *folders)
    run(root, "-m", "ruff", "format", "--check", *folders)


def test_what_is_written_runs_at_once(root: Path) -> None:
    started("whist", like="daumen_drauf")
    run(root, "manage.py", "messages", "--check", "--settings", "config.settings_test")
    contract = "tests/games/contract/test_contract.py"
    chosen = "whist and (test_card or 1-2-1)"
    assert "passed" in run(root, "-m", "pytest", "-q", contract, "-k", chosen)


@pytest.mark.parametrize("slug", ["Mau", "mau-mau", "2mau", "mau__mau", "class", "../mau", ""])
def test_a_slug_is_a_name_of_a_module(root: Path, slug: str) -> None:
    with pytest.raises(CommandError, match="write a slug of"):
        started(slug, like="siebenschlaefer")


@pytest.mark.parametrize("slug", ["kernel", "wortspiel", "contract", "scene"])
def test_nothing_is_written_over(root: Path, slug: str) -> None:
    with pytest.raises(CommandError, match="exists already"):
        started(slug, like="siebenschlaefer")


def test_only_a_game_can_be_copied(root: Path) -> None:
    with pytest.raises(CommandError):
        started("mau_mau_two", like="kernel")
