"""A table before its cards are dealt, with the actions that one viewer has there."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext

from accounts import names, portraits
from core.previews.preview import shared_path
from games.kernel.contract import Declaration, OptionValue, Viewer
from matches.engine import choices, targets, tempos
from matches.models import Match
from matches.present import tempo_words
from matches.present.game_words import foreign_words, option_chosen
from matches.present.lesson_offer import lesson_offer
from matches.store.first_time import is_new_to
from matches.store.snapshot import SeatView, Table


@dataclass(frozen=True, slots=True)
class BotLevel:
    """A level of a bot, with its slug and a label to translate."""

    slug: str
    label: str


@dataclass(frozen=True, slots=True)
class OptionAsked:
    """A question to this viewer before the first round, the answer, and its form in a field."""

    asked: Declaration
    said: OptionValue | None
    shown: str


@dataclass(frozen=True, slots=True)
class Declared:
    """An answer that the holder of a seat gave before the first round."""

    label: str
    shown: str


@dataclass(frozen=True, slots=True)
class UndealtSeat:
    """A seat before the deal, as this viewer may know it.

    `level`: of its bot, a label to translate. `kept_for`: "" for no one. `portrait`: of its user,
    for `core.pictures.portrait`; "" for none.
    """

    level: str
    portrait: str
    kept_for: str
    is_kept_for_you: bool
    is_kept_by_link: bool
    invite_url: str
    may_sit: bool
    declared: tuple[Declared, ...]


@dataclass(frozen=True, slots=True)
class Room:
    """The table before the deal, as one viewer may know it.

    `awaits_ready`: people state here that they are ready. `invite_url`: "" if this viewer may not
    invite. `agreed`: the settings of the match in words; `pace`: the meaning of its tempo;
    `when_it_is_up`: what happens when time runs out. `lesson`: the offer of it as HTML, "" unless the
    game is new to this player. `longest_name`: in characters. `asked`: the questions to this viewer
    before the first round.
    """

    is_host: bool
    is_sent_away: bool
    awaits_ready: bool
    may_share_device: bool
    may_fill: bool
    invite_url: str
    agreed: tuple[str, ...]
    pace: str
    when_it_is_up: str
    lesson: str
    longest_name: int
    levels: tuple[BotLevel, ...]
    asked: tuple[OptionAsked, ...]


def room(table: Table, viewer: Viewer, user_id: int | None, origin: str) -> Room:
    """Return the table before the deal: the questions to this viewer, and the invitation."""
    is_host = user_id is not None and user_id == table.match.host_id
    is_open = table.match.status == Match.Status.OPEN
    invited = viewer is not None or is_host
    mine = None if viewer is None else table.seats[viewer]
    return Room(
        is_host=is_host,
        is_sent_away=user_id in table.match.dismissed,
        awaits_ready=table.live is None
        and table.match.status in (Match.Status.OPEN, Match.Status.RUNNING),
        may_share_device=is_open
        and mine is not None
        and not mine.ready
        and may_share_device(table)
        and any(seat.is_empty and not seat.invite and not seat.kept_for_id for seat in table.seats),
        may_fill=table.match.quick
        and is_open
        and viewer is not None
        and any(seat.is_empty for seat in table.seats),
        invite_url=origin + _invitation(table.match.invite) if invited else "",
        agreed=tuple(agreed(table)),
        pace=tempo_words.meaning_for_match(table.meta, table.match.tempo, table.match.pace),
        when_it_is_up=str(tempo_words.WHEN_IT_IS_UP),
        lesson=lesson_offer(table.match.game)
        if is_open and mine is not None and is_new_to(user_id, table.match.game, table.match_id)
        else "",
        longest_name=names.LONGEST,
        levels=tuple(BotLevel(level.slug, level.label) for level in table.meta.levels),
        asked=()
        if mine is None or not is_open
        else tuple(
            OptionAsked(one, mine.declared.get(one.name), _shown(one, mine.declared))
            for one in choices.declarations(table.match.rules_id)
        ),
    )


def may_share_device(table: Table) -> bool:
    """Return whether several people may share a device: the match is not rated, not quick and no
    race.
    """
    return not (table.match.rated or table.match.quick or table.meta.is_race)


def undealt_seat(
    table: Table, seat: SeatView, viewer: Viewer, user_id: int | None, origin: str
) -> UndealtSeat:
    """Return one seat before the deal: the user that it is kept for, and its holder's answers."""
    is_host = user_id is not None and user_id == table.match.host_id
    by_link = seat.is_empty and bool(seat.invite)
    known = {level.slug: level.label for level in table.meta.known_levels}
    return UndealtSeat(
        level=known.get(seat.bot_now, ""),
        portrait="" if seat.user_id is None else portraits.shown(seat.user_id, seat.picture),
        kept_for=seat.kept_for,
        is_kept_for_you=user_id is not None and seat.kept_for_id == user_id,
        is_kept_by_link=by_link,
        invite_url=origin + _invitation(seat.invite) if is_host and by_link else "",
        may_sit=_may_sit(table, seat, viewer, user_id),
        declared=tuple(
            Declared(one.label, _shown(one, seat.declared))
            for one in choices.declarations(table.match.rules_id)
            if one.name in seat.declared
        ),
    )


def agreed(table: Table) -> list[str]:
    """Return the settings of a table in words: tempo, target, and everything that is not the
    default.
    """
    tempo, words = tempos.label(table.meta, table.match.tempo), foreign_words(table.meta)
    return [
        *([words] if words else []),
        *([gettext(tempo)] if tempo else []),
        targets.words(table.meta, table.match.target),
        *(option_chosen(*one) for one in choices.varied(table.match.rules_id)),
        *([] if table.match.talk == Match.Talk.ON else [_talk(table)]),
        *(
            [gettext("Rated")]
            if table.match.rated
            else [gettext("Unrated")]
            if table.match.public
            else []
        ),
    ]


def _talk(table: Table) -> str:
    """Return the words for the kind of chat, if it is not free."""
    if table.match.talk == Match.Talk.OFF:
        return gettext("No chat")
    return gettext("Ready-made messages only")


def _may_sit(table: Table, seat: SeatView, viewer: Viewer, user_id: int | None) -> bool:
    if table.match.status != Match.Status.OPEN or viewer is not None or not seat.is_empty:
        return False
    if seat.kept_for_id is not None:
        return seat.kept_for_id == user_id
    return not seat.invite and user_id not in table.match.dismissed


def _shown(one: Declaration, declared: dict[str, OptionValue]) -> str:
    """Return an answer in the form that a form's field holds."""
    said = declared.get(one.name)
    if said is None or one.kind == "flag":
        return ""
    return f"{int(said) // 60:02}:{int(said) % 60:02}" if one.kind == "time" else str(said)


def _invitation(token: str) -> str:
    return shared_path(reverse("lobby:invitation", args=[token]))


def is_handed_round(table: Table, seat: SeatView | None) -> bool:
    """Return whether a shared device shows the cards of a player only after a tap. `seat`: its
    owner's.

    It does so if cards are on the table, or if they may be dealt before its page reloads.
    """
    if table.match.status in Match.OVER:
        return False
    return table.running is not None or seat is None or seat.ready
