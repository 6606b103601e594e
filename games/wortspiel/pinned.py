"""The words and the cards of the list that a rules version pins, for programs."""

from __future__ import annotations

from typing import Any

from games.kernel.contract import Rules
from games.wortspiel.cards import COLOURS
from games.wortspiel.lexicon import Lexicon


def pinned(rules: Rules) -> dict[str, Any]:
    """Return all words with their forms, and all cards in the order before a shuffle.

    `heads`: the forms in which a word may end a compound; `forms`: those in which it may begin one.
    """
    lexicon: Lexicon = rules.data
    return {
        "words": [
            {"word": word.text, "heads": list(word.heads), "forms": list(word.forms)}
            for word in lexicon.words.values()
        ],
        "cards": [
            {"card": handle, "word": word, "colour": COLOURS[colour]}
            for handle, (word, colour) in zip(lexicon.handles, lexicon.faces, strict=True)
        ],
    }
