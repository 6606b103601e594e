"""Views of the host's texts."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from core.http import page
from core.keyboard_shortcuts import PLACES
from texts.models import Text
from texts.published import published_text


@page
def text_page(request: HttpRequest, name: str) -> HttpResponse:
    """Show one of the texts.

    Raises:
        Http404: the host has not published it.
    """
    text = published_text(name)
    if text is None:
        raise Http404
    context = {"text": text, "title": Text.Page(name).label, "contents": text.sections}
    if name == Text.Page.HELP:
        context |= {"places": PLACES, "contents": (*text.sections, ("keys", _("Keys")))}
    return render(request, "texts/text.html", context)
