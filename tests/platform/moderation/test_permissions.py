"""Every page and action of the staff, with everybody there is."""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus

import pytest
from django.test import Client
from django.urls import get_resolver, reverse

from accounts.models import User
from matches import selectors
from matches.models import Match
from moderation.models import AuditEntry, Report, Sanction
from moderation.services import plead
from moderation.services.impose import impose
from moderation.services.report import report
from moderation.urls import urlpatterns
from tests.platform.accounts.cast import alice, bob, browser, gus
from tests.platform.matches.cast import dealt, person
from tests.platform.moderation.staff import adele, max_, mona, otto

pytestmark = pytest.mark.django_db

OK, TO, NO = HTTPStatus.OK, HTTPStatus.FOUND, HTTPStatus.FORBIDDEN

CAST = (
    "player",
    "stranger",
    "moderator at the table",
    "moderator",
    "organiser",
    "administrator",
    "guest",
    "signed out",
)
OPEN = {"tell", "decisions", "object", "ledger"}
"""Pages of this app for everybody: they have tests of their own."""


@dataclass
class Scene:
    """A running match, a report from it, a sanction with an appeal."""

    match: Match
    report: Report
    sanction: Sanction
    people: dict[str, User | None]

    def page(self, who: str) -> Client:
        return browser(self.people[who])

    def address(self, name: str) -> str:
        args = {
            "report": [self.report.pk],
            "person": [self.sanction.user_id],
            "lift": [self.sanction.pk],
            "appeal": [self.sanction.appeal.pk],
            "arbiter": [self.match.pk],
        }
        return reverse(f"moderation:{name}", args=args.get(name, []))


@pytest.fixture
def scene() -> Scene:
    anna, ben, judge = alice(), bob(), mona()
    match = dealt(anna, ben, judge, public=True)
    found = report(anna, "behaviour", about=ben, table=selectors.table(match.pk), text="Rude.")
    culprit = person("Carl")
    root = User.objects.create_superuser("Root", "a long enough one")
    sanction = impose(root, culprit, "mute", cause="insult", reason="Be kind.")
    plead.plead(culprit, sanction.pk, "Please.")
    people = {
        "player": anna,
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


def expected(*answers: int) -> dict[str, int]:
    return dict(zip(CAST, answers, strict=True))


LOOKS = {
    #                   player stranger at-table moderator organiser admin guest signed-out
    "staff": expected(NO, NO, OK, OK, NO, OK, NO, TO),
    "queue": expected(NO, NO, OK, OK, NO, OK, NO, TO),
    "report": expected(NO, NO, NO, OK, NO, OK, NO, TO),
    "person": expected(NO, NO, OK, OK, NO, OK, NO, TO),
    "appeals": expected(NO, NO, OK, OK, NO, OK, NO, TO),
    "appeal": expected(NO, NO, OK, OK, NO, OK, NO, TO),
    "arbiter": expected(NO, NO, NO, OK, NO, OK, NO, TO),
    "audit": expected(NO, NO, NO, NO, NO, OK, NO, TO),
    "audit_csv": expected(NO, NO, NO, NO, NO, OK, NO, TO),
    "audit_json": expected(NO, NO, NO, NO, NO, OK, NO, TO),
}

DECISION = {"kind": "warning", "cause": "other", "reason": "Be kind.", "days": ""}
DOES = {
    ("report", "claim", ""): expected(NO, NO, NO, TO, NO, TO, NO, TO),
    ("report", "let_go", ""): expected(NO, NO, NO, TO, NO, TO, NO, TO),
    ("report", "dismiss", "Nothing there."): expected(NO, NO, NO, TO, NO, TO, NO, TO),
    ("report", "act", ""): expected(NO, NO, NO, TO, NO, TO, NO, TO),
    ("arbiter", "take", "Bob is said to show cards."): expected(NO, NO, NO, TO, NO, TO, NO, TO),
    ("person", "decide", ""): expected(NO, NO, TO, TO, NO, TO, NO, TO),
    ("lift", "words", "A mistake."): expected(NO, NO, TO, TO, NO, TO, NO, TO),
    ("appeal", "uphold", "It stands."): expected(NO, NO, TO, TO, NO, TO, NO, TO),
    ("appeal", "lift", "A mistake."): expected(NO, NO, TO, TO, NO, TO, NO, TO),
}


def test_every_page_of_the_staff_is_here() -> None:
    assert {pattern.name for pattern in urlpatterns} - OPEN == {
        *LOOKS,
        *(name for name, _, _ in DOES),
    }
    assert get_resolver() is not None


@pytest.mark.parametrize("name", LOOKS)
def test_who_may_look(scene: Scene, name: str) -> None:
    for who in CAST:
        answer = scene.page(who).get(scene.address(name))
        assert answer.status_code == LOOKS[name][who], who
        if answer.status_code == TO:
            assert answer.url.startswith("/sign-in/")
        if answer.status_code != OK:
            for secret in ("Rude.", "Be kind.", "Please."):
                assert secret not in answer.content.decode(), who


@pytest.mark.parametrize(("name", "deed", "words"), DOES)
@pytest.mark.parametrize("who", CAST)
def test_who_may_do_what(scene: Scene, name: str, deed: str, words: str, who: str) -> None:
    before = AuditEntry.objects.count()
    fields = {**DECISION, deed: "on", "words": words}
    answer = scene.page(who).post(scene.address(name), fields)
    assert answer.status_code == DOES[name, deed, words][who]
    done = answer.status_code == TO and who != "signed out"
    assert (AuditEntry.objects.count() > before) is done
    if who == "signed out":
        assert answer.url.startswith("/sign-in/")


@pytest.mark.parametrize("name", LOOKS)
def test_without_a_second_factor_every_page_stays_closed(scene: Scene, name: str) -> None:
    admin = scene.people["administrator"]
    assert admin is not None
    page = Client(headers={"Accept-Language": "en"})
    page.force_login(admin)
    answer = page.get(scene.address(name))
    assert answer.status_code == NO
    assert "A second factor first" in answer.content.decode()


def test_the_queue_of_who_sat_there_is_empty(scene: Scene) -> None:
    shown = scene.page("moderator at the table").get(scene.address("queue")).content.decode()
    assert "Bob" not in shown
    assert "Bob" in scene.page("moderator").get(scene.address("queue")).content.decode()
