"""Uploaded pictures as something that users can report (`core.reportable`)."""

from __future__ import annotations

from django.urls import reverse

from accounts.models import UploadedPicture
from core.reportable import Written, WrittenLine


def find_picture(reader_id: int, name: str) -> Written | None:
    """Return the uploaded picture of this name. Its line is the address."""
    found = UploadedPicture.objects.select_related("user").filter(token=name).first()
    if found is None or not found.user.is_active:
        return None
    owner = found.user
    address = reverse("accounts:uploaded_picture", args=[found.token])
    return Written(
        source=f"accounts.uploadedpicture:{found.token}",
        author_id=owner.pk,
        lines=(WrittenLine(owner.name, address, found.at),),
        where=owner.name,
        game="",
        people=(owner.name,),
        readers=frozenset({owner.pk}),
        path=reverse("pages:person", args=[owner.name]),
        picture=bytes(found.image),
    )
