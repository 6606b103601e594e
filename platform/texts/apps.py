from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TextsConfig(AppConfig):
    """The app's place in Django's registry."""

    name = "texts"
    verbose_name = _("texts")
