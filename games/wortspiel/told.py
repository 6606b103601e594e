"""The data of each kind of event, for programs that read them; the module holds nothing else."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from games.kernel.contests import Precedent
from games.kernel.contract import Seat
from games.kernel.told import Told


class Dealt(Told, frozen=True):
    """The deal: the circle clockwise from twelve, and the number of cards in a hand."""

    dealer: Seat
    circle: list[str]
    cards: int
    stock: int


class Drew(Told, frozen=True):
    """To the seat that drew this card alone."""

    card: str


class Passed(Told, frozen=True):
    """A seat cannot open."""

    seat: Seat
    by_time: bool


class OpeningDrawn(Told, frozen=True):
    """No seat could open: these drew a card each."""

    seats: list[Seat]
    round: int


class Reopened(Told, frozen=True):
    """The opening goes on with this seat."""

    seat: Seat


class Laid(Told, frozen=True):
    """A card is laid with its word; `left`: the number of cards in the hand."""

    seat: Seat
    card: str
    word_of_card: str
    pile: int
    base: str
    word_of_base: str
    word: str
    seq: int
    opening: bool
    left: int


class Submitted(Told, frozen=True):
    """To that seat alone: its card (null: “I cannot”) and its word."""

    card: str | None
    word: str


class Withdrew(Told, frozen=True):
    """To that seat alone: its submission is taken back."""


class LastCard(Told, frozen=True):
    """A hand is empty: there is time to doubt."""

    seat: Seat


class Accepted(Told, frozen=True):
    """A seat accepts the last word."""

    seat: Seat


class Stuck(Told, frozen=True):
    """A seat cannot lay."""

    seat: Seat
    by_time: bool


class Unstuck(Told, frozen=True):
    """The seat can lay after all."""

    seat: Seat


class AllStuck(Told, frozen=True):
    """No seat could lay: these drew a card each."""

    colour: str
    seats: list[Seat]
    left: int


class Contender(Told, frozen=True):
    """A card for the same situation as the one laid."""

    seat: Seat
    card: str
    word_of_card: str
    pile: int
    base: str
    word_of_base: str
    word: str
    seq: int


class PhotoFinish(Told, frozen=True):
    """The table must agree which card was first."""

    seq: int
    seats: list[Seat]


class Conceded(Told, frozen=True):
    """A contender concedes."""

    seat: Seat


class Objected(Told, frozen=True):
    """A contender objects."""

    seat: Seat


class Pointed(Told, frozen=True):
    """A seat points to the contender that was first."""

    seat: Seat
    to: Seat


class PhotoSettled(Told, frozen=True):
    """The seat that was first; null: no agreement."""

    seq: int
    seat: Seat | None


class TakenBack(Told, frozen=True):
    """A card goes back: `halt`, `photo_finish` or `overturned`."""

    seat: Seat
    seq: int
    card: str
    word_of_card: str
    pile: int
    why: str


class Halt(Told, frozen=True):
    """A seat doubts a word."""

    seat: Seat
    seq: int
    author: Seat
    word: str


class Joined(Told, frozen=True):
    """Another seat doubts it, too."""

    seat: Seat
    seq: int


class Ready(Told, frozen=True):
    """A seat is ready for the vote."""

    seat: Seat


class VoteBegins(Told, frozen=True):
    """The seats vote in this order."""

    order: list[Seat]
    seq: int


class Voted(Told, frozen=True):
    """A vote."""

    seat: Seat
    valid: bool
    by_time: bool


class DoubtOver(Told, frozen=True):
    """The decision about the word: `votes` are seat and vote; `by`: vote, lexicon or precedents."""

    author: Seat
    word: str
    parts: list[str]
    seq: int
    doubters: list[Seat]
    votes: list[list[int | bool]]
    stands: bool
    by: str
    precedent: Precedent | UnsetType = UNSET


class Chips(Told, frozen=True):
    """Each of these seats gets a chip."""

    seats: list[Seat]
    left: int


class ColourWanted(Told, frozen=True):
    """A seat chooses the next colour."""

    seat: Seat
    why: str
    colours: list[str]


class ColourStays(Told, frozen=True):
    """There is no other colour to choose."""

    colour: str
    why: str


class ColourChosen(Told, frozen=True):
    """The next colour."""

    seat: Seat
    colour: str
    by_time: bool


class Counted(Told, frozen=True):
    """The count at the end, by seat; `out`: the seat that laid the last card."""

    cards: list[int]
    chips: list[int]
    points: list[int]
    out: Seat | None


EVENTS = (
    Dealt,
    Drew,
    Passed,
    OpeningDrawn,
    Reopened,
    Laid,
    Submitted,
    Withdrew,
    LastCard,
    Accepted,
    Stuck,
    Unstuck,
    AllStuck,
    Contender,
    PhotoFinish,
    Conceded,
    Objected,
    Pointed,
    PhotoSettled,
    TakenBack,
    Halt,
    Joined,
    Ready,
    VoteBegins,
    Voted,
    DoubtOver,
    Chips,
    ColourWanted,
    ColourStays,
    ColourChosen,
    Counted,
)
