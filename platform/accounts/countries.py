"""The countries that people may show: ISO 3166, named in the reader's language."""

from __future__ import annotations

from functools import lru_cache
from unicodedata import normalize

from babel import Locale
from django.utils import translation

_NO_COUNTRIES = frozenset(
    {"AC", "CP", "CQ", "DG", "EA", "EU", "EZ", "IC", "QO", "TA", "UN", "XA", "XB", "ZZ"}
)
"""Codes of CLDR that are no country: groups, parts of countries, and made-up ones."""
CODES = frozenset(
    code
    for code in map(str, Locale("en").territories)
    if len(code) == 2 and code.isalpha() and code not in _NO_COUNTRIES
)


def name_of_country(code: str) -> str:
    """Return the name of a country in the active language; "" for none."""
    return dict(_named(translation.get_language() or "en")).get(code, "")


def flag_of(code: str) -> str:
    """Return the flag of a country as an emoji; "" for none."""
    return "".join(chr(0x1F1E6 + ord(letter) - ord("A")) for letter in code)


def country_choices() -> list[tuple[str, str]]:
    """Return each country with its flag and its name in the active language, by name."""
    named = _named(translation.get_language() or "en")
    return [(code, f"{flag_of(code)} {name}") for code, name in named]


@lru_cache(maxsize=16)
def _named(language: str) -> tuple[tuple[str, str], ...]:
    territories = Locale.parse(language, sep="-").territories
    # By letters without their marks: "Ägypten" comes under A.
    return tuple(
        sorted(((code, str(territories[code])) for code in CODES), key=lambda pair: _key(pair[1]))
    )


def _key(name: str) -> str:
    return normalize("NFKD", name).casefold()
