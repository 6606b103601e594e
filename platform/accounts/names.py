"""Names: which are valid, which look alike, their alphabetical order, and the names of guests.

Names are shown at tables, so a name must not resemble another user's: two names with the same
`key_of` are the same name.
"""

from __future__ import annotations

import itertools
import re
import secrets
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Protocol, TypeVar

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

SHORTEST = 2
LONGEST = 24
MARKS = frozenset(" -'._")
BOT_MARK = "[bot]"
"""The ending of every bot account's name, and of no other: no other name may contain a bracket. So
a bot is recognised wherever its name is shown.
"""

# The platform's own words; apps above add theirs by `reserve_names`.
_reserved = {
    "admin", "administrator", "bot", "deleted", "free", "frei", "gast", "guest", "host",
    "invité", "libero", "libre", "moderator", "nessuno", "nightcap", "nobody", "niemand", "ospite",
    "personne", "root", "spectator", "support", "system", "table", "team",
}  # fmt: skip

# Letters that do not decompose into a plain one, by their look or sound.
_PLAIN = str.maketrans(
    {"æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ł": "l", "ħ": "h", "þ": "th"}
)
# Characters that keyboards, above all of phones, type for an apostrophe or a hyphen.
_TYPED = str.maketrans(
    dict.fromkeys("\u2018\u2019\u201a\u201b\u02bb\u02bc\u02b9\u2032\uff07\u00b4`", "'")
    | dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\uff0d", "-")
)
# Letters that look the same in many typefaces, or are commonly written for each other.
_LOOKALIKES = str.maketrans(
    {"0": "o", "1": "l", "i": "l", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b"}
)
_PAIRS = (("rn", "m"), ("vv", "w"))

# Adjectives by stem: most languages add an ending by gender.
_ADJECTIVES = {
    "de": ("Müd", "Leis", "Warm", "Sanft", "Still", "Gähnend", "Dösend", "Träumend", "Murmelnd"),
    "en": ("Sleepy", "Drowsy", "Dreamy", "Yawning", "Dozing", "Cosy", "Gentle", "Quiet", "Mellow"),
    "fr": (
        "endormi", "assoupi", "câlin", "serein", "bâillant", "ronflant", "fatigué", "enchanté",
        "détendu",
    ),
    "it": (
        "assonnat", "assopit", "pigr", "stanc", "quiet", "pacat", "seren", "rilassat", "beat",
    ),
}  # fmt: skip
_ENDINGS = {
    "de": {"m": "er", "f": "e", "n": "es"},
    "fr": {"m": "", "f": "e"},
    "it": {"m": "o", "f": "a"},
}
_ANIMAL_FIRST = frozenset({"fr", "it"})
_ANIMALS = {
    "de": (
        ("Dachs", "m"), ("Igel", "m"), ("Biber", "m"), ("Luchs", "m"), ("Otter", "m"),
        ("Kauz", "m"), ("Hamster", "m"), ("Eule", "f"), ("Katze", "f"), ("Robbe", "f"),
        ("Motte", "f"), ("Amsel", "f"), ("Haselmaus", "f"), ("Reh", "n"), ("Lama", "n"),
        ("Alpaka", "n"), ("Faultier", "n"), ("Kamel", "n"),
    ),
    "en": (
        ("Badger", ""), ("Hedgehog", ""), ("Beaver", ""), ("Lynx", ""), ("Otter", ""),
        ("Owl", ""), ("Hamster", ""), ("Cat", ""), ("Seal", ""), ("Moth", ""), ("Fox", ""),
        ("Blackbird", ""), ("Dormouse", ""), ("Fawn", ""), ("Llama", ""), ("Alpaca", ""),
        ("Sloth", ""), ("Camel", ""),
    ),
    "fr": (
        ("Blaireau", "m"), ("Hérisson", "m"), ("Castor", "m"), ("Lynx", "m"), ("Hibou", "m"),
        ("Hamster", "m"), ("Loir", "m"), ("Faon", "m"), ("Lama", "m"), ("Alpaga", "m"),
        ("Paresseux", "m"), ("Chameau", "m"), ("Loutre", "f"), ("Chouette", "f"),
        ("Marmotte", "f"), ("Mésange", "f"), ("Tortue", "f"), ("Biche", "f"),
    ),
    "it": (
        ("Tasso", "m"), ("Riccio", "m"), ("Castoro", "m"), ("Gufo", "m"), ("Criceto", "m"),
        ("Ghiro", "m"), ("Cerbiatto", "m"), ("Lama", "m"), ("Alpaca", "m"), ("Bradipo", "m"),
        ("Cammello", "m"), ("Lontra", "f"), ("Civetta", "f"), ("Marmotta", "f"), ("Foca", "f"),
        ("Falena", "f"), ("Volpe", "f"), ("Tartaruga", "f"),
    ),
}  # fmt: skip


_GUEST = {"de": "Gast", "en": "Guest", "fr": "Invité", "it": "Ospite"}


def tidy_name(name: str) -> str:
    """Return a name as it is stored: composed letters, plain marks, single spaces, none around it."""
    return " ".join(unicodedata.normalize("NFKC", name.translate(_TYPED)).split())


def plain(name: str) -> str:
    """Return a name, or a part of one, without case and accents."""
    letters = unicodedata.normalize("NFKD", tidy_name(name).casefold()).translate(_PLAIN)
    return "".join(c for c in letters if not unicodedata.combining(c))


def key_of(name: str) -> str:
    """Return the key of a name: the name without all differences that a reader may overlook."""
    key = "".join(c for c in plain(name) if c.isalnum()).translate(_LOOKALIKES)
    for pair, letter in _PAIRS:
        key = key.replace(pair, letter)
    return key


def alphabetical(name: str) -> tuple[list[tuple[int, str]], str]:
    """Return the sort key of a name in a list for people: it is plain, with numbers by their value."""
    parts = re.findall(r"[0-9]+|[^0-9]+", plain(name))
    return [(int(part), "") if part.isdigit() else (-1, part) for part in parts], name


class Named(Protocol):
    """A person, or anything else with a name."""

    @property
    def name(self) -> str: ...


N = TypeVar("N", bound=Named)


def by_name(found: Iterable[N]) -> list[N]:
    """Return these in the alphabetical order of their names."""
    return sorted(found, key=lambda one: alphabetical(one.name))


def reserve_names(*words: str) -> None:
    """Reserve names, such as those of bots, so that no user can take them."""
    _reserved.update(words)


def validate_name(name: str) -> None:
    """Raise `ValidationError` if a name is too short, too long, unreadable or reserved."""
    if not SHORTEST <= len(tidy_name(name)) <= LONGEST:
        raise ValidationError(
            _("A name has %(shortest)d to %(longest)d characters."),
            code="name_length",
            params={"shortest": SHORTEST, "longest": LONGEST},
        )
    if not _is_letter(tidy_name(name)[0]) or not all(
        _is_letter(c) or c in MARKS or c in "0123456789" for c in tidy_name(name)
    ):
        raise ValidationError(
            _(
                "A name begins with a letter. It may contain Latin letters, digits, spaces "
                "and . - ' _"
            ),
            code="name_letters",
        )
    # "Bot 7" is as misleading as "Bot".
    kept = {key_of(word) for word in _reserved}
    if {key_of(name), key_of(tidy_name(name).rstrip("0123456789 -'._"))} & kept:
        raise ValidationError(_("This name is reserved."), code="name_reserved")


def validate_kept_name(name: str) -> None:
    """Raise `ValidationError` if neither a person nor a bot with its mark can have this name."""
    validate_name(name.removesuffix(BOT_MARK))


def guest_names(language: str) -> Iterator[str]:
    """Yield friendly names without end, the plain ones first; the caller takes the first free one."""
    spoken = language if language in _ANIMALS else "en"
    adjectives, animals = _ADJECTIVES[spoken], _ANIMALS[spoken]
    ceiling = 10
    for attempt in range(10_000):
        animal, gender = secrets.choice(animals)
        adjective = secrets.choice(adjectives) + _ENDINGS.get(spoken, {}).get(gender, "")
        name = f"{animal} {adjective}" if spoken in _ANIMAL_FIRST else f"{adjective} {animal}"
        if attempt < 3:
            yield name
        else:
            yield f"{name} {2 + secrets.randbelow(ceiling)}"
            ceiling = min(ceiling * 4, 9_900)


def numbered_names(name: str) -> Iterator[str]:
    """Yield this name with other numbers, the lowest first: "Gustav 2" for "Gustav"."""
    stem = tidy_name(name).rstrip("0123456789 ")
    for number in (*range(2, 10), *(10 + secrets.randbelow(9_990) for attempt in range(10))):
        ending = f" {number}"
        yield stem[: LONGEST - len(ending)].rstrip() + ending


def faded_names(language: str, number: int) -> Iterator[str]:
    """Yield names for a guest who was forgotten; they use a reserved word, so no user has them.

    The first is free unless a surname looks like it: "Gastl" like "Gast 1".
    """
    word = _GUEST.get(language, _GUEST["en"])
    yield f"{word} {number}"
    for more in itertools.count(2):
        yield f"{word} {number}-{more}"


def _is_letter(character: str) -> bool:
    letters = unicodedata.normalize("NFKD", character.casefold()).translate(_PLAIN)
    return "a" <= letters[0] <= "z"
