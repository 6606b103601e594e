"""The pages of the word court for every kind of visitor; no table learns of a case."""

from __future__ import annotations

import json
import logging
import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from core import clock
from court.models import Appeal, Case, Challenge, Dispute, Opinion, Ruling
from court.services import record_dispute
from court.services.claim_case import ask_for_opinion, claim_case
from matches.models import Match, Outbox
from notifications.models import Delivery
from tests.platform.accounts.cast import browser, gus, sam
from tests.platform.court.cast import (
    appealed,
    moderator,
    play_doze,
    play_out,
    ruled,
    table,
    word_doubted,
    words_table,
)
from tests.platform.matches.cast import person
from tests.platform.moderation.staff import otto

pytestmark = pytest.mark.django_db(transaction=True)

OUTSIDE = ("player", "doubter", "stranger", "organiser", "guest")
"""Visitors without access to the court."""


@pytest.fixture(autouse=True)
def _doze(monkeypatch: pytest.MonkeyPatch) -> None:
    play_doze(monkeypatch)


class Cast:
    """All visitors, and a case about a word at a table where some of them sat."""

    def __init__(self) -> None:
        self.users: dict[str, User | None] = {
            "player": person("Alice"),
            "doubter": person("Bob"),
            "moderator at the table": moderator("Mina"),
            "stranger": person("Charlie"),
            "guest": gus(),
            "moderator": moderator("Mona"),
            "other moderator": moderator("Milo"),
            "organiser": otto(),
            "administrator": sam(),
            "signed out": None,
        }
        self.match = table(
            *(self.user(name) for name in ("player", "doubter", "moderator at the table"))
        )
        self.case = appealed(self.match, self.user("player"))

    def user(self, name: str) -> User:
        user = self.users[name]
        assert user is not None
        return user

    def browser(self, name: str) -> Client:
        return browser(self.users[name])


@pytest.fixture
def cast() -> Cast:
    return Cast()


JUDGEMENT = {"decision": "valid", "reason": "So it is."}


def test_the_moderators_pages_open_to_moderators_alone(cast: Cast) -> None:
    case = f"/court/{cast.case.pk}/"
    pages = ["/court/", "/court/?view=decided&origin=tie&words=x", "/court/disputes/", case]
    deeds = {"claim": {}, "release": {}, "ask": {}, "opinion": JUDGEMENT, "decide": JUDGEMENT}
    dispute = f"/court/disputes/{cast.case.dispute_id}/take"
    for name in OUTSIDE:
        client = cast.browser(name)
        for page in pages:
            answer = client.get(page)
            assert answer.status_code == 403, (name, page)
            assert "for staff only" in answer.content.decode()
            assert cast.case.dispute.word not in answer.content.decode().split("<main")[1]
        for deed, said in deeds.items():
            assert client.post(case + deed, said).status_code == 403, (name, deed)
        assert client.post(dispute).status_code == 403, name
    nobody = cast.browser("signed out")
    for page in pages:
        assert nobody.get(page).status_code == 302
    for deed in deeds:
        answer = nobody.post(case + deed, JUDGEMENT)
        assert answer.status_code == 403
        assert JUDGEMENT["reason"] in answer.content.decode(), (
            "the form is kept, but not carried out"
        )
    cast.case.refresh_from_db()
    assert (cast.case.status, cast.case.claimed_by, cast.case.wants_opinion) == (
        "open",
        None,
        False,
    )
    for name in ("moderator", "administrator"):
        for page in pages:
            assert cast.browser(name).get(page).status_code == 200, (name, page)


def test_a_moderator_at_that_table_does_not_get_the_case(cast: Cast) -> None:
    """The moderator can see the queue."""
    client = cast.browser("moderator at the table")
    assert 'lang="de" href="/court/' not in client.get("/court/").content.decode()
    case = f"/court/{cast.case.pk}/"
    for answer in (
        client.get(case),
        *(client.post(case + deed, JUDGEMENT) for deed in ("claim", "release", "ask")),
        *(client.post(case + deed, JUDGEMENT) for deed in ("opinion", "decide")),
    ):
        assert answer.status_code == 403
        assert "You sat at this table" in answer.content.decode()
    assert not Ruling.objects.exists()
    assert not Opinion.objects.exists()


def test_a_moderator_works_a_case_from_the_queue_to_the_ruling(cast: Cast) -> None:
    client, case = cast.browser("moderator"), f"/court/{cast.case.pk}/"
    assert case in client.get("/court/").content.decode()
    page = client.get(case).content.decode()
    for words in (
        "hmhmhm",
        "Letters",
        "It is not in the list.",
        "I say it each day",
        "Alice",
        "Bob",
    ):
        assert words in page, words
    assert client.post(case + "claim").status_code == 302
    assert client.post(case + "ask").status_code == 302
    other = cast.browser("other moderator")
    assert "Mona is working on this case" in other.get(case).content.decode()
    late = other.post(case + "claim")
    assert late.status_code == 409
    assert "Mona is working on this case." in late.content.decode()
    assert other.post(case + "opinion", JUDGEMENT).status_code == 302
    assert "Milo" in client.get(case).content.decode()
    kept = client.post(case + "decide", {"reason": "Because I say so."})
    assert kept.status_code == 422
    assert "Because I say so." in kept.content.decode()
    kept = client.post(case + "decide", {"decision": "perhaps", "reason": "x" * 1001})
    assert kept.status_code == 422
    assert client.post(case + "decide", JUDGEMENT).status_code == 302
    again = client.post(case + "decide", JUDGEMENT)
    assert again.status_code == 409
    assert "has been decided or withdrawn" in again.content.decode()
    assert client.get("/court/?view=decided").content.decode().count(case) == 1
    assert "So it is." in client.get(case).content.decode()


@pytest.mark.parametrize(
    "query",
    [
        "?view=nonsense&origin=nonsense&page=x&words=%00",
        "?page=99999999999999999999&words=" + "x" * 500,
        "?view=mine&view=open&origin=appeal",
    ],
)
def test_a_queue_asked_for_nonsense_is_a_queue(cast: Cast, query: str) -> None:
    client = cast.browser("moderator")
    assert client.get("/court/" + query).status_code == 200
    assert client.get("/court/disputes/" + query).status_code == 200


def test_a_long_table_of_evidence_is_folded_after_five_rows(cast: Cast) -> None:
    assert cast.case.evidence is not None
    evidence = dict(cast.case.evidence)
    evidence["exhibits"][0]["rows"] = [[f"nap{n}", "4"] for n in range(12)]
    Case.objects.update(evidence=evidence)
    html = cast.browser("moderator").get(f"/court/{cast.case.pk}/").content.decode()
    before, fold, further = html.partition('<details class="fold">')
    assert fold
    assert "nap4" in before
    assert "nap5" not in before
    assert re.search(r"<summary>\s*7 more\s*</summary>", further)
    assert "nap11" in further


def test_what_there_is_not_is_said_so(cast: Cast) -> None:
    client = cast.browser("moderator")
    for number in (10**6, 10**30):
        assert client.get(f"/court/{number}/").status_code == 404
        assert client.post(f"/court/{number}/claim").status_code == 404
        assert client.post(f"/court/disputes/{number}/take").status_code == 404
        assert client.get(f"/words/{number}/").status_code == 404
        assert client.post(f"/words/{number}/appeal", {"text": "No."}).status_code == 404
        appeal = f"/matches/{cast.match.pk}/words/{number}/appeal"
        assert client.post(appeal, {"text": "No."}).status_code == 404
        assert client.post(appeal.replace("appeal", "withdraw")).status_code == 404
    assert client.get("/words/releases/nonsense.json").status_code == 404
    assert client.get(f"/court/{cast.case.pk}/claim").status_code == 405


# Word list ------------------------------------------------------------------------------


def test_the_list_is_for_everybody(cast: Cast) -> None:
    assert "There are no rulings yet" in browser().get("/words/").content.decode()
    ruled(cast.case, cast.user("moderator"), "form", "As one says it.")
    ruling = Ruling.objects.get()
    for name in cast.users:
        client = cast.browser(name)
        page = client.get("/words/").content.decode()
        assert "As one says it." in page
        assert "valid only in this form" in page
        page = client.get(f"/words/{ruling.pk}/").content.decode()
        assert "As one says it." in page
        assert "Mona" not in page.split("<main")[1], "no visitor may learn who decided"
    client = browser()
    assert "No ruling matches" in client.get("/words/?words=zzz").content.decode()
    assert (
        f"/words/{ruling.pk}/" in client.get("/words/?words=HMHMHM&decision=form").content.decode()
    )
    assert "No ruling matches" in client.get("/words/?decision=valid").content.decode()
    (line,) = client.get("/words/", headers={"Accept": "application/json"}).json()["words"]
    assert (line["word"], line["decision"], line["cited"]) == ("hmhmhm", "form", 0)
    for query in ("version=x", "version=0", "version=99999999999", "decision=no", "words=%00"):
        assert client.get(f"/words/?{query}&page=7").status_code in (200, 422)


def test_an_older_version_of_the_list_is_still_there(cast: Cast) -> None:
    ruled(cast.case, cast.user("moderator"), "valid")
    first = Ruling.objects.get()
    challenge = f"/words/{first.pk}/appeal"
    assert cast.browser("doubter").post(challenge, {"text": "No word."}).status_code == 302
    ruled(cast.case, cast.user("other moderator"), "invalid", "It is none.")
    second = Ruling.objects.latest("pk")
    now = browser().get("/words/").content.decode()
    assert f"/words/{second.pk}/" in now
    assert f"/words/{first.pk}/" not in now
    then = browser().get(f"/words/?version={first.pk}").content.decode()
    assert f"/words/{first.pk}/" in then
    assert f"/words/{second.pk}/" not in then
    page = browser().get(f"/words/{first.pk}/").content.decode()
    assert "no longer in force" in page
    assert "overturned this ruling" in page


def test_only_whom_it_concerns_appeals_against_a_ruling(cast: Cast) -> None:
    ruled(cast.case, cast.user("moderator"))
    page = f"/words/{Ruling.objects.get().pk}/"
    for name in ("stranger", "guest", "organiser", "administrator", "moderator", "signed out"):
        client = cast.browser(name)
        assert "Appeal against this ruling" not in client.get(page).content.decode(), name
        assert client.post(page + "appeal", {"text": "No."}).status_code == 403, name
    client = cast.browser("doubter")
    assert "Appeal against this ruling" in client.get(page).content.decode()
    wrong = client.post(page + "appeal", {"text": " "})
    assert wrong.status_code == 422
    long = client.post(page + "appeal", {"text": "y" * 1001})
    assert long.status_code == 422
    assert "yyyy" in long.content.decode()
    assert client.post(page + "appeal", {"text": "No."}).status_code == 302
    assert Challenge.objects.get().user == cast.user("doubter")
    again = cast.browser("player").post(page + "appeal", {"text": "Indeed."})
    assert again.status_code == 409
    assert "Only one is possible." in again.content.decode()


# The words of a match ---------------------------------------------------------------------------


def test_the_words_of_a_match_and_who_appeals(cast: Cast) -> None:
    words = f"/matches/{cast.match.pk}/words/"
    appeal = f"{words}{cast.case.dispute_id}/appeal"
    for name in ("stranger", "guest", "organiser", "moderator", "administrator", "signed out"):
        client = cast.browser(name)
        page = client.get(words).content.decode()
        assert "Appeal against the vote" not in page, name
        assert "is before the word court" in page
        assert "I say it each day" not in page
        assert client.post(appeal, {"text": "No."}).status_code == 403, name
        assert client.post(f"{words}{cast.case.dispute_id}/withdraw").status_code in (403, 409)
    client = cast.browser("doubter")
    wrong = client.post(appeal, {"text": "z" * 1001})
    assert wrong.status_code == 422
    assert "zzzz" in wrong.content.decode()
    assert client.post(appeal, {"text": ""}).status_code == 422
    assert client.post(appeal, {"text": "It is none."}).status_code == 302
    assert client.post(appeal, {"text": "It is none."}).status_code == 409
    assert "It is none." in client.get(words).content.decode()
    assert "It is none." not in cast.browser("player").get(words).content.decode()
    assert client.post(f"{words}{cast.case.dispute_id}/withdraw").status_code == 302
    other = table(person("Dora"), person("Emil"))
    assert client.post(f"/matches/{other.pk}/words/{cast.case.dispute_id}/appeal").status_code in (
        404,
        422,
    )
    ruled(cast.case, cast.user("moderator"), "valid")
    assert f"/words/{Ruling.objects.get().pk}/" in client.get(words).content.decode()


def test_a_private_match_keeps_its_words(cast: Cast) -> None:
    Match.objects.update(public=False)
    words = f"/matches/{cast.match.pk}/words/"
    for name in ("stranger", "guest", "moderator", "signed out"):
        assert cast.browser(name).get(words).status_code == 404, name
    assert cast.browser("player").get(words).status_code == 200


def test_a_game_without_disputes_has_no_such_page() -> None:
    from tests.platform.matches.cast import dealt

    alice, bob = person("Alice"), person("Bob")
    match = dealt(alice, bob, public=True)
    assert browser(alice).get(f"/matches/{match.pk}/words/").status_code == 404
    assert "Doubted words" not in browser(alice).get(f"/matches/{match.pk}/").content.decode()


# No table learns of a case ------------------------------------------------------------------------

_RANDOM = re.compile(
    r'value="[A-Za-z0-9]{20,64}"|data-deadline="[^"]*"|\d+(?= ?(?:s|ms|seconds?)\b)'
)


def look(client: Client, match: Match, at_ms: int) -> list[str]:
    """Return all pages and messages of a user that could reveal a change at this table.

    They are read at this moment, because they also say how long ago something was.
    """
    pages = (
        f"/matches/{match.pk}/",
        f"/matches/{match.pk}/words/",
        "/matches/",
        "/tables/",
        "/words/",
        "/people/Alice/",
        "/",
    )
    with clock.stopped(at_ms):
        return [_RANDOM.sub("", client.get(page).content.decode()) for page in pages]


def world() -> list[Any]:
    """Return the messages due, sent or shown elsewhere."""
    seen = Match.objects.values_list("changes", "standing", "status")
    return [
        list(Outbox.objects.order_by("pk").values_list("kind", "seat", "version")),
        Delivery.objects.count(),
        list(seen),
        [list(match.rounds.values_list("version", "visible")) for match in Match.objects.all()],
    ]


def test_nothing_of_a_case_is_told_before_the_round_is_over(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """An appeal, and a case that opens automatically, change no byte of the others' pages."""
    alice, bob, mina = person("Alice"), person("Bob"), moderator("Mina")
    mona = moderator("Mona")
    match = words_table(alice, bob, mina)
    with monkeypatch.context() as patch:
        patch.setattr(record_dispute, "open_by_itself", lambda dispute, contest: None)
        dispute = word_doubted(match)
    others = [browser(bob), browser(mina), browser(mona), browser(person("Charlie")), browser()]
    at_ms = clock.now_ms()
    before, owed = [look(client, match, at_ms) for client in others], world()
    with caplog.at_level(logging.DEBUG):
        mine = browser(alice)
        appeal = f"/matches/{match.pk}/words/{dispute.pk}/appeal"
        assert mine.post(appeal, {"text": "Secretly I disagree."}).status_code == 302
        case = Case.objects.get()
        case.origin = Case.Origin.TIE  # as if it had opened automatically, too
        case.save()
    assert [look(client, match, at_ms) for client in others] == before
    assert world() == owed
    assert not [entry for entry in caplog.records if "Secretly" in entry.getMessage()]
    assert "Secretly I disagree." in mine.get(f"/matches/{match.pk}/words/").content.decode()
    for client in (browser(mona), browser(mina), browser(sam())):
        html = (
            client.get("/court/").content.decode() + client.get("/court/disputes/").content.decode()
        )
        assert dispute.word not in html.split("<main")[1]
        assert client.get(f"/court/{case.pk}/").status_code == 404
        assert client.post(f"/court/{case.pk}/claim").status_code == 404
        assert client.post(f"/court/disputes/{dispute.pk}/take").status_code == 404
    play_out(match)
    assert f"/court/{case.pk}/" in browser(mona).get("/court/").content.decode()
    assert browser(mona).get(f"/court/{case.pk}/").status_code == 200
    words = browser(bob).get(f"/matches/{match.pk}/words/").content.decode()
    assert "is before the word court" in words
    assert "Secretly" not in words


def test_the_form_of_a_table_says_what_rulings_correct() -> None:
    client = browser(person("Alice"))
    assert 'name="rulings"' in client.get("/play/wortspiel/friends/").content.decode()
    assert 'name="rulings"' not in client.get("/play/sleeping_queens/friends/").content.decode()
    form = {"seats": "3", "tempo": "live", "target": "30-points", "chair-2": "", "chair-3": ""}
    said = client.post("/play/wortspiel/friends/", form | {"rulings": "nonsense"})
    assert said.status_code == 422
    html = client.get("/play/wortspiel/friends/").content.decode()
    target = re.search(r'name="target" value="([^"]+)"', html)
    assert target is not None
    form["target"] = target[1]
    assert client.post("/play/wortspiel/friends/", form | {"rulings": "points"}).status_code == 302
    assert Match.objects.get().rulings == "points"


def test_appeals_of_a_guest_come_along(cast: Cast) -> None:
    Appeal.objects.update(user=cast.user("guest"))
    record_dispute.transfer_guest(guest_id=cast.user("guest").pk, user_id=cast.user("stranger").pk)
    assert Appeal.objects.get().user == cast.user("stranger")


def test_a_claim_and_a_question_show_in_the_queue(cast: Cast) -> None:
    claim_case(cast.case.pk, cast.user("moderator"))
    ask_for_opinion(cast.case.pk, cast.user("moderator"))
    page = cast.browser("other moderator").get("/court/?view=opinion").content.decode()
    assert "second opinion wanted" in page
    assert "Mona" in page
    assert json.dumps(Dispute.objects.count()) == "1"


def test_the_admin_shows_cases_and_rulings_to_look_at(cast: Cast) -> None:
    ruled(cast.case, cast.user("moderator"))
    staff = browser(cast.user("administrator"))
    for page in (
        f"/admin/court/case/{cast.case.pk}/change/",
        f"/admin/court/ruling/{Ruling.objects.get().pk}/change/",
        "/admin/court/case/?q=hmhmhm&status__exact=decided",
        "/admin/court/ruling/?q=hmhmhm&decision__exact=invalid",
    ):
        html = staff.get(page).content.decode()
        assert "hmhmhm" in html
        assert 'name="_save"' not in html
    Match.objects.update(status=Match.Status.RUNNING)
    cast.match.rounds.update(outcome=None)
    assert staff.get(f"/admin/court/case/{cast.case.pk}/change/").status_code == 302
