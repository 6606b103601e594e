"""Tempos in words, for templates: `{{ tempo|means:game }}`, where `game` is the game's meta."""

from __future__ import annotations

from django import template

from matches.present import tempo_words

register = template.Library()


@register.filter
def means(tempo, game):  # type: ignore[no-untyped-def]
    """Return the meaning of a tempo: times, bank, options."""
    return tempo_words.meaning(game, tempo)


@register.filter
def takes(tempo, game):  # type: ignore[no-untyped-def]
    """Return the time for a decision at a tempo, if its name does not contain it."""
    return tempo_words.takes(game, tempo)


@register.filter
def beside_name(match, game):  # type: ignore[no-untyped-def]
    """Return the times with which a match was opened, without those in its tempo's name."""
    return tempo_words.beside_name(game, match.tempo, match.pace)


@register.filter
def pace_of(match, game):  # type: ignore[no-untyped-def]
    """Return the times with which a match was opened."""
    return tempo_words.meaning_for_match(game, match.tempo, match.pace)
