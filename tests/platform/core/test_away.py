"""While the database or Valkey is unavailable the answer is 503 with a sentence, and typed text is
kept.
"""

from __future__ import annotations

import uuid

import pytest
from django.test import Client
from django.urls import reverse

from tests.platform.accounts import cast

SENTENCE = "Part of this server is not available right now."
MATCH = uuid.UUID(int=7)


@pytest.fixture
def visitor() -> Client:
    """A browser with a session cookie; it gets error pages as people do."""
    client = Client(raise_request_exception=False, headers={"Accept-Language": "en"})
    client.cookies["sessionid"] = "somebody"
    return client


@pytest.mark.usefixtures("_database_away")
@pytest.mark.parametrize("path", ["/", "/tables/", f"/matches/{MATCH}/", "/sign-in/?next=/a%20b"])
def test_a_page_says_so_and_tries_again(visitor: Client, path: str) -> None:
    page = visitor.get(path)
    assert page.status_code == 503
    assert page.headers["Retry-After"] == "5"
    assert page.headers["Cache-Control"] == "no-store"
    assert page.headers["Content-Security-Policy"]
    html = page.content.decode()
    assert SENTENCE in html
    assert '<meta http-equiv="refresh" content="5">' in html
    assert f'href="{path}"' in html


@pytest.mark.usefixtures("_database_away")
def test_a_form_keeps_what_was_typed(visitor: Client) -> None:
    path = reverse("matches:get_ready", args=[MATCH])
    html = visitor.post(path, {"nonce": '"><b>', "pick": ["a", "b"]}).content.decode()
    assert SENTENCE in html
    # In the layout of a stack, which keeps the button apart from the sentence above it.
    assert f'<form class="stack" method="post" action="{path}" data-again="5">' in html
    assert '<input type="hidden" name="nonce" value="&quot;&gt;&lt;b&gt;">' in html
    for pick in "ab":
        assert f'<input type="hidden" name="pick" value="{pick}">' in html


@pytest.mark.usefixtures("_database_away")
def test_a_password_is_written_on_no_page(visitor: Client) -> None:
    page = visitor.post("/sign-in/", {"login": "Alice", "password": "a lamp"})
    assert page.status_code == 503
    html = page.content.decode()
    assert 'name="login" value="Alice"' in html
    assert "lamp" not in html
    assert "data-again" not in html


@pytest.mark.usefixtures("_database_away")
def test_a_program_reads_that_the_database_is_away_as_json(visitor: Client) -> None:
    """People read it in their language."""
    answer = visitor.post(
        reverse("matches:submit_action", args=[MATCH]),
        "{",
        content_type="application/json",
        headers={"Accept": "application/json"},
    )
    assert (answer.status_code, answer.json()["code"]) == (503, "away")
    german = visitor.get("/", headers={"Accept-Language": "de"}).content.decode()
    assert SENTENCE not in german
    assert 'lang="de"' in german


@pytest.mark.usefixtures("_database_away")
def test_what_is_no_form_is_no_mistake_of_ours(visitor: Client) -> None:
    broken = visitor.post(
        "/sign-in/", b"no parts at all", content_type="multipart/form-data; boundary=x"
    )
    endless = visitor.post("/sign-in/", {"login": "a" * 100_000})
    assert {broken.status_code, endless.status_code} <= {400, 413, 503}


@pytest.mark.django_db
@pytest.mark.usefixtures("_valkey_away")
def test_a_code_of_which_nobody_can_say_whether_it_was_used(visitor: Client) -> None:
    secret = cast.second_factor(cast.alice())
    visitor.cookies.clear()
    visitor.post("/sign-in/", {"login": "Alice", "password": cast.PASSWORD})
    answer = visitor.post(reverse("accounts:sign_in_code"), {"code": cast.code(secret)})
    assert answer.status_code == 503
    assert SENTENCE in answer.content.decode()


@pytest.mark.django_db
def test_a_mistake_of_ours_stays_one(visitor: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pages.waiting_matches.listings.needs", lambda _: 1 / 0)
    visitor.cookies.clear()
    visitor.force_login(cast.alice())
    page = visitor.get("/tables/")
    assert page.status_code == 500
    assert "Something went wrong" in page.content.decode()


def _strict() -> Client:
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    client.cookies["sessionid"] = "somebody"
    client.cookies["csrftoken"] = "k" * 32
    return client


@pytest.mark.usefixtures("_database_away")
def test_a_form_of_another_site_is_kept_nowhere() -> None:
    """With a token of ours it would be resent automatically, and carried out."""
    elsewhere = {"Origin": "https://other.testserver", "Sec-Fetch-Site": "same-site"}
    page = _strict().post(reverse("friends:ask"), {"name": "Bob"}, headers=elsewhere)
    assert page.status_code == 503
    html = page.content.decode()
    assert "Bob" not in html
    assert "data-again" not in html
    assert "csrfmiddlewaretoken" not in html


@pytest.mark.usefixtures("_database_away")
def test_a_form_without_a_good_token_is_not_sent_again_unasked() -> None:
    """It is kept on the page."""
    ours = {"Origin": "http://testserver", "Sec-Fetch-Site": "same-origin"}
    said = {"name": "Bob", "csrfmiddlewaretoken": "o" * 32}
    html = _strict().post(reverse("friends:ask"), said, headers=ours).content.decode()
    assert 'name="name" value="Bob"' in html
    assert "data-again" not in html
    good = {"name": "Bob", "csrfmiddlewaretoken": "k" * 32}
    html = _strict().post(reverse("friends:ask"), good, headers=ours).content.decode()
    assert 'data-again="5"' in html


@pytest.mark.usefixtures("_database_away")
def test_a_code_is_written_on_no_page(visitor: Client) -> None:
    html = visitor.post("/sign-in/again/code/", {"code": "12 34 56"}).content.decode()
    assert "12 34 56" not in html
