"""A file of settings, read as systemd reads an `EnvironmentFile=` (systemd.exec(5)).

Units and commands then see the same values, and no shell interprets `<`, `&` or `$`. Compose and
shells read values in single quotes in the same way.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from operations.child_processes import Unusable

_ENTRY = re.compile(
    r"""[ \t\r]*(?:
        [#;][^\n]*                                  # a comment
      | (?P<name>[^=\n]*)=
        (?P<quoted>(?:[ \t]*(?:'[^']*'|"(?:[^"\\]|\\.)*"))*)
        [ \t]*(?P<bare>(?:[^\\\n]|\\.?)*?)[ \t\r]*  # here a quote is a character like others
      | [^\n]*                                      # no assignment
    )(?:\n|\Z)""",
    re.VERBOSE | re.DOTALL,
)
_PIECE = re.compile(r"""'([^']*)'|"((?:[^"\\]|\\.)*)\"""", re.DOTALL)
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def load(path: str) -> None:
    """Load the file's settings into the environment, and replace existing values.

    Raises:
        Unusable: the file cannot be read, or has an invalid line.
    """
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise Unusable(f"The settings file {path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise Unusable(f"The settings file {path} cannot be read: it is not UTF-8.") from None
    try:
        os.environ |= parse(text)
    except ValueError as error:
        raise Unusable(f"{path}: {error}") from None


def parse(text: str) -> dict[str, str]:
    """Return the variables of such a file; if one is repeated, the last counts.

    Raises:
        ValueError: a name is invalid, or a quote is not closed; systemd would skip the rest.
    """
    found, at = {}, 0
    while at < len(text):
        entry = _ENTRY.match(text, at)
        assert entry is not None, "the last alternative takes every line"
        if entry["name"] is not None:
            name, line = entry["name"].strip(), text.count("\n", 0, at) + 1
            bare = entry["bare"]
            if not _NAME.fullmatch(name):
                raise ValueError(f"line {line} sets {name!r}, which is not a valid name.")
            if bare[:1] in ("'", '"'):
                raise ValueError(f"line {line} has a quote that is not closed: {name}.")
            found[name] = _unquoted(entry["quoted"]) + re.sub(r"\\(.?)", _escaped, bare, flags=re.S)
        at = entry.end()
    return found


def _unquoted(text: str) -> str:
    return "".join(
        single + re.sub(r"\\(.)", _escaped_in_quotes, double, flags=re.DOTALL)
        for single, double in _PIECE.findall(text)
    )


def _escaped(found: re.Match[str]) -> str:
    return "" if found[1] == "\n" else found[1]


def _escaped_in_quotes(found: re.Match[str]) -> str:
    if found[1] == "\n":
        return ""
    return found[1] if found[1] in '"\\`$' else found[0]
