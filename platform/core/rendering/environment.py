"""The Jinja2 environment of what is rendered at every push: `templates/games`, `templates/board`.

It is compiled to Python and costs about half of what Django's own templates do, which render all
pages around it and get boards as they are drawn (`core.rendering.fragments`). `{% board "games/…/how.html" %}` in
such a page stands for one of these templates, which take Django's components by
`kept("components/empty.html", …)`.
"""

from __future__ import annotations

from collections.abc import MutableMapping
from functools import cache, lru_cache
from typing import Any

from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext, ngettext, npgettext, pgettext
from jinja2 import Environment, FileSystemLoader, Template, TemplateNotFound, Undefined
from jinja2.environment import TemplateModule
from jinja2.runtime import Context

from core import pictures
from core.rendering import cache as renderings
from core.rendering import filters, fragments
from core.rendering.minify import compact

FOLDERS = ("board/", "games/")
EXTENSIONS = ("jinja2.ext.i18n",)


class Loader(FileSystemLoader):
    """Knows the boards' templates; Django's engine knows all others."""

    def get_source(self, environment: Environment, template: str) -> Any:
        """As Jinja2 asks for it: the source, its path, whether it is still the same.

        Raises: TemplateNotFound.
        """
        if not template.startswith(FOLDERS):
            raise TemplateNotFound(template)
        source, path, is_same = super().get_source(environment, template)
        return compact(source), path, is_same


class _Template(Template):
    def _get_default_module(self, ctx: Context | None = None) -> TemplateModule:
        """What it lends to others by `import`.

        All have the same globals; to compare their names at each import costs a third of a board.
        """
        return super()._get_default_module()


class _Environment(Environment):
    template_class = _Template

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """What every template has.

        Jinja2 chains two mappings for each template, and copies the chain at each rendering: a
        fourth of what a small template costs.
        """
        return {**self.globals, **(d or {})}


def environment(*, loader: FileSystemLoader, **options: Any) -> Environment:
    """Jinja2 as Django's settings name it: translated, with our pictures, fragments and seats."""
    made = _Environment(
        extensions=EXTENSIONS,
        loader=Loader(loader.searchpath),
        # All are kept: Jinja2's own bound would cost a walk through a list at each import.
        cache_size=-1,
        **options,
    )
    made.policies["ext.i18n.trimmed"] = True
    made.globals.update(
        icon=pictures.icon,
        fragment=fragments.fragment,
        kept=_kept,
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
    """In this language, which is the active one. Kept: boards say the same each time."""
    return gettext(message)


def _kept(name: str, /, **values: Any) -> str:
    return renderings.rendered(name, tuple(values), tuple(values.values()))


def _url(name: str, /, *args: Any) -> str:
    return reverse(name, args=args)


def _is_none(value: Any) -> bool:
    return value is None or isinstance(value, Undefined)
