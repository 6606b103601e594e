"""The sentences of the errors that Django finds in a field of a form or a column of a model.

Django's own ones only say what is wrong; each of these says what to do.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from django import forms
from django.db import models
from django.utils.translation import gettext_lazy as _

Sentences: TypeAlias = dict[str, Any]

FILL_IN = _("Fill in this field.")
CHOOSE = _("Choose one of these.")
TAKEN = _("This is already taken. Choose another.")
LIMITS: Sentences = {
    "max_length": _("This is too long. At most %(limit_value)d characters fit."),
    "min_length": _("This is too short. Enter at least %(limit_value)d characters."),
    "max_value": _("Enter %(limit_value)s or less."),
    "min_value": _("Enter %(limit_value)s or more."),
    "null_characters_not_allowed": _("This contains an invisible character. Type it again."),
}
"""The sentences of Django's validators, by their code."""
EMAIL: Sentences = {"invalid": _("Enter an email address, such as name@example.org.")}
SLUG: Sentences = {
    "invalid": _("Use only the letters a to z, digits, hyphens and underscores."),
}

SENTENCES: dict[type[forms.Field] | type[models.Field[Any, Any]], Sentences] = {
    forms.Field: {"required": FILL_IN} | LIMITS,
    forms.BooleanField: {"required": _("Tick the box first.")},
    forms.ChoiceField: {"required": CHOOSE, "invalid_choice": CHOOSE},
    forms.DateField: {"invalid": _("Enter a date that exists.")},
    forms.DateTimeField: {
        "invalid": _("Enter a date and a time that exist."),
        "ambiguous_timezone": _("Clocks change at this hour. Choose another time."),
    },
    forms.EmailField: EMAIL,
    forms.IntegerField: {"invalid": _("Enter a whole number.")},
    forms.JSONField: {"invalid": _("Your browser sent no valid answer. Try it again.")},
    forms.MultipleChoiceField: {"invalid_choice": CHOOSE, "invalid_list": CHOOSE},
    forms.MultiValueField: {"invalid": CHOOSE, "incomplete": _("Fill in all parts.")},
    forms.SlugField: SLUG,
    forms.TimeField: {"invalid": _("Enter a time, such as 20:15.")},
    models.Field: {
        "blank": FILL_IN,
        "null": FILL_IN,
        "invalid_choice": CHOOSE,
        "unique": TAKEN,
    }
    | LIMITS,
    models.EmailField: EMAIL,
    models.SlugField: SLUG,
}


def replace_sentences() -> None:
    """Replace Django's sentences, for every field that is created from now on."""
    for kind, sentences in SENTENCES.items():
        kind.default_error_messages = vars(kind).get("default_error_messages", {}) | sentences
