"""Adds errors to the fields of a form."""

from __future__ import annotations

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError


def add_errors(form: forms.BaseForm, wrong: ValidationError) -> None:
    whole = not hasattr(wrong, "error_dict")
    by_field = {NON_FIELD_ERRORS: wrong.messages} if whole else wrong.message_dict
    for field, said in by_field.items():
        for sentence in said:
            form.add_error(field if field in form.fields else None, sentence)
