"""Save what a form filled in, where somebody else may be quicker with what has to be unique."""

from __future__ import annotations

from django.db import IntegrityError, models, transaction


def save_unless_taken(row: models.Model) -> None:
    """Save a row that is valid; if what it needs for itself was taken a moment ago, say so as a form does.

    Raises:
        ValidationError: by field, in the words of `full_clean`.
    """
    try:
        with transaction.atomic():
            row.save()
    except IntegrityError:
        # The other one is there for good by now, and is seen.
        row.full_clean()
        raise
