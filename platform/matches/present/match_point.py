"""How near a match is to its end: its last round, or the players who need little more.

Only finished rounds and the target count, which all viewers know.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from core.numbers import signed
from games.kernel.contract import Seat, Viewer
from matches.present.scoresheet import Pad
from matches.store.snapshot import Table


def match_point(table: Table, pad: Pad | None, viewer: Viewer, names: Sequence[str]) -> str:
    """Return a sentence about the running round, or "" if the match is not near its end."""
    target = table.match.target
    if pad is None:
        return ""
    if target.rounds is not None:
        return _last_round(pad, viewer, names) if pad.number >= target.rounds else ""
    if target.points is None or pad.standing is None:
        return ""
    total = max(pad.standing.totals)
    left = target.points - total
    if not 0 < left <= pad.stride:
        return ""
    nearest = [seat for seat, one in enumerate(pad.standing.totals) if one == total]
    return _(table.meta.pad.near) % {
        "goal": target.points,
        "total": signed(total),
        "left": left,
        "names": _listed(nearest, viewer, names),
    }


def _last_round(pad: Pad, viewer: Viewer, names: Sequence[str]) -> str:
    places = () if pad.standing is None else pad.standing.places
    leaders = [seat for seat, place in enumerate(places) if place == 1]
    if len(leaders) == len(places):
        return _("Last round.")
    return _("Last round. In the lead: %(names)s.") % {"names": _listed(leaders, viewer, names)}


def _listed(seats: Sequence[Seat], viewer: Viewer, names: Sequence[str]) -> str:
    listed = [_("you") if seat == viewer else names[seat] for seat in seats]
    return get_text_list(listed, _("and"))
