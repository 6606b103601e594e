"""Endpoints for the bots of users."""

from __future__ import annotations

from accounts import online
from accounts.models import User
from api.answers import Answer, Page, Paged, Player, player
from api.bots import all_bots
from api.endpoints import Call, endpoint
from api.paging import page_of
from api.read.ratings import RatingAnswer, rating_answer

TAG = "Bots"


class BotAnswer(Answer, frozen=True, kw_only=True):
    """A bot, with `here` true while it is connected, and its ratings."""

    player: Player
    here: bool
    ratings: list[RatingAnswer]


@endpoint("GET", "bots", tag=TAG)
def list_bots(call: Call, query: Paged) -> Page[BotAnswer]:
    """List the bots for which a table can reserve a seat."""
    present = online.bots_here()

    def line(user: User) -> BotAnswer:
        return BotAnswer(
            player=player(user),
            here=user.pk in present.ids,
            ratings=[rating_answer(one) for one in user.ratings.all()],
        )

    return page_of(all_bots(), query, {"id": int}, line)
