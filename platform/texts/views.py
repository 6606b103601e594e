"""Views of the host's texts."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from core.http import page
from texts.models import Text
from texts.published import html_of


@page
def text_page(request: HttpRequest, name: str) -> HttpResponse:
    """Show one of the texts.

    Raises:
        Http404: the host has not published it.
    """
    body = html_of(name)
    if body is None:
        raise Http404
    return render(request, "texts/text.html", {"body": body, "title": Text.Page(name).label})
