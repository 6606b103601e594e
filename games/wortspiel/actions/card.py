"""The action to lay a card in the race, or just after another (RULES.md 3.2 to 3.6, 4.1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from msgspec.structs import replace

from games.kernel.contract import N_, Action, Millis, Refusal, Rules, Seat
from games.wortspiel import refusals
from games.wortspiel.cards import NO_COLOUR, PILES, Colour
from games.wortspiel.events import card_facts
from games.wortspiel.hands import without
from games.wortspiel.lexicon import Lexicon
from games.wortspiel.options import chosen, sealed
from games.wortspiel.situations import piles_before, rival
from games.wortspiel.state import Claim, Laid, Phase, State, claimants
from games.wortspiel.turn import Turn
from games.wortspiel.word_forms import from_cards, spoken

Sent = TypeVar("Sent")

OPENING_NOW: Final = Refusal(
    "wrong_phase", N_("The first card has not been played yet."), clause="3.1"
)
ONE_CARD: Final = Refusal(
    "not_allowed", N_("You already have a card in this photo finish."), clause="4.1"
)
WORD_NOT_FROM_CARDS: Final = Refusal(
    "word_not_from_cards",
    N_("The word must be made of the two cards, using only letters and hyphens."),
    clause="3.5",
)
WRONG_COLOUR: Final = Refusal(
    "wrong_colour", N_("Play on a pile of the required colour."), clause="3.6"
)
TOO_LATE: Final = Refusal("too_late", N_("Too late: your card is back in your hand."), clause="3.4")
NO_SUCH_PILE: Final = Refusal("invalid_target", N_("There is no such pile."))
NOT_IN_HAND: Final = Refusal("unknown_card", N_("That card is not in your hand."))


class PlayCard(Action, frozen=True):
    """A card laid in the race, and its word."""

    card: str
    pile: int
    word: str
    seq: int


def why_not(
    rules: Rules, state: State, seat: Seat, action: PlayCard, at_ms: Millis
) -> Refusal | None:
    """Return why this is not allowed; None if it is (RULES.md 3.2 to 3.6).

    A card that arrived a moment after another one is judged by the table as it was for that one
    (RULES.md 4.1).
    """
    if state.phase is Phase.OPENING:
        return OPENING_NOW
    first = rival(rules, state, action.seq, at_ms)
    if first is not None:
        return _late_card(rules, state, seat, action, first)
    if action.seq < state.seq:
        return TOO_LATE
    if action.seq > state.seq:
        return refusals.NO_SUCH_SITUATION
    if state.phase is not Phase.RACE:
        return refusals.NO_RACE
    if seat == state.pause:
        return refusals.IN_PAUSE
    card, pile, word = action.card, action.pile, action.word
    return card_and_word(rules, state, seat, card, pile, word, state.piles, state.colour)


def _late_card(
    rules: Rules, state: State, seat: Seat, action: PlayCard, first: Laid
) -> Refusal | None:
    if seat == first.pause:
        return refusals.IN_PAUSE
    if seat == first.seat or any(claim.seat == seat for claim in state.claims):
        return ONE_CARD
    piles = piles_before(state, first)
    card, pile, word = action.card, action.pile, action.word
    return card_and_word(rules, state, seat, card, pile, word, piles, first.colour)


def offers(
    rules: Rules, state: State, seat: Seat, kind: Callable[[str, int, str, int], Sent]
) -> list[Sent]:
    """Return a sample of this kind of action for each card and pile."""
    lexicon: Lexicon = rules.data
    colour_of, text_of, handles = lexicon.colour_of, lexicon.text_of, lexicon.handles
    colour, seq = state.colour, state.seq
    tops = [
        (place, text_of[pile[-1]])
        for place, pile in enumerate(state.piles)
        if colour in (NO_COLOUR, colour_of[pile[-1]])
    ]
    held = [(handles[card], text_of[card]) for card in state.hands[seat]]
    return [kind(name, place, text + base, seq) for name, text in held for place, base in tops]


def card_and_word(
    rules: Rules,
    state: State,
    seat: Seat,
    name: str,
    pile: int,
    word: str,
    piles: tuple[tuple[int, ...], ...],
    colour: Colour,
) -> Refusal | None:
    """Return why this card and word do not fit on that pile; `colour`: the demanded one, if any."""
    lexicon: Lexicon = rules.data
    card = lexicon.card_named.get(name)
    if card is None or card not in state.hands[seat]:
        return NOT_IN_HAND
    if not 0 <= pile < PILES:
        return NO_SUCH_PILE
    base = piles[pile][-1]
    if colour not in (NO_COLOUR, lexicon.colour_of[base]):
        return WRONG_COLOUR
    text_of = lexicon.text_of
    if not from_cards(spoken(word), text_of[card], text_of[base]):
        return WORD_NOT_FROM_CARDS
    return None


def play(turn: Turn, seat: Seat, action: PlayCard) -> None:
    """Lay the card; just after another one, it begins or joins a photo finish."""
    first = rival(turn.rules, turn.state, action.seq, turn.at_ms)
    if first is None:
        _lay(turn, seat, action)
    else:
        _contend(turn, seat, action, first)


def _lay(turn: Turn, seat: Seat, action: PlayCard) -> None:
    """Lay the first card of the race (RULES.md 3.4), or submit it unseen (RULES.md 8.1)."""
    state = turn.state
    claim = turn.claim(seat, action.card, action.pile, action.word)
    if sealed(turn.rules):
        turn.submit(seat, claim)
        return
    turn.lay(
        turn.as_laid(
            claim,
            colour=state.colour,
            pause=state.pause,
            tried=state.tried,
            raced=chosen(turn.rules, "photo_finish", "table"),
        )
    )


def _contend(turn: Turn, seat: Seat, action: PlayCard, first: Laid) -> None:
    """Add a card that arrived just after the first one for the same situation; all play stops.

    The cards laid for the next situation are taken back (RULES.md 4.1, 4.5).
    """
    if turn.go_back_to(first, "photo_finish"):
        turn.state = replace(turn.state, doubters=())
    state = turn.state
    card = turn.lexicon.card_named[action.card]
    base = piles_before(state, first)[action.pile][-1]
    claim = Claim(seat, card, action.pile, base, spoken(action.word))
    turn.public_event("contender", **card_facts(turn.rules, claim), seq=first.seq)
    begins = state.phase is not Phase.PHOTO_FINISH
    turn.state = replace(
        state,
        phase=Phase.PHOTO_FINISH,
        hands=without(state.hands, seat, card),
        claims=(*state.claims, claim),
        since_ms=turn.at_ms if begins else state.since_ms,
    )
    if begins:
        turn.state = replace(turn.state, pointed=(None,) * state.seats, accepted=(), ready=())
        turn.public_event("photo_finish", seq=first.seq, seats=list(claimants(turn.state)))
