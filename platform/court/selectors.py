"""Queries of the word court: cases, and the users who may see them.

While its round runs, only the appellant sees a case. Afterwards moderators see it, except those who
sat at that table.
"""

from __future__ import annotations

from django.contrib.auth.backends import ModelBackend
from django.db.models import Exists, F, OuterRef, Q, QuerySet

from accounts.models import User
from core.refusals import refused
from court.models import Case, Dispute, Opinion, Party, Ruling
from matches.engine import courts
from matches.models import Match, Round, at_tables_of
from moderation.audit import log

PERMISSION = "moderation.decide_cases"


def of_rounds_over(prefix: str = "") -> Q:
    """Return the condition that the round of a dispute is over; `prefix` leads to the dispute."""
    running = Round.objects.filter(
        match=OuterRef(f"{prefix}match"),
        number=OuterRef(f"{prefix}round"),
        outcome__isnull=True,
        match__status__in=(Match.Status.OPEN, Match.Status.RUNNING),
    )
    return Q(~Exists(running))


def is_over(dispute: Dispute) -> bool:
    """Return whether the round of a dispute is over."""
    return Dispute.objects.filter(of_rounds_over(), pk=dispute.pk).exists()


def sat_at(user_id: int, prefix: str = "") -> Q:
    """Return the condition that a user sat at the table of the dispute, then or at any time of the
    match.
    """
    parties = Party.objects.filter(user=user_id, dispute__match=OuterRef(f"{prefix}match"))
    return at_tables_of(user_id, prefix) | Q(Exists(parties))


def sat_there(user: User, dispute: Dispute) -> bool:
    """Return whether a user sat at the table of this dispute."""
    return Dispute.objects.filter(sat_at(user.pk), pk=dispute.pk).exists()


def for_moderator(user: User) -> QuerySet[Case]:
    """Return the cases that a moderator may see."""
    visible = of_rounds_over("dispute__")
    return Case.objects.filter(visible, ~sat_at(user.pk, "dispute__"))


def without_case(user: User) -> QuerySet[Dispute]:
    """Return the disputes that this moderator could open a case for."""
    return Dispute.objects.filter(of_rounds_over(), ~sat_at(user.pk), case__isnull=True)


def case_for(user: User, case_id: int) -> Case:
    """Return a case that this moderator may work on.

    Raises:
        Refused: `no_case`, `sat_there`.
    """
    found = Case.objects.select_related("dispute__match", "dispute__rules", "claimed_by")
    case = found.filter(of_rounds_over("dispute__"), pk=case_id).first()
    if case is None:
        raise refused("no_case")
    if sat_there(user, case.dispute):
        raise refused("sat_there")
    return case


def in_force(game: str, entry: str, pair: str, version: int | None = None) -> Ruling | None:
    """Return the ruling in force on an entry, now or at this version of the list."""
    found = Ruling.objects.filter(game=game, entry=entry, pair=pair).order_by("-id")
    return (found if version is None else found.filter(pk__lte=version)).first()


def ruling_of(case: Case) -> Ruling | None:
    """Return the ruling in force on a case: its own, or the one on the same word that settled it."""
    own = case.rulings.order_by("-id").first()
    return own or Ruling.objects.filter(settlements__case=case).first()


def about_the_same_word(case: Case, user: User) -> list[Case]:
    """Return the other open cases about this case's word that this moderator may decide."""
    word = word_of(case)
    waiting = for_moderator(user).filter(status=Case.Status.OPEN, rulings=None).exclude(pk=case.pk)
    found = waiting.filter(
        dispute__match__game=case.dispute.match.game, dispute__parts__contains=case.dispute.parts
    )
    rows = found.select_related("dispute__match").order_by("pk")
    return [other for other in rows if word_of(other) == word]


def word_of(case: Case) -> tuple[str, str, str]:
    """Return the word of a case as the list stores it: game, entry and pair, equal for all
    spellings.
    """
    return _word_of(case.dispute)


def _word_of(dispute: Dispute) -> tuple[str, str, str]:
    game = dispute.match.game
    return game, courts.entry(game, dispute.word), pair_of(dispute.parts)


def had_a_hand(user: User, case: Case) -> bool:
    """Return whether this moderator is biased about this word.

    A moderator is biased who sat at a table where the word was doubted. So is one who was involved
    in a ruling on it: made it, upheld it, settled another case by it, gave an opinion on one of its
    cases, or appealed against it.
    """
    game, entry, pair = word_of(case)
    rulings = Ruling.objects.filter(game=game, entry=entry, pair=pair)
    decided = Case.objects.filter(Q(rulings__in=rulings) | Q(settlement__ruling__in=rulings))
    opinions = Opinion.objects.filter(
        Q(case__rulings__in=rulings, at__lte=F("case__rulings__at"))
        | Q(case__settlement__ruling__in=rulings, at__lte=F("case__settlement__ruling__at")),
        by=user,
    )
    return (
        rulings.filter(Q(by=user) | Q(challenge__user=user)).exists()
        or log.has_done(user, "decide", decided)
        or opinions.exists()
        or _sat_where_doubted(user, case)
    )


def has_judge(case: Case) -> bool:
    """Return whether any moderator may decide this case."""
    return any(not had_a_hand(each, case) for each in ModelBackend().with_perm(PERMISSION))


def _sat_where_doubted(user: User, case: Case) -> bool:
    """Return whether this moderator sat at any table where the word of this case was doubted."""
    dispute, word = case.dispute, word_of(case)
    theirs = Dispute.objects.filter(
        sat_at(user.pk), match__game=dispute.match.game, parts__contains=dispute.parts
    )
    return any(_word_of(one) == word for one in theirs.select_related("match"))


def on_pair(game: str, pair: str) -> QuerySet[Ruling]:
    """Return all rulings on words of these two cards, the newest first."""
    return Ruling.objects.filter(game=game, pair=pair).order_by("-id")


def pair_of(parts: list[str]) -> str:
    """Return the two words of a dispute, in the same order for both card orders."""
    return "+".join(sorted(parts))
