"""Pictures and countries: what a user chooses, uploads, exports and takes back."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from io import BytesIO
from pathlib import Path

import pytest
from django.test import Client
from PIL import Image
from pytest_django.fixtures import Settings

from accounts import countries, portraits
from accounts.models import UploadedPicture, User
from accounts.personal_data import export_account
from accounts.services.anonymise_user import anonymise_user
from accounts.services.appearance import LARGEST, SIDE, remove_upload
from core import clock
from tests.platform.accounts.cast import browser

DAMAGED_EXIF = Path(__file__).parent / "damaged_exif.jpg"
pytestmark = pytest.mark.django_db

OURS, OWN = "/preferences/appearance/picture/", "/preferences/appearance/upload/"


@pytest.fixture
def old_enough(alice: User, settings: Settings) -> User:
    settings.PICTURES_AFTER_DAYS = 0
    return alice


def file_of(kind: str = "PNG", size: tuple[int, int] = (400, 300), **more: object) -> bytes:
    written = BytesIO()
    Image.new("RGB", size, "teal").save(written, kind, **more)
    return written.getvalue()


def send(user: User, content: bytes) -> tuple[int, str]:
    answer = browser(user).post(OWN, {"image": urlsafe_b64encode(content).decode()})
    return answer.status_code, answer.content.decode()


def test_a_picture_of_ours_is_chosen_and_taken_back(alice: User) -> None:
    client = browser(alice)
    assert client.post(OURS, {"picture": portraits.OURS[3]}).status_code == 302
    alice.refresh_from_db()
    assert alice.portrait == portraits.OURS[3]
    assert client.post(OURS, {"picture": "~somebody-elses"}).status_code == 400
    assert client.post(OURS, {"picture": ""}).status_code == 302
    alice.refresh_from_db()
    assert alice.portrait == portraits.drawn_for(alice.pk)


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_an_upload_is_drawn_anew_and_served_safely(old_enough: User, kind: str) -> None:
    told = Image.Exif()
    told[0x010E] = "a secret place"
    assert send(old_enough, file_of(kind, exif=told))[0] == 302
    stored = UploadedPicture.objects.get(user=old_enough)
    assert b"secret" not in bytes(stored.image)
    assert len(stored.image) <= LARGEST
    old_enough.refresh_from_db()
    answer = Client().get(f"/pictures/{stored.token}.webp")
    assert answer["Content-Type"] == "image/webp"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Content-Security-Policy"].startswith("default-src 'none';")
    assert Image.open(BytesIO(answer.content)).size == (SIDE, SIDE)
    page = browser(old_enough).get("/people/Alice/").content.decode()
    assert f'src="/pictures/{stored.token}.webp"' in page


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"<svg onload='alert(1)'/>", "no picture that we can read"),
        (b"GIF89a" + bytes(40), "no picture that we can read"),
        (file_of()[:60], "no picture that we can read"),
        (DAMAGED_EXIF.read_bytes(), "no picture that we can read"),
        (file_of() + bytes(42_500), "At most 56000 characters"),
        (file_of(size=(1_001, 1_000)), "too many pixels"),
    ],
)
def test_a_refused_file_is_explained(old_enough: User, content: bytes, why: str) -> None:
    code, page = send(old_enough, content)
    assert code == 422
    assert why in page
    assert not UploadedPicture.objects.exists()


def test_the_operator_decides_who_uploads(alice: User, settings: Settings) -> None:
    for days in (3, None):
        settings.PICTURES_AFTER_DAYS = days
        assert send(alice, file_of())[0] == 403
        assert OWN not in browser(alice).get("/preferences/appearance/").content.decode()
    settings.PICTURES_AFTER_DAYS = 3
    with clock.shifted(4 * 24 * 3600 * 1000):
        assert send(alice, file_of())[0] == 302


def test_uploads_are_rate_limited(old_enough: User) -> None:
    answers = [send(old_enough, file_of(size=(20, 20)))[0] for _ in range(11)]
    assert answers == [302] * 10 + [429]


def test_a_new_picture_has_a_new_name_and_the_old_one_is_gone(old_enough: User) -> None:
    send(old_enough, file_of())
    before = UploadedPicture.objects.get().token
    send(old_enough, file_of())
    assert UploadedPicture.objects.get().token != before
    assert Client().get(f"/pictures/{before}.webp").status_code == 404
    remove_upload(old_enough)
    old_enough.refresh_from_db()
    assert old_enough.portrait == portraits.drawn_for(old_enough.pk)


def test_a_country_is_shown_with_its_flag(alice: User) -> None:
    client = browser(alice)
    answer = client.post("/preferences/appearance/", {"country": "IT"})
    assert answer.status_code == 302
    page = client.get("/people/Alice/").content.decode()
    assert "Italy" in page
    assert "\U0001f1ee\U0001f1f9" in page
    assert client.post("/preferences/appearance/", {"country": "ZZ"}).status_code == 422
    assert len(countries.CODES) > 240
    assert countries.CODES.isdisjoint({"EU", "UN", "ZZ"})


def test_an_unknown_choice_is_told_at_the_choices(alice: User) -> None:
    fields = {"country": "", "friends_challenge_only": "q"}
    page = browser(alice).post("/preferences/appearance/", fields)
    assert page.status_code == 422
    assert 'id="id_friends_challenge_only_error"' in page.content.decode()
    assert "Choose one of these." in page.content.decode()


def test_the_export_has_the_picture_and_deletion_takes_it(old_enough: User) -> None:
    send(old_enough, file_of())
    old_enough.refresh_from_db()
    assert export_account(old_enough)["uploaded_picture"][0]["webp"]
    anonymise_user(old_enough)
    assert not UploadedPicture.objects.exists()
    old_enough.refresh_from_db()
    assert old_enough.picture == old_enough.country == ""
