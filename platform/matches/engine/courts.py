"""The answers of a game's court, for apps that hear disputes.

This module queries a game about disputes only.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.refusals import refused
from games.kernel.contests import Contest, Court, Exhibit, court_of
from games.kernel.contract import Event, Seat
from matches.engine import catalogue, stored_values
from matches.models import Move, Round


def has_court(slug: str) -> bool:
    """Return whether disputes of this game can be heard."""
    return court_of(catalogue.game_of(slug)) is not None


def entry(slug: str, word: str) -> str:
    """Return the name of a word's entry in the list of rulings, equal for all its spellings.

    Raises:
        Refused: `not_found`, if the game has no court.
    """
    return _court(slug).entry(word)


def evidence(rules_id: int, word: str, parts: Sequence[str]) -> tuple[Exhibit, ...]:
    """Return everything that the data of this rules version contain about a word."""
    court, data = _hearing(rules_id)
    return court.evidence(data, word, parts)


def opinion(rules_id: int, word: str, parts: Sequence[str]) -> bool | None:
    """Return whether the data of this rules version accept the word.

    None if the data cannot decide.
    """
    court, data = _hearing(rules_id)
    return court.opinion(data, word, parts)


def amends(round_: Round, contest: Contest, stands: bool) -> dict[Seat, int]:
    """Return the points by seat by which a ruling corrects a finished round.

    `stands`: whether the court accepts the word.
    """
    events: list[Event] = list(stored_values.events_of(round_.opening))
    for move in Move.objects.filter(round=round_).order_by("number"):
        events += stored_values.events_of(move.events)
    return _court(round_.match.game).amends(contest, stands, events)


def _court(slug: str) -> Court:
    court = court_of(catalogue.game_of(slug))
    if court is None:
        raise refused("not_found")
    return court


def _hearing(rules_id: int) -> tuple[Court, Any]:
    game, rules = catalogue.rules_of(rules_id)
    return _court(game.meta.slug), rules.data
