"""`manage.py check_templates`: check that every template compiles, and shows no tag as text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.template import TemplateSyntaxError
from django.template.loader import get_template

from core.rendering import environment
from core.rendering.preload import own_templates

COLUMNS = 120
_TAG = re.compile(r"\{%.*?%\}|\{\{.*?\}\}")
_COMMENT = re.compile(r"\{#.*?#\}")
_OPENED = re.compile(r"\{[#%{]")
_ATTRIBUTE = re.compile(r"""[\w-]+=(?:"[^"]*"|'[^']*')""")


class Command(BaseCommand):
    """Load all templates, so that an error on a rare page is found before a user opens it."""

    help = "Compile every template. Fail with the names of broken ones, open tags and long lines."

    def handle(self, *args: Any, **options: Any) -> None:
        wrong = []
        names = own_templates()
        for name, path in sorted(names.items()):
            try:
                get_template(name)
            except TemplateSyntaxError as error:
                wrong.append(f"{name}: {error}")
            if not name.startswith(environment.FOLDERS):
                wrong += _open_tags(name, path)
            if path.suffix == ".html":
                wrong += _long_lines(name, path)
        if wrong:
            raise CommandError("\n".join(wrong))
        self.stdout.write(f"{len(names)} templates compile.")


def _open_tags(name: str, path: Path) -> Iterator[str]:
    """Yield lines of a template of Django's in which a tag or a comment begins but does not end:
    a page would show it as text.
    """
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if _OPENED.search(_TAG.sub("", _COMMENT.sub("", line))):
            yield f"{name}:{number}: a tag or a comment must end in its line"


def _long_lines(name: str, path: Path) -> Iterator[str]:
    """Yield lines of more than 120 columns that could be broken: in Jinja2 every line can."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if len(line) > COLUMNS and (name.startswith(environment.FOLDERS) or _can_be_broken(line)):
            yield f"{name}:{number}: {len(line)} columns"


def _can_be_broken(line: str) -> bool:
    """Return whether the line has a space outside Django's tags and attribute values, which cannot
    be broken.
    """
    return " " in _ATTRIBUTE.sub("", _TAG.sub("", line)).strip()
