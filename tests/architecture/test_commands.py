"""docs/commands.md shows every command and every target of make, with their present help."""

from __future__ import annotations

from collections import Counter

from tests.architecture import commands


def test_the_page_of_commands_is_up_to_date() -> None:
    """If this fails, run `make commands` and commit the page."""
    assert commands.PAGE.read_text(encoding="utf-8") == commands.page()


def test_each_command_has_one_chapter() -> None:
    """If this fails, add the command to `GROUPS` in `tests/architecture/commands.py`."""
    named = Counter(name for group in commands.GROUPS for name in group.commands)
    assert named == Counter([*commands.own_commands()])


def test_each_target_has_one_chapter() -> None:
    """If this fails, add the target to `GROUPS`, and a `##` help line in the Makefile."""
    named = Counter(name for group in commands.GROUPS for name in group.targets)
    assert named == Counter([*commands.targets()])
