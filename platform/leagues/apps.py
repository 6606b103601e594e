from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LeaguesConfig(AppConfig):
    """Leagues, which run by themselves for months."""

    name = "leagues"
    verbose_name = _("leagues")
