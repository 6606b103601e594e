from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TextsConfig(AppConfig):
    """The configuration of the app."""

    name = "texts"
    verbose_name = _("texts")
