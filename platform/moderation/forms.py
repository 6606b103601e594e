"""Forms for reports, and for the staff's decisions."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.line_fields import LineInput
from core.refusals import sentence
from games.kernel.contract import Refusal
from moderation.models import Report, Sanction
from moderation.reports.services.file_report import LONGEST

DAYS = [
    ("", _("no end date")),
    ("1", _("one day")),
    ("3", _("three days")),
    ("7", _("one week")),
    ("30", _("one month")),
    ("90", _("three months")),
    ("365", _("one year")),
]
FIELDS_OF = {"end_missing": {"days"}, "reason_missing": {"reason", "words"}}
"""The fields that each of these refusals is about, in any form; others are about a whole form."""


def tell_refusal(form: forms.Form, refusal: Refusal) -> None:
    """Add a refusal at its field, or to the whole form."""
    fields = FIELDS_OF.get(refusal.code, set()) & form.fields.keys()
    form.add_error(next(iter(fields), None), sentence(refusal))


def _words(label: Any, **options: Any) -> forms.CharField:
    return forms.CharField(
        label=label,
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 4, "maxlength": LONGEST}),
        **options,
    )


class ReportForm(forms.Form):
    """A report. `people`: the users to choose from, if the address names none.

    `is_message`: the address names a message; `goes_along`: a message or talk is copied into the
    report.
    """

    kind = forms.ChoiceField(
        label=_("What is wrong?"),
        widget=forms.RadioSelect,
        choices=[
            (Report.Kind.BEHAVIOUR, _("Behaviour")),
            (Report.Kind.NAME, _("A person’s name")),  # noqa: RUF001 - as it is printed
            (Report.Kind.COLLUSION, _("Two players help each other")),
        ],
    )
    who = forms.TypedChoiceField(label=_("Who?"), coerce=int, widget=forms.RadioSelect)
    words = _words(_("What happened?"), required=False)

    def __init__(
        self,
        people: list[User],
        data: Any = None,
        *,
        is_message: bool = False,
        goes_along: bool = False,
    ) -> None:
        super().__init__(data, initial={"kind": Report.Kind.BEHAVIOUR})
        who = self.fields["who"]
        assert isinstance(who, forms.ChoiceField)
        who.choices = [(user.pk, user.name) for user in people]
        if len(people) == 1:
            del self.fields["who"]
        if is_message:
            del self.fields["kind"]
        if goes_along:
            self.fields["words"].help_text = _(
                "Everything you could read there is attached automatically."
            )


class DecideForm(forms.Form):
    """A sanction: its type, reason and duration."""

    kind = forms.ChoiceField(
        label=_("Decision"), choices=Sanction.Kind.choices, widget=forms.RadioSelect
    )
    cause = forms.ChoiceField(label=_("Grounds"), choices=Sanction.Cause.choices)
    days = forms.TypedChoiceField(
        label=_("How long"),
        choices=DAYS,
        coerce=int,
        empty_value=None,
        required=False,
        help_text=_("Warnings and bans have no end date. A suspension needs one."),
    )
    reason = _words(
        _("Reason"),
        help_text=_(
            "The player reads exactly these words. They are not shown in the moderation log."
        ),
    )


class WordsForm(forms.Form):
    """A form with a single text. `number`: of this form among several on a page."""

    words = _words(_("Reason"))

    def __init__(self, data: Any = None, *, label: Any = None, number: int | None = None) -> None:
        super().__init__(data, auto_id="id_%s" if number is None else f"id_%s_{number}")
        if label is not None:
            self.fields["words"].label = label


class SearchForm(forms.Form):
    """The filter of the audit log."""

    who = LineInput(label=_("By"), required=False, max_length=60)
    verb = LineInput(label=_("What"), required=False, max_length=60)
    target = LineInput(label=_("About what"), required=False, max_length=120)
    since = forms.DateField(
        label=_("Since"), required=False, widget=forms.DateInput({"type": "date"})
    )
    until = forms.DateField(
        label=_("Until"), required=False, widget=forms.DateInput({"type": "date"})
    )
