"""Only a template's layout is removed: the browser shows the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.template import Context, Template
from django.template.loader import get_template

from core.rendering.minify import compact
from core.rendering.preload import own_templates


@pytest.mark.parametrize(
    ("source", "compacted"),
    [
        ("<ul>\n  <li>\n    one\n  </li>\n</ul>\n", "<ul><li>one</li></ul>"),
        ("one\n  <b>two</b>\n  three", "one <b>two</b> three"),
        ("one  two", "one  two"),
        ("<button>\n  Play\n</button>\n<b>x</b>", "<button>Play</button> <b>x</b>"),
        ('<a\n  href="/"\n  id="x"\n>y</a>', '<a href="/" id="x">y</a>'),
        ('<input\n  class="\n    a\n    b\n  "\n/>', '<input class="a b"/>'),
        ('<p title="a > b"\n>c</p>', '<p title="a > b">c</p>'),
        ("{# why #}\n{{ one }}\n{{ two }}\n", "{# why #} {{ one }} {{ two }}\n"),
    ],
)
def test_layout_is_taken_away_where_nothing_shows_it(source: str, compacted: str) -> None:
    assert compact(source) == compacted


@pytest.mark.parametrize(
    ("is_there", "html"),
    [(True, '<p class="a b" hidden>x</p>'), (False, '<p class="a">x</p>')],
)
def test_what_is_not_there_leaves_no_space(is_there: bool, html: str) -> None:
    source = (
        '<p\n  class="\n    a\n    {% if is_there %}b{% endif %}\n  "\n'
        "  {% if is_there %}hidden{% endif %}\n>\n  x\n</p>"
    )
    assert Template(compact(source)).render(Context({"is_there": is_there})) == html


def test_one_of_two_keeps_its_space() -> None:
    source = '<p class="\n  a\n  {% if x %}b{% elif y %}c{% else %}d{% endif %}\n">'
    for known, html in (({"x": 1}, "a b"), ({"y": 1}, "a c"), ({}, "a d")):
        assert Template(compact(source)).render(Context(known)) == f'<p class="{html}">'


def test_what_is_translated_stays_as_the_catalog_knows_it() -> None:
    for source in (
        "{% trans %}\n  one\n  two\n{% endtrans %}",
        "{% blocktranslate %}\n  one\n  <p>\n{% endblocktranslate %}",
    ):
        assert compact(source) == source


def test_who_works_on_a_template_reads_its_own_lines(settings: Any) -> None:
    settings.DEBUG = True
    assert compact("<p>\n  one\n</p>") == "<p>\n  one\n</p>"


@pytest.mark.parametrize("name", [one for one in own_templates() if not one.endswith(".html")])
def test_only_html_is_made_compact(name: str) -> None:
    """In a mail whose lines were joined, the address would be hidden between sentences."""
    template: Any = get_template(name)
    assert template.template.source == Path(template.origin.name).read_text()
