"""The list of public tables, for a page and its socket."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from statistics import mode
from typing import Any

from django import forms
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext as now
from django.utils.translation import gettext_lazy as _

from core.paging import number_of, page_links, paginate
from friends.friend_lists import visible_friends
from games.kernel.contract import Meta
from games.kernel.options import varied
from matches.engine import catalogue
from matches.engine.tempos import label
from matches.models import Match, Seat
from matches.present import reliability, tempo_words, thumbnails
from matches.present.listings import PAGE
from matches.present.public_tables import open_tables, running_tables
from matches.present.seat_names import Others, names_of, others_at

FEW = 4
"""Matches to watch on a page about another subject."""


def _games() -> list[tuple[str, str]]:
    games = [(meta.slug, now(meta.title)) for meta in catalogue.easiest_first()]
    return [("", now("All games")), *games]


def game_field() -> forms.ChoiceField:
    """Return a field for one of the games, or for all of them."""
    return forms.ChoiceField(
        label=_("Game"),
        required=False,
        choices=_games,
        error_messages={"invalid_choice": _("There is no game called %(value)s.")},
    )


class TablesFilter(forms.Form):
    """The filter of the list of tables."""

    game = game_field()
    tempo = forms.ChoiceField(
        label=_("Tempo"),
        required=False,
        error_messages={"invalid_choice": _("There is no tempo called %(value)s.")},
    )

    def __init__(self, data: Any = None) -> None:
        super().__init__(data)
        game = "" if data is None else data.get("game", "")
        tempo = self.fields["tempo"]
        assert isinstance(tempo, forms.ChoiceField)
        paces = [(slug, now(label)) for slug, label in tempo_names(game).items()]
        tempo.choices = [("", now("Any tempo")), *paces]


def tempo_names(game: str = "") -> dict[str, str]:
    """Return the name of each tempo by slug: from this game, or else from most games."""
    called: dict[str, list[str]] = defaultdict(list)
    own: dict[str, str] = {}
    for meta in catalogue.metas():
        for tempo in meta.tempos:
            called[tempo.slug].append(tempo.label)
            if meta.slug == game:
                own[tempo.slug] = tempo.label
    return {slug: mode(labels) for slug, labels in called.items()} | own


@dataclass(frozen=True, slots=True)
class WantedTables:
    """The requested part of the list: "" for everything, and the pages of its two parts."""

    game: str = ""
    tempo: str = ""
    page: int = 1
    watch: int = 1


def parse_wanted(query: Mapping[str, Any]) -> tuple[WantedTables, TablesFilter]:
    """Return the request in an address, and the form with its errors."""
    form = TablesFilter({name: query.get(name, "") for name in ("game", "tempo")})
    known = form.cleaned_data if form.is_valid() else {}
    pages = {name: number_of(query.get(name, "")) for name in ("page", "watch")}
    return WantedTables(game=known.get("game", ""), tempo=known.get("tempo", ""), **pages), form


@dataclass(frozen=True, slots=True)
class PublicTable:
    """A table of the list.

    `has_preset`: whether the tempo's name says its times, too. `differs`: options that differ from
    the default and from the tempo's own, each with its choice. `seated`: the users there.
    `has_friend`: whether a friend of the viewer sits there. `leaves`: the host's share of finished
    matches, if it is low.
    """

    match: Match
    meta: Meta
    others: Others
    tempo: str
    has_preset: bool
    differs: list[tuple[str, str]]
    seated: set[int]
    has_friend: bool = False
    leaves: reliability.Record | None = None
    board: SafeString | None = None


@dataclass(frozen=True, slots=True)
class BotTables:
    """Running matches of bots alone that belong together: of one game, and of one league or none."""

    meta: Meta
    league: str
    rows: list[PublicTable]


def friends_of(user: Any) -> frozenset[int]:
    """Return the friends of the viewer, whose tables come first; an anonymous viewer has none."""
    return visible_friends([user.pk])[user.pk] if user.is_authenticated else frozenset()


def users_at_open_tables(user_ids: Iterable[int]) -> frozenset[int]:
    """Return those of these users who sit at a public table with free seats."""
    seats = Seat.objects.filter(user__in=set(user_ids), match__in=open_tables())
    return frozenset(user_id for user_id in seats.values_list("user", flat=True) if user_id)


def watchable_context(
    asked: WantedTables,
    friends: Collection[int] = (),
    *,
    few: bool = False,
    drawn: bool = True,
) -> dict[str, Any]:
    """Return the template's context of the matches to watch, without `you`; `few`: only the first.

    `drawn`: with their boards; a page that shows them far below requests them when they become
    visible.
    """
    tables = running_tables(asked.game, asked.tempo, friends)
    found = paginate(
        tables, asked.watch, FEW if few else PAGE, lambda match: table_row(match, friends)
    )
    people = [row for row in found.lines if row.seated]
    names = {row.match.pk: names_of(row.match) for row in people} if drawn else {}
    boards = thumbnails.draw(names)
    query = asdict(asked)
    watch = asked.watch if asked.watch > 1 else ""
    known = {"game": asked.game, "tempo": asked.tempo, "watch": watch, "few": few and "yes"}
    return {
        "watchable": [replace(row, board=boards.get(row.match.pk)) for row in people],
        "of_bots": _of_bots(row for row in found.lines if not row.seated),
        "watchable_links": None if few else page_links(found, "watch", query),
        "watchable_query": urlencode({name: value for name, value in known.items() if value}),
    }


def _of_bots(rows: Iterable[PublicTable]) -> list[BotTables]:
    together: dict[tuple[str, str], BotTables] = {}
    for row in rows:
        league = row.match.occasion.get("facts", {}).get("league", "")
        group = BotTables(row.meta, league, [])
        together.setdefault((row.meta.slug, league), group).rows.append(row)
    return list(together.values())


def listing_context(asked: WantedTables, friends: Collection[int] = ()) -> dict[str, Any]:
    """Return the template's context of the tables with free seats, without `you`, the viewer, whose
    friends these are.
    """
    query = asdict(asked)
    tables = open_tables(asked.game, asked.tempo, friends)
    free = paginate(tables, asked.page, PAGE, lambda match: table_row(match, friends))
    hosts = {row.match.host_id for row in free.lines if row.match.host_id}
    records = {None: None} | {
        host_id: record if record.is_low else None
        for host_id, record in reliability.records(hosts).items()
    }
    return {
        "free": [replace(row, leaves=records[row.match.host_id]) for row in free.lines],
        "free_links": page_links(free, "page", query),
        "is_filtered": bool(asked.game or asked.tempo),
        "games": catalogue.easiest_first(),
        "seated": {user_id for row in free.lines for user_id in row.seated},
    }


def table_row(match: Match, friends: Collection[int] = ()) -> PublicTable:
    """Return a match as a table of the list, for a viewer with these friends."""
    meta = catalogue.game_of(match.game).meta
    tempo = label(meta, match.tempo)
    seated = {place.user_id for place in match.seats.all() if place.user_id}
    return PublicTable(
        match=match,
        meta=meta,
        others=others_at(match),
        tempo=tempo,
        has_preset=tempo_words.has_preset(meta, match.tempo),
        differs=_differs(meta, match),
        seated=seated,
        has_friend=not seated.isdisjoint(friends),
    )


def _differs(meta: Meta, match: Match) -> list[tuple[str, str]]:
    """Return the options that differ from the default, without those that belong to the tempo."""
    proposed = next((one.proposes for one in meta.tempos if one.slug == match.tempo), {})
    chosen = match.rules.options.items()
    return varied(meta, {name: choice for name, choice in chosen if proposed.get(name) != choice})
