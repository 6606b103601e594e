"""Endpoints for the rulings of the word court."""

from __future__ import annotations

from api.answers import Answer, Moment, Page, Paged, moment
from api.endpoints import Call, endpoint
from api.paging import page_of
from court.models import Ruling
from court.precedents import in_force, with_citations

TAG = "Word court"


class RulingQuery(Paged, frozen=True, kw_only=True):
    """The filter of rulings: all of them, or only the newest on each word."""

    in_force: bool = False


class RulingAnswer(Answer, frozen=True, kw_only=True):
    """A ruling on a word. Its id is also the version of the word list that begins with it."""

    id: int
    game: str
    word: str
    parts: list[str]
    decision: str
    reason: str
    at: Moment
    overturns: int | None
    cited: int
    """The number of tables to which it was cited."""


@endpoint("GET", "rulings", tag=TAG)
def list_rulings(call: Call, query: RulingQuery) -> Page[RulingAnswer]:
    """List the rulings on words, the oldest first. A ruling never changes; a later one replaces it."""
    found = in_force() if query.in_force else Ruling.objects.all()
    return page_of(with_citations(found), query, {"id": int}, _ruling)


def _ruling(row: Ruling) -> RulingAnswer:
    return RulingAnswer(
        id=row.pk,
        game=row.game,
        word=row.word,
        parts=row.parts,
        decision=row.decision,
        reason=row.reason,
        at=moment(row.at),
        overturns=row.overturns_id,
        cited=getattr(row, "cited", 0),
    )
