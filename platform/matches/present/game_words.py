"""Words about a game's own words: the language in which it is played, and the options of a table."""

from __future__ import annotations

from babel import Locale
from django.utils.translation import get_language, gettext

from games.kernel.contract import Meta


def foreign_words(meta: Meta) -> str:
    """Return the note that a game's words are in another language, or "" if they are not."""
    language = get_language() or "en"
    if not meta.words or language == meta.words:
        return ""
    called = Locale.parse(language, sep="-").languages[meta.words]
    return gettext("%(language)s words") % {"language": called}


def option_chosen(label: str, choice: str) -> str:
    """Return an option and its choice, both marked for translation by a game, in the active
    language.
    """
    return gettext("%(label)s: %(choice)s") % {"label": gettext(label), "choice": gettext(choice)}
