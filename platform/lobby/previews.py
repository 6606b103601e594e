"""The link preview of an invitation."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import HttpRequest
from django.utils.translation import gettext, ngettext

from core.previews.preview import Preview, cover_of, spoken
from matches.models import Match
from matches.present import undealt_table
from matches.store.snapshot import Table

AGREED = 2
"""How many of the agreed settings are shown."""


def invitation_preview(request: HttpRequest, match: Match, table: Table) -> Preview:
    """Return the game, the host, the free seats and the settings, in the host's language.

    These are facts of the invitation's own page, for everyone with the link.
    """
    with spoken(request, match.host.reads if match.host else "") as language:
        free = sum(seat.is_empty for seat in match.seats.all())
        return Preview(
            above=_above(match),
            title=gettext(table.meta.title),
            lines=(_seats(free), *_agreed(table)[:AGREED]),
            game=table.meta.slug,
            cards=cover_of(table.meta.slug),
            language=language,
        )


def _above(match: Match) -> str:
    if match.host is None:
        return gettext("You are invited")
    return gettext("%(host)s invites you") % {"host": match.host.name}


def _seats(free: int) -> str:
    if not free:
        return gettext("All seats are taken")
    return ngettext("%(count)s seat is free", "%(count)s seats are free", free) % {"count": free}


def _agreed(table: Table) -> Sequence[str]:
    return [str(one) for one in undealt_table.agreed(table)]
