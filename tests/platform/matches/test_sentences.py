"""Every event of every game has its sentence, and a sentence reads only facts that exist."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NoReturn

import pytest
from django.conf import settings
from django.utils import translation
from django.utils.html import strip_tags
from jinja2 import ChainableUndefined, FileSystemLoader

from core.rendering import environment as boards
from games.kernel import registry
from games.kernel.contract import Event, Viewer
from matches.present.event_lines import line_of, sentence_of
from matches.present.reader import Reader
from tests.games.contract.rounds import play_round

GAMES = registry.games()
LISTS = {
    "all_stuck",
    "chips",
    "hands_counted",
    "lots",
    "opening_drawn",
    "penalty",
    "photo_finish",
    "round_over",
    "vote_begins",
}
"""The kinds whose sentence may list several players, and then their reader by name too."""
YOU = re.compile(r"\byou(r|rs|rself)?\b", re.IGNORECASE)
NAMES = tuple(f"Person {letter}" for letter in "ABCDEFGH")


class Missed(ChainableUndefined):
    """An undefined name: a template may test it, but must not print or iterate over it."""

    def _wrong(self) -> NoReturn:
        raise AssertionError(f"{self._undefined_name} does not exist")

    __str__ = __html__ = __iter__ = __len__ = _wrong


@pytest.fixture(scope="module")
def templates() -> Any:
    environment = boards.environment(
        loader=FileSystemLoader([settings.ROOT / "templates"]), autoescape=True
    )
    environment.undefined = Missed
    return environment


def told(slug: str) -> Iterator[Event]:
    """Yield the events of some rounds, both as they are told and as they are stored."""
    game = GAMES[slug]
    for seats in sorted(set(game.meta.seats)):
        for event in play_round(game, seats, 3).last.events:
            yield event
            kept = event.logged()
            if kept is not None and kept is not event:
                yield kept


@pytest.mark.parametrize("language", dict(settings.LANGUAGES))
@pytest.mark.parametrize("slug", GAMES)
def test_every_sentence_has_its_facts(templates: Any, slug: str, language: str) -> None:
    template = templates.get_template(f"games/{slug}/event.html")
    with translation.override(language):
        for event in told(slug):
            words = template.render(
                event={"kind": event.kind, "data": event.data}, names=NAMES, you=Reader(None)
            ).strip()
            assert words, f"{event.kind} has no sentence"
            assert "None" not in words, f"{event.kind}: {words}"


@pytest.mark.parametrize("slug", GAMES)
def test_who_reads_what_another_was_told_reads_a_name(slug: str) -> None:
    """A reader with all hands open, or of the round as text, reads names instead of "You".

    Before, "You drew: Wand." was shown to every reader.
    """
    private = [
        event for event in told(slug) if event.audience is not None and len(event.audience) == 1
    ]
    for event in private:
        (seat,) = event.audience or ()
        words = {
            language: _words(slug, event, language, to_others=True)
            for language in dict(settings.LANGUAGES)
        }
        assert all(NAMES[seat] in said for said in words.values()), words
        assert not YOU.search(words["en"]), words["en"]
        assert NAMES[seat] not in _words(slug, event, "en", to_others=False)
    # Only the bluffer sees a bluff; the events of this game are all public.
    assert private or slug == "schlafmuetzen"


@pytest.mark.parametrize("slug", GAMES)
def test_the_log_says_you_to_its_reader(slug: str) -> None:
    """A reader is addressed; all other readers share a sentence with names."""
    addressed = set()
    for event in filter(lambda event: event.audience is None, told(slug)):
        plain = _words(slug, event, "en", to_others=False)
        assert not YOU.search(plain), plain
        for seat in range(len(NAMES)):
            words = _words(slug, event, "en", to_others=False, you=seat)
            if words != plain:
                addressed.add(event.kind)
                assert YOU.search(words), words
            if event.kind not in LISTS:
                assert NAMES[seat] not in words
    assert len(addressed) >= 6, addressed


@pytest.mark.parametrize("slug", GAMES)
def test_readers_who_are_not_concerned_share_a_line(slug: str) -> None:
    for event in filter(lambda event: event.audience is None, told(slug)):
        shared = line_of(slug, event, NAMES)
        assert line_of(slug, event, NAMES, you=len(NAMES)) is shared


def test_no_reader_equals_a_missing_seat() -> None:
    assert Reader(None) != None  # noqa: E711  # as a template compares
    assert Reader(0) != None  # noqa: E711
    assert Reader(0) == 0
    assert [Reader(1)] == [1]
    assert [Reader(1)] != [1, 1]


def _words(slug: str, event: Event, language: str, *, to_others: bool, you: Viewer = None) -> str:
    with translation.override(language):
        words = sentence_of(slug, event, NAMES, you=you, to_others=to_others)
        return " ".join(strip_tags(words).split())
