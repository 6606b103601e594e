"""Every page and action of the staff, for every kind of visitor."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from accounts.models import User
from core import clock
from court.models import Case, Dispute, Ruling
from court.urls import urlpatterns as in_court
from matches.models import Match
from matches.services.absence import arbitrate
from matches.store.load_match import load_table
from moderation.models import AuditEntry, Report, Sanction
from moderation.reports.services.file_report import file_report
from moderation.sanctions.services import appeal
from moderation.sanctions.services.impose import impose_sanction
from moderation.urls import urlpatterns
from tests.platform.accounts.cast import alice, bob, browser, gus
from tests.platform.addresses import every_page
from tests.platform.court.cast import appealed, play_doze, table
from tests.platform.matches.cast import dealt, person
from tests.platform.moderation.staff import adele, max_, mona, otto

pytestmark = pytest.mark.django_db

OK, TO, NO = HTTPStatus.OK, HTTPStatus.FOUND, HTTPStatus.FORBIDDEN
GONE = HTTPStatus.NOT_FOUND

CAST = (
    "player",
    "doubter",
    "stranger",
    "moderator at the table",
    "moderator",
    "organiser",
    "administrator",
    "guest",
    "signed out",
)
OPEN = {"file_report", "decisions", "appeal_sanction", "ledger"}
"""Pages of this app for every visitor, which have their own tests."""
OPEN_IN_COURT = {
    "rulings",
    "release_file",
    "ruling",
    "challenge_ruling",
    "match_words",
    "appeal_dispute",
    "withdraw_appeal",
}


@dataclass
class Scene:
    """A running match, a report from it, and a sanction with an appeal. For the court's pages, also
    a case from another match of the same people, and a doubted word without a case.
    """

    match: Match
    report: Report
    sanction: Sanction
    people: dict[str, User | None]
    case: Case | None = None
    dispute: Dispute | None = None

    def page(self, who: str) -> Client:
        return browser(self.people[who])

    def address(self, name: str) -> str:
        args: dict[str, list[Any]] = {
            "report": [self.report.pk],
            "report_picture": [self.report.pk],
            "person": [self.sanction.user_id],
            "lift_sanction": [self.sanction.pk],
            "remove_picture": [self.sanction.user_id],
            "appeal": [self.sanction.appeal.pk],
            "arbiter": [self.match.pk],
        }
        if name.startswith("court:"):
            assert self.case is not None
            assert self.dispute is not None
            at: dict[str, list[Any]] = {
                "court:case_queue": [],
                "court:dispute_queue": [],
                "court:take_up_dispute": [self.dispute.pk],
            }
            return reverse(name, args=at.get(name, [self.case.pk]))
        return reverse(f"moderation:{name}", args=args.get(name, []))


@pytest.fixture
def scene() -> Scene:
    anna, ben, judge = alice(), bob(), mona()
    match = dealt(anna, ben, judge, public=True)
    found = file_report(anna, "behaviour", about=ben, table=load_table(match.pk), text="Rude.")
    culprit = person("Carl")
    root = User.objects.create_superuser("Root", "a long enough one")
    sanction = impose_sanction(root, culprit, "mute", cause="insult", reason="Be kind.")
    appeal.appeal_sanction(culprit, sanction.pk, "Please.")
    people = {
        "player": anna,
        "doubter": ben,
        "stranger": person("Eve"),
        "moderator at the table": judge,
        "moderator": max_(),
        "organiser": otto(),
        "administrator": adele(),
        "guest": gus(),
        "signed out": None,
    }
    assert tuple(people) == CAST
    return Scene(match, found, sanction, people)


@pytest.fixture
def court(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> Scene:
    """The same people, with a case from a finished round, and another doubted word of it."""
    play_doze(monkeypatch)
    anna, ben, judge = (scene.people[name] for name in ("player", "doubter", CAST[3]))
    assert anna is not None
    assert ben is not None
    assert judge is not None
    scene.case = appealed(table(anna, ben, judge), anna)
    scene.dispute = Dispute.objects.get(pk=scene.case.dispute_id)
    scene.dispute.pk, scene.dispute.move = None, scene.dispute.move + 1
    scene.dispute.save(force_insert=True)
    for party in scene.case.dispute.parties.all():
        party.pk, party.dispute = None, scene.dispute
        party.save(force_insert=True)
    return scene


def is_behind(view: Callable[..., object], wrapper: str) -> bool:
    """Return whether the view has this decorator of `accounts.staff`."""
    while True:
        code = getattr(view, "__code__", None)
        if code is not None and code.co_qualname.startswith(f"{wrapper}."):
            return True
        if not hasattr(view, "__wrapped__"):
            return False
        view = view.__wrapped__


def expected(*answers: int) -> dict[str, int]:
    return dict(zip(CAST, answers, strict=True))


LOOKS = {
    #                   player doubter stranger at-table moderator organiser admin guest signed-out
    "staff": expected(NO, NO, NO, OK, OK, NO, OK, NO, TO),
    "report_queue": expected(NO, NO, NO, OK, OK, NO, OK, NO, TO),
    "report": expected(NO, NO, NO, NO, OK, NO, OK, NO, TO),
    "report_picture": expected(NO, NO, NO, NO, GONE, NO, GONE, NO, TO),
    "person": expected(NO, NO, NO, OK, OK, NO, OK, NO, TO),
    "appeals": expected(NO, NO, NO, OK, OK, NO, OK, NO, TO),
    "appeal": expected(NO, NO, NO, OK, OK, NO, OK, NO, TO),
    "arbiter": expected(NO, NO, NO, NO, OK, NO, OK, NO, TO),
    "audit": expected(NO, NO, NO, NO, NO, NO, OK, NO, TO),
    "audit_csv": expected(NO, NO, NO, NO, NO, NO, OK, NO, TO),
    "audit_json": expected(NO, NO, NO, NO, NO, NO, OK, NO, TO),
}
IN_COURT = {
    "court:case_queue": expected(NO, NO, NO, OK, OK, NO, OK, NO, TO),
    "court:dispute_queue": expected(NO, NO, NO, OK, OK, NO, OK, NO, TO),
    "court:case": expected(NO, NO, NO, NO, OK, NO, OK, NO, TO),
}

DECISION = {"kind": "warning", "cause": "other", "reason": "Be kind.", "days": ""}
DOES = {
    ("report", "claim", ""): expected(NO, NO, NO, NO, TO, NO, TO, NO, NO),
    ("report", "let_go", ""): expected(NO, NO, NO, NO, TO, NO, TO, NO, NO),
    ("report", "dismiss", "Nothing there."): expected(NO, NO, NO, NO, TO, NO, TO, NO, NO),
    ("report", "act", ""): expected(NO, NO, NO, NO, TO, NO, TO, NO, NO),
    ("arbiter", "take", "Bob is said to show cards."): expected(NO, NO, NO, NO, TO, NO, TO, NO, NO),
    ("person", "decide", ""): expected(NO, NO, NO, TO, TO, NO, TO, NO, NO),
    ("remove_picture", "", ""): expected(NO, NO, NO, TO, TO, NO, TO, NO, NO),
    ("lift_sanction", "words", "A mistake."): expected(NO, NO, NO, TO, TO, NO, TO, NO, NO),
    ("appeal", "uphold", "It stands."): expected(NO, NO, NO, TO, TO, NO, TO, NO, NO),
    ("appeal", "lift", "A mistake."): expected(NO, NO, NO, TO, TO, NO, TO, NO, NO),
}
JUDGEMENT = {"decision": "valid", "reason": "So it is."}
DONE_IN_COURT = (
    "take_up_dispute",
    "claim_case",
    "release_case",
    "ask_opinion",
    "give_opinion",
    "decide_case",
)
"""Results for visitors who did not sit at the table; the claim of the case does not matter."""


def test_every_page_of_the_staff_is_here() -> None:
    assert {pattern.name for pattern in urlpatterns} - OPEN == {
        *LOOKS,
        *(name for name, _, _ in DOES),
    }
    assert {
        f"court:{pattern.name}" for pattern in in_court if pattern.name not in OPEN_IN_COURT
    } == {
        *IN_COURT,
        *(f"court:{name}" for name in DONE_IN_COURT),
    }


def test_no_page_of_the_staff_lies_elsewhere() -> None:
    found = {
        wrapper: {name for name, view in every_page() if is_behind(view, wrapper)}
        for wrapper in ("staff_page", "player_page")
    }
    assert found["staff_page"] == {
        *(f"moderation:{pattern.name}" for pattern in urlpatterns if pattern.name not in OPEN),
        *(f"court:{pattern.name}" for pattern in in_court if pattern.name not in OPEN_IN_COURT),
        *(f"clubs:{name}" for name in ("staff_clubs", "staff_club", "staff_act")),
        "server",
    }
    # If players may do the same, the league's own tests have the permissions.
    assert {name.partition(":")[0] for name in found["player_page"]} == {"api", "leagues"}


@pytest.mark.parametrize("name", LOOKS)
def test_who_may_look(scene: Scene, name: str) -> None:
    for who in CAST:
        answer = scene.page(who).get(scene.address(name))
        assert answer.status_code == LOOKS[name][who], who
        if answer.status_code == TO:
            assert answer["Location"].startswith("/sign-in/")
        if answer.status_code != OK:
            for secret in ("Rude.", "Be kind.", "Please."):
                assert secret not in answer.content.decode(), who


def kept_to_be_sent_later(answer: Any) -> None:
    """Return whether a signed-out user finds their text again, with a link to sign in."""
    page = answer.content.decode()
    assert "What you wrote" in page
    assert 'href="/sign-in/"' in page


@pytest.mark.parametrize(("name", "deed", "words"), DOES)
def test_who_may_do_what(scene: Scene, name: str, deed: str, words: str) -> None:
    """Each visitor finds the same state, because the changes of the one before are rolled back."""
    fields = {**DECISION, deed: "on", "words": words}
    for who in CAST:
        mark = transaction.savepoint()
        before = AuditEntry.objects.count()
        answer = scene.page(who).post(scene.address(name), fields)
        assert answer.status_code == DOES[name, deed, words][who], who
        assert (AuditEntry.objects.count() > before) is (answer.status_code == TO), who
        if who == "signed out":
            kept_to_be_sent_later(answer)
        transaction.savepoint_rollback(mark)


def test_nobody_but_the_arbiter_gives_a_match_back(scene: Scene) -> None:
    judge = scene.people["moderator"]
    assert judge is not None
    arbitrate.take_over(scene.match.pk, judge, "Bob is said to show cards.")
    for who in (*(name for name in CAST if name != "moderator"), "moderator"):
        assert arbitrate.is_arbiter(scene.match.pk, judge), who
        scene.page(who).post(scene.address("arbiter"), {"give_back": "on"})
    assert not arbitrate.is_arbiter(scene.match.pk, judge)


def test_who_may_look_at_the_court(court: Scene) -> None:
    assert court.case is not None
    for name, answers in IN_COURT.items():
        for who in CAST:
            answer = court.page(who).get(court.address(name))
            assert answer.status_code == answers[who], (name, who)
            if answer.status_code == TO:
                assert answer["Location"].startswith("/sign-in/")
            if answer.status_code != OK:
                assert court.case.dispute.word not in answer.content.decode(), (name, who)


@pytest.mark.parametrize("name", DONE_IN_COURT)
def test_who_may_judge(court: Scene, name: str) -> None:
    """Each visitor finds the same state, because the changes of the one before are rolled back."""
    until = clock.as_datetime(clock.now_ms() + 60_000)
    for who in CAST:
        mark = transaction.savepoint()
        held = name in ("release_case", "ask_opinion", "decide_case")
        Case.objects.filter(pk=court.case.pk if court.case else 0).update(
            claimed_by=court.people[who] if held else None,
            claimed_until=until if held else None,
            wants_opinion=name == "give_opinion",
        )
        before = AuditEntry.objects.count()
        answer = court.page(who).post(court.address(f"court:{name}"), JUDGEMENT)
        may = who in ("moderator", "administrator")
        assert answer.status_code == (TO if may else NO), who
        assert AuditEntry.objects.count() == before + may, who
        if who == "signed out":
            kept_to_be_sent_later(answer)
        transaction.savepoint_rollback(mark)


@pytest.mark.parametrize("name", LOOKS)
def test_without_a_second_factor_every_page_stays_closed(scene: Scene, name: str) -> None:
    admin = scene.people["administrator"]
    assert admin is not None
    page = Client(headers={"Accept-Language": "en"})
    page.force_login(admin)
    answer = page.get(scene.address(name))
    assert answer.status_code == NO
    assert "Second factor needed" in answer.content.decode()


def test_without_a_second_factor_the_court_stays_closed(court: Scene) -> None:
    admin = court.people["administrator"]
    assert admin is not None
    page = Client(headers={"Accept-Language": "en"})
    page.force_login(admin)
    for name in IN_COURT:
        assert "Second factor needed" in page.get(court.address(name)).content.decode()
    for name in DONE_IN_COURT:
        assert page.post(court.address(f"court:{name}"), JUDGEMENT).status_code == NO
    assert not Ruling.objects.exists()


def test_the_queue_of_who_sat_there_is_empty(scene: Scene) -> None:
    shown = scene.page("moderator at the table").get(scene.address("report_queue")).content.decode()
    assert "Bob" not in shown
    assert "Bob" in scene.page("moderator").get(scene.address("report_queue")).content.decode()
