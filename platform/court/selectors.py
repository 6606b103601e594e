"""Reading the word court: cases, and who may know of them.

A case is for nobody's eyes but its appellant's while its round runs. After that it is for the
moderators, but not for those who sat at that table.
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
    """Disputes whose round is over, as a condition on what has the dispute as `prefix`."""
    running = Round.objects.filter(
        match=OuterRef(f"{prefix}match"),
        number=OuterRef(f"{prefix}round"),
        outcome__isnull=True,
        match__status__in=(Match.Status.OPEN, Match.Status.RUNNING),
    )
    return Q(~Exists(running))


def is_over(dispute: Dispute) -> bool:
    """Whether the round of a dispute is over."""
    return Dispute.objects.filter(of_rounds_over(), pk=dispute.pk).exists()


def sat_at(user_id: int, prefix: str = "") -> Q:
    """Disputes at whose table somebody sat, then or at any time of the match; likewise."""
    parties = Party.objects.filter(user=user_id, dispute__match=OuterRef(f"{prefix}match"))
    return at_tables_of(user_id, prefix) | Q(Exists(parties))


def sat_there(user: User, dispute: Dispute) -> bool:
    """Whether somebody sat at the table of this dispute."""
    return Dispute.objects.filter(sat_at(user.pk), pk=dispute.pk).exists()


def for_moderator(user: User) -> QuerySet[Case]:
    """The cases that a moderator may know of."""
    visible = of_rounds_over("dispute__")
    return Case.objects.filter(visible, ~sat_at(user.pk, "dispute__"))


def without_case(user: User) -> QuerySet[Dispute]:
    """The disputes that this moderator could take up."""
    return Dispute.objects.filter(of_rounds_over(), ~sat_at(user.pk), case__isnull=True)


def case_for(user: User, case_id: int) -> Case:
    """A case that this moderator may work on.

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
    """The newest ruling on an entry, or the one that was it in this version of the list."""
    found = Ruling.objects.filter(game=game, entry=entry, pair=pair).order_by("-id")
    return (found if version is None else found.filter(pk__lte=version)).first()


def ruling_of(case: Case) -> Ruling | None:
    """The ruling on a case that was not overturned, or the one on the same word that settled it."""
    own = case.rulings.order_by("-id").first()
    return own or Ruling.objects.filter(settlements__case=case).first()


def about_the_same_word(case: Case, user: User) -> list[Case]:
    """The other open cases about this case's word, whose rulings this moderator may make."""
    word = word_of(case)
    waiting = for_moderator(user).filter(status=Case.Status.OPEN, rulings=None).exclude(pk=case.pk)
    found = waiting.filter(
        dispute__match__game=case.dispute.match.game, dispute__parts__contains=case.dispute.parts
    )
    rows = found.select_related("dispute__match").order_by("pk")
    return [other for other in rows if word_of(other) == word]


def word_of(case: Case) -> tuple[str, str, str]:
    """The word of a case as the list has it: game, entry and pair, equal for all spellings."""
    return _word_of(case.dispute)


def _word_of(dispute: Dispute) -> tuple[str, str, str]:
    game = dispute.match.game
    return game, courts.entry(game, dispute.word), pair_of(dispute.parts)


def had_a_hand(user: User, case: Case) -> bool:
    """Whether a ruling on this word would be about what this moderator did, said or asked for.

    They sat at a table where it was doubted, or had to do with a ruling on it: made it, let it stand,
    settled another case by it, gave an opinion before on a case that it decided or settled, or appealed
    against it.
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
    """Whether there is a moderator at all who may decide this case."""
    return any(not had_a_hand(each, case) for each in ModelBackend().with_perm(PERMISSION))


def _sat_where_doubted(user: User, case: Case) -> bool:
    """Whether this moderator sat at any table where the word of this case was doubted."""
    dispute, word = case.dispute, word_of(case)
    theirs = Dispute.objects.filter(
        sat_at(user.pk), match__game=dispute.match.game, parts__contains=dispute.parts
    )
    return any(_word_of(one) == word for one in theirs.select_related("match"))


def on_pair(game: str, pair: str) -> QuerySet[Ruling]:
    """All rulings on words of these two cards, the newest first."""
    return Ruling.objects.filter(game=game, pair=pair).order_by("-id")


def pair_of(parts: list[str]) -> str:
    """The two words of a dispute, whichever card lay below."""
    return "+".join(sorted(parts))
