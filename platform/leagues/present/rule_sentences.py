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
        (pgettext("of a league", "Standings"), _table(agreed, is_disputed=is_disputed)),
        (_("When something gets in the way"), _between(agreed)),
    ]


def _season(league: League, agreed: AgreedSettings) -> list[str]:
    said = [
        ngettext(
            "%(seats)s players sit at a table. Each plays about %(count)s match in a season.",
            "%(seats)s players sit at a table. Each plays about %(count)s matches in a season.",
            agreed.matches_each,
        )
        % {"seats": agreed.seats, "count": agreed.matches_each},
        _("All players meet as evenly as possible and sit in each seat equally often."),
        _live(agreed) if agreed.live else _by_correspondence(agreed),
        _moving(agreed),
    ]
    said.append(
        _(
            "All players, people and bots, who finish a season are signed up for the next "
            "one. They can withdraw until it begins."
        )
    )
    if league.most:
        said.append(
            _("There is room for %(most)s players. Later ones go on the waiting list.")
            % {"most": league.most}
        )
    return said


def _table(agreed: AgreedSettings, *, is_disputed: bool) -> list[str]:
    by_rounds = _("The points scored in the rounds of a match are added up.")
    by_places = _(
        "A match gives points by place: %(points)s. Players who share places share their points."
    ) % {"points": ", ".join(map(str, agreed.scoring.points))}
    said = [
        by_rounds if agreed.counts == League.Counts.ROUNDS else by_places,
        _tie_breaks(agreed.scoring.tie_breaks),
        _("Bots are in the standings like everyone else. They also move up and down."),
        _("When a result is corrected, the standings change too. Their history says why."),
    ]
    if is_disputed:
        said.append(
            _("Rulings of the word court also correct results.")
            if agreed.corrections == League.Corrections.POINTS
            else _("Rulings of the word court do not change the standings.")
        )
    return said


def _between(agreed: AgreedSettings) -> list[str]:
    """Describe a season's course, as implemented by `leagues.services`: `settle`, `due`, `begin`,
    `enter`.
    """
    said = [
        _(
            "A walkover is a match that is not played. The players who were there share "
            "first place. Those who were absent come last and get no points."
        ),
        _("A void match counts for nobody. It is played again while the season lasts.")
        if agreed.void == League.Void.REPLAY
        else _("A void match counts for nobody."),
    ]
    if agreed.live:
        said.append(
            _(
                "If no time is agreed by the deadline, the match is a walkover. Players who "
                "proposed or accepted a time count as present. If nobody did, nobody gets "
                "points."
            )
        )
    nothing = _(
        "If no round is finished, the players at the table share first place. Players who "
        "are away come last and get no points."
    )
    said += [
        f"{_unfinished(agreed)} {nothing}",
        _never_started(),
        _(
            "If a player drops out, a bot takes over at their current tables. At later "
            "tables a bot plays out of competition: it comes last without points, and the "
            "others move up."
        ),
        _("If fewer than two players are left, the match is a walkover."),
    ]
    said.append(
        _(
            "If a player drops out, the first on the waiting list takes over their place, "
            "points and remaining matches. Players who sign up after the season has begun "
            "also go on that list."
        )
        if agreed.substitutes
        else _(
            "If a player drops out, nobody takes over. Their place and points stay in the "
            "standings."
        )
    )
    return said


def ending_sentences(league: League, agreed: AgreedSettings) -> list[str]:
    """Return what happens at the end of a season, for its organisers."""
    if not league.continues or league.closed_at is not None:
        following = _("No other season follows by itself.")
    elif not league.break_days:
        following = _("Then sign-up for the next season opens at once.")
    else:
        following = ngettext(
            "Sign-up for the next season opens %(count)s day later.",
            "Sign-up for the next season opens %(count)s days later.",
            league.break_days,
        ) % {"count": league.break_days}
    return [
        _("When all matches are over, the season ends earlier."),
        _unfinished(agreed),
        _never_started(),
        _moving(agreed),
        following,
    ]


def _unfinished(agreed: AgreedSettings) -> str:
    if agreed.live:
        return _(
            "A match that is not over a day after its agreed time counts as it was after its "
            "last finished round."
        )
    return _(
        "A match that is not over when the season ends counts as it was after its last "
        "finished round."
    )


def _never_started() -> str:
    return _("A match that has not started when the season ends does not count.")


def _tie_breaks(names: Sequence[TieBreak]) -> str:
    if not names:
        return _("Players with equal points share a place.")
    listed = "; ".join(str(TIE_BREAKS[name]) for name in names)
    return _("Ties on points are broken in this order: %(listed)s.") % {"listed": listed}


def _moving(agreed: AgreedSettings) -> str:
    if not agreed.moving:
        return _("Nobody moves up or down after a season.")
    return ngettext(
        "After a season %(count)s player of each division moves up, and %(count)s moves down.",
        "After a season %(count)s players of each division move up, and %(count)s move down.",
        agreed.moving,
    ) % {"count": agreed.moving}


def _live(agreed: AgreedSettings) -> str:
    return ngettext(
        "Matches are played live. The players have %(count)s day to agree on a time and play.",
        "Matches are played live. The players have %(count)s days to agree on a time and play.",
        agreed.appointment_days,
    ) % {"count": agreed.appointment_days}


def _by_correspondence(agreed: AgreedSettings) -> str:
    return ngettext(
        "Matches are played by correspondence. Each player has only %(count)s at a time.",
        "Matches are played by correspondence. Each player has at most %(count)s at a time.",
        agreed.at_once,
    ) % {"count": agreed.at_once}
