"""Refusals without Django's request handling: a line for people, JSON for programs."""

from __future__ import annotations

import json
from contextlib import suppress
from functools import cache

from django.conf import settings
from django.utils import translation
from django.utils.translation.trans_real import (
    get_supported_language_variant,
    parse_accept_lang_header,
)

from core.refusals import refused, sentence


def bare_refusal(code: str, path: str, liked: bytes) -> tuple[bytes, bytes]:
    """Return the content type and the body of this refusal.

    `path`: the requested path; `liked`: the browser's languages, from its `Accept-Language`.
    """
    return _written_refusal(
        code, path.startswith(settings.API_ROOT), _language(liked.decode("latin-1"))
    )


def _language(liked: str) -> str:
    for code, _ in parse_accept_lang_header(liked):
        with suppress(LookupError):
            return get_supported_language_variant(code)
    return settings.LANGUAGE_CODE


@cache
def _written_refusal(code: str, for_programs: bool, language: str) -> tuple[bytes, bytes]:
    with translation.override(language):
        said = sentence(refused(code).refusal)
    if for_programs:
        return b"application/json", json.dumps({"code": code, "sentence": said}).encode()
    return b"text/plain; charset=utf-8", f"{said}\n".encode()
