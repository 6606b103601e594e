"""Forms of the word court."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from core.line_fields import LineInput
from core.number_fields import NumberInput
from court.models import Case
from court.models.cases import LONGEST, Decided

WORDS: Any = {"max_length": LONGEST, "widget": forms.Textarea(attrs={"rows": 4})}


class AppealForm(forms.Form):
    """An appeal against a vote or a ruling."""

    text = forms.CharField(label=_("What should the moderators know?"), **WORDS)


class DecisionForm(forms.Form):
    """A moderator's decision about a word, with its reason."""

    decision = forms.ChoiceField(
        label=_("Decision"), choices=Decided.choices, widget=forms.RadioSelect
    )
    reason = forms.CharField(label=_("Reason (public)"), **WORDS)


class OpinionForm(DecisionForm):
    """A second opinion on a case, for the moderator who decides."""

    reason = forms.CharField(label=_("Why? (for the moderator who decides)"), **WORDS)


class QueueForm(forms.Form):
    """The filter of the queue; invalid values are ignored."""

    origin = forms.ChoiceField(
        label=_("Why"),
        required=False,
        choices=[("", _("any reason for opening")), *Case.Origin.choices],
    )
    words = LineInput(label=_("Word"), required=False, max_length=40)


class ListForm(forms.Form):
    """The filter of the list of words."""

    words = LineInput(
        label=_("Word or card"),
        required=False,
        max_length=40,
        widget=forms.TextInput(attrs={"type": "search"}),
    )
    decision = forms.ChoiceField(
        label=_("Decision"),
        required=False,
        choices=[("", _("any decision")), *Decided.choices],
    )
    version = NumberInput(label=_("Version"), required=False, min_value=1, max_value=2**31 - 1)
