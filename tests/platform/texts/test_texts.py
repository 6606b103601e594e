"""The host's texts: written in the admin, public after publication."""

from __future__ import annotations

import re
from collections.abc import Iterator
from http import HTTPStatus

import pytest
from django.conf import settings
from django.core.exceptions import ValidationError
from django.test import Client

from core.keyboard_shortcuts import PLACES
from tests.platform.accounts.cast import alice, browser
from tests.platform.moderation.staff import adele
from texts import published
from texts.models import DRAFTS, Text, draft, unfilled_brackets

pytestmark = pytest.mark.django_db
ADD = "/admin/texts/text/add/"


@pytest.fixture(autouse=True)
def known_anew() -> Iterator[None]:
    """Clear the process's cache of texts before and after each test."""
    published.forget_published()
    yield
    published.forget_published()


def written(page: str) -> str:
    """Return the title and the text of a published page as HTML."""
    text = published.published_text(page)
    assert text is not None
    return text.head + text.body


def wanted(**changed: str) -> dict[str, str]:
    return {
        "page": "imprint",
        "language": "en",
        "body": "# Imprint\n\nMona",
        "published": "on",
    } | changed


def test_help_is_there_from_the_first_day_and_nothing_else() -> None:
    assert "Quick match" in Client().get("/help/").content.decode()
    assert (
        "Schnelle Partie"
        in Client(headers={"accept-language": "de"}).get("/help/").content.decode()
    )
    assert Client().get("/imprint/").status_code == HTTPStatus.NOT_FOUND
    foot = Client().get("/").content.decode()
    assert 'href="/help/"' in foot
    assert 'href="/imprint/"' not in foot


def test_every_page_leads_to_what_an_administrator_publishes() -> None:
    staff = browser(adele())
    assert staff.post(ADD, wanted()).status_code == HTTPStatus.FOUND
    page = Client().get("/imprint/")
    assert ">Imprint</h1>" in page.content.decode()
    assert 'href="/imprint/"' in Client().get("/").content.decode()
    # A German reader gets the only version.
    german = Client(headers={"accept-language": "de"}).get("/imprint/")
    assert "Mona" in german.content.decode()


def test_an_empty_text_begins_as_our_draft_and_is_not_published() -> None:
    staff = browser(adele())
    answer = staff.post(ADD, wanted(body="", language="de"), follow=True)
    assert "This is our draft" in answer.content.decode()
    text = Text.objects.get()
    assert text.body == draft("imprint", "de").strip() or text.body == draft("imprint", "de")
    assert not text.published
    assert Client().get("/imprint/").status_code == HTTPStatus.NOT_FOUND


def test_there_is_one_text_a_page_and_language() -> None:
    staff = browser(adele())
    staff.post(ADD, wanted())
    twice = staff.post(ADD, wanted(body="# Another"))
    assert twice.status_code == HTTPStatus.OK
    assert "already exists" in twice.content.decode()
    assert "# Another" in twice.content.decode()
    assert Text.objects.count() == 1


def test_own_help_takes_the_place_of_ours() -> None:
    Text.objects.create(page="help", language="en", body="Ask Mona.", published=True)
    assert "Ask Mona." in Client().get("/help/").content.decode()
    assert (
        "Schnelle Partie"
        in Client(headers={"accept-language": "de"}).get("/help/").content.decode()
    )


def test_a_reader_finds_each_section_and_the_keys() -> None:
    """The contents link to every section; the help also lists the keys of the site."""
    for language in ("en", "de", "fr", "it"):
        page = Client(headers={"accept-language": language}).get("/help/").content.decode()
        contents = set(re.findall(r'<li><a href="#([^"]+)">', page))
        assert len(contents) > 8
        assert contents == set(re.findall(r'<h2 id="([^"]+)"', page))
        assert "keys" in contents
        assert page.count('class="keys-list"') == len(PLACES)


def test_a_title_in_the_contents_is_text() -> None:
    body = "# We\n\n## <b>Mona</b> & Ida\n\nAsk."
    Text.objects.create(page="imprint", language="en", body=body, published=True)
    page = Client().get("/imprint/").content.decode()
    assert "<b>Mona" not in page
    assert page.count("&lt;b&gt;Mona&lt;/b&gt; &amp; Ida") == 3
    assert "keys-list" not in page


def test_only_administrators_write() -> None:
    assert browser(alice()).post(ADD, wanted()).status_code in (
        HTTPStatus.FOUND,
        HTTPStatus.FORBIDDEN,
    )
    assert not Text.objects.exists()


def test_each_page_has_a_draft_in_each_language() -> None:
    for page in Text.Page:
        for language, _ in settings.LANGUAGES:
            assert (DRAFTS / f"{page.value}.{language}.md").exists()


@pytest.mark.parametrize("language", ["de", "en", "fr", "it"])
@pytest.mark.parametrize("page", ["imprint", "privacy"])
def test_a_draft_is_not_published_with_brackets_unfilled(page: str, language: str) -> None:
    """An imprint with "[Name]" in place of a name is refused."""
    text = Text(page=page, language=language, body=draft(page, language), published=True)
    brackets = unfilled_brackets(page, text.body)
    assert brackets
    with pytest.raises(ValidationError) as caught:
        text.full_clean()
    assert brackets[0] in str(caught.value.message_dict["published"])
    Text(page=page, language=language, body=text.body).full_clean()  # to be continued later
    for bracket in brackets:
        text.body = text.body.replace(bracket, "Mona [sic], [her page](/)")
    text.full_clean()


@pytest.mark.parametrize(
    "left",
    [
        "[name of the person or organisation that runs this server]",
        "[Name of the person or organisation\r\nthat runs this server]",
        "**[ Name of the person or organisation that runs this server ]**",
        "\\[Name of the person or organisation that runs this server\\]",
        "[**Name** of the person or organisation that runs this server:]",
    ],
)
def test_a_bracket_is_unfilled_however_it_is_broken_or_marked(left: str) -> None:
    """Line breaks and marks within the bracket do not hide it."""
    text = Text(page="imprint", language="en", body=f"# Imprint\n\n{left}\n", published=True)
    with pytest.raises(ValidationError):
        text.full_clean()


def test_a_text_of_which_nothing_can_be_seen_begins_as_our_draft() -> None:
    """An imprint of one zero-width space is not published."""
    staff = browser(adele())
    staff.post(ADD, wanted(body="\u200b\r\n\u2800"))
    text = Text.objects.get()
    assert not text.published
    assert text.body.strip() == draft("imprint", "en").strip()


@pytest.mark.parametrize(
    "typed",
    [
        '<meta http-equiv="refresh" content="0; url=https://evil.example">',
        'Ask <meta http-equiv="refresh" content="0; url=https://evil.example"> Mona.',
        '<div hx-post="/sign-out/" hx-trigger="load">\n\nMona\n\n</div>',
        "<form action='/preferences/delete/' method=post><button>Mona</button></form>",
        "<iframe src='//evil.example'></iframe>",
        "<base href='//evil.example'>",
        "<!-- <h1> -->",
        "</main></body>",
        "<dialog open>Mona",
        "- a\n\n    <meta name=referrer content=unsafe-url>\n",
        "| a |\n|---|\n| <meta name=referrer content=unsafe-url> |\n",
        "[Mona](/ '\"><meta name=referrer content=unsafe-url>')",
    ],
)
def test_a_tag_that_somebody_types_is_text(typed: str) -> None:
    """A tag that redirects the page must be escaped, because no policy and no browser would stop
    it.
    """
    Text.objects.create(page="imprint", language="en", body=f"# We\n\n{typed}", published=True)
    html = written("imprint")
    made = {found[0].lower() for found in re.finditer(r"<!?/?[a-z0-9-]*", html, re.IGNORECASE)}
    allowed = "h1 p ul li table thead tbody tr th td a pre code"
    assert made <= {f"{begins}{name}" for name in allowed.split() for begins in ("<", "</")}
    assert "hx-post=" not in re.sub(r"&lt;.*?&gt;", "", html)


def test_what_markdown_itself_makes_stays() -> None:
    body = "**We** <https://cards.example>\n\n| a |\n|---|\n| b |\n\n&copy; `<b>` 3 < 4"
    Text.objects.create(page="imprint", language="en", body=body, published=True)
    html = written("imprint")
    assert "<strong>We</strong>" in html
    assert '<a href="https://cards.example">' in html
    assert "<td>b</td>" in html
    assert "&copy; <code>&lt;b&gt;</code> 3 &lt; 4" in html
