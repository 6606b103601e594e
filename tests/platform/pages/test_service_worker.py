"""The service worker, and the page without a network."""

from __future__ import annotations

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def test_the_service_worker_is_at_the_root_and_never_stale() -> None:
    answer = Client().get("/sw.js")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert answer.headers["Cache-Control"] == "no-cache"
    assert b"showNotification" in answer.content
    assert b"/offline/" in answer.content


def test_the_page_without_a_network_says_nothing_of_anybody() -> None:
    answer = Client(headers={"Accept-Language": "de"}).get("/offline/")
    assert "Du bist offline" in answer.content.decode()
