"""The foot of each page."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings
from django.test import Client


@pytest.mark.django_db
@pytest.mark.parametrize("url", ["https://source.example/nightcap", ""])
def test_the_source_is_linked_where_the_host_says(settings: Any, url: str) -> None:
    settings.SOURCE_URL = url
    page = Client().get("/").content.decode()
    assert ('rel="external"' in page) == bool(url)
    assert url in page


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "shown"),
    [("en", "Version"), ("de", "Version"), ("fr", "Version"), ("it", "Versione")],
)
def test_the_foot_names_the_version(language: str, shown: str) -> None:
    page = Client(headers={"Accept-Language": language}).get("/").content.decode()
    assert f"<small>{shown} {settings.VERSION}</small>" in page
