"""The address of each text: /help/, /privacy/, /imprint/."""

from __future__ import annotations

from django.urls import path

from texts.models import Text
from texts.views import text_page

app_name = "texts"

urlpatterns = [
    path(f"{page.value}/", text_page, {"name": page.value}, name=page.value) for page in Text.Page
]
