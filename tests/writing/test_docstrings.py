"""A docstring begins with a verb, or with a noun that names the thing."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from tests.writing.texts import docstrings, modules

QUESTION = re.compile(r"(?:What|Whatever|Who|Whoever|Whose)\b")


def test_no_docstring_begins_with_a_question() -> None:
    """“What a match counts for” makes the reader guess; “The result that counts” does not."""
    found = questions(modules())
    assert not found, "\n".join(found)


def test_a_question_is_found_everywhere(tmp_path: Path) -> None:
    """Modules, classes, functions and constants are read."""
    source = tmp_path / "module.py"
    source.write_text(
        '"""What it is."""\n'
        'LIMIT = 5\n"""What may be."""\n'
        'class A:\n    """Who acts."""\n\n'
        '    def b(self) -> None:\n        """Whose turn it is."""\n\n'
        'def c() -> None:\n    """Whatsit, a noun."""\n'
    )
    assert len(questions([source])) == 4


def questions(paths: Iterable[Path]) -> list[str]:
    """Docstrings that begin with a question word, each with its place."""
    return [
        f"{text.place}: {text.words.splitlines()[0]}"
        for path in paths
        for text in docstrings(path)
        if QUESTION.match(text.words)
    ]
