"""A page's preview in a messenger: its words, and the address of its picture.

The address contains the words of the picture, signed by this server. A page gives them only to a
visitor who may read it, so the picture needs no check of its own, and tells no more than the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import lru_cache

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.http import HttpRequest
from django.template import TemplateDoesNotExist
from django.template.loader import get_template
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext

LANGUAGE = "in"
"""The parameter of a shared address that names the language of its preview."""
LINES = 6
"""The most lines below the title."""
CARDS = 6
"""The most cards of a picture."""
WIDTH, HEIGHT = 1200, 630
"""Pixels of a picture, as messengers expect it."""

_CARD = re.compile(r"<svg[^>]*viewBox=\"0 0 (\d+) (\d+)\"[^>]*>(.*?)</svg>", re.DOTALL)
_ADDRESS = re.compile(r"href=\"[^\"#]*#")
_LAYOUT = re.compile(r"\s*\n\s*")
_signer = Signer(salt="core.previews")


@dataclass(frozen=True, slots=True)
class Card:
    """A card of a picture: its size in its own units, and its drawing, with ids of `cards.svg`."""

    width: int
    height: int
    drawing: str


@dataclass(frozen=True, slots=True)
class Preview:
    """The words and the picture of a page's preview, in one language.

    `above`: the small line above the title. `lines`: at most `LINES`. `game`: the slug whose cards
    are drawn, "" for none. `language`: of these words, "" for the visitor's.
    """

    above: str
    title: str
    lines: tuple[str, ...] = ()
    game: str = ""
    cards: tuple[Card, ...] = ()
    language: str = ""

    @property
    def heading(self) -> str:
        """The title with the line above it, as text."""
        return f"{self.above} · {self.title}" if self.above else self.title

    @property
    def token(self) -> str:
        """This preview in an address, signed."""
        return _signer.sign_object(asdict(self), compress=True)

    @property
    def picture(self) -> str:
        """The path of the picture."""
        return reverse("pages:preview", args=[self.token])

    @property
    def description(self) -> str:
        """The lines as one sentence."""
        return " · ".join(self.lines)


def signed_preview(token: str) -> Preview | None:
    """Return the preview that this server signed, or None."""
    try:
        facts = _signer.unsign_object(token)
    except (BadSignature, ValueError):
        return None
    cards = tuple(Card(**card) for card in facts.pop("cards"))
    return Preview(**facts | {"lines": tuple(facts.pop("lines")), "cards": cards})


def cards_of(html: str) -> tuple[Card, ...]:
    """Return the cards that a rendered cover or small board shows, in their order."""
    found = (
        Card(int(width), int(height), _LAYOUT.sub(" ", _ADDRESS.sub('href="#', drawing)).strip())
        for width, height, drawing in _CARD.findall(html)
    )
    return tuple(found)[:CARDS]


@lru_cache(maxsize=16)
def cover_of(game: str) -> tuple[Card, ...]:
    """Return the cards of a game's cover; none if it has no cover of its own."""
    try:
        return cards_of(get_template(f"games/{game}/cover.html").render({}))
    except TemplateDoesNotExist:
        return ()


def site_preview(game: str = "") -> Preview:
    """Return the preview of the site, with the cards of a game."""
    return Preview(
        above=gettext("Card games for a late evening"),
        title=gettext("One more round before bed"),
        lines=(gettext("With friends or bots, in your browser"), gettext("No account needed")),
        game=game,
        cards=cover_of(game) if game else (),
    )


def shared_path(path: str) -> str:
    """Return a path for a visitor to pass on, with a preview in their language."""
    return f"{path}?{LANGUAGE}={translation.get_language()}"


def shared_address(request: HttpRequest, path: str) -> str:
    """Return the whole address of a path for a visitor to pass on."""
    return request.build_absolute_uri(shared_path(path))


@contextmanager
def spoken(request: HttpRequest, owner: str = "") -> Iterator[str]:
    """Speak the language of a preview, and yield its code.

    It is that of the shared address, of the page's owner, or the visitor's.

    `owner`: the language of the person who shares the page; "" for none. A messenger asks without a
    language, so the one of the person who sent the link is the best guess.
    """
    asked = request.GET.get(LANGUAGE, "")
    known = dict(settings.LANGUAGES)
    language = next((one for one in (asked, owner) if one in known), translation.get_language())
    with translation.override(language):
        yield language
