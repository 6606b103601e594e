"""The link previews of a game, and of a replay: the board at a move, as spectators saw it."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.translation import gettext

from core.previews.preview import Preview, cards_of, cover_of, spoken
from core.rendering import cache
from games.kernel.contract import Meta
from matches.engine.live_round import LiveRound
from matches.present.seat_names import names_at
from matches.store.snapshot import Table


def replay_preview(request: HttpRequest, table: Table, live: LiveRound) -> Preview:
    """Return the players and the open cards in a position of a round that the visitor may read."""
    names = names_at(table)
    small = cache.rendered(
        f"games/{table.meta.slug}/thumbnail.html",
        ("observation", "names"),
        (live.observe(None), names),
    )
    with spoken(request) as language:
        return Preview(
            above=gettext("Replay"),
            title=gettext(table.meta.title),
            lines=(
                ", ".join(names),
                gettext("Round %(round)s, move %(move)s")
                % {"round": table.round_number, "move": live.version},
            ),
            game=table.meta.slug,
            cards=cards_of(small) or cover_of(table.meta.slug),
            language=language,
        )


def game_preview(request: HttpRequest, meta: Meta) -> Preview:
    """Return the preview of a page about a game."""
    with spoken(request) as language:
        return Preview(
            above=gettext("Card games for a late evening"),
            title=gettext(meta.title),
            lines=(gettext(meta.tagline),),
            game=meta.slug,
            cards=cover_of(meta.slug),
            language=language,
        )
