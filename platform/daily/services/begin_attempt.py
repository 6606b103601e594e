"""Start the deal of a day: the one try that counts, or practice with a past deal."""

from __future__ import annotations

from django.db import transaction
from django.urls import reverse

from accounts.bot_accounts import check_is_no_bot
from accounts.hold_people import hold_people
from accounts.models import User
from core.refusals import refused
from daily import days
from daily.models import Attempt, Day
from games.kernel.contract import N_, Target
from matches.engine.clocks import UNTIMED
from matches.models import Match
from matches.present import occasion
from matches.services.seating.tables import Bot, begin_match

ONE_ROUND = Target(rounds=1)
TODAY = N_("Daily deal of %(date)s")
PRACTICE = N_("Practice: daily deal of %(date)s")


@transaction.atomic
def begin_attempt(user: User, day: Day, begun_here_by: int | None = None) -> Match:
    """Return the user's one try at the deal of today; if it has begun, the same match again.

    Its secrets stay sealed for all viewers until the day is over, so that a player who has finished
    cannot tell others what they will be dealt.

    `begun_here_by`: the id of the account that has begun it in this browser, or None.

    Raises:
        Refused: `for_people`; `daily_needs_account` or `daily_begun_here` if the user has not begun
        it yet.
    """
    check_is_no_bot(user)
    # A second request at the same time waits here and finds the match of the first. So does a
    # guest's try that moves to the account now.
    hold_people(user.pk)
    attempt, is_new = Attempt.objects.get_or_create(day=day, user=user)
    if is_new and user.is_guest:
        raise refused("daily_needs_account")
    if is_new and begun_here_by not in (None, user.pk):
        raise refused("daily_begun_here")
    if attempt.match is None:
        attempt.match = _begin(user, day, TODAY, counts=True)
        attempt.save(update_fields=["match"])
    return attempt.match


@transaction.atomic
def begin_practice(user: User, day: Day) -> Match:
    """Start a past deal as practice; it does not count.

    Raises:
        Refused: `no_daily_deal` while others may still play it.
    """
    return _begin(user, days.past_day(day.date), PRACTICE, counts=False)


def _begin(user: User, day: Day, sentence: str, *, counts: bool) -> Match:
    path = reverse("daily:day", args=[day.date])
    bot = Bot(day.level, "")
    return begin_match(
        day.rules,
        [user, *[bot] * (day.seats - 1)],
        tempo=UNTIMED,
        target=ONE_ROUND,
        occasion=occasion.stored_occasion(sentence, path, date=day.date.isoformat()),
        public=False,
        rated=False,
        practice=not counts,
        seed=bytes(day.seed),
        sealed_until=day.ends_at if counts else None,
    )
