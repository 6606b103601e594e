"""The registry finds games by their folders."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import games as folder
from games.kernel import registry

ROOT = Path(__file__).parents[3]


@pytest.fixture
def found_anew() -> Iterator[None]:
    registry.games.cache_clear()
    yield
    registry.games.cache_clear()


def make_game(home: Path, name: str, source: str) -> None:
    (home / name).mkdir()
    (home / name / "__init__.py").write_text(source, encoding="utf-8")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, found_anew: None) -> Path:
    monkeypatch.setattr(folder, "__path__", [*folder.__path__, str(tmp_path)])
    return tmp_path


def test_every_folder_is_a_game_and_the_kernel_is_none() -> None:
    found = registry.games()
    assert "kernel" not in found
    assert list(found) == sorted(found)
    assert all(game.meta.slug == slug for slug, game in found.items())
    assert registry.get("sleeping_queens") is found["sleeping_queens"]
    with pytest.raises(KeyError):
        registry.get("kernel")
    with pytest.raises(TypeError):
        found["another"] = found["sleeping_queens"]  # type: ignore[index] # that is the point


def test_a_new_folder_is_found(home: Path) -> None:
    make_game(home, "doze", "from tests.games.contract.doze import DOZE as GAME\n")
    make_game(home, "tables", "# shared by nobody, no game\n")
    assert registry.get("doze").meta.title == "Doze"
    assert "tables" not in registry.games()


def test_a_folder_has_its_games_name(home: Path) -> None:
    make_game(home, "snooze", "from tests.games.contract.doze import DOZE as GAME\n")
    with pytest.raises(ValueError, match="games/snooze has the slug doze"):
        registry.games()


def test_the_kernel_needs_no_platform_and_imports_games_late() -> None:
    """The kernel is pure: finding the games needs only msgspec and the standard library."""
    code = (
        "import sys; sys.modules.update(dict.fromkeys(['django', 'channels', 'celery']));"
        "from games.kernel import registry, session, codec, default_answers, options;"
        "assert not any(name.startswith('games.sleeping') for name in sys.modules);"
        "registry.games()"
    )
    subprocess.run([sys.executable, "-W", "error", "-c", code], cwd=ROOT, check=True)
