"""The service worker of the site, and the page that it shows without a network."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

WORKER = Path(__file__).with_name("service_worker.js")


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker; at the root of the site it may answer for and open any page."""
    response = HttpResponse(_worker(), content_type="text/javascript; charset=utf-8")
    response.headers["Cache-Control"] = "no-cache"
    return response


@cache
def _worker() -> bytes:
    return WORKER.read_bytes()


@require_safe
def offline_page(request: HttpRequest) -> HttpResponse:
    """Show the page for a browser without a network and without a cached page."""
    return render(request, "offline.html")
