"""A scaffold for a new game: a copy of a running game's three folders, with its names replaced.

The copy is a whole game at once (rules, bots, pages, German, tests, golden rounds). So there is no
separate skeleton to maintain.
"""

from __future__ import annotations

import io
import keyword
import re
import tokenize
from dataclasses import dataclass
from pathlib import Path
from shutil import copyfile, ignore_patterns

FOLDERS = ("games", "templates/games", "tests/games")
"""The places where each game has a folder."""
TEXTS = {".css", ".html", ".js", ".md", ".po", ".py", ".svg", ".txt"}
LEFT_OUT = ignore_patterns("__pycache__", "*.mo")


@dataclass(frozen=True, slots=True)
class Names:
    """The names of a game: `slug` in paths and addresses, `title` for people."""

    slug: str
    title: str

    @property
    def camel(self) -> str:
        """The name in classes: `sleeping_queens` is `SleepingQueens`."""
        return "".join(word.capitalize() for word in self.slug.split("_"))

    @property
    def dashed(self) -> str:
        """The name in classes of CSS."""
        return self.slug.replace("_", "-")


def check_slug(root: Path, slug: str) -> None:
    """Check that a new game may have this slug in the tree below `root`.

    Raises:
        ValueError: it may not; the sentence says why.
    """
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", slug) or keyword.iskeyword(slug):
        raise ValueError(f"{slug}: write a slug of small letters, digits and single underscores.")
    for folder in FOLDERS:
        if (root / folder / slug).exists() or (root / folder / f"{slug}.py").exists():
            raise ValueError(f"{folder}/{slug} exists already.")


def copy_game(root: Path, like: Names, new: Names) -> list[Path]:
    """Copy the three folders of `like` below `root` to those of `new`; return them."""
    made = []
    for folder in FOLDERS:
        source, target = root / folder / like.slug, root / folder / new.slug
        for path in sorted(source.rglob("*")):
            inside = path.relative_to(source)
            if not path.is_file() or _is_left_out(inside):
                continue
            copy = target / _renamed(inside.as_posix(), like, new)
            copy.parent.mkdir(parents=True, exist_ok=True)
            # Data that rules versions pin by its hash stays as it is.
            if path.suffix not in TEXTS or "data" in inside.parts:
                copyfile(path, copy)
                continue
            text = path.read_text(encoding="utf-8")
            rename = _renamed_code if path.suffix == ".py" else _renamed
            copy.write_text(rename(text, like, new), encoding="utf-8")
        made.append(target)
    return made


def _is_left_out(inside: Path) -> bool:
    return any(LEFT_OUT("", [part]) for part in inside.parts)


def _renamed(text: str, like: Names, new: Names) -> str:
    for old, name in (
        (like.title, new.title),
        (like.slug, new.slug),
        (like.dashed, new.dashed),
        (like.camel, new.camel),
    ):
        text = text.replace(old, name)
    return text


def _renamed_code(text: str, like: Names, new: Names) -> str:
    """Rename in Python code. Classes may be named like the title, and a name in code is never the
    title.
    """
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    pieces, end = [], 0
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in (tokenize.NAME, tokenize.STRING, tokenize.COMMENT):
            continue
        begin = starts[token.start[0] - 1] + token.start[1]
        pieces.append(text[end:begin])
        end = starts[token.end[0] - 1] + token.end[1]
        if token.type == tokenize.NAME:
            name = token.string.replace(like.camel, new.camel).replace(like.slug, new.slug)
            pieces.append(name.replace(like.slug.upper(), new.slug.upper()))
        else:
            pieces.append(_renamed(token.string, like, new))
    return "".join([*pieces, text[end:]])
