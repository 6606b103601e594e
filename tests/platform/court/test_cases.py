"""Cases: opening, evidence, claims and decisions."""

from __future__ import annotations

import threading
from contextlib import suppress
from datetime import timedelta

import pytest
from django.db import connection, transaction

from accounts import export_parts
from accounts.models import User
from accounts.services.anonymise_user import anonymise_user
from core import clock
from core.refusals import Refused
from core.signals import contested
from court import backlog, selectors, tasks
from court.models import Appeal, Case, Challenge, Citation, Dispute, Ruling
from court.services import record_dispute, settle_cases
from court.services.appeal_dispute import appeal_dispute, withdraw_appeal
from court.services.challenge_ruling import challenge_ruling, is_concerned
from court.services.claim_case import HOLDS, ask_for_opinion, claim_case, give_opinion, release_case
from court.services.correct_match import contest_of
from court.services.decide_case import decide_case
from court.services.gather_evidence import gather_evidence
from court.services.open_case import open_by_itself, take_up_dispute
from games.kernel.contests import Contest
from matches import requests
from matches.actors import Person
from matches.models import Departure, Match
from matches.services import correct, talk
from matches.store.load_match import load_table as table_of
from moderation.models import AuditEntry
from tests.platform.accounts.cast import browser
from tests.platform.court.cast import (
    appealed,
    doubted,
    live,
    moderator,
    play_doze,
    play_out,
    ruled,
    table,
)
from tests.platform.matches.cast import fresh_key, person
from tests.platform.parallel import at_once
from tests.sure import sure

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _doze(monkeypatch: pytest.MonkeyPatch) -> None:
    play_doze(monkeypatch)


@pytest.fixture
def mona() -> User:
    return moderator("Mona")


@pytest.fixture
def milo() -> User:
    return moderator("Milo")


def code_of(caught: pytest.ExceptionInfo[Refused]) -> str:
    return caught.value.refusal.code


# Opening ----------------------------------------------------------------------------------------


def test_a_tie_is_looked_at_without_anybodys_asking(alice: User, bob: User) -> None:
    """In Doze each word has one vote for it and one against."""
    dispute = doubted(table(alice, bob))
    assert dispute.case.origin == "tie"


def settled(word: str, stands: bool, votes: list[tuple[int, bool]], by: str = "vote") -> Contest:
    return Contest(0, word, [word[:1], word[1:]], 3, [1], votes, stands, by)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("word", "stands", "by", "origin"),
    [
        ("doze", False, "vote", "lexicon"),
        ("doze", True, "vote", None),
        ("nap", True, "vote", "lexicon"),
        ("nap", False, "vote", None),
        ("hmhmhm", False, "vote", None),
        ("hmhmhm", True, "vote", None),
        ("doze", False, "lexicon", None),
        ("nap", True, "precedents", None),
    ],
)
def test_a_vote_against_the_word_list_is_looked_at(
    alice: User, bob: User, word: str, stands: bool, by: str, origin: str | None
) -> None:
    dispute = doubted(table(alice, bob))
    Case.objects.all().delete()
    votes = [(0, stands), (1, stands), (2, not stands)]
    open_by_itself(dispute, settled(word, stands, votes, by))
    assert [case.origin for case in Case.objects.all()] == ([origin] if origin else [])


@pytest.mark.parametrize(("person_sits", "cases"), [(True, 1), (False, 0)])
def test_what_bots_doubt_among_themselves_opens_no_case(
    alice: User, bob: User, person_sits: bool, cases: int
) -> None:
    """Matches of bots do not fill the queue of volunteers: three bots played eleven of them."""
    dispute = doubted(table(alice, bob))
    Case.objects.all().delete()
    User.objects.filter(pk=bob.pk).update(is_bot=True)
    User.objects.filter(pk=alice.pk).update(is_bot=not person_sits)
    votes = [(0, False), (1, False), (2, True)]
    open_by_itself(dispute, settled("doze", False, votes))
    assert Case.objects.count() == cases


def test_what_the_court_has_ruled_on_opens_no_case_by_itself(
    alice: User, bob: User, mona: User
) -> None:
    """A player who disagrees with the ruling can still appeal."""
    first = doubted(match := table(alice, bob))
    play_out(match)
    ruled(first.case, mona, "valid")
    again = doubted(table(alice, bob))
    assert not Case.objects.filter(dispute=again).exists()
    appeal_dispute(again.pk, alice, "It is none.")
    assert Case.objects.get(dispute=again).origin == "appeal"


@pytest.fixture
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Votes do not open cases automatically."""
    monkeypatch.setattr(record_dispute, "open_by_itself", lambda dispute, contest: None)


@pytest.mark.usefixtures("quiet")
def test_a_player_who_sat_there_appeals_once(alice: User, bob: User) -> None:
    dispute = doubted(table(alice, bob))
    assert not Case.objects.exists()
    appeal_dispute(dispute.pk, bob, "  It is a word.  ")
    case = Case.objects.get()
    assert (case.origin, case.status, case.dispute) == ("appeal", "open", dispute)
    assert case.appeals.get().text == "It is a word."
    with pytest.raises(Refused) as caught:
        appeal_dispute(dispute.pk, bob, "Once more")
    assert code_of(caught) == "appealed_already"
    appeal_dispute(dispute.pk, alice, "I think so, too.")
    assert case.appeals.count() == 2
    for text, code in (("  ", "words_missing"), ("x" * 1001, "words_too_long")):
        with pytest.raises(Refused) as caught:
            appeal_dispute(dispute.pk, person(code), text)
        assert code_of(caught) == "not_at_table"
        Appeal.objects.filter(user=alice).delete()
        with pytest.raises(Refused) as caught:
            appeal_dispute(dispute.pk, alice, text)
        assert code_of(caught) == code
    with pytest.raises(Refused) as caught:
        appeal_dispute(10**9, alice, "x")
    assert code_of(caught) == "not_found"


@pytest.mark.usefixtures("quiet")
def test_a_case_goes_with_its_last_appeal(alice: User, bob: User, mona: User) -> None:
    """Appeals are withdrawn."""
    match = table(alice, bob)
    dispute = doubted(match)
    appeal_dispute(dispute.pk, alice, "One")
    appeal_dispute(dispute.pk, bob, "Two")
    play_out(match)
    withdraw_appeal(dispute.pk, alice)
    assert Case.objects.get().status == "open"
    withdraw_appeal(dispute.pk, bob)
    case = Case.objects.get()
    assert (case.status, case.closed_at is not None) == ("withdrawn", True)
    assert not backlog.queue_cases(mona, "open").exists()
    with pytest.raises(Refused) as caught:
        claim_case(case.pk, mona)
    assert code_of(caught) == "case_closed"
    with pytest.raises(Refused) as caught:
        withdraw_appeal(dispute.pk, bob)
    assert code_of(caught) == "no_appeal"
    appeal_dispute(dispute.pk, alice, "After all")
    case.refresh_from_db()
    assert (case.status, case.closed_at) == ("open", None)


def test_a_case_that_opened_by_itself_outlives_its_appeals(
    alice: User, bob: User, mona: User
) -> None:
    dispute = doubted(table(alice, bob))
    appeal_dispute(dispute.pk, alice, "One")
    withdraw_appeal(dispute.pk, alice)
    assert Case.objects.get().status == "open"


@pytest.mark.usefixtures("quiet")
def test_an_appeal_that_is_withdrawn_while_somebody_works_on_it(
    alice: User, bob: User, mona: User
) -> None:
    case = appealed(table(alice, bob), alice)
    claim_case(case.pk, mona)
    withdraw_appeal(case.dispute_id, alice)
    with pytest.raises(Refused) as caught:
        decide_case(case.pk, mona, "valid", "So it is.")
    assert code_of(caught) == "case_closed"
    assert not Ruling.objects.exists()


@pytest.mark.usefixtures("quiet")
def test_a_moderator_takes_a_dispute_up_when_the_round_is_over(
    alice: User, bob: User, mona: User
) -> None:
    match = table(alice, bob)
    dispute = doubted(match)
    with pytest.raises(Refused) as caught:
        take_up_dispute(dispute.pk, mona)
    assert code_of(caught) == "no_case"
    assert not selectors.without_case(mona).exists()
    play_out(match)
    assert list(selectors.without_case(mona)) == [dispute]
    assert take_up_dispute(dispute.pk, mona).origin == "moderator"
    with pytest.raises(Refused) as caught:
        take_up_dispute(dispute.pk, mona)
    assert code_of(caught) == "case_open"


def test_told_twice_there_is_one_case(alice: User, bob: User) -> None:
    dispute = doubted(table(alice, bob))
    told = {
        "match_id": dispute.match_id,
        "rules_id": dispute.rules_id,
        "round": dispute.round,
        "move": dispute.move,
        "index": dispute.index,
        "at_ms": 1,
        "contest": settled("nap", True, [(1, False), (0, True)]),
        "sat": [(alice.pk, ""), (bob.pk, ""), (None, "sleepy")],
    }
    contested.send(sender=Dispute, **told)
    assert Case.objects.count() == Dispute.objects.count() == 1


# Evidence ---------------------------------------------------------------------------------------


def test_evidence_is_what_the_game_says_and_what_was_said(alice: User, bob: User) -> None:
    match = table(alice, bob)
    says(match, alice, "Long before", live(match).at_ms)
    dispute = doubted(match)
    at_ms = round(dispute.at.timestamp() * 1000)
    says(match, alice, "I nap each day.", at_ms)
    says(match, bob, "Too late", at_ms + 1)
    case = dispute.case
    Case.objects.update(evidence=None)
    gather_evidence(case.pk)
    case.refresh_from_db()
    assert case.evidence is not None
    assert [(line["author"], line["text"]) for line in case.evidence["talk"]] == [
        (alice.pk, "I nap each day.")
    ]
    assert "Alice" not in str(case.evidence), "a deleted account leaves no name"
    (letters, listed) = case.evidence["exhibits"]
    assert letters["rows"] == [["nap", "3"]]
    assert listed["empty"] == "It is not in the list."


def says(match: Match, user: User, text: str, at_ms: int) -> None:
    saying = requests.Saying(text, "", fresh_key())
    with clock.stopped(at_ms):
        talk.post_message(table_of(match.pk), Person(user.pk, user.epoch), saying)


def test_gathering_again_finds_what_was_lost(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A repetition changes nothing else."""
    dispute = doubted(table(alice, bob))
    Case.objects.update(evidence=None)
    asked: list[int] = []
    monkeypatch.setattr(tasks.gather_evidence, "delay", asked.append)
    tasks.gather_lost_evidence()
    assert asked == [dispute.case.pk]
    tasks.gather_evidence(dispute.case.pk)
    first = Case.objects.get().evidence
    assert first is not None
    tasks.gather_evidence(dispute.case.pk)
    assert Case.objects.get().evidence == first
    asked.clear()
    tasks.gather_lost_evidence()
    assert asked == []
    gather_evidence(10**9)


# Decisions --------------------------------------------------------------------------------------


def test_one_at_a_time_works_on_a_case_and_for_a_while(
    alice: User, bob: User, mona: User, milo: User
) -> None:
    case = appealed(table(alice, bob), alice)
    with pytest.raises(Refused) as caught:
        decide_case(case.pk, mona, "valid", "So it is.")
    assert code_of(caught) == "claim_first"
    claim_case(case.pk, mona)
    with pytest.raises(Refused) as caught:
        claim_case(case.pk, milo)
    assert (code_of(caught), caught.value.refusal.facts["name"]) == ("case_claimed", "Mona")
    with pytest.raises(Refused) as caught:
        decide_case(case.pk, milo, "valid", "So it is.")
    assert code_of(caught) == "case_claimed"
    claim_case(case.pk, mona)
    release_case(case.pk, mona)
    claim_case(case.pk, milo)
    later = clock.now_ms() + int(HOLDS / timedelta(milliseconds=1)) + 1
    with clock.stopped(later):
        claim_case(case.pk, mona)
        with pytest.raises(Refused) as caught:
            decide_case(case.pk, milo, "valid", "So it is.")
    assert code_of(caught) == "case_claimed"


def test_a_second_opinion_comes_from_another_moderator_once(
    alice: User, bob: User, mona: User, milo: User
) -> None:
    case = appealed(table(alice, bob), alice)
    with pytest.raises(Refused) as caught:
        give_opinion(case.pk, milo, "valid", "I think so.")
    assert code_of(caught) == "no_question"
    claim_case(case.pk, mona)
    ask_for_opinion(case.pk, mona)
    assert [one.pk for one in backlog.queue_cases(milo, "opinion")] == [case.pk]
    assert not backlog.queue_cases(mona, "opinion").exists()
    with pytest.raises(Refused) as caught:
        give_opinion(case.pk, mona, "valid", "I think so.")
    assert code_of(caught) == "own_question"
    with pytest.raises(Refused) as caught:
        give_opinion(case.pk, milo, "perhaps", "I think so.")
    assert code_of(caught) == "unknown_decision"
    give_opinion(case.pk, milo, "valid", "I think so.")
    ask_for_opinion(case.pk, mona)
    with pytest.raises(Refused) as caught:
        give_opinion(case.pk, milo, "valid", "Again.")
    assert code_of(caught) == "opinion_given"
    assert case.opinions.get().decision == "valid"


def test_who_sat_at_the_table_decides_nothing_there(alice: User, bob: User, milo: User) -> None:
    mona = moderator("Mona")
    case = appealed(table(alice, mona), alice)
    for deed in (
        lambda: claim_case(case.pk, mona),
        lambda: decide_case(case.pk, mona, "valid", "So it is."),
        lambda: give_opinion(case.pk, mona, "valid", "So it is."),
        lambda: selectors.case_for(mona, case.pk),
    ):
        with pytest.raises(Refused) as caught:
            deed()
        assert code_of(caught) == "sat_there"
    assert not selectors.for_moderator(mona).exists()
    assert selectors.for_moderator(milo).exists()
    # A person is also excluded after lending a device to players, or after playing as a substitute.
    lender = moderator("Lena")
    case.dispute.match.seats.filter(number=0).update(at_device_of=lender)
    assert not selectors.for_moderator(lender).exists()
    stay = {"match": case.dispute.match, "seat": 0, "user": alice, "followed_by": milo}
    Departure.objects.create(**stay, why="left", at=clock.now())
    assert not selectors.for_moderator(milo).exists()


@pytest.mark.parametrize(
    ("decision", "reason", "code"),
    [
        ("perhaps", "So it is.", "unknown_decision"),
        ("", "So it is.", "unknown_decision"),
        ("valid", "   ", "words_missing"),
        ("valid", "x" * 1001, "words_too_long"),
    ],
)
def test_a_decision_is_one_of_four_and_has_a_reason(
    alice: User, bob: User, mona: User, decision: str, reason: str, code: str
) -> None:
    case = appealed(table(alice, bob), alice)
    claim_case(case.pk, mona)
    with pytest.raises(Refused) as caught:
        decide_case(case.pk, mona, decision, reason)
    assert code_of(caught) == code
    case.refresh_from_db()
    assert case.status == "open"


def test_of_two_who_decide_at_once_the_second_is_told_so(
    alice: User, bob: User, mona: User, milo: User
) -> None:
    """The first locks the row; the second waits for it, and reads the result."""
    case = appealed(table(alice, bob), alice)
    claim_case(case.pk, mona)
    codes: list[str] = []

    def second() -> None:
        try:
            claim_case(case.pk, milo)
        except Refused as said:
            codes.append(said.refusal.code)
        finally:
            connection.close()

    thread = threading.Thread(target=second)
    with transaction.atomic():
        decide_case(case.pk, mona, "valid", "So it is.")
        thread.start()
        thread.join(0.5)
        assert thread.is_alive(), "it waits for the lock on the row"
    thread.join(10)
    assert codes == ["case_closed"]
    assert Ruling.objects.count() == 1


def test_everything_that_the_staff_does_is_in_the_audit_log(
    alice: User, bob: User, mona: User, milo: User
) -> None:
    case = appealed(table(alice, bob), alice)
    claim_case(case.pk, mona)
    ask_for_opinion(case.pk, mona)
    give_opinion(case.pk, milo, "valid", "I think so.")
    release_case(case.pk, mona)
    ruled(case, mona)
    did = [(mona, "claim"), (mona, "ask_opinion"), (milo, "opine"), (mona, "release")]
    did += [(mona, "claim"), (mona, "decide")]
    written = AuditEntry.objects.filter(target=f"court.case:{case.pk}").order_by("pk")
    assert list(written.values_list("by", "verb")) == [(who.pk, what) for who, what in did]


# Effects of a ruling ----------------------------------------------------------------------------


def totals(match: Match) -> list[int]:
    match.refresh_from_db()
    assert match.result is not None
    totals: list[int] = match.result["totals"]
    return totals


def test_a_ruling_corrects_points_where_the_match_asks_for_it(
    alice: User, bob: User, mona: User
) -> None:
    match = table(alice, bob, rulings="points")
    case = appealed(match, alice)
    before, author = totals(match), contest_of(case.dispute).author
    ruled(case, mona, "invalid")
    after = list(before)
    after[author] -= 2
    assert totals(match) == after
    correction = Ruling.objects.get().correction
    assert correction is not None
    assert (correction.reason, correction.by, correction.round) == ("So it is.", mona, 1)


@pytest.mark.parametrize(
    ("rulings", "decision"),
    [("none", "invalid"), ("points", "valid"), ("points", "form"), ("points", "table")],
)
def test_otherwise_a_ruling_corrects_nothing(
    alice: User, bob: User, mona: User, rulings: str, decision: str
) -> None:
    match = table(alice, bob, rulings=rulings)
    case = appealed(match, alice)
    before = totals(match)
    ruled(case, mona, decision)
    assert totals(match) == before
    assert Ruling.objects.get().correction is None


def test_a_match_that_is_void_stays_void(alice: User, bob: User, mona: User) -> None:
    match = table(alice, bob, rulings="points")
    case = appealed(match, alice)
    void = correct.void_result(match.pk, by=None, reason="It was a test.")
    ruled(case, mona, "invalid")
    match.refresh_from_db()
    assert match.result is None
    assert Ruling.objects.get().correction is not None
    correct.undo_correction(void.pk, by=None, reason="It was none.")
    assert match.standing is not None
    assert totals(match) != match.standing["totals"]


def test_a_ruling_on_a_match_that_was_left_corrects_nothing(
    alice: User, bob: User, mona: User
) -> None:
    match = table(alice, bob, rulings="points")
    dispute = doubted(match)
    assert not selectors.for_moderator(mona).exists()
    Match.objects.update(status=Match.Status.ABORTED)
    ruled(dispute.case, mona, "invalid")
    assert Ruling.objects.get().correction is None


def test_who_is_gone_leaves_the_appeal(alice: User, bob: User, mona: User) -> None:
    case = appealed(table(alice, bob), alice)
    anonymise_user(alice)
    Appeal.objects.update(user=None)
    ruled(case, mona)
    assert Ruling.objects.get().case == case
    assert Appeal.objects.get().user is None


# Appeals against rulings ------------------------------------------------------------------------


def test_a_ruling_is_appealed_against_once(alice: User, bob: User, mona: User, milo: User) -> None:
    """Another moderator overturns it."""
    match = table(alice, bob, rulings="points")
    case = ruled(appealed(match, alice), mona, "invalid")
    first = Ruling.objects.get()
    assert match.standing is not None
    played = match.standing["totals"]
    assert totals(match) != played
    with pytest.raises(Refused) as caught:
        challenge_ruling(first.pk, person("Charlie"), "No.")
    assert code_of(caught) == "not_concerned"
    challenge_ruling(first.pk, bob, "It is a word.")
    with pytest.raises(Refused) as caught:
        challenge_ruling(first.pk, alice, "Indeed.")
    assert code_of(caught) == "challenged_already"
    assert [one.pk for one in backlog.queue_cases(milo, "appeals")] == [case.pk]
    with pytest.raises(Refused) as caught:
        claim_case(case.pk, mona)
    assert code_of(caught) == "had_a_hand"
    ruled(case, milo, "valid", "This account is already a bot.")
    second = Ruling.objects.latest("pk")
    assert (second.overturns, second.decision, second.by) == (first, "valid", milo)
    assert selectors.in_force("doze", "hmhmhm", selectors.pair_of(case.dispute.parts)) == second
    first.refresh_from_db()
    assert first.decision == "invalid", "history stays"
    assert first.correction is not None
    assert first.correction.undone_at is not None
    assert totals(match) == played
    with pytest.raises(Refused) as caught:
        challenge_ruling(second.pk, bob, "No.")
    assert code_of(caught) == "challenged_already"


@pytest.mark.parametrize("hand", ["opinion", "opinion on a settled case", "appeal", "settled"])
def test_nobody_decides_an_appeal_against_their_own_hand(
    alice: User, bob: User, mona: User, milo: User, hand: str
) -> None:
    """A moderator with a part in the ruling cannot claim the appeal against it.

    This includes a second opinion, and an opinion on another case that the ruling settled.
    """
    wanda = moderator("Wanda")
    other = None
    if "settled" in hand:
        other = appealed(table(alice, wanda if hand == "settled" else bob), alice)
    case = appealed(table(alice, bob), alice)
    if "opinion" in hand:
        asked = case if other is None else other
        claim_case(asked.pk, mona)
        ask_for_opinion(asked.pk, mona)
        give_opinion(asked.pk, wanda, "valid", "I think so.")
    claim_case(case.pk, mona)
    decide_case(case.pk, mona, "valid", "So it is.")
    ruling = Ruling.objects.get()
    if other is not None:
        assert other.settlement.ruling == ruling
    by = bob
    if hand == "appeal":
        Citation.objects.create(ruling=ruling, dispute=doubted(table(wanda, bob)))
        by = wanda
    challenge_ruling(ruling.pk, by, "No word.")
    for deed in (
        lambda: claim_case(case.pk, wanda),
        lambda: decide_case(case.pk, wanda, "invalid", "So it is."),
    ):
        with pytest.raises(Refused) as caught:
            deed()  # type: ignore[no-untyped-call]  # a lambda has no types
        assert code_of(caught) == "had_a_hand"
    page = browser(wanda).get(f"/court/{case.pk}/").content.decode()
    assert "You took part in a ruling on this word" in page
    assert ruled(case, milo, "invalid").status == "decided"


def test_one_ruling_settles_every_open_case_about_its_word(
    alice: User, bob: User, mona: User, milo: User
) -> None:
    """The second case about the same word is settled too, and cannot be claimed again."""
    cases = [appealed(table(alice, bob, rulings="points"), alice) for _ in range(3)]
    elsewhere = appealed(table(alice, bob), alice, "hmhm")
    assert [one.pk for one in backlog.queue_cases(milo, "open")] == [cases[0].pk, elsewhere.pk]
    page = browser(mona).get(f"/court/{cases[0].pk}/").content.decode()
    assert "2 other open cases are about this word." in page
    claim_case(cases[1].pk, milo)
    ruled(cases[0], mona, "invalid")
    ruling = Ruling.objects.get()
    for case in cases:
        case.refresh_from_db()
        assert (case.status, case.claimed_by, selectors.ruling_of(case)) == (
            "decided", None, ruling
        )  # fmt: skip
        match = case.dispute.match
        match.refresh_from_db()
        assert match.result != match.standing, "each table's points follow"
    settled_page = browser(mona).get(f"/court/{cases[1].pk}/").content.decode()
    assert f"Ruling {ruling.pk} on the same word has settled this" in settled_page
    elsewhere.refresh_from_db()
    assert elsewhere.status == "open", "another word"
    with pytest.raises(Refused) as caught:
        decide_case(cases[1].pk, milo, "valid", "So it is.")
    assert code_of(caught) == "case_closed"
    assert AuditEntry.objects.filter(verb="settle").count() == 2


def test_nobody_rules_on_a_word_doubted_at_their_own_table(
    alice: User, bob: User, mona: User, milo: User
) -> None:
    """A moderator whose own table doubted the word cannot rule on it in another table's case.

    Otherwise the word list would contain a player's own wish.
    """
    case, theirs = appealed(table(alice, bob), alice), appealed(table(alice, mona), alice)
    elsewhere = appealed(table(alice, bob), alice, "hmhm")
    claim_case(case.pk, milo)
    ask_for_opinion(case.pk, milo)
    for deed in (
        lambda: claim_case(case.pk, mona),
        lambda: give_opinion(case.pk, mona, "valid", "I said so at my table."),
    ):
        with pytest.raises(Refused) as caught:
            deed()
        assert code_of(caught) == "had_a_hand"
    assert "Another moderator decides." in browser(mona).get(f"/court/{case.pk}/").content.decode()
    assert ruled(elsewhere, mona).status == "decided", "another word"
    ruled(case, milo)
    theirs.refresh_from_db()
    assert (theirs.status, selectors.ruling_of(theirs)) == ("decided", selectors.ruling_of(case))


@pytest.mark.parametrize("hand", ["upheld", "settled"])
def test_nobody_judges_again_what_they_decided_silently(
    alice: User, bob: User, mona: User, milo: User, hand: str
) -> None:
    """A moderator who let a ruling stand, or settled another case by it, made that decision without
    a ruling of their own.

    They cannot judge the next case about the word, nor the appeal from the settled table.
    """
    wanda = moderator("Wanda")
    first = ruled(appealed(table(alice, bob), alice), mona, "valid")
    ruling = Ruling.objects.get()
    if hand == "upheld":
        challenge_ruling(ruling.pk, bob, "No word.")
        ruled(first, wanda, "valid")
        judged = appealed(table(alice, bob), alice)
    else:
        ruled(appealed(table(alice, bob), alice), wanda, "valid")
        challenge_ruling(ruling.pk, bob, "No word.")
        judged = first
    assert Ruling.objects.get() == ruling
    with pytest.raises(Refused) as caught:
        claim_case(judged.pk, wanda)
    assert code_of(caught) == "had_a_hand"
    assert ruled(judged, milo, "invalid").status == "decided"


@pytest.mark.parametrize("hand", ["ruling", "opinion", "table", "appeal"])
def test_nobody_judges_a_later_case_against_their_own_hand(
    alice: User, bob: User, mona: User, milo: User, hand: str
) -> None:
    """A moderator with a part in a ruling cannot judge a case at another table that would replace
    it.
    """
    wanda = moderator("Wanda")
    first = appealed(table(wanda if hand == "table" else alice, bob), bob)
    if hand == "opinion":
        claim_case(first.pk, mona)
        ask_for_opinion(first.pk, mona)
        give_opinion(first.pk, wanda, "invalid", "I think so.")
    ruled(first, wanda if hand == "ruling" else mona, "valid")
    ruling = Ruling.objects.get()
    if hand == "appeal":
        Challenge.objects.create(ruling=ruling, user=wanda, text="No word.", at=clock.now())
    later = appealed(table(alice, bob), alice)
    with pytest.raises(Refused) as caught:
        claim_case(later.pk, wanda)
    assert code_of(caught) == "had_a_hand"
    assert Ruling.objects.get() == ruling
    assert ruled(later, milo, "invalid").status == "decided"


def test_where_nobody_may_decide_the_page_says_what_helps(
    alice: User, bob: User, mona: User
) -> None:
    """With a single moderator, the page says what is missing."""
    none = "At the moment nobody can do this. An administrator can make another user a moderator."
    waits = "Your appeal is waiting for another moderator to review it."
    case = ruled(appealed(table(alice, bob), alice), mona, "valid")
    ruling = Ruling.objects.get()
    answer = browser(bob).post(f"/words/{ruling.pk}/appeal", {"text": "No word."}, follow=True)
    assert waits in answer.content.decode()
    assert none in browser(mona).get(f"/court/{case.pk}/").content.decode()
    moderator("Wanda")
    assert none not in browser(mona).get(f"/court/{case.pk}/").content.decode()


def test_a_like_decision_later_leaves_the_appeal_to_both_tables(
    alice: User, bob: User, mona: User, milo: User
) -> None:
    """A second ruling with the same decision leaves the first in force, and both tables can appeal
    against it.
    """
    carl = person("Carl")
    first = ruled(appealed(table(alice, bob, rulings="points"), alice), mona, "invalid")
    ruling = Ruling.objects.get()
    later = appealed(table(alice, carl, rulings="points"), alice)
    assert ruled(later, milo, "invalid", "As before.").status == "decided"
    assert Ruling.objects.get() == ruling
    assert later.settlement.ruling == ruling
    assert sure(later.settlement.correction).reason == "As before."
    match = later.dispute.match
    match.refresh_from_db()
    assert match.result != match.standing
    assert is_concerned(carl, ruling)
    challenge_ruling(ruling.pk, bob, "It is a word.")
    ruled(first, moderator("Wanda"), "valid")
    later.settlement.refresh_from_db()
    assert later.settlement.ruling == Ruling.objects.latest("pk")
    match.refresh_from_db()
    assert match.standing is not None
    assert totals(match) == match.standing["totals"]


def test_two_cases_about_one_word_decided_at_once_get_one_ruling(
    alice: User, bob: User, mona: User, milo: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each moderator holds a lock on the own case; still, only one ruling is made."""
    cases = [appealed(table(alice, bob), alice) for _ in range(2)]
    both, lock = threading.Barrier(2), settle_cases.lock_matches

    def meet(case: Case, by: User) -> None:
        with suppress(threading.BrokenBarrierError):
            both.wait(1)
        lock(case, by)

    monkeypatch.setattr(settle_cases, "lock_matches", meet)

    def decide(asked: tuple[Case, User, str]) -> str:
        try:
            decide_case(asked[0].pk, asked[1], asked[2], "So it is.")
        except Refused as refused:
            return refused.refusal.code
        return "decided"

    asked = [(cases[0], mona, "invalid"), (cases[1], milo, "valid")]
    for case, by, _ in asked:
        claim_case(case.pk, by)
    assert sorted(at_once(decide, asked)) == ["case_closed", "decided"]
    ruling = Ruling.objects.get()
    assert [selectors.ruling_of(case) for case in cases] == [ruling, ruling]


def test_what_a_ruling_settled_follows_the_one_that_overturns_it(
    alice: User, bob: User, mona: User, milo: User
) -> None:
    first, second = (appealed(table(alice, bob, rulings="points"), alice) for _ in range(2))
    ruled(first, mona, "invalid")
    # The players of a settled table may appeal against the ruling, too.
    challenge_ruling(Ruling.objects.get().pk, bob, "It is a word.")
    ruled(first, milo, "valid", "It is.")
    second.refresh_from_db()
    assert selectors.ruling_of(second) == Ruling.objects.latest("pk")
    match = second.dispute.match
    match.refresh_from_db()
    assert match.standing is not None
    assert totals(match) == match.standing["totals"]


def test_the_same_decision_again_lets_a_ruling_stand(
    alice: User, bob: User, mona: User, milo: User
) -> None:
    match = table(alice, bob, rulings="points")
    case = ruled(appealed(match, alice), mona, "invalid")
    corrected = totals(match)
    challenge_ruling(Ruling.objects.get().pk, bob, "It is a word.")
    ruled(case, milo, "invalid", "It is none.")
    assert Ruling.objects.count() == 1
    made = Challenge.objects.get()
    assert made.upheld == "It is none."
    assert made.closed_at is not None
    assert totals(match) == corrected


def test_another_wrong_decision_moves_the_correction(
    alice: User, bob: User, mona: User, milo: User
) -> None:
    match = table(alice, bob, rulings="points")
    case = ruled(appealed(match, alice), mona, "valid")
    challenge_ruling(Ruling.objects.get().pk, bob, "No word.")
    ruled(case, milo, "invalid", "It is none.")
    assert match.standing is not None
    assert totals(match) != match.standing["totals"]


def test_a_later_ruling_on_the_same_word_replaces_an_earlier_one(
    alice: User, bob: User, mona: User, milo: User
) -> None:
    ruled(appealed(table(alice, bob), alice), mona, "valid")
    old = Ruling.objects.get()
    ruled(appealed(table(alice, bob), alice), milo, "table")
    new = Ruling.objects.latest("pk")
    assert selectors.in_force("doze", old.entry, old.pair) == new
    with pytest.raises(Refused) as caught:
        challenge_ruling(old.pk, bob, "No.")
    assert code_of(caught) == "not_in_force"


def test_rulings_are_kept_for_ever(alice: User, bob: User, mona: User) -> None:
    ruled(appealed(table(alice, bob), alice), mona)
    for deed in (
        lambda: Ruling.objects.update(decision="valid"),
        lambda: Ruling.objects.all().delete(),
    ):
        with pytest.raises(Exception, match="refused"), transaction.atomic():
            deed()
    assert Ruling.objects.get().decision == "invalid"


def test_a_forgotten_person_takes_along_their_words_to_the_court(
    alice: User, bob: User, mona: User
) -> None:
    case = appealed(table(alice, bob), alice)
    Case.objects.filter(pk=case.pk).update(
        evidence={"exhibits": [], "talk": [{"author": alice.pk}, {"author": bob.pk}]}
    )
    assert (
        export_parts.PARTS["word_appeals"](alice)[0]["text"] == "It is a word, I say it each day."
    )
    anonymise_user(alice)
    case.refresh_from_db()
    assert case.evidence is not None
    assert case.evidence["talk"] == [{"author": bob.pk}]
    assert [appeal.text for appeal in case.appeals.all()] == [""]
    assert ruled(case, mona).status == Case.Status.DECIDED
