"""Words of a game: `{{ game|foreign_words }}`, of its meta, and `{{ label|option_chosen:choice }}`."""

from __future__ import annotations

from django import template

from matches.present import game_words

register = template.Library()
register.filter(game_words.foreign_words)
register.filter(game_words.option_chosen)
