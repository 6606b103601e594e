"""The forms of a challenge, and of a search among friends."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as now
from django.utils.translation import gettext_lazy as _

from accounts import names
from core.line_fields import LineInput
from core.refusals import Refused, sentence
from matches.engine import catalogue, tempos


def _games() -> list[tuple[str, str]]:
    return [(meta.slug, now(meta.title)) for meta in catalogue.easiest_first()]


def _tempos() -> list[tuple[str, str]]:
    """Return the tempos of all games, each with its first name."""
    known: dict[str, str] = {}
    for meta in catalogue.metas():
        for tempo in meta.tempos:
            known.setdefault(tempo.slug, now(tempo.label))
    return list(known.items())


class FriendSearch(forms.Form):
    """A part of a friend's name."""

    name = LineInput(
        label=_("Find a friend"),
        required=False,
        max_length=names.LONGEST,
        widget=forms.SearchInput(attrs={"autocomplete": "off"}),
    )


class ChallengeForm(forms.Form):
    """The game, its tempo, and whether the match is rated."""

    game = forms.ChoiceField(label=_("Game"), choices=_games)
    tempo = forms.ChoiceField(label=_("Tempo"), choices=_tempos)
    rated = forms.BooleanField(label=_("Counts for ratings"), required=False)

    def clean(self) -> dict[str, Any]:
        """Check that the game has this tempo."""
        cleaned = super().clean() or {}
        if "game" in cleaned and "tempo" in cleaned:
            try:
                tempos.tempo_of(catalogue.game_of(cleaned["game"]).meta, cleaned["tempo"])
            except Refused as refused:
                self.add_error("tempo", sentence(refused.refusal))
        return cleaned
