"""The filter form of a user's own matches, and its parser for addresses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts import names
from core.line_fields import LineInput
from core.paging import number_of
from lobby.open_tables import game_field
from matches.engine.clocks import UNTIMED
from matches.present.match_filter import MatchFilter


class FilterForm(forms.Form):
    """The filter of a user's own matches."""

    game = game_field()
    tempo = forms.ChoiceField(
        label=_("Tempo"),
        required=False,
        choices=[
            ("", _("Any tempo")),
            ("live", _("Live")),
            ("correspondence", _("By correspondence")),
            (UNTIMED, _("No clock")),
        ],
        error_messages={"invalid_choice": _("There is no tempo called %(value)s.")},
    )
    person = LineInput(
        label=_("Played with"),
        required=False,
        max_length=names.LONGEST,
        widget=forms.TextInput(attrs={"class": "input", "autocomplete": "off"}),
    )
    result = forms.ChoiceField(
        label=_("Result"),
        required=False,
        choices=[
            ("", _("Any result")),
            ("won", _("Won")),
            ("lost", _("Lost")),
            ("aborted", _("Aborted")),
        ],
        error_messages={"invalid_choice": _("There is no result called %(value)s.")},
    )

    def clean_person(self) -> str:
        name: str = self.cleaned_data["person"]
        if name and not names.key_of(name):
            raise ValidationError(_("Type at least one letter of the name."))
        return name


@dataclass(frozen=True, slots=True)
class AskedMatches:
    """The request in an address: which of the user's matches, and which page of each list.

    `form` has the errors; its valid fields still apply.
    """

    wanted: MatchFilter
    form: FilterForm
    page: int
    finished: int

    @property
    def query(self) -> dict[str, Any]:
        """The request as the query of an address, without empty fields."""
        said = {"page": self.page, "finished": self.finished, **asdict(self.wanted)}
        return {name: value for name, value in said.items() if value}


def parse_asked(query: Mapping[str, Any]) -> AskedMatches:
    """Parse the query of an address."""
    form = FilterForm({name: query.get(name, "") for name in FilterForm.base_fields})
    form.is_valid()
    return AskedMatches(
        wanted=MatchFilter(**form.cleaned_data),
        form=form,
        page=number_of(query.get("page", "")),
        finished=number_of(query.get("finished", "")),
    )
