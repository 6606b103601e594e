"""The rules of a game as a page: for newcomers, and for each of its rules versions."""

from __future__ import annotations

import re
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template import TemplateDoesNotExist
from django.template.loader import get_template
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe

from core.http import wants_part
from core.refusals import Refused
from games.kernel.contract import Meta
from matches.engine import catalogue
from matches.models import RulesVersion
from matches.present.previews import game_preview
from matches.services import rules_versions

KEPT_SECONDS = 3600
"""Time for which a browser keeps the explanations of cards."""
HEADING = re.compile(r'<h2 id="([^"]+)">(.*?)</h2>', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Agreed:
    """An option in which a version differs from the rulebook; `clause`: the rule that it varies."""

    label: str
    choice: str
    clause: str


@dataclass(frozen=True, slots=True)
class Edition:
    """A rules version of a game. `later`: the changes of later revisions, a sentence each."""

    version: int
    revision: int
    agreed: tuple[Agreed, ...]
    later: tuple[str, ...]


@require_safe
def rules_page(request: HttpRequest, game: str, version: int | None = None) -> HttpResponse:
    """Show a game's rules from its own template: of this version, or of a new table.

    Raises:
        Http404: no such game or version, or the game has no such template.
    """
    try:
        meta = catalogue.game_of(game).meta
        told = get_template(f"games/{meta.slug}/rules.html")
    except (Refused, TemplateDoesNotExist) as missing:
        raise Http404 from missing
    editions = [_edition(meta, row) for row in rules_versions.published_versions(meta.slug)]
    here = next((known for known in editions if known.version == version), None)
    if version is not None and here is None:
        raise Http404
    examples = {known.name: known.title for known in catalogue.examples_of(meta.slug)}
    text = mark_safe(told.render({"game": meta, "examples": examples}))  # escaped in the template
    context = {
        "game": meta,
        "preview": game_preview(request, meta),
        "text": text,
        "contents": _contents(text),
        "edition": here,
        "editions": editions,
    }
    return render(request, "pages/rules.html", context)


@require_safe
def cards_page(request: HttpRequest, game: str) -> HttpResponse:
    """Explain each card of a game; a table gets only the explanations, once, and keeps them.

    Raises:
        Http404: no such game, or the game has no such template.
    """
    try:
        meta = catalogue.game_of(game).meta
        told = get_template(f"games/{meta.slug}/about_cards.html")
    except (Refused, TemplateDoesNotExist) as missing:
        raise Http404 from missing
    text = mark_safe(told.render({"game": meta}))  # escaped in the template
    part = wants_part(request)
    name = "pages/_cards.html" if part else "pages/cards.html"
    answer = render(request, name, {"game": meta, "text": text})
    patch_vary_headers(answer, ["HX-Request"])
    if part:
        patch_cache_control(answer, private=True, max_age=KEPT_SECONDS)
    return answer


def _contents(text: SafeString) -> list[tuple[str, SafeString]]:
    """Return the headings of the rules: their anchors and their texts."""
    return [(anchor, mark_safe(words)) for anchor, words in HEADING.findall(text)]


def _edition(meta: Meta, row: RulesVersion) -> Edition:
    chosen = rules_versions.chosen_options(row)
    agreed = [
        Agreed(
            option.label, option.labels[option.choices.index(chosen[option.name])], option.clause
        )
        for option in meta.options
        if option.name in chosen
    ]
    later = [said for revision, said in sorted(meta.news.items()) if revision > row.revision]
    return Edition(row.version, row.revision, tuple(agreed), tuple(later))
