"""The settings that can be changed at a table."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User

pytestmark = pytest.mark.django_db

ADDRESS = "/preferences/table/"


def signed_in() -> tuple[Client, User]:
    user = User.objects.create_user(name="Alice", password="a long enough one")
    client = Client()
    client.force_login(user)
    return client, user


def test_a_user_chooses_speed_and_sounds() -> None:
    client, user = signed_in()
    fields = {"reading_pace": "160", "sounds": "yes", "next": "/tables/"}
    assert reverse("accounts:table_settings") == ADDRESS
    assert client.post(ADDRESS, fields).headers["Location"] == "/tables/"
    user.refresh_from_db()
    assert user.reading_pace == 160
    assert client.cookies["sounds"].value == "yes"
    answer = client.post(ADDRESS, fields | {"sounds": ""}, headers={"HX-Request": "true"})
    assert answer.status_code == 204
    assert client.cookies["sounds"].value == ""


@pytest.mark.parametrize("pace", ["1", "calm", "100.5"])
def test_another_speed_is_refused_and_changes_nothing(pace: str) -> None:
    client, user = signed_in()
    answer = client.post(ADDRESS, {"reading_pace": pace, "sounds": "yes"})
    assert answer.status_code == 400
    assert "sounds" not in client.cookies
    user.refresh_from_db()
    assert user.reading_pace == 100


def test_a_visitor_chooses_sounds() -> None:
    client = Client()
    answer = client.post(ADDRESS, {"sounds": "yes", "next": "https://elsewhere.example/"})
    assert answer.headers["Location"] == "/"
    assert client.cookies["sounds"].value == "yes"


def test_the_speed_is_a_preference_too() -> None:
    client, user = signed_in()
    page = client.get("/preferences/").content.decode()
    assert "Speed at the table" in page
    sent = {"name": "Alice", "theme": "auto", "language": "", "reading_pace": "50"}
    assert client.post("/preferences/", sent).status_code == 302
    user.refresh_from_db()
    assert user.reading_pace == 50
