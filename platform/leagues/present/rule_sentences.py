"""The rules of a league in sentences, from its settings."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from leagues.models import League
from leagues.present.labels import TIE_BREAKS
from leagues.scoring.tie_breaks import TieBreak
from leagues.season.agreed_settings import AgreedSettings


def rule_sentences(
    league: League, agreed: AgreedSettings, *, is_disputed: bool = False
) -> list[tuple[str, list[str]]]:
    """Return the league's rules, each in one or two sentences, under headings.

    `is_disputed`: one of its games is about words, on which moderators rule.
    """
    return [
        (_("The season"), _season(league, agreed)),
        (pgettext("of a league", "The table"), _table(agreed, is_disputed=is_disputed)),
        (_("When something gets in the way"), _between(agreed)),
    ]


def _season(league: League, agreed: AgreedSettings) -> list[str]:
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


def _table(agreed: AgreedSettings, *, is_disputed: bool) -> list[str]:
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


def _between(agreed: AgreedSettings) -> list[str]:
    """Describe a season's course, as implemented by `leagues.services`: `settle`, `due`, `begin`,
    `enter`.
    """
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


def _moving(agreed: AgreedSettings) -> str:
    if not agreed.moving:
        return _("Nobody goes up or down after a season.")
    return ngettext(
        "After a season %(count)s player of each division goes up, and %(count)s goes down.",
        "After a season %(count)s players of each division go up, and %(count)s go down.",
        agreed.moving,
    ) % {"count": agreed.moving}


def _live(agreed: AgreedSettings) -> str:
    return ngettext(
        "Matches are played live: the players agree on an appointment within %(count)s day.",
        "Matches are played live: the players agree on an appointment within %(count)s days.",
        agreed.appointment_days,
    ) % {"count": agreed.appointment_days}


def _by_correspondence(agreed: AgreedSettings) -> str:
    return ngettext(
        "Matches are played by correspondence; each player has only %(count)s at a time.",
        "Matches are played by correspondence; each player has at most %(count)s at a time.",
        agreed.at_once,
    ) % {"count": agreed.at_once}
