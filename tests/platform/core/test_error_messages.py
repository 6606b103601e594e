"""Every sentence about an error in a field is in our own catalogues, in all languages."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po
from django import forms
from django.contrib.auth.password_validation import validate_password
from django.db import models
from django.utils import timezone, translation

from accounts.models import User
from api.models import Token
from clubs.models import Announcement, Club
from core import error_messages
from core.number_fields import NumberInput
from leagues.models import League

ROOT = Path(__file__).parents[3]
CHECKED = (Announcement, Club, League, Token, User)
"""The models whose values are checked by their columns when a form is sent."""
OF_COLUMNS = {"blank", "null", "invalid_choice", "unique"}
"""The errors of columns that a form may not find before."""
FEWEST = 150


def load_forms() -> None:
    """Import every module of the platform that contains forms."""
    for path in ROOT.glob("platform/*/**/*form*.py"):
        name = ".".join(path.relative_to(ROOT / "platform").with_suffix("").parts)
        importlib.import_module(name.removesuffix(".__init__"))


def all_below(kind: type[Any]) -> Iterator[type[Any]]:
    for one in kind.__subclasses__():
        yield one
        yield from all_below(one)


def fields_of_forms() -> Iterator[tuple[str, Any]]:
    """Yield the fields of all forms except those of libraries that only base ours."""
    for form in set(all_below(forms.BaseForm)):
        if (ROOT / "platform" / form.__module__.partition(".")[0]).is_dir():
            for name, field in getattr(form, "base_fields", {}).items():
                yield f"{form.__qualname__}.{name}", field


def columns() -> Iterator[tuple[str, Any]]:
    for model in CHECKED:
        for column in model._meta.fields:
            if column.editable and not column.auto_created:
                yield f"{model.__qualname__}.{column.name}", column


def sentences(field: Any) -> Iterator[Any]:
    """Yield what this field may say."""
    is_column = isinstance(field, models.Field)
    for code, sentence in field.error_messages.items():
        if not is_column or code in OF_COLUMNS:
            yield sentence
    for validator in field.validators:
        code = getattr(validator, "code", None)
        if code is not None:
            yield field.error_messages.get(code, validator.message)


@pytest.fixture(scope="module")
def ours() -> set[str]:
    """The messages of the platform."""
    with (ROOT / "platform/locale/de/LC_MESSAGES/django.po").open("rb") as file:
        return {str(one.id) for one in read_po(file) if isinstance(one.id, str) and one.string}


def test_no_sentence_about_a_field_is_djangos(ours: set[str]) -> None:
    load_forms()
    found = [*fields_of_forms(), *columns()]
    with translation.override("en"):
        told = [(name, str(one)) for name, field in found for one in sentences(field)]
    wrong = {f"{name}: {one}" for name, one in told if one not in ours}
    assert len(found) > FEWEST
    assert not wrong, "\n".join(sorted(wrong))


def test_a_number_with_two_limits_is_told_both() -> None:
    load_forms()
    bounded = [
        (name, field)
        for name, field in fields_of_forms()
        if isinstance(field, forms.IntegerField) and not field.widget.is_hidden
        if field.max_value is not None
    ]
    assert len(bounded) > 8
    assert [name for name, field in bounded if not isinstance(field, NumberInput)] == []


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("2027-03-28T02:30", "Clocks change at this hour. Choose another time."),
        ("2027-10-31T02:30", "Clocks change at this hour. Choose another time."),
        ("2026-02-30T10:00", "Enter a date and a time that exist."),
    ],
)
def test_an_hour_that_is_not_one_is_told_in_our_words(typed: str, told: str) -> None:
    load_forms()
    times = [field for _, field in fields_of_forms() if isinstance(field, forms.DateTimeField)]
    assert times
    for field in times:
        with timezone.override("Europe/Berlin"), pytest.raises(forms.ValidationError) as refused:
            field.clean(typed)
        assert refused.value.messages == [told]


@pytest.mark.parametrize(
    ("field", "typed", "told"),
    [
        (forms.CharField(), "", "Fill in this field."),
        (forms.CharField(max_length=2), "abc", "This is too long. At most 2 characters fit."),
        (forms.CharField(), "a\0b", "This contains an invisible character. Type it again."),
        (forms.IntegerField(max_value=4), "5", "Enter 4 or less."),
        (NumberInput(min_value=2, max_value=4), "5", "Enter a number from 2 to 4."),
        (NumberInput(min_value=2, max_value=4), "-1", "Enter a number from 2 to 4."),
        (NumberInput(min_value=2, max_value=4), "two", "Enter a whole number."),
        (forms.ChoiceField(choices=[("a", "A")]), "b", "Choose one of these."),
        (forms.BooleanField(), "", "Tick the box first."),
        (
            forms.SlugField(),
            "my club!",
            "Use only the letters a to z, digits, hyphens and underscores.",
        ),
    ],
)
def test_a_sentence_says_what_to_do(field: forms.Field, typed: str, told: str) -> None:
    with pytest.raises(forms.ValidationError) as refused:
        field.clean(typed)
    assert refused.value.messages == [told]


def test_a_taken_address_is_told_in_our_words() -> None:
    taken = Club._meta.get_field("slug").error_messages["unique"]
    assert taken == error_messages.SENTENCES[models.Field]["unique"]


def test_no_sentence_about_a_password_is_djangos(ours: set[str]) -> None:
    """The one about its length is formatted at once."""
    user = User(name="Carolinchen", email="carol@example.org")
    told: set[str] = set()
    for typed in ("short", "carolinchen1", "password123", "73190468215"):
        with translation.override("en"), pytest.raises(forms.ValidationError) as refused:
            validate_password(typed, user)
        told |= set(refused.value.messages)
    assert "This is too short. Enter at least 10 characters." in told
    assert len(told) == 4
    assert told - ours == {"This is too short. Enter at least 10 characters."}
