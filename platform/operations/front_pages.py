"""Pages and JSON that nginx sends when it refuses a request or reaches no web process, in each
language.

`prepare` writes them beside the static files, of which nginx has a copy. They depend on no other
service.
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
    """The refusals by the status with which `deploy/nginx/nightcap.conf` sends each."""
    busy = Refusal("rate_limited", COMMON["rate_limited"])
    codes = ("malformed", "not_found", "wrong_method", "too_large", "away")
    said = [refused(code).refusal for code in codes]
    return {refusal.code: refusal for refusal in (busy, *said)}


def write_front_pages() -> str:
    """Write the pages below the folder of static files; return their number."""
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
