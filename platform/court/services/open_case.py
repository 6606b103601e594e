"""Open cases: for an appeal, for an unusual vote, or for a moderator."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from core import clock
from core.after_commit import after_commit
from core.line_fields import tidy_text
from core.refusals import refused
from court import selectors, tasks
from court.models import Case, Dispute
from games.kernel.contests import Contest
from matches.engine import courts
from moderation.audit import log


def open_case(dispute: Dispute, origin: str) -> Case:
    """Return the case of this dispute, existing or new; its evidence is gathered later."""
    case, is_new = Case.objects.get_or_create(
        dispute=dispute,
        defaults={"origin": origin, "opened_at": clock.now()},
    )
    if is_new:
        after_commit(tasks.gather_evidence.apply_async, args=[case.pk], retry=False)
    return case


def open_by_itself(dispute: Dispute, contest: Contest) -> None:
    """Open a case without a request if a vote was a tie or contradicts the word list.

    The exceptions are tables of bots alone, and words with a ruling, against which a player can
    appeal.
    """
    game = dispute.match.game
    if contest.by != "vote" or not courts.has_court(game) or not _sat_anybody(dispute):
        return
    entry, pair = courts.entry(game, contest.word), selectors.pair_of(list(contest.parts))
    if selectors.in_force(game, entry, pair) is not None:
        return
    valid = [held for _, held in contest.votes]
    if valid.count(True) == valid.count(False):
        open_case(dispute, Case.Origin.TIE)
    elif courts.opinion(dispute.rules_id, contest.word, contest.parts) is (not contest.stands):
        open_case(dispute, Case.Origin.LEXICON)


def _sat_anybody(dispute: Dispute) -> bool:
    """Return whether a person, with an account or as a guest, sat at the table of this dispute."""
    people = Q(user__is_bot=False) | Q(dealt_to__is_bot=False)
    return dispute.match.seats.filter(people).exists()


@transaction.atomic
def take_up_dispute(dispute_id: int, by: User) -> Case:
    """Open a case for a dispute, for a moderator.

    Raises:
        Refused: `no_case`, `sat_there`, `case_open`.
    """
    dispute = Dispute.objects.select_for_update(of=("self",)).filter(pk=dispute_id).first()
    if (
        dispute is None
        or not selectors.is_over(dispute)
        or not courts.has_court(dispute.match.game)
    ):
        raise refused("no_case")
    if selectors.sat_there(by, dispute):
        raise refused("sat_there")
    if Case.objects.filter(dispute=dispute).exists():
        raise refused("case_open")
    case = open_case(dispute, Case.Origin.MODERATOR)
    log.record_action(by, "take_up", case)
    return case


def lock_case(case_id: int, by: User) -> Case:
    """Lock a case that this moderator may work on.

    Of two requests at once, the second waits and sees the result of the first.

    Raises:
        Refused: `no_case`, `sat_there`.
    """
    if not Case.objects.select_for_update(of=("self",)).filter(pk=case_id).exists():
        raise refused("no_case")
    return selectors.case_for(by, case_id)


def check_words(words: str, most: int) -> str:
    """Return a statement without surrounding space; refuse an empty or too long one.

    Raises:
        Refused: `words_missing`, `words_too_long`.
    """
    said = tidy_text(words)
    if not said:
        raise refused("words_missing")
    if len(said) > most:
        raise refused("words_too_long", most=most)
    return said
