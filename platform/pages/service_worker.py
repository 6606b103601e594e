"""What runs in a visitor's browser behind the pages, and the page that it shows without a network."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

WORKER = Path(__file__).with_name("service_worker.js")


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """The service worker: at the root, so that it may answer for any page and open any."""
    response = HttpResponse(_worker(), content_type="text/javascript; charset=utf-8")
    response.headers["Cache-Control"] = "no-cache"
    return response


@cache
def _worker() -> bytes:
    return WORKER.read_bytes()


@require_safe
def offline_page(request: HttpRequest) -> HttpResponse:
    """What is shown where there is no network, and nothing was kept of a page."""
    return render(request, "offline.html")
