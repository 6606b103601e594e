"""Refusals of the platform: codes, statuses and sentences, which each app registers.

Django loads the module `refusals` of each app at start; this one has those about HTTP.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.utils.translation import gettext

from core import times
from games.kernel.contract import N_, OptionValue, Refusal
from games.kernel.refusals import COMMON, Refused

__all__ = ["Refused", "refused", "register_refusals", "sentence", "status"]

TOO_MANY = 429
A_WHILE_S = 60
"""Time after which to retry if no counter tells it, in seconds."""

_sentences: dict[str, str] = {}
_statuses: dict[str, int] = {
    # The kernel's own codes, which have their own sentences.
    "invalid_params": 400,
    "not_seated": 403,
    "unknown_option": 422,
    "unknown_choice": 422,
    "rate_limited": 429,
}


def register_refusals(codes: Mapping[str, tuple[int, str]]) -> None:
    """Add an app's refusals: code → HTTP status, and the sentence for a person (`N_`).

    Use 409 if the state of the table, league or case forbids the request.

    Raises:
        ValueError: a code is registered already.
    """
    for code, (status, sentence) in codes.items():
        if code in _sentences:
            raise ValueError(f"the refusal {code!r} is registered twice")
        _sentences[code], _statuses[code] = sentence, status


def known_refusals() -> list[Refusal]:
    """Return all refusals by code, except those of each game's own rules."""
    return [Refusal(code, text) for code, text in sorted({**COMMON, **_sentences}.items())]


def refused(code: str, **facts: OptionValue) -> Refused:
    """Create the exception for a registered code; `facts` fill its sentence, `until` in ISO 8601.

    Raises:
        KeyError: no app has registered the code.
    """
    return Refused(Refusal(code=code, sentence=_sentences[code], facts=facts))


def sentence(refusal: Refusal) -> str:
    """Return the sentence for the person, in the active language and time zone."""
    text, facts = gettext(refusal.sentence), dict(refusal.facts)
    if "until" in facts:
        facts["until"] = times.day_year_and_time(datetime.fromisoformat(str(facts["until"])))
    return text % facts if facts else text


def retry_after(refusal: Refusal) -> int | None:
    """Return the seconds after which to retry, which every 429 has; None for other refusals."""
    if "seconds" in refusal.facts:
        return int(refusal.facts["seconds"])
    return A_WHILE_S if status(refusal) == TOO_MANY else None


def status(refusal: Refusal) -> int:
    """Return the HTTP status; 409 for every refusal by the state of the table."""
    return _statuses.get(refusal.code, 409)


register_refusals(
    {
        "too_many_requests": (
            429,
            N_("Too many requests. Try again in %(seconds)s seconds."),
        ),
        "not_found": (404, N_("The address is wrong, or the page no longer exists.")),
        "not_yours": (403, N_("Only the people concerned can see or decide this.")),
        "malformed": (
            400,
            N_("This request could not be understood. Reload the page and try again."),
        ),
        "wrong_method": (
            405,
            N_("This address cannot be opened directly. Start from the home page."),
        ),
        "csrf_no_cookie": (
            403,
            N_(
                "Your browser did not send a cookie, and forms do not work here without one. "
                "Allow cookies for this site, then send it again."
            ),
        ),
        "csrf_signed": (
            403,
            N_(
                "You have signed in or out since you opened this page, perhaps in another "
                "tab. Nothing has been sent yet. If it is still right, send it again."
            ),
        ),
        "csrf_old": (
            403,
            N_("This page was open for too long. Nothing has been sent yet. Send it again."),
        ),
        "csrf_elsewhere": (
            403,
            N_(
                "This form came from another site, or your browser does not say where it "
                "came from. Nothing was changed."
            ),
        ),
        "away": (
            503,
            N_(
                "Part of this server is not available right now. Nothing is lost. Try again "
                "in a moment."
            ),
        ),
        "crowded": (503, COMMON["rate_limited"]),
        "overtaken": (
            409,
            N_(
                "Something changed while you were looking, because another request was "
                "faster. Have another look, then try again."
            ),
        ),
        "too_large": (413, N_("That message is too long.")),
    }
)
