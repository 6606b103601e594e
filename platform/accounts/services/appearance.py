"""How a user appears to others: the picture, the country, and the people who may challenge them."""

from __future__ import annotations

import struct
from io import BytesIO

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from PIL import Image, ImageOps

from accounts import limits, portraits
from accounts.hold_people import hold_people
from accounts.models import UploadedPicture, User
from accounts.uploads import check_may_upload
from core import rate_limits
from core.pictures import UPLOADED

SIDE = 192
"""The width and the height of a stored picture, in pixels."""
LARGEST = 40_000
"""The most bytes of a stored picture."""
MOST_PIXELS = 1_000_000
"""The most pixels of a picture that is sent; the page makes it smaller than that."""
FORMATS = ("JPEG", "PNG", "WEBP")
UNREADABLE_FILE = (
    *(OSError, SyntaxError, ValueError, TypeError, LookupError, AttributeError, EOFError),
    *(OverflowError, struct.error, Image.DecompressionBombError),
)
"""Errors that Pillow raises for files that are damaged or no pictures."""
UNREADABLE = gettext_lazy("This file is no picture that we can read. Use a JPEG, PNG or WebP.")


@transaction.atomic
def choose_picture(user: User, picture: str) -> None:
    """Show this picture of ours; "" is the one that is drawn for the user.

    Raises:
        ValidationError: there is no such picture.
    """
    if picture not in ("", *portraits.OURS):
        raise ValidationError(_("There is no such picture."), code="picture")
    hold_people(user.pk)
    UploadedPicture.objects.filter(user=user).delete()
    _show(user, picture)


@transaction.atomic
def upload_picture(user: User, sent: bytes) -> None:
    """Show a small copy of a picture that the user uploads, without other data of the file.

    Raises:
        ValidationError: it is no picture, or too large.
        Refused: `no_uploads`, `account_too_new`, `rate_limited`.
    """
    check_may_upload(user)
    rate_limits.check_attempts(limits.UPLOADS.counter(str(user.pk)))
    image = _small_copy(sent)
    hold_people(user.pk)
    UploadedPicture.objects.filter(user=user).delete()
    uploaded = UploadedPicture.objects.create(user=user, image=image)
    _show(user, UPLOADED + uploaded.token)


@transaction.atomic
def remove_upload(user: User) -> None:
    """Delete the uploaded picture of a user, if there is one; a drawing of ours takes its place."""
    hold_people(user.pk)
    if UploadedPicture.objects.filter(user=user).delete()[0]:
        _show(user, "")


def set_appearance(user: User, *, country: str, friends_challenge_only: bool) -> None:
    """Store the country that the user shows ("": none), and who may challenge them.

    Raises:
        ValidationError: there is no such country.
    """
    user.country, user.friends_challenge_only = country, friends_challenge_only
    user.clean_fields(exclude={field.name for field in User._meta.fields} - {"country"})
    user.save(update_fields=["country", "friends_challenge_only"])


def _show(user: User, picture: str) -> None:
    user.picture = picture
    user.save(update_fields=["picture"])


def _small_copy(sent: bytes) -> bytes:
    """Return the middle of a picture as a small WebP: only its pixels are kept."""
    try:
        with Image.open(BytesIO(sent), formats=FORMATS) as opened:
            if opened.width * opened.height > MOST_PIXELS:
                raise ValidationError(_("This picture has too many pixels."), code="pixels")
            upright = ImageOps.exif_transpose(opened)
            square = ImageOps.fit(upright.convert("RGB"), (SIDE, SIDE))
    except UNREADABLE_FILE as error:
        raise ValidationError(UNREADABLE, code="unreadable") from error
    for quality in (82, 60, 35):
        written = BytesIO()
        square.save(written, "WEBP", quality=quality, method=4)
        if written.tell() <= LARGEST:
            return written.getvalue()
    raise ValidationError(_("This picture has too many details."), code="details")
