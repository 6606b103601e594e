"""What nginx answers when it refuses by itself, or reaches no web process: pages and JSON in each language.

`prepare` writes them among the static files, of which nginx has a copy. They need nothing that may be away.
"""

from __future__ import annotations

import json
from pathlib import Path

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation

from core.errors import AGAIN_S
from core.refusals import refused, sentence
from games.kernel.contract import Refusal
from games.kernel.refusals import COMMON

FOLDER = "front"


def _refusals() -> dict[str, Refusal]:
    """By the statuses that `deploy/nginx/nightcap.conf` gives each for."""
    busy = Refusal("rate_limited", COMMON["rate_limited"])
    codes = ("malformed", "not_found", "wrong_method", "too_large", "away")
    said = [refused(code).refusal for code in codes]
    return {refusal.code: refusal for refusal in (busy, *said)}


def write_front_pages() -> str:
    """Write them below the folder of static files; how many."""
    folder = Path(settings.STATIC_ROOT) / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for language, _ in settings.LANGUAGES:
        with translation.override(language):
            for code, refusal in _refusals().items():
                told = {"code": code, "sentence": sentence(refusal)}
                again_s = AGAIN_S if code == "away" else None
                page = render_to_string("front.html", {"refusal": told, "again_s": again_s})
                (folder / f"{code}.{language}.html").write_text(page, encoding="utf-8")
                text = json.dumps(told, ensure_ascii=False)
                (folder / f"{code}.{language}.json").write_text(text, encoding="utf-8")
    return f"{len(_refusals())} in {len(settings.LANGUAGES)} languages"
