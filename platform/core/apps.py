from __future__ import annotations

from django.apps import AppConfig

from core.error_messages import replace_sentences


class CoreConfig(AppConfig):
    """The code that every app uses, and the sentences for errors in all forms."""

    name = "core"

    def import_models(self) -> None:
        # Before `ready`, which may import forms of another app.
        replace_sentences()
        super().import_models()
