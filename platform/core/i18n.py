"""The translation catalogues: collect marked messages, update, check and compile the catalogues.

Each game has its own beside its rules, `games/<slug>/locale`; all other messages are in
`platform/locale`. A message that a game shares with the platform is only in `platform/locale`.
English is the language of the messages themselves and has no catalogue. Python is read by Babel,
templates by Jinja2 and by Django's own lexer; GNU gettext is not needed.
"""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from functools import cache
from gettext import c2py
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import Any, TypeAlias

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize
from jinja2.ext import babel_extract

from core.rendering import environment

Key: TypeAlias = tuple[str, str]
"""The key of a message: its context, "" for none, and its text."""

SOURCES = ("games", "platform", "templates")
KEYWORDS: dict[str, tuple[int | tuple[int, str], ...] | None] = {
    "_": None,
    "N_": None,
    "now": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
"""The arguments that are messages: None the first, "c" the context (Babel's own notation)."""

OPTIONS = {"encoding": "utf-8", "trimmed": "true", "silent": "false"}
"""Options of Babel and, for templates, of Jinja2."""

# Without the space flag of Python: "50 % of it" has no placeholder. `{}` belongs to `format_html`.
# Tags must be the same in every language.
_PLACEHOLDER = re.compile(
    r"%(?:\(\w+\))?[-#0+]*(?:\*|\d+)?(?:\.\d+)?[diouxXeEfFgGcrs%]|\{\w*\}|</?[a-z]\w*"
)


def collect_messages(root: Path) -> Catalog:
    """Return every message of the sources below this folder, with the files that contain it."""
    catalog = Catalog(fuzzy=False)
    for source in _sources(root):
        place = source.relative_to(root).as_posix()
        for message, context in _messages(source, root):
            catalog.add(message, locations=[(place, 1)], context=context)
    return catalog


def split_by_catalog(collected: Catalog) -> dict[str | None, Catalog]:
    """Split the messages by catalogue: a game's slug, or None for all others."""
    found: defaultdict[str | None, Catalog] = defaultdict(lambda: Catalog(fuzzy=False))
    for message in collected:
        owners = {_owner(place) for place, _line in message.locations}
        for owner in {None} if None in owners else owners:
            own = [where for where in message.locations if _owner(where[0]) == owner]
            found[owner].add(message.id, locations=own, context=message.context)
    return dict(found)


def _owner(place: str) -> str | None:
    """Return the slug of the game that owns this file; None if no game does."""
    match PurePosixPath(place).parts:
        case ("games", "kernel", *_):
            return None
        case ("games", slug, _, *_) | ("templates", "games", slug, _, *_):
            return slug
    return None


def _sources(root: Path) -> Iterator[Path]:
    for folder in SOURCES:
        for suffix in ("py", "html", "txt"):
            yield from sorted((root / folder).rglob(f"*.{suffix}"))


def _messages(source: Path, root: Path) -> Iterator[tuple[str | tuple[str, ...], str | None]]:
    text = source.read_text(encoding="utf-8")
    method: Any = "python"
    if source.suffix != ".py":
        if any(
            source.is_relative_to(root / "templates" / folder) for folder in environment.FOLDERS
        ):
            method = babel_extract
        else:
            # Django writes the template's messages as calls among blanked-out text; within
            # brackets Python's lexer ignores their indentation.
            text = f"({templatize(text)}\n)"
    for _line, message, _comments, context in extract(
        method, BytesIO(text.encode()), KEYWORDS, options=OPTIONS
    ):
        yield message, context


def list_catalogs(folder: Path) -> list[Path]:
    """Return the catalogues below a folder of locales."""
    return sorted(folder.glob("*/LC_MESSAGES/django.po"))


def read_catalog(path: Path) -> Catalog:
    """Read a stored catalogue; return an empty one of the folder's language if it does not exist."""
    language = path.parts[-3]
    if not path.exists():
        return Catalog(
            locale=language,
            header_comment="# The words of Nightcap; the English ones stand in the sources.",
            project="Nightcap",
            version="1",
            msgid_bugs_address="see CONTRIBUTING.md",
            last_translator="Nightcap",
            language_team=language,
            revision_date=datetime.now(UTC),
            fuzzy=False,
        )
    with path.open("rb") as file:
        return read_po(file, locale=language, domain="django")


def update_catalog(
    path: Path,
    collected: Catalog,
    known: Mapping[Key, Message] | None = None,
    elsewhere: Iterable[Key] = (),
) -> None:
    """Update a catalogue with the collected messages; translations stay, unused ones become
    obsolete.

    `known`: messages that are translated already, here or in another catalogue of the language.
    `elsewhere`: messages that other catalogues contain from now on; they are removed here.
    """
    catalog = read_catalog(path)
    created = catalog.creation_date
    for message in collected:
        before = (known or {}).get(_key(message)) if message.id else None
        if before is not None and catalog.get(message.id, message.context) is None:
            catalog.add(message.id, before.string, flags=before.flags, context=message.context)
    # No fuzzy matching: Babel's guesses would have to be judged one by one.
    catalog.update(collected, no_fuzzy_matching=True, update_creation_date=False)
    catalog.creation_date = created
    gone = set(elsewhere)
    for name, message in list(catalog.obsolete.items()):
        if _key(message) in gone:
            del catalog.obsolete[name]
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalog, width=100, sort_output=True, include_lineno=False)


def update_catalogs(collected: Mapping[Path, Catalog]) -> None:
    """Update all catalogues of a language; a message that moves from one to another keeps its
    translation.
    """
    known = {key: message for path in collected for key, message in _translated(path).items()}
    wanted = {path: {_key(one) for one in share if one.id} for path, share in collected.items()}
    everywhere = set().union(*wanted.values())
    for path, share in collected.items():
        update_catalog(path, share, known, everywhere - wanted[path])


def find_contradictions(paths: Iterable[Path]) -> list[str]:
    """Return the messages that catalogues of one language translate differently, a sentence each."""
    found: list[str] = []
    first: dict[Key, tuple[Path, Message]] = {}
    for path in paths:
        for key, message in _translated(path).items():
            other, before = first.setdefault(key, (path, message))
            if before.string != message.string:
                found.append(f"{path}: translated differently in {other}: {_name(key)}")
    return found


def _translated(path: Path) -> dict[Key, Message]:
    return {
        _key(message): message for message in read_catalog(path) if message.id and message.string
    }


def find_faults(path: Path, collected: Catalog) -> list[str]:
    """Return the faults of a catalogue, a sentence each; empty if it is complete."""
    catalog = read_catalog(path)
    known = {_key(message): message for message in catalog if message.id}
    wanted = {_key(message): message for message in collected if message.id}
    found = [f"missing: {_name(key)}" for key in sorted(wanted.keys() - known.keys())]
    found += [f"no longer used: {_name(key)}" for key in sorted(known.keys() - wanted.keys())]
    found += [
        f"its comment names other files: {_name(key)}"
        for key in sorted(wanted.keys() & known.keys())
        if _files(wanted[key]) != _files(known[key])
    ]
    found += [f"obsolete: {_name(_key(message))}" for message in catalog.obsolete.values()]
    rule = Catalog(locale=path.parts[-3]).plural_expr
    if catalog.plural_expr != rule:
        found.append(f"the plural forms must follow the rule of the language: {rule}")
    for key, message in sorted(known.items()):
        if fault := _fault(message, catalog):
            found.append(f"{fault}: {_name(key)}")
    return found


def _key(message: Message) -> Key:
    first = message.id if isinstance(message.id, str) else message.id[0]
    return message.context or "", first


def _files(message: Message) -> set[str]:
    return {place for place, _line in message.locations}


def _name(key: Key) -> str:
    context, text = key
    return f"{text!r} ({context})" if context else repr(text)


def _fault(message: Message, catalog: Catalog) -> str:
    ids = [message.id] if isinstance(message.id, str) else list(message.id)
    strings = [message.string] if isinstance(message.string, str) else list(message.string or ())
    if len(ids) > 1 and len(strings) != catalog.num_plurals:
        return f"not {catalog.num_plurals} plural forms"
    if not all(strings):
        return "untranslated"
    if message.fuzzy:
        return "fuzzy"
    least, most = _placeholders(ids[0]), _placeholders(ids[-1])
    several = _forms_of_several_numbers(catalog.plural_expr)
    for form, string in enumerate(strings):
        held = _placeholders(string)
        # "One bot" needs no number. French uses one form for 0 and 1: it needs the placeholders of
        # the English singular. The last form needs all placeholders, and no form may have others.
        needed = most if string is strings[-1] else least if form in several else set()
        if held - most or needed - held:
            return "other placeholders"
    return ""


@cache
def _forms_of_several_numbers(rule: str) -> frozenset[int]:
    """Return the plural forms that are used for more than one number, by the rule in a catalogue's
    head.
    """
    forms = [c2py(rule)(number) for number in range(200)]
    return frozenset(form for form in forms if forms.count(form) > 1)


def _placeholders(text: str) -> set[str]:
    # A sentence may contain a name twice in one language and once in another.
    return {place for place in _PLACEHOLDER.findall(text) if place != "%%"}


def compile_catalogs(folder: Path) -> int:
    """Write the `.mo` of every `.po` that is newer; return how many were written."""
    written = 0
    for source in list_catalogs(folder):
        target = source.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime >= source.stat().st_mtime:
            continue
        # Several processes may do this at once: each writes its own file and renames it when
        # complete.
        half = target.with_name(f"{target.name}.{os.getpid()}")
        with half.open("wb") as file:
            write_mo(file, read_catalog(source))
        half.replace(target)
        written += 1
    return written
