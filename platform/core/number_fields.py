"""Fields for whole numbers between two limits, which one sentence tells."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import BaseValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from core.error_messages import Sentences

if TYPE_CHECKING:
    _Column = models.PositiveSmallIntegerField[Any, Any]
else:
    _Column = models.PositiveSmallIntegerField


class NumberInput(forms.IntegerField):
    """A form field for a whole number between `min_value` and `max_value`."""

    default_error_messages: ClassVar[Sentences] = {
        "between": _("Enter a number from %(least)s to %(most)s.")
    }

    def run_validators(self, value: Any) -> None:
        """Raise `ValidationError` for a number beyond its limits."""
        try:
            super().run_validators(value)
        except ValidationError:
            raise ValidationError(
                self.error_messages["between"],
                code="between",
                params={"least": self.min_value, "most": self.max_value},
            ) from None


class NumberField(_Column):
    """A column for a whole number between the limits of its two validators."""

    def deconstruct(self) -> Any:
        """Describe the column to migrations as a plain one."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.PositiveSmallIntegerField", args, kwargs

    def formfield(self, **kwargs: Any) -> Any:
        """Return the form field, which has the same limits."""
        found = [one for one in self.validators if isinstance(one, BaseValidator)]
        limits = {one.code: one.limit_value for one in found}
        return super().formfield(**{"form_class": NumberInput} | limits | kwargs)
