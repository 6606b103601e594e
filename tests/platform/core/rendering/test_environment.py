"""Jinja2 loads the boards' templates, Django all others."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.template import Context, Template, TemplateDoesNotExist, engines
from django.template.utils import EngineHandler
from django.utils import translation

from config import settings

LATE = "board/watching.html"


def drawn(source: str, **context: object) -> str:
    return str(engines["jinja2"].from_string(source).render(context))


def test_each_engine_knows_its_own_templates() -> None:
    assert engines["jinja2"].get_template(LATE) is not None
    with pytest.raises(TemplateDoesNotExist):
        engines["jinja2"].get_template("base.html")


def test_what_is_typed_is_escaped_and_so_is_what_a_sentence_says() -> None:
    assert drawn("{{ name }}", name="<b>") == "&lt;b&gt;"
    assert drawn("{% trans %}Kept for {{ name }}{% endtrans %}", name="<b>") == "Kept for &lt;b&gt;"


def test_sentences_are_those_of_the_catalog() -> None:
    with translation.override("de"):
        assert drawn('{{ _("Close") }}') == "Schließen"


def test_what_is_not_there_is_none_and_has_nothing() -> None:
    """Rendered as on a running server, which is less strict than tests."""
    running = EngineHandler(settings.TEMPLATES)["jinja2"]
    source = (
        "{{ gone is none }}{{ gone.deep.deeper }}{{ here.gone is none }}{{ nothing.card.card }}"
    )
    assert running.from_string(source).render({"here": 1, "nothing": None}) == "TrueTrue"


@pytest.mark.parametrize("source", ["{{ nmae }}", "{% if row.nmae %}x{% endif %}", "{{ it.nmae }}"])
def test_in_tests_a_misspelt_name_is_wrong(source: str) -> None:
    """A missing value has any attribute, and a row has items beyond its end."""
    assert drawn("{{ it.name.length }}{{ row.2.name }}", it=None, row=[]) == ""
    with pytest.raises(AssertionError, match="nmae"):
        drawn(source, it=datetime.now(UTC), row={"name": 1})


def test_addresses_and_pictures_are_as_in_any_page() -> None:
    assert drawn('{{ url("pages:rules", "wortspiel") }}').endswith("/rules/wortspiel/")
    moon = Template('{% icon "moon" %}').render(Context())
    assert drawn('{{ icon("moon") }}') == moon


def test_a_page_takes_a_board_and_gives_it_what_it_knows() -> None:
    page = Template("{% board name %}")
    html = page.render(Context({"name": LATE, "watching": "3 people <watch>"}))
    assert "3 people &lt;watch&gt;" in html


def test_of_several_boards_a_page_takes_the_first_that_there_is() -> None:
    page = Template("{% board names %}")
    html = page.render(Context({"names": ["games/none/cover.html", "pages/_cover.html"]}))
    assert "<svg" in html
