"""The replay of a match that a player passes on with the result."""

from __future__ import annotations

from django.urls import reverse

from core.previews.preview import shared_path
from games.kernel.contract import Viewer
from matches.models import Match, Seat
from matches.store.snapshot import Table


def replay_path(table: Table, viewer: Viewer) -> str:
    """Return the path under which others read this match: of a private one only by a link that this
    player has made, otherwise "".
    """
    over = table.match.status == Match.Status.FINISHED and not table.is_sealed
    if viewer is None or not over:
        return ""
    if table.match.public:
        return shared_path(reverse("matches:step", args=[table.match_id, table.round_number, 0]))
    made = Seat.objects.filter(
        match=table.match_id, number=viewer, user=table.seats[viewer].user_id
    )
    token = made.values_list("replay", flat=True).first()
    return shared_path(reverse("matches:open_replay", args=[token])) if token else ""
