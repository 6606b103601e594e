"""Compiled templates on the disk spare a start their compilation, and are never older than a template."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from jinja2 import Environment, FileSystemLoader

from core.rendering.environment import compiled_folder, environment


@pytest.fixture
def templates(tmp_path: Path, settings: Any) -> Path:
    settings.VAR = tmp_path / "var"
    folder = tmp_path / "templates" / "board"
    folder.mkdir(parents=True)
    (folder / "one.html").write_text("one")
    return folder.parent


def render(templates: Path) -> str:
    """Render the template as a process that has just started."""
    return environment(loader=FileSystemLoader(templates)).get_template("board/one.html").render()


def test_a_template_is_compiled_by_one_process(
    templates: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled_folder().mkdir(parents=True)
    assert render(templates) == "one"
    with monkeypatch.context() as without:
        without.setattr(Environment, "compile", lambda *_: pytest.fail("compiled again"))
        assert render(templates) == "one"
    (templates / "board" / "one.html").write_text("two")
    assert render(templates) == "two"


@pytest.mark.parametrize("place", ["missing", "a file"])
def test_without_a_folder_each_process_compiles(templates: Path, place: str) -> None:
    if place == "a file":
        compiled_folder().parent.parent.mkdir()
        compiled_folder().parent.write_text("in the way")
    assert render(templates) == render(templates) == "one"


def test_a_damaged_compiled_template_is_compiled_again(templates: Path) -> None:
    compiled_folder().mkdir(parents=True)
    render(templates)
    for file in compiled_folder().iterdir():
        file.write_bytes(file.read_bytes()[:40])
    assert render(templates) == "one"
