"""The events of a round, by kind; each is for all viewers unless it says otherwise.

A card is its name, with its word: `card`, `word_of_card`, `base`, `word_of_base`. `by_time`:
the table acted because the time was up.

dealt            dealer, circle (card names, clockwise from twelve), cards (in a hand), stock
drew             cards: only to the seat that drew them
passed           seat, by_time                     the seat cannot open
opening_drawn    seats, round                      no seat could open: these drew a card each
laid             seat, seq, card, word_of_card, pile, base, word_of_base, word, opening, left
submitted        only to that seat: card (None: “I cannot”), word                 (cards unseen)
withdrew         only to that seat                                                (cards unseen)
last_card        seat                              its hand is empty: time to doubt begins
accepted         seat
stuck            seat, by_time                     “I cannot”
unstuck          seat
all_stuck        colour, seats, left               no seat could lay: these drew a card each
contender        seat, seq, card, word_of_card, pile, base, word_of_base, word
                                                   a card for the same situation as the one laid
photo_finish     seq, seats                        the table must agree which card was first
conceded         seat
objected         seat
pointed          seat, to
photo_settled    seq, seat (None: no agreement)
taken_back       seat, seq, card, word_of_card, pile, why ("halt", "photo_finish", "overturned")
halt             seat, seq, author, word
joined           seat, seq
ready            seat
vote_begins      order, seq
voted            seat, valid, by_time
doubt_over       author, word, parts (the two words), seq, doubters, votes ([seat, valid], in
                 order), stands, by ("vote", "lexicon" or "precedents"); precedent, if there is a
                 ruling on the word (`kernel.contests.Precedent`)
chips            seats (each gets one), left (in the middle)
colour_wanted    seat, why ("overturned", "photo_finish", "stuck"), colours
colour_stays     colour, why                       there is no other one to choose
colour_chosen    seat, colour, by_time
reopened         seat                              the opening goes on with this seat
counted          cards, chips, points, out         by seat
round_over       reason ("out", "deadlock", "closed"), winners
"""

from __future__ import annotations

from typing import Any, Final

from games.kernel.contract import Event, Rules
from games.wortspiel.lexicon import Lexicon
from games.wortspiel.state import Claim, Laid

CONTEST: Final = "doubt_over"
"""The kind of the event that ends a dispute."""


def card_facts(rules: Rules, one: Laid | Claim) -> dict[str, Any]:
    """Return the facts of a laid card: its seat, its pile, and its word."""
    lexicon: Lexicon = rules.data
    handles, words = lexicon.handles, lexicon.text_of
    return {
        "seat": one.seat,
        "card": handles[one.card],
        "word_of_card": words[one.card],
        "pile": one.pile,
        "base": handles[one.base],
        "word_of_base": words[one.base],
        "word": one.word,
    }


def taken_back(rules: Rules, one: Laid | Claim, seq: int, why: str) -> Event:
    """Return the event that a card is back in its owner's hand."""
    lexicon: Lexicon = rules.data
    return Event(
        "taken_back",
        {
            "seat": one.seat,
            "seq": seq,
            "card": lexicon.handles[one.card],
            "word_of_card": lexicon.text_of[one.card],
            "pile": one.pile,
            "why": why,
        },
    )
