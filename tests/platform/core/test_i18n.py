"""The catalogues: all marked messages are found, kept, checked and compiled."""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po
from django.conf import settings
from django.core.management import CommandError, call_command
from django.utils import translation

from core import i18n
from tests.sure import sure

PYTHON = """
from django.utils.translation import gettext as _, ngettext, pgettext
one = _("plain")
two = N_("in a " "game")
three = ngettext("%(n)s card", "%(n)s cards", 3)
four = pgettext("noun", "play")
five = pgettext_lazy("verb", "play")
six = _(one)
seven = _("50 % of it")
"""
TEMPLATE = """{% load i18n %}
  <p title="{% translate "in a tag" %}">isn't it ' "odd"
{% translate 'with context' context "place" %}
      {% blocktranslate trimmed with a=b %}
        Hello
        {{ a }}
      {% endblocktranslate %}
  {% blocktranslate count n=n context "pile" %}{{ n }} one{% plural %}{{ n }} many{% endblocktranslate %}
{# {% translate "in a comment" %} #}
{% translate variable %} {% include "x" with label=_("as an argument") %}
"""
GERMAN = {
    "plain": "schlicht",
    "in a game": "in einem Spiel",
    "%(n)s card": ("eine Karte", "%(n)s Karten"),
    "50 % of it": "50 % davon",
    "in a tag": "in einem Tag",
    "Hello %(a)s": "Hallo %(a)s",
    "as an argument": "als Argument",
    "%(n)s one": ("%(n)s eins", "%(n)s viele"),
    "with context": "mit Zusammenhang",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A small platform: one module, one template."""
    for folder in i18n.SOURCES:
        (tmp_path / folder).mkdir()
    (tmp_path / "games" / "odd.py").write_text(PYTHON, encoding="utf-8")
    (tmp_path / "templates" / "page.html").write_text(TEMPLATE, encoding="utf-8")
    return tmp_path


@pytest.fixture
def german(root: Path) -> Path:
    """Its German catalogue, complete."""
    path = root / "locale" / "de" / "LC_MESSAGES" / "django.po"
    i18n.update_catalog(path, i18n.collect_messages(root))
    change(path, translate)
    return path


def translate(catalog: Catalog) -> None:
    for message in catalog:
        if message.id:
            first = message.id if isinstance(message.id, str) else message.id[0]
            said: Any = "spielen" if first == "play" else GERMAN[first]
            message.string = said


def change(path: Path, how: Callable[[Catalog], object]) -> None:
    catalog = i18n.read_catalog(path)
    how(catalog)
    with path.open("wb") as file:
        write_po(file, catalog)


def test_everything_marked_is_collected(root: Path) -> None:
    found = {(m.context, m.id) for m in i18n.collect_messages(root) if m.id}
    assert found == {
        (None, "plain"),
        (None, "in a game"),
        (None, ("%(n)s card", "%(n)s cards")),
        ("noun", "play"),
        ("verb", "play"),
        (None, "50 % of it"),
        (None, "in a tag"),
        ("place", "with context"),
        (None, "Hello %(a)s"),
        ("pile", ("%(n)s one", "%(n)s many")),
        (None, "as an argument"),
    }


def test_a_complete_catalog_has_no_faults(root: Path, german: Path) -> None:
    assert i18n.find_faults(german, i18n.collect_messages(root)) == []


def test_collecting_again_changes_not_a_byte(root: Path, german: Path) -> None:
    i18n.update_catalog(german, i18n.collect_messages(root))
    before = german.read_bytes()
    i18n.update_catalog(german, i18n.collect_messages(root))
    assert german.read_bytes() == before


def test_translations_survive_and_unused_ones_become_obsolete(root: Path, german: Path) -> None:
    (root / "games" / "odd.py").write_text('_("plain")\n_("brand new")\n', encoding="utf-8")
    collected = i18n.collect_messages(root)
    assert "missing: 'brand new'" in i18n.find_faults(german, collected)
    assert "no longer used: 'in a game'" in i18n.find_faults(german, collected)
    i18n.update_catalog(german, collected)
    found = i18n.find_faults(german, collected)
    assert "untranslated: 'brand new'" in found
    assert "obsolete: 'in a game'" in found
    assert sure(i18n.read_catalog(german).get("plain")).string == "schlicht"


@pytest.mark.parametrize(
    ("string", "fault"),
    [
        ("", "untranslated"),
        ("Hallo", "other placeholders"),
        ("Hallo %(b)s", "other placeholders"),
        ("Hallo %(a)d", "other placeholders"),
        ("Hallo %(a)s %s", "other placeholders"),
    ],
)
def test_a_faulty_translation_is_named(root: Path, german: Path, string: str, fault: str) -> None:
    change(german, lambda catalog: setattr(catalog.get("Hello %(a)s"), "string", string))
    assert i18n.find_faults(german, i18n.collect_messages(root)) == [f"{fault}: 'Hello %(a)s'"]


@pytest.mark.parametrize(
    ("strings", "fault"),
    [
        (("eine Karte", ""), "untranslated"),
        (("%(m)s Karte", "%(n)s Karten"), "other placeholders"),
        (("eine Karte", "viele Karten"), "other placeholders"),
    ],
)
def test_a_faulty_plural_is_named(
    root: Path, german: Path, strings: tuple[str, str], fault: str
) -> None:
    change(german, lambda catalog: setattr(catalog.get("%(n)s card"), "string", strings))
    assert i18n.find_faults(german, i18n.collect_messages(root)) == [f"{fault}: '%(n)s card'"]


@pytest.mark.parametrize(
    ("strings", "fault"),
    [
        (("%(n)s carte", "%(n)s cartes"), []),
        (("une carte", "%(n)s cartes"), ["other placeholders: '%(n)s card'"]),
        (("%(n)s carte", "des cartes"), ["other placeholders: '%(n)s card'"]),
    ],
)
def test_a_form_that_is_said_of_none_and_of_one_says_which(
    root: Path, strings: tuple[str, str], fault: list[str]
) -> None:
    """In French "1 carte" and "0 carte" use the same form."""
    (root / "games" / "odd.py").write_text('ngettext("%(n)s card", "%(n)s cards", 3)', "utf-8")
    (root / "templates" / "page.html").unlink()
    path = root / "locale" / "fr" / "LC_MESSAGES" / "django.po"
    collected = i18n.collect_messages(root)
    i18n.update_catalog(path, collected)
    change(path, lambda catalog: setattr(catalog.get("%(n)s card"), "string", strings))
    assert i18n.find_faults(path, collected) == fault


def test_plural_forms_of_another_language_are_named(root: Path, german: Path) -> None:
    """For example, if it was copied from another catalogue: Django would choose wrong forms
    everywhere.
    """
    french = german.parents[2] / "fr" / "LC_MESSAGES" / "django.po"
    french.parent.mkdir(parents=True)
    french.write_bytes(german.read_bytes())
    (fault,) = i18n.find_faults(french, i18n.collect_messages(root))
    assert fault == "the plural forms must follow the rule of the language: (n > 1)"


@pytest.mark.parametrize("said", ["Siehe hier", "Siehe <a>hier</a>", 'Siehe <b href="{}">hier</b>'])
def test_tags_and_what_is_filled_in_by_format_stay(root: Path, german: Path, said: str) -> None:
    text = 'See <a href="{}">here</a>'
    (root / "games" / "odd.py").write_text(f"_('{text}')", encoding="utf-8")
    (root / "templates" / "page.html").unlink()
    collected = i18n.collect_messages(root)
    german.unlink()
    i18n.update_catalog(german, collected)
    change(german, lambda catalog: setattr(catalog.get(text), "string", said))
    assert i18n.find_faults(german, collected) == [f"other placeholders: {text!r}"]
    change(german, lambda catalog: setattr(catalog.get(text), "string", '<a href="{}">Hier</a>'))
    assert i18n.find_faults(german, collected) == []


def test_a_guess_is_named(root: Path, german: Path) -> None:
    change(german, lambda catalog: sure(catalog.get("plain")).flags.add("fuzzy"))
    assert i18n.find_faults(german, i18n.collect_messages(root)) == ["fuzzy: 'plain'"]


def test_a_message_whose_file_moved_is_named(root: Path, german: Path) -> None:
    """Its comment would show translators a file that does not exist."""
    (root / "templates" / "page.html").rename(root / "templates" / "moved.html")
    collected = i18n.collect_messages(root)
    assert "its comment names other files: 'in a tag'" in i18n.find_faults(german, collected)
    i18n.update_catalog(german, collected)
    assert i18n.find_faults(german, collected) == []


def test_compiling_writes_what_gettext_reads(german: Path) -> None:
    """It writes only outdated files."""
    folder = german.parents[2]
    assert i18n.compile_catalogs(folder) == 1
    assert i18n.compile_catalogs(folder) == 0
    with german.with_suffix(".mo").open("rb") as file:
        read = gettext.GNUTranslations(file)
    assert read.gettext("plain") == "schlicht"
    assert read.ngettext("%(n)s card", "%(n)s cards", 2) == "%(n)s Karten"
    assert read.pgettext("verb", "play") == "spielen"


def test_the_command_collects_checks_and_compiles(
    root: Path, german: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "ROOT", root)
    monkeypatch.setattr(settings, "LOCALE_PATHS", [german.parents[2]])
    monkeypatch.setattr(settings, "LANGUAGES", [("de", "Deutsch"), ("en", "English")])
    said = StringIO()
    call_command("messages", "--check", stdout=said)
    assert "all 11 messages are translated" in said.getvalue()
    call_command("messages", "--compile", stdout=StringIO())
    assert german.with_suffix(".mo").exists()
    (root / "games" / "odd.py").write_text('_("brand new")', encoding="utf-8")
    complaints = StringIO()
    with pytest.raises(CommandError):
        call_command("messages", "--check", stdout=StringIO(), stderr=complaints)
    assert "missing: 'brand new'" in complaints.getvalue()
    call_command("messages", stdout=StringIO())
    assert i18n.read_catalog(german).get("brand new") is not None


def test_a_language_more_is_a_line_and_its_catalogs(
    root: Path, german: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "ROOT", root)
    monkeypatch.setattr(settings, "LOCALE_PATHS", [german.parents[2]])
    monkeypatch.setattr(settings, "LANGUAGES", [("de", "Deutsch"), ("en", "English")])
    call_command("messages", "--check", stdout=StringIO())
    monkeypatch.setattr(
        settings, "LANGUAGES", [("de", "Deutsch"), ("en", "English"), ("nl", "Nederlands")]
    )
    call_command("messages", stdout=StringIO())
    complaints = StringIO()
    with pytest.raises(CommandError):
        call_command("messages", "--check", stdout=StringIO(), stderr=complaints)
    dutch = german.parents[2] / "nl" / "LC_MESSAGES" / "django.po"
    assert f"{dutch}: untranslated: 'plain'" in complaints.getvalue()
    change(dutch, translate)
    call_command("messages", "--check", stdout=StringIO())


def test_each_game_has_its_own_catalog(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A message of two games is in both; a message of other code is only in the common catalogue."""
    for slug, text in (("whist", '_("Trump")\n_("Trick")\n_("plain")'), ("skat", '_("Trick")')):
        (root / "games" / slug).mkdir()
        (root / "games" / slug / "meta.py").write_text(text, encoding="utf-8")
        (root / "templates" / "games" / slug).mkdir(parents=True)
    page = root / "templates" / "games" / "skat" / "board.html"
    page.write_text('{{ _("Jack") }}', encoding="utf-8")
    found = {
        owner: {
            message.id: [place for place, _ in message.locations] for message in share if message.id
        }
        for owner, share in i18n.split_by_catalog(i18n.collect_messages(root)).items()
    }
    assert found["whist"] == {
        "Trump": ["games/whist/meta.py"],
        "Trick": ["games/whist/meta.py"],
    }
    assert found["skat"] == {
        "Trick": ["games/skat/meta.py"],
        "Jack": ["templates/games/skat/board.html"],
    }
    assert found[None]["plain"] == ["games/odd.py"]
    assert len(found) == 3


def test_a_word_that_moves_keeps_its_translation(root: Path, german: Path) -> None:
    own = root / "games" / "whist" / "locale" / "de" / "LC_MESSAGES" / "django.po"
    (root / "games" / "whist").mkdir()
    (root / "games" / "odd.py").rename(root / "games" / "whist" / "odd.py")
    shares = i18n.split_by_catalog(i18n.collect_messages(root))
    collected = {german: shares[None], own: shares["whist"]}
    i18n.update_catalogs(collected)
    assert [i18n.find_faults(path, share) for path, share in collected.items()] == [[], []]
    assert sure(i18n.read_catalog(own).get("plain")).string == "schlicht"
    assert i18n.read_catalog(german).get("plain") is None


def test_two_catalogs_that_differ_are_named(german: Path, tmp_path: Path) -> None:
    """Django would show the first of them everywhere."""
    other = tmp_path / "other" / "de" / "LC_MESSAGES" / "django.po"
    catalog = Catalog()
    catalog.add("plain", "einfach")
    catalog.add("in a tag", "in einem Tag")
    other.parent.mkdir(parents=True)
    with other.open("wb") as file:
        write_po(file, catalog)
    (fault,) = i18n.find_contradictions([german, other])
    assert fault == f"{other}: translated differently in {german}: 'plain'"


def test_our_own_catalogs_are_complete() -> None:
    call_command("messages", "--check", stdout=StringIO(), stderr=StringIO())


def test_english_needs_no_catalog() -> None:
    with translation.override("en"):
        assert translation.gettext("Play now") == "Play now"
    with translation.override("de"):
        assert translation.gettext("Play now") != "Play now"


def test_every_name_that_gettext_is_given_is_a_keyword() -> None:
    known = set(i18n.KEYWORDS)
    for source in Path(settings.ROOT, "platform").rglob("*.py"):
        for name in re.findall(r"\bn?gettext\w* as (\w+)", source.read_text(encoding="utf-8")):
            assert name in known, f"{source}: messages in {name}(…) are not collected"
