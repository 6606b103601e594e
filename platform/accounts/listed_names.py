"""Rows with a name on a public list, where no other may have a name that looks like it."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.models.users import TAKEN
from core.line_fields import LineField


class Listed(models.Model):
    """A row whose name is compared by its key, as users' names are, while it is listed."""

    name = LineField(_("name"), max_length=60)
    # Null: it is not listed, or the previous release wrote it.
    name_key = models.TextField(unique=True, null=True, editable=False)  # noqa: DJ001

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save the row; the key follows the name, also where the name alone is saved."""
        self.name_key = list_key(self.name) if self.is_listed else None
        if "name" in (fields := kwargs.get("update_fields") or ()):
            kwargs["update_fields"] = {*fields, "name_key"}
        super().save(*args, **kwargs)

    @property
    def is_listed(self) -> bool:
        """Tell whether everyone may see the row: a name in use must not reveal another."""
        raise NotImplementedError

    def validate_constraints(self, exclude: Any = None) -> None:
        """Check the constraints of the table, and that no other listed row has such a name.

        Raises:
            ValidationError: by field.
        """
        wrong: dict[str, list[ValidationError]] = {}
        try:
            super().validate_constraints(exclude)
        except ValidationError as error:
            wrong = error.update_error_dict({})
        others = (
            type(self)._default_manager.filter(name_key=list_key(self.name)).exclude(pk=self.pk)
        )
        if self.is_listed and "name" not in (exclude or ()) and others.exists():
            wrong.setdefault("name", []).append(ValidationError(TAKEN, code="unique"))
        if wrong:
            raise ValidationError(wrong)


def list_key(name: str) -> str:
    """Return the key of a name on a list, which may consist of signs alone."""
    return names.key_of(name) or names.plain(name)


def fill_keys(listed: models.QuerySet[Any]) -> None:
    """Give older rows their keys, in this order; one that looks like an earlier one gets none."""
    used: set[str] = set()
    for row in listed:
        key = list_key(row.name)
        if key not in used:
            used.add(key)
            listed.filter(pk=row.pk).update(name_key=key)
