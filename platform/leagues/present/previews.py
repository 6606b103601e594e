"""The link previews of a league and of a division's table."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import HttpRequest
from django.utils.translation import gettext

from core.previews.preview import LINES, Preview, cover_of, spoken
from leagues.models import Division, League
from leagues.present.division_page import TableLine
from leagues.present.labels import points_text
from leagues.present.league_page import games_of


def league_preview(request: HttpRequest, league: League) -> Preview:
    """Return the name and the games of a league that the visitor may see."""
    games = games_of(league)
    with spoken(request) as language:
        pace = gettext("live") if league.live else gettext("by correspondence")
        return Preview(
            above=gettext("League"),
            title=league.name,
            lines=(", ".join(gettext(game.title) for game in games), pace),
            game=games[0].slug if games else "",
            cards=cover_of(games[0].slug) if games else (),
            language=language,
        )


def division_preview(
    request: HttpRequest, division: Division, lines: Sequence[TableLine]
) -> Preview:
    """Return the leaders of a division that the visitor may see, with their points."""
    league = division.season.league
    games = games_of(league)
    with spoken(request) as language:
        return Preview(
            above=league.name,
            title=gettext("Standings"),
            lines=tuple(
                f"{line.row.place}. {line.name}: {points_text(line.row.points)}"
                for line in lines[:LINES]
            ),
            game=games[0].slug if games else "",
            cards=cover_of(games[0].slug) if games else (),
            language=language,
        )
