"""The form below the messages of a club or a league match, `components/thread_form.html`."""

from __future__ import annotations

from core.refusals import Refused, sentence
from matches.services.talk import LONGEST


def thread_form(trouble: Refused | None, typed: str | None, *, is_shown: bool) -> dict[str, object]:
    """Return the context of the form and of its page after a refusal.

    `typed`: the text of the refused message; None if another action was refused. `is_shown`: the
    page has the form; otherwise the page itself tells the refusal and the text.
    """
    said = sentence(trouble.refusal) if trouble else ""
    of_page, of_message = ("", said) if is_shown and typed is not None else (said, "")
    return {
        "trouble": of_page,
        "unsaid": of_message,
        "typed": typed or "",
        "lost": [typed] if typed and not is_shown else [],
        "longest": LONGEST,
    }
