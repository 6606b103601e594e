"""What a seat may do, and what the table does when time is up (RULES.md 3 to 6).

A card goes by its face ("eis-red"), a pile by its place on the clock, 0 to 11. `seq` names the
situation or the word that an action answers to, so that it is never applied to another one.
"""

from __future__ import annotations

from typing import TypeAlias

from games.kernel.contract import Action, Seat, TableAction


class OpenPlay(Action, frozen=True):
    """The opening seat lays the first card and says the word."""

    card: str
    pile: int
    word: str
    seq: int


class OpenPass(Action, frozen=True):
    """The opening seat has no word."""

    seq: int


class PlayCard(Action, frozen=True):
    """A card laid in the race, and the word said with it."""

    card: str
    pile: int
    word: str
    seq: int


class DeclareStuck(Action, frozen=True):
    """“I cannot.”"""

    seq: int


class RetractStuck(Action, frozen=True):
    """“I can, after all.”"""

    seq: int


class Doubt(Action, frozen=True):
    """“Halt!” The seat does not accept the word with this number."""

    seq: int


class JoinDoubt(Action, frozen=True):
    """The seat doubts the word that is talked about, too."""

    seq: int


class Ready(Action, frozen=True):
    """Enough has been said: to the vote."""

    seq: int


class Vote(Action, frozen=True):
    """Whether the doubted word is valid."""

    valid: bool
    seq: int


class Concede(Action, frozen=True):
    """A contender of a photo finish was not the first and takes the card back."""

    seq: int


class ObjectTo(Action, frozen=True):
    """A contender does not agree with what the others say."""

    seq: int


class PointTo(Action, frozen=True):
    """This contender's card was the first one."""

    seat: Seat
    seq: int


class ChooseColour(Action, frozen=True):
    """The pausing seat names the colour to lay on."""

    colour: str
    seq: int


class AcceptWord(Action, frozen=True):
    """The seat has no doubt about the last card of the round."""

    seq: int


class TimeUp(TableAction, frozen=True):
    """The time of the phase, or of whom it waits for, has passed."""


WortspielAction: TypeAlias = (
    OpenPlay
    | OpenPass
    | PlayCard
    | DeclareStuck
    | RetractStuck
    | Doubt
    | JoinDoubt
    | Ready
    | Vote
    | Concede
    | ObjectTo
    | PointTo
    | ChooseColour
    | AcceptWord
    | TimeUp
)
