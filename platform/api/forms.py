"""The form of a new token."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from api.models import Scope, Token
from core.line_fields import LineInput


class TokenForm(forms.Form):
    """The name and the scopes of a token."""

    name = LineInput(
        label=_("Name"),
        max_length=Token._meta.get_field("name").max_length,
        help_text=_(
            "What is it for? You will recognise it by this name when you want to revoke it."
        ),
    )
    scopes = forms.MultipleChoiceField(
        label=_("What it is allowed to do"),
        choices=Scope.choices,
        initial=[Scope.READ],
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose what the token is allowed to do.")},
    )
