"""What leagues, their rules and their tables say to people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from leagues.models import Entry, League
from leagues.settings import Settings
from leagues.standings import TableRow, TieBreak, Value
from matches.present.seat_names import bot_numbered

FEW = 2
"""Of so many others with equal points the names are said."""

TIE_BREAKS = {
    TieBreak.WINS: gettext_lazy("first places"),
    TieBreak.PLACES: gettext_lazy("first places, then second places, and so on"),
    TieBreak.AGAINST: gettext_lazy(
        "who finished ahead of the others with equal points, and behind"
    ),
    TieBreak.ROUNDS: gettext_lazy("the points written down in the rounds"),
    TieBreak.LOTS: gettext_lazy("lots, which were drawn with the fixtures"),
}
"""What decides between equal points, as the rules say it."""


def entry_name(entry: Entry) -> str:
    """The name under which an entry stands in a table."""
    if entry.bot:
        return bot_numbered(entry.bot_number)
    if entry.user is None or not entry.user.is_active:
        return _("somebody who has gone")
    return entry.user.name


def result_text(
    result: Sequence[tuple[int, int | None, int | None]], holders: Mapping[int, Entry]
) -> str:
    """A result (`services.history.Result`) in a line: 1. Anna, 2. Ben; a dash for who was absent."""
    placed = (
        ("\N{EN DASH}" if place is None else f"{place}.", entry_name(holders[entry]))
        for entry, place, _total in result
    )
    return ", ".join(f"{place} {name}" for place, name in placed)


def points_text(value: Fraction) -> str:
    """Points as people write them: two decimals where it is no whole number."""
    if value.denominator == 1:
        return str(value.numerator)
    return number_format(float(value), 2 if value.denominator > 2 else 1)


def tie_break_text(row: TableRow, names: Mapping[int, str]) -> str:
    """Why a row stands where it does among those with equal points; "" where it is alone."""
    if not row.level or not row.played:
        return ""
    others = (
        _("Level with %(names)s.") % {"names": ", ".join(names[one] for one in row.level)}
        if len(row.level) <= FEW
        else _("Level with %(count)s others.") % {"count": len(row.level)}
    )
    return " ".join([others, *(f"{_said(name, value)}." for name, value in row.decided)])


def by_lot_text(group: Sequence[int], names: Mapping[int, str]) -> str:
    """The sentence that says of a group that lots decide which of them goes up or down."""
    return _(
        "%(names)s are level in everything: a draw decides which of them go up or down, in this"
        " order. It was made together with that of the fixtures."
    ) % {"names": ", ".join(names[one] for one in group)}


def tie_break_value(value: Value) -> str:
    """What a tie-break says of a player, for programs."""
    return " ".join(map(str, value))


def _said(name: TieBreak, value: Value) -> str:
    match name:
        case TieBreak.WINS:
            return _("First places: %(number)s") % {"number": value[0]}
        case TieBreak.PLACES:
            counted = ", ".join(map(str, value))
            return _("First, second … places: %(counted)s") % {"counted": counted}
        case TieBreak.AGAINST:
            return _("Against each other: %(number)s") % {"number": _signed(value[0])}
        case TieBreak.ROUNDS:
            return _("Points in the rounds: %(number)s") % {"number": value[0]}
        case TieBreak.LOTS:
            return _("Lot: %(number)s") % {"number": -value[0]}


def _signed(value: Fraction) -> str:
    return f"+{value}" if value > 0 else str(value).replace("-", "\N{MINUS SIGN}")


def rule_sentences(
    league: League, agreed: Settings, *, is_disputed: bool = False
) -> list[tuple[str, list[str]]]:
    """The league's rules, each in a sentence or two, below headings.

    `is_disputed`: one of its games is about words, on which moderators rule.
    """
    return [
        (_("The season"), _season(league, agreed)),
        (pgettext("of a league", "The table"), _table(agreed, is_disputed=is_disputed)),
        (_("When something gets in the way"), _between(agreed)),
    ]


def _season(league: League, agreed: Settings) -> list[str]:
    said = [
        ngettext(
            "%(seats)s play at a table, and each plays about %(count)s match in a season.",
            "%(seats)s play at a table, and each plays about %(count)s matches in a season.",
            agreed.matches_each,
        )
        % {"seats": agreed.seats, "count": agreed.matches_each},
        _("All meet as evenly as possible, and sit in each seat equally often."),
        _live(agreed) if agreed.live else _by_correspondence(agreed),
        _moving(agreed),
    ]
    said.append(
        _(
            "Everybody who played a season to its end, people and bots alike, is signed up for the"
            " next one, and may withdraw until it begins."
        )
    )
    if league.most:
        said.append(
            _("There is room for %(most)s players; those who come later wait for a place.")
            % {"most": league.most}
        )
    return said


def _table(agreed: Settings, *, is_disputed: bool) -> list[str]:
    by_rounds = _("The points written down in the rounds of a match are added up.")
    by_places = _(
        "For a match there are points by place: %(points)s. Players who share places share their"
        " points."
    ) % {"points": ", ".join(map(str, agreed.scoring.points))}
    said = [
        by_rounds if agreed.counts == League.Counts.ROUNDS else by_places,
        _tie_breaks(agreed.scoring.tie_breaks),
        _("Bots stand in the table like everybody else, and go up and down like everybody else."),
        _("When a result is corrected, the table follows, and says why in its history."),
    ]
    if is_disputed:
        said.append(
            _("Rulings of the word court correct results, too.")
            if agreed.corrections == League.Corrections.POINTS
            else _("Rulings of the word court do not change the table.")
        )
    return said


def _between(agreed: Settings) -> list[str]:
    """As `leagues.services` do it: `settle`, `due`, `begin`, `enter`."""
    said = [
        _(
            "A walkover is a match that is not played: the players who were there share the first"
            " place, and those who were not are last and get no points."
        ),
        _("A void match counts for nobody, and is played once more while the season lasts.")
        if agreed.void == League.Void.REPLAY
        else _("A void match counts for nobody."),
    ]
    if agreed.live:
        said.append(
            _(
                "Without an appointment in time a match is a walkover: players who proposed one or"
                " agreed to one count as there. If nobody did, nobody gets points."
            )
        )
        over = _(
            "A match that is not over a day after its appointment counts as it stood after its"
            " last finished round."
        )
    else:
        over = _(
            "A match that is not over when the season ends counts as it stood after its last"
            " finished round."
        )
    nothing = _(
        "If no round is finished, the players at the table share the first place, and those who"
        " are away are last and get no points."
    )
    said += [
        f"{over} {nothing}",
        _("A match that has not come up when the season ends does not count."),
        _(
            "A bot stands in for a player who drops out, at the tables where they play. At those"
            " to come a bot plays out of competition: it is last, without points, and the others"
            " move up."
        ),
        _("Where fewer than two are left to play, the match is a walkover."),
    ]
    said.append(
        _(
            "If a player drops out, the first on the waiting list takes over the place, with its"
            " points and the matches to come. Players who sign up when the season has begun wait"
            " there, too."
        )
        if agreed.substitutes
        else _(
            "Nobody takes over the place of a player who drops out; it stays in the table with its"
            " points."
        )
    )
    return said


def _tie_breaks(names: Sequence[TieBreak]) -> str:
    if not names:
        return _("Players with equal points share a place.")
    listed = "; ".join(str(TIE_BREAKS[name]) for name in names)
    return _("Where points are equal, these decide, in this order: %(listed)s.") % {
        "listed": listed
    }


def _moving(agreed: Settings) -> str:
    if not agreed.moving:
        return _("Nobody goes up or down after a season.")
    return ngettext(
        "After a season %(count)s player of each division goes up, and %(count)s goes down.",
        "After a season %(count)s players of each division go up, and %(count)s go down.",
        agreed.moving,
    ) % {"count": agreed.moving}


def _live(agreed: Settings) -> str:
    return ngettext(
        "Matches are played live: the players agree on an appointment within %(count)s day.",
        "Matches are played live: the players agree on an appointment within %(count)s days.",
        agreed.appointment_days,
    ) % {"count": agreed.appointment_days}


def _by_correspondence(agreed: Settings) -> str:
    return ngettext(
        "Matches are played by correspondence; each player has only %(count)s at a time.",
        "Matches are played by correspondence; each player has at most %(count)s at a time.",
        agreed.at_once,
    ) % {"count": agreed.at_once}
