"""Notices of decisions: their recipients, times and media."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from accounts.models import User
from accounts.services.anonymise_user import anonymise_user
from court.models import Case, Party, Ruling
from court.services.appeal_dispute import appeal_dispute, withdraw_appeal
from court.services.challenge_ruling import challenge_ruling
from court.services.notify_of_ruling import PLACE, RATINGS, TOTAL, notify_of_ruling
from matches.models import Match
from moderation.sanctions.services import appeal as appealing
from moderation.sanctions.services.impose import impose_sanction
from moderation.sanctions.services.lift import lift_sanction
from notifications.models import Channel, Delivery, Notice
from notifications.services import channels
from tests.platform.accounts.cast import alice, bob, browser
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
from tests.platform.matches.cast import dealt
from tests.platform.moderation.staff import max_, mona
from tests.platform.notifications.cast import log, reached_by_mail

pytestmark = pytest.mark.django_db

PAGE = reverse("notifications:notices")
HOOK = "https://hooks.example/secret-part"


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    play_doze(monkeypatch)
    settings.CAN_MAIL = True


def told(user: User, kind: str = "ruling") -> list[str]:
    """Return the page of notices, the latest first."""
    found = Notice.objects.filter(user=user, kind=kind).order_by("-pk")
    news = [one.news or {} for one in found]
    sentences = [str(one["sentence"]) % one["facts"] for one in news]
    page = browser(user).get(PAGE).content.decode()
    assert all(sentence in page for sentence in sentences)
    return sentences


def parted(match: Match) -> tuple[Case, User, User]:
    """Return a case that the neighbour has opened, the author of the word, and the neighbour."""
    first = doubted(match, "hmhmhm")
    author = Party.objects.get(dispute=first, role=Party.Role.AUTHOR).user
    other = match.seats.filter(user__isnull=False).exclude(user=author)[0].user
    assert author is not None
    assert other is not None
    appeal_dispute(first.pk, other, "I doubt the doubt.")
    return Case.objects.get(dispute=first), author, other


def test_only_those_concerned_learn_of_the_ruling() -> None:
    """These are the author of the word, and the player who appealed."""
    match = table(alice(), bob(), moderator("Carl"))
    case, author, appellant = parted(match)
    reached_by_mail(appellant)
    assert not Notice.objects.exclude(news=None).exists()
    play_out(match)
    assert not Notice.objects.exclude(news=None).exists()
    ruled(case, mona(), "valid", "In every dictionary.")
    sentence = "The word court has ruled: hmhmhm is valid."
    assert told(author) == told(appellant) == [sentence]
    assert log(appellant, "ruling") == [("mail", "waiting", "")]
    assert set(Notice.objects.filter(kind="ruling").values_list("user", flat=True)) == {
        author.pk,
        appellant.pk,
    }
    ruling = Ruling.objects.get()
    page = browser(author).get(PAGE).content.decode()
    assert reverse("court:ruling", args=[ruling.pk]) in page


def test_all_whose_result_changes_learn_of_the_ruling() -> None:
    """A player who loses the first place by a ruling on another's word gets a notice."""
    people = [alice(), bob(), moderator("Carl")]
    match = table(*people, rulings="points", rated=True)
    case, author, appellant = parted(match)
    other = next(one for one in people if one not in (author, appellant))
    play_out(match)
    match.refresh_from_db()
    before = match.result
    ruled(case, mona(), "invalid")
    match.refresh_from_db()
    now = match.result
    assert before is not None
    assert now is not None
    heard: dict[int, Any] = dict(Notice.objects.filter(kind="ruling").values_list("user", "news"))
    places = {seat.user_id: seat.number for seat in match.seats.exclude(user=None)}
    # Each gets one notice: about the ruling, or about a changed result.
    assert heard[author.pk]["sentence"] == "The word court has ruled: %(word)s is invalid."
    assert TOTAL in heard[author.pk]["more"]
    are_moved = before["places"] != now["places"]
    assert (other.pk in heard) == are_moved, (before, now)
    for user_id, news in heard.items():
        if news["more"]:
            seat = places[user_id]
            assert news["facts"]["place"] == now["places"][seat]
            assert news["facts"]["place_before"] == before["places"][seat]
            assert news["facts"]["total"] == now["totals"][seat]
            assert (RATINGS in news["more"]) == are_moved


def test_two_cases_of_a_match_tell_one_change_after_the_other() -> None:
    """The second notice reports only its own change, with the result after the first as "before"."""
    anna, ben = alice(), bob()
    case = appealed(table(anna, ben), anna)
    match = table(anna, ben, moderator("Carl"), bots=0, rulings="points")
    for _ in range(2):
        free = live(match).awaited.may_also
        dispute = doubted(match, "hmhmhm", free[0] if free else None)
        appeal_dispute(dispute.pk, anna, "It is none.")
    play_out(match)
    ruled(case, mona(), "invalid")
    challenge_ruling(Ruling.objects.get().pk, ben, "It is a word.")
    ruled(case, max_(), "valid", "It is.")
    assert Ruling.objects.latest("pk").settlements.count() == 2
    standing = match.standing
    assert standing is not None
    for seat in match.seats.all():
        notices = Notice.objects.filter(user=seat.user, kind="ruling").order_by("pk")
        told_of = [one.news["facts"] for one in notices if one.news]
        changes = [(facts["total_before"], facts["total"]) for facts in told_of if "total" in facts]
        totals = [standing["totals"][seat.number], *(after for _, after in changes)]
        assert [before for before, _ in changes] == totals[:-1]
        assert totals[-1] == totals[0], "the second ruling reverted the change of the first"
    assert Notice.objects.filter(kind="ruling", news__facts__has_key="total").exists()


@pytest.mark.parametrize("first", [0, 1, 2])
def test_a_player_moved_by_anothers_word_is_told_from_and_to(first: int) -> None:
    match = table(alice(), bob(), moderator("Carl"), rated=True)
    case, _author, _appellant = parted(match)
    play_out(match)
    ruling = Ruling(pk=1, case=case, word="hmhmhm", decision="invalid")
    places = [2, 2, 2, 2][: match.seats.count()]
    places[first] = 1
    match.result = {"places": places, "totals": [0] * len(places), "decided": True}
    match.save(update_fields=["result"])
    before = {"places": [1] * len(places), "totals": [0] * len(places)}
    notify_of_ruling(case, ruling, before)
    for seat in match.seats.exclude(user=None):
        news = Notice.objects.get(user=seat.user, kind="ruling").news
        assert news is not None
        moved = [] if seat.number == first else [PLACE]
        assert news["more"] == [*moved, RATINGS]
        assert (news["facts"]["place_before"], news["facts"]["place"]) == (1, places[seat.number])


def test_who_thought_better_of_it_is_not_told() -> None:
    match = table(alice(), bob(), moderator("Carl"))
    case, author, appellant = parted(match)
    appeal_dispute(case.dispute_id, author, "This account is already a bot.")
    withdraw_appeal(case.dispute_id, appellant)
    play_out(match)
    ruled(case, mona())
    assert told(author) == ["The word court has ruled: hmhmhm is invalid."]
    assert told(appellant) == []


def test_who_is_gone_is_told_nothing() -> None:
    match = table(alice(), bob(), moderator("Carl"))
    case, author, appellant = parted(match)
    play_out(match)
    anonymise_user(author)
    ruled(case, mona(), "valid")
    assert told(appellant) == ["The word court has ruled: hmhmhm is valid."]
    assert not Notice.objects.filter(user=author).exists()


def test_the_answer_to_an_appeal_against_a_ruling() -> None:
    match = table(alice(), bob(), moderator("Carl"))
    case, author, appellant = parted(match)
    play_out(match)
    ruled(case, mona(), "valid")
    challenge_ruling(Ruling.objects.get().pk, author, "No.")
    ruled(case, max_(), "valid", "Yes.")
    assert told(author) == told(appellant)
    assert told(author)[0] == "The word court has reviewed hmhmhm. Its ruling stands."


def test_a_ruling_that_is_overturned() -> None:
    match = table(alice(), bob(), moderator("Carl"))
    case, author, _appellant = parted(match)
    play_out(match)
    ruled(case, mona(), "valid")
    challenge_ruling(Ruling.objects.get().pk, author, "No.")
    ruled(case, max_(), "table", "Who knows.")
    assert told(author) == [
        "The word court leaves it to the table whether hmhmhm is valid.",
        "The word court has ruled: hmhmhm is valid.",
    ]


def test_a_channel_tells_of_rulings_or_not_as_its_person_says() -> None:
    anna = alice()
    channel = reached_by_mail(anna)
    channels.choose_kinds(channel, ["turn"], daily=False)
    ruled(appealed(table(anna, bob()), anna), mona())
    assert log(anna, "ruling") == [("mail", "skipped", "unwanted")]
    assert len(told(anna)) == 1


def test_a_decision_says_nothing_of_itself_on_the_way() -> None:
    """The decision is about a person."""
    ben, judge = bob(), mona()
    reached_by_mail(ben)
    channels.set_webhook(ben, HOOK, Channel.Shape.DISCORD)
    sanction = impose_sanction(judge, ben, "mute", cause="insult", reason="You swore at Anna.")
    assert told(ben, "decision") == ["The staff have made a decision about you."]
    # Other people may read the channel of a webhook.
    assert log(ben, "decision") == [("mail", "waiting", ""), ("webhook", "skipped", "unwanted")]
    appealing.appeal_sanction(ben, sanction.pk, "I did not.")
    appealing.decide_appeal(max_(), sanction.appeal.pk, uphold=True, answer="You did.")
    lift_sanction(judge, sanction.pk, "It is long ago.")
    assert told(ben, "decision") == [
        "A decision about you was lifted.",
        "Your appeal was answered.",
        "The staff have made a decision about you.",
    ]
    for notice in Notice.objects.all():
        assert notice.news is not None
        assert notice.news["path"] == reverse("moderation:decisions")
        assert notice.news["facts"] == {}
    assert Delivery.objects.filter(medium="mail").count() == 3


def test_an_appeal_that_is_granted_tells_of_both() -> None:
    ben = bob()
    sanction = impose_sanction(mona(), ben, "mute", cause="insult", reason="You swore at Anna.")
    appealing.appeal_sanction(ben, sanction.pk, "I did not.")
    appealing.decide_appeal(max_(), sanction.appeal.pk, uphold=False, answer="You did not.")
    assert told(ben, "decision")[:2] == [
        "A decision about you was lifted.",
        "Your appeal was answered.",
    ]


def test_a_flag_at_every_table_says_that_something_was_decided() -> None:
    ben = bob()
    match = dealt(alice(), ben)
    at_table = reverse("matches:table", args=[match.pk])
    flag = "There is a decision about you."
    assert flag not in browser(ben).get(at_table).content.decode()
    impose_sanction(mona(), ben, "warning", cause="insult", reason="You swore at Anna.")
    assert flag in browser(ben).get(at_table).content.decode()
    browser(ben).get(reverse("moderation:decisions"))
    assert flag not in browser(ben).get(at_table).content.decode()
