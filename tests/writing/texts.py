"""Readers of what people write here: docstrings and comments of Python, sentences of pages, messages."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Message
from django.conf import settings

from config.local.installation import ROOT
from core import i18n
from tests.architecture import docs


class Text(NamedTuple):
    """A text and its place, such as `docs/api.md:12`."""

    place: str
    words: str


CODE = tuple(ROOT / folder for folder in ("deploy", "docs", "games", "platform", "tests", "tools"))
PAGES = [*docs.PAGES, ROOT / "CHANGELOG.md"]

_COMMENT_OF_A_TOOL = re.compile(r"#\s*(?:noqa|type:|ruff:|pragma|fmt:|mypy:|!)")
_BREAK = re.compile(r"^\s*(?:[-*+] |\d+[.)] |#+ |\||>|<|$)")
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_SPAN = re.compile(r"`[^`]*`")
_END = re.compile(r"(?<=[.!?…])[)”\"*_]*\s+(?=[\[(“\"*_`]*[A-Z0-9`])")


@cache
def modules() -> tuple[Path, ...]:
    """Every Python file of the repository that people write."""
    found = [path for folder in CODE for path in folder.rglob("*.py")]
    return (ROOT / "manage.py", *sorted(found))


def docstrings(path: Path) -> Iterator[Text]:
    """Docstrings of a module, of its classes and functions, and those below its constants."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Expr(value=ast.Constant(value=str(words))):
                yield Text(_place(path, node.lineno), words.strip())


def comments(path: Path) -> Iterator[Text]:
    """The comments of a module; those on consecutive lines are one text."""
    lines: list[str] = []
    begun = last = 0
    for token in tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline):
        if token.type != tokenize.COMMENT or _COMMENT_OF_A_TOOL.match(token.string):
            continue
        line = token.start[0]
        if lines and line != last + 1:
            yield Text(_place(path, begun), " ".join(lines))
            lines = []
        if not lines:
            begun = line
        lines.append(token.string.lstrip("# "))
        last = line
    if lines:
        yield Text(_place(path, begun), " ".join(lines))


def paragraphs(page: Path) -> Iterator[Text]:
    """Paragraphs, list items, headings and cells of a Markdown page, without code and addresses."""
    lines: list[str] = []
    begun = 0
    for number, line in enumerate([*docs.prose(page).splitlines(), ""], 1):
        if _BREAK.match(line) and lines:
            yield Text(_place(page, begun), _plain(" ".join(lines)))
            lines = []
        if line.lstrip().startswith("|"):
            yield from (Text(_place(page, number), _plain(cell)) for cell in line.split("|"))
        elif line.strip():
            begun = begun if lines else number
            lines.append(line.strip())


def sentences(words: str) -> list[str]:
    """The sentences of a paragraph. A colon or a semicolon ends none."""
    return [sentence for sentence in _END.split(words) if sentence]


def messages() -> Iterator[Text]:
    """Every English message that pages, mails and the API show, with the first file that has it."""
    for message in _messages_of("de"):
        for words in _forms(message.id):
            yield Text(message.locations[0][0], words)


def translations(language: str) -> Iterator[Text]:
    """Every message in another language than English, with the first file that has it."""
    for message in _messages_of(language):
        for words in _forms(message.string):
            yield Text(message.locations[0][0], words)


def _messages_of(language: str) -> Iterator[Message]:
    for folder in settings.LOCALE_PATHS:
        for source in i18n.list_catalogs(Path(folder)):
            if source.parts[-3] == language:
                yield from (message for message in i18n.read_catalog(source) if message.id)


def _forms(text: object) -> Iterator[str]:
    if isinstance(text, str):
        if text:
            yield text
    elif isinstance(text, list | tuple):
        yield from (str(form) for form in text)


def _plain(words: str) -> str:
    return _LINK.sub(r"\1", words).strip(" -*+#>")


def without_code(words: str) -> str:
    """A text without what stands in backticks."""
    return _SPAN.sub("`…`", words)


def _place(path: Path, line: int) -> str:
    inside = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
    return f"{inside}:{line}"
