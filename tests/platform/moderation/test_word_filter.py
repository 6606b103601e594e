"""The word list matches whole words with inflections, and no ordinary compound."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from games.wortspiel import GAME
from moderation.reports import word_filter

LEXICON = Path(__file__).resolve().parents[3] / "games" / "wortspiel" / "data"


@pytest.mark.parametrize(
    ("text", "hits"),
    [
        ("Du Idiot!", ("Idiot",)),
        ("lauter IDIOTEN hier", ("IDIOTEN",)),
        ("so ein Hurensöhne-Tisch", ("Hurensöhne",)),
        ("so ein Hurensoehne", ("Hurensoehne",)),
        ("SCHEISSKERL", ("SCHEISSKERL",)),
        ("Halt   die\tFresse, ja", ("Halt die Fresse",)),
        ("go kill yourself", ("kill yourself", "go kill yourself")),
        ("you’re a wanker’s wanker", ("wanker’s", "wanker")),  # noqa: RUF001 - as phones type it
        ("fucking, fucked", ("fucking", "fucked")),
    ],
)
def test_what_is_noticed(text: str, hits: tuple[str, ...]) -> None:
    assert set(word_filter.find_listed_words(text)) == set(hits)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Der Barsch ist ein Fisch, die Marsch ein Land.",
        "Arschbombe ins Schwimmbad, Hurenkind im Satz",
        "Scunthorpe, Grape, Cockpit, Dickicht, Analyse",
        "Fotzelschnitte, Fickfackerei, Mongolei, Neger­lein".replace("\u00ad", "x"),
        "Halt! Das Wort gilt nicht.",
        "\x00\u202e 12 … 🂡",
    ],
)
def test_what_is_not_noticed(text: str) -> None:
    assert word_filter.find_listed_words(text) == ()


def test_no_word_of_the_lexicon_is_noticed() -> None:
    """The only exception would be words on the list itself, of which the lexicon has none."""
    known = set()
    for file in LEXICON.rglob("*.csv"):
        with file.open(encoding="utf-8", newline="") as rows:
            known |= {cell for row in csv.reader(rows) for cell in row if cell[:1].isupper()}
    assert len(known) > 500, GAME.meta.slug
    noticed = {word for word in known if word_filter.find_listed_words(word)}
    assert noticed == set()


def test_each_line_of_the_list_is_noticed_itself() -> None:
    lines = [
        line.split(",")
        for line in word_filter.FILE.read_text(encoding="utf-8").splitlines()
        if line and not line.startswith("#")
    ]
    assert len(lines) > 80
    for _, kind, stem in lines:
        assert kind == "exact" or " " not in stem
        assert word_filter.find_listed_words(f"… {stem}!")
