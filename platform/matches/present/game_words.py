"""How a game's own words are told: in which language it is played, and what a table chose."""

from __future__ import annotations

from babel import Locale
from django.utils.translation import get_language, gettext

from games.kernel.contract import Meta


def foreign_words(meta: Meta) -> str:
    """That a game's words are of another language than the active one; "" where they are not."""
    language = get_language() or "en"
    if not meta.words or language == meta.words:
        return ""
    called = Locale.parse(language, sep="-").languages[meta.words]
    return gettext("%(language)s words") % {"language": called}


def option_chosen(label: str, choice: str) -> str:
    """An option and its choice, both as a game marks them for translation, in the active language."""
    return gettext("%(label)s: %(choice)s") % {"label": gettext(label), "choice": gettext(choice)}
