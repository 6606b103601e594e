"""Saving of a form's row when another request may take its unique values first."""

from __future__ import annotations

from django.db import IntegrityError, models, transaction


def save_unless_taken(row: models.Model) -> None:
    """Save a valid row; if its unique values were taken a moment ago, raise a form's error.

    Raises:
        ValidationError: by field, with the messages of `full_clean`.
    """
    try:
        with transaction.atomic():
            row.save()
    except IntegrityError:
        # The other row is committed by now, and `full_clean` sees it.
        row.full_clean()
        raise
