"""The form with which an administrator publishes a rules version."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as now
from django.utils.translation import gettext_lazy as _

from games.kernel.contract import Meta, Option, OptionValue


class PublishForm(forms.Form):
    """A revision of a game, its options and notes about it."""

    revision = forms.TypedChoiceField(label=_("Revision"), coerce=int, widget=forms.RadioSelect)
    notes = forms.CharField(
        label=_("What is new"),
        required=False,
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3, "class": "vLargeTextField"}),
        help_text=_(
            "For players who choose this version. Leave empty to use the game's own words."
        ),
    )

    def __init__(self, meta: Meta, data: Any = None) -> None:
        super().__init__(data, initial={"revision": meta.revisions[-1]})
        self.meta = meta
        revision = self.fields["revision"]
        assert isinstance(revision, forms.TypedChoiceField)
        revision.choices = [(number, _named(meta, number)) for number in reversed(meta.revisions)]
        for option in meta.options:
            self.fields[_field(option)] = forms.ChoiceField(
                label=now(option.label),
                choices=[(n, now(label)) for n, label in enumerate(option.labels)],
                initial=0,
            )

    def options(self) -> dict[str, OptionValue]:
        """Return the chosen values by the option's name."""
        return {
            option.name: option.choices[int(self.cleaned_data[_field(option)])]
            for option in self.meta.options
        }


def _field(option: Option) -> str:
    return f"option-{option.name}"


def _named(meta: Meta, revision: int) -> str:
    return f"{revision}: {now(meta.news[revision])}" if revision in meta.news else str(revision)
