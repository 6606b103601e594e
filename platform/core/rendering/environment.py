"""The Jinja2 environment of the templates that are rendered at every push: `templates/games`,
`templates/board`.

It is compiled to Python and takes about half the time of Django's own templates, which render
all pages around it and get finished boards (`core.rendering.fragments`). In such a page `{%
board "games/…/how.html" %}` includes one of these templates. They use Django's components by
`kept("components/empty.html", …)`.
"""

from __future__ import annotations

import hashlib
from collections.abc import MutableMapping
from contextlib import suppress
from functools import cache, lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext, ngettext, npgettext, pgettext
from jinja2 import (
    Environment,
    FileSystemBytecodeCache,
    FileSystemLoader,
    Template,
    TemplateNotFound,
    Undefined,
)
from jinja2.bccache import Bucket
from jinja2.environment import TemplateModule
from jinja2.runtime import Context

from core import person_links, pictures
from core.rendering import cache as renderings
from core.rendering import filters, fragments
from core.rendering.minify import compact

FOLDERS = ("board/", "games/")
EXTENSIONS = ("jinja2.ext.i18n",)


class Loader(FileSystemLoader):
    """A loader of the boards' templates only; Django's engine loads all others."""

    def get_source(self, environment: Environment, template: str) -> Any:
        """Return the source, its path, and a check that it is unchanged, as Jinja2 requires.

        Raises: TemplateNotFound.
        """
        if not template.startswith(FOLDERS):
            raise TemplateNotFound(template)
        source, path, is_same = super().get_source(environment, template)
        return compact(source), path, is_same


def compiled_folder() -> Path:
    """Return the folder of compiled templates; another one for each Jinja2 and each change here."""
    made_by = version("jinja2").encode() + Path(__file__).read_bytes()
    return settings.VAR / "templates" / hashlib.sha256(made_by).hexdigest()[:16]


class _Compiled(FileSystemBytecodeCache):
    """The compiled templates on the disk: a process starts a second faster."""

    def load_bytecode(self, bucket: Bucket) -> None:
        """Load a compiled template; none if the file is damaged, as after a power cut."""
        try:
            super().load_bytecode(bucket)
        except Exception:
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Store a compiled template, if `prepare` has made the folder and it can be written."""
        with suppress(OSError):
            super().dump_bytecode(bucket)


class _Template(Template):
    def _get_default_module(self, ctx: Context | None = None) -> TemplateModule:
        """Return the names that other templates may import.

        All have the same globals; comparing their names at each import takes a third of a board's
        time.
        """
        return super()._get_default_module()


class _Environment(Environment):
    template_class = _Template

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return the globals of every template.

        Jinja2 chains two mappings for each template, and copies the chain at each rendering: a
        fourth of a small template's time.
        """
        return {**self.globals, **(d or {})}


def environment(*, loader: FileSystemLoader, **options: Any) -> Environment:
    """Create the Jinja2 environment for Django's settings: translated, with our pictures, fragments
    and filters.
    """
    made = _Environment(
        extensions=EXTENSIONS,
        loader=Loader(loader.searchpath),
        # All are cached: Jinja2's own bound would walk through a list at each import.
        cache_size=-1,
        bytecode_cache=_Compiled(str(compiled_folder())),
        **options,
    )
    made.policies["ext.i18n.trimmed"] = True
    made.globals.update(
        icon=pictures.icon,
        portrait=pictures.portrait,
        holder_link=person_links.holder_link,
        fragment=fragments.fragment,
        kept=_kept,
        blank=renderings.Blank,
        static=cache(static),
        url=_url,
    )
    made.filters.update(filters.FILTERS)
    made.tests["none"] = _is_none
    translating: Any = made
    translating.install_gettext_callables(
        _gettext, ngettext, pgettext=pgettext, npgettext=npgettext
    )
    return made


def _gettext(message: str) -> str:
    return _said(message, renderings.language())


@lru_cache(maxsize=10_000)
def _said(message: str, language: str) -> str:
    """Return the translation in this language, which is the active one. Cached, because boards
    repeat it.
    """
    return gettext(message)


def _kept(name: str, /, **values: Any) -> str:
    return renderings.rendered(name, tuple(values), tuple(values.values()))


def _url(name: str, /, *args: Any) -> str:
    return reverse(name, args=args)


def _is_none(value: Any) -> bool:
    return value is None or isinstance(value, Undefined)
