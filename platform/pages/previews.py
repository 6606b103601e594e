"""The pictures of link previews."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse

from core.costly_pages import PICTURES, costly
from core.http import page
from core.previews.drawing import picture
from core.previews.preview import signed_preview

KEPT = "public, max-age=31536000, immutable"
"""The address contains the content of the picture, so a copy is always valid."""


@page
@costly(PICTURES)
def preview_picture(request: HttpRequest, token: str) -> HttpResponse:
    """Return the picture of a preview as PNG.

    Raises:
        Http404: this server did not sign it.
    """
    preview = signed_preview(token)
    if preview is None:
        raise Http404
    answer = HttpResponse(picture(preview), content_type="image/png")
    answer.headers["Cache-Control"] = KEPT
    return answer
