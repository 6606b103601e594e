from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LessonsConfig(AppConfig):
    """Lessons: each game teaches itself in two minutes on its own board, by a script."""

    name = "lessons"
    verbose_name = _("lessons")
    default_auto_field = "django.db.models.BigAutoField"
