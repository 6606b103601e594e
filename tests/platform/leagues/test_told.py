"""People who rely on a fact of a league get a notice of its change: only the others, once, and
true.
"""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.urls import reverse
from icalendar import Calendar

from accounts.models import User
from accounts.services.anonymise_user import anonymise_user
from core.refusals import Refused
from leagues.models import Entry, Fixture, News, Season
from leagues.season import limits
from leagues.services import notify
from leagues.services.entries.drop_entry import drop_entry
from leagues.services.entries.sign_up import sign_up
from leagues.services.fixtures import arrange_appointment, decide_fixture
from leagues.services.seasons import end_season
from leagues.services.seasons.call_off_season import call_off_season
from leagues.services.seasons.move_season import move_season
from notifications.message_text import local_time, message_of
from notifications.models import Notice
from tests.platform.accounts.cast import browser
from tests.platform.leagues import cast
from tests.platform.leagues.cast import Days
from tests.platform.matches.cast import person
from tests.sure import sure

pytestmark = pytest.mark.django_db
HOUR = 3_600_000
WHY = "They told us so."


class Scene:
    """Three players with a live match to arrange, and Olga, who organises; Ulf is on the waiting
    list.
    """

    def __init__(self, **settings: object) -> None:
        self.days, self.olga = Days(), cast.organiser()
        self.anna, self.ben, self.cleo, self.ulf = self.people = cast.people(4)
        self.season = cast.running(
            self.days,
            self.olga,
            self.people,
            **(
                {"live": True, "seats": 3, "division_size": 3, "matches_each": 1, "most": 3}
                | settings
            ),
        )
        self.days.go(0)
        self.fixture = Fixture.objects.get()
        self.forget()

    def forget(self) -> None:
        """Deliver and delete all notices so far."""
        with self.days.now():
            notify.send_news()
        Notice.objects.all().delete()

    def told(self, user: User) -> list[str]:
        """Return the sentences of this user's notices since then, the first first."""
        with self.days.now():
            notify.send_news()
            found = Notice.objects.filter(user=user).order_by("pk")
            return [message_of([one], user).title.removeprefix("Winter league: ") for one in found]

    def below(self, user: User) -> list[str]:
        """Return the further lines of the last one."""
        with self.days.now():
            last = Notice.objects.filter(user=user).latest("pk")
            return message_of([last], user).lines

    def heard(self) -> set[User]:
        return {one for one in [self.olga, *self.people] if self.told(one)}

    @property
    def at(self) -> datetime:
        assert self.fixture.opened_at is not None
        return self.fixture.opened_at + timedelta(days=3)

    @property
    def path(self) -> str:
        return reverse("leagues:fixture", args=["winter", self.fixture.pk])

    def entry(self, user: User) -> Entry:
        return self.season.entries.get(user=user, dropped_at=None)

    def agree(self) -> None:
        """Let Anna propose and the others agree, and deliver the notices."""
        with self.days.now():
            arrange_appointment.propose_appointment(self.fixture.pk, self.anna, self.at)
            arrange_appointment.agree_to_appointment(self.fixture.pk, self.ben, self.at)
            arrange_appointment.agree_to_appointment(self.fixture.pk, self.cleo, self.at)
        self.fixture.refresh_from_db()
        self.forget()


def test_who_proposed_hears_when_all_have_agreed() -> None:
    scene = Scene()
    with scene.days.now():
        arrange_appointment.propose_appointment(scene.fixture.pk, scene.anna, scene.at)
    assert scene.heard() == {scene.ben, scene.cleo}
    scene.forget()
    with scene.days.now():
        answer = browser(scene.ben).post(
            f"{scene.path}agree", {"at": scene.at.isoformat()}, follow=True
        )
    assert "We tell the others once all have agreed." in answer.content.decode()
    assert scene.heard() == set(), "one has not agreed yet"
    with scene.days.now():
        answer = browser(scene.cleo).post(
            f"{scene.path}agree", {"at": scene.at.isoformat()}, follow=True
        )
    assert "We have told the others." in answer.content.decode()
    assert scene.heard() == {scene.anna, scene.ben}
    with scene.days.now():
        at = local_time(scene.at, scene.anna)
    assert scene.told(scene.anna) == [f"match 1 will be played on {at}. All players have agreed."]


def test_a_withdrawn_appointment_is_told_to_all_others_each_time() -> None:
    """Without a notice, a player would come to an empty table."""
    scene = Scene()
    for _ in range(2):
        scene.agree()
        with scene.days.now():
            page = browser(scene.ben).post(f"{scene.path}take-back", follow=True)
        assert "We have told the others." in page.content.decode()
        assert scene.heard() == {scene.anna, scene.cleo}
        (said,) = scene.told(scene.anna)
        assert said.startswith(f"{scene.ben.name} cannot play match 1 on ")
        scene.forget()


def test_the_same_time_proposed_again_is_told_again() -> None:
    scene = Scene()
    for _ in range(2):
        with scene.days.now():
            arrange_appointment.propose_appointment(scene.fixture.pk, scene.anna, scene.at)
        assert scene.heard() == {scene.ben, scene.cleo}
        scene.forget()
        with scene.days.now():
            arrange_appointment.withdraw_appointment(scene.fixture.pk, scene.ben)
        scene.forget()


def test_another_time_says_that_the_one_agreed_on_falls() -> None:
    scene = Scene()
    scene.agree()
    with scene.days.now():
        arrange_appointment.propose_appointment(
            scene.fixture.pk, scene.ben, scene.at + timedelta(days=1)
        )
    assert scene.heard() == {scene.anna, scene.cleo}
    (said,) = scene.told(scene.anna)
    assert said.startswith("match 1 will not be played on ")


def test_the_reminder_names_the_time_that_was_agreed_on() -> None:
    """It contains the time of the appointment, not the last day of the match."""
    scene = Scene()
    scene.agree()
    scene.days.ms = round(scene.at.timestamp() * 1000) - HOUR // 2
    scene.days.go(0)
    for player in (scene.anna, scene.ben, scene.cleo):
        (said,) = scene.told(player)
        with scene.days.now():
            assert said == f"match 1 begins on {local_time(scene.at, player)}."


def test_nobody_is_reminded_of_what_they_were_just_told() -> None:
    scene = Scene()
    assert scene.fixture.opened_at is not None
    soon = scene.fixture.opened_at + timedelta(minutes=30)
    with scene.days.now():
        arrange_appointment.propose_appointment(scene.fixture.pk, scene.anna, soon)
        arrange_appointment.agree_to_appointment(scene.fixture.pk, scene.ben, soon)
        arrange_appointment.agree_to_appointment(scene.fixture.pk, scene.cleo, soon)
    scene.days.go(0.001)
    assert not News.objects.filter(kind=News.Kind.SOON).exists()


def test_nobody_is_asked_for_an_appointment_twice_at_once() -> None:
    """With two days left, "agree on a time" and "no appointment yet" do not both arrive."""
    scene = Scene(appointment_days=2)
    scene.days.go(0)
    kinds = News.objects.filter(user=scene.anna, fixture=scene.fixture).values_list(
        "kind", flat=True
    )
    assert list(kinds) == ["arrange"]
    scene.days.go(1.1)
    assert set(kinds.all()) == {"arrange", "overdue"}
    duties = [one for one in scene.told(scene.anna) if "agree on a time" in one]
    assert len(duties) == 1, "the reminder takes the place of the first notice"
    assert duties[0].startswith("please agree on a time")
    with scene.days.now():
        drop_entry(scene.entry(scene.ben).pk, scene.ben)
    scene.days.go(1.2)
    duties = [one for one in scene.told(scene.ulf) if "agree on a time" in one]
    assert len(duties) == 1, "who takes over a place is asked once"


def test_a_drop_out_is_told_to_all_whom_it_concerns() -> None:
    """These are the players of the table, the organiser, and the player on the waiting list."""
    scene = Scene()
    scene.agree()
    with scene.days.now():
        drop_entry(scene.entry(scene.ben).pk, scene.ben)
    assert scene.heard() == {scene.anna, scene.cleo, scene.ulf, scene.olga}
    wiped, replaced = scene.told(scene.anna)
    assert wiped.startswith(f"{scene.ben.name} has dropped out, so match 1 will not be played on ")
    assert replaced == f"{scene.ulf.name} plays match 1 in place of {scene.ben.name}."
    place, duty = scene.told(scene.ulf)
    assert place == "a place is free. You are in season 1."
    assert duty.startswith("agree on a time for match 1 by ")
    assert scene.told(scene.olga) == [
        f"{scene.ben.name} has dropped out of season 1. {scene.ulf.name} takes over the place."
    ]


def test_the_organiser_hears_of_an_account_that_is_gone() -> None:
    """The notice also says that there is no substitute."""
    scene = Scene()
    with scene.days.now():
        drop_entry(scene.entry(scene.ulf).pk, scene.ulf)
        anonymise_user(scene.cleo)
    assert scene.heard() == set(), "a player on the waiting list affects no other"
    scene.days.go(0)
    (said,) = scene.told(scene.olga)
    assert said.endswith("has dropped out of season 1.")
    assert scene.below(scene.olga) == ["Nobody is waiting for the place."]


def test_who_is_taken_out_is_told_why_and_by_whom() -> None:
    scene = Scene()
    with scene.days.now():
        drop_entry(scene.entry(scene.ben).pk, scene.olga, reason=WHY)
    assert scene.told(scene.ben) == ["you are no longer in season 1."]
    assert scene.below(scene.ben) == [f"Reason: {WHY}", "Decided by Olga."]
    assert scene.told(scene.olga) == [], "Olga did it herself"


def test_a_player_who_gets_room_before_the_draw_is_told() -> None:
    """Another player has withdrawn."""
    days, players = Days(), cast.people(5)
    season = cast.open_for_sign_up(days, cast.organiser(), players, most=4)
    with days.now():
        drop_entry(season.entries.get(user=players[1]).pk, players[1])
    found = News.objects.filter(kind=News.Kind.PLACE)
    assert [one.user for one in found] == [players[4]]


def test_who_waits_is_not_told_that_the_season_begins() -> None:
    scene = Scene()
    begun = News.objects.filter(kind=News.Kind.BEGUN).values_list("user", flat=True)
    assert set(begun) == {scene.anna.pk, scene.ben.pk, scene.cleo.pk}


def test_who_has_no_room_is_told_that_they_wait() -> None:
    days, players, late = Days(), cast.people(2), person("Late")
    season = cast.open_for_sign_up(days, cast.organiser(), players, most=2)
    with days.now():
        page = browser(late).post(reverse("leagues:sign_up", args=["winter"]), follow=True)
    assert season.entries.filter(user=late).exists()
    assert "You are on the waiting list." in page.content.decode()
    assert "Have a good season" not in page.content.decode()


def decided(scene: Scene, verb: str) -> None:
    fixture = scene.fixture
    fixture.refresh_from_db()
    with scene.days.now():
        facts = {"reason": WHY, "seen": fixture.changes}
        if verb == "walkover":
            decide_fixture.award_walkover(fixture.pk, scene.olga, {0}, **facts)  # type: ignore[arg-type]
        elif verb == "result":
            decide_fixture.correct_result(fixture.pk, scene.olga, [2, 1, 3], [1, 2, 0], **facts)  # type: ignore[arg-type]
        elif verb == "void":
            decide_fixture.void_fixture(fixture.pk, scene.olga, **facts)  # type: ignore[arg-type]
        else:
            decide_fixture.revoke_decision(fixture.pk, scene.olga, **facts)  # type: ignore[arg-type]


SAID = {
    "walkover": "match 1 was decided without being played to the end.",
    "void": "match 1 is void.",
    "result": "match 1 has a new result.",
    "reopen": "match 1 will be played after all.",
    "restore": "match 1 has a new result.",
}


@pytest.mark.parametrize(
    ("verbs", "last"),
    [
        (["walkover"], "walkover"),
        (["walkover", "restore"], "reopen"),
        (["void"], "void"),
    ],
)
def test_a_decision_about_a_match_that_was_not_played_is_told(verbs: list[str], last: str) -> None:
    scene = Scene()
    for verb in verbs:
        scene.forget()
        decided(scene, verb)
    assert scene.heard() == {scene.anna, scene.ben, scene.cleo}
    assert scene.told(scene.anna) == [SAID[last]]
    assert f"Reason: {WHY}" in scene.below(scene.anna)
    assert "Decided by Olga." in scene.below(scene.anna)


@pytest.mark.parametrize(
    ("verbs", "last"),
    [
        (["result"], "result"),
        (["void"], "void"),
        (["result", "restore"], "restore"),
        (["void", "restore"], "restore"),
    ],
)
def test_a_decision_about_a_played_match_says_what_was_before(verbs: list[str], last: str) -> None:
    """It also names the organiser who decided."""
    scene = Scene(live=False)
    with scene.days.now():
        cast.play(scene.fixture, [7, 5, 3])
    names = [sure(seat.entry.user).name for seat in scene.fixture.seats.order_by("seat")]
    for verb in verbs:
        scene.forget()
        decided(scene, verb)
        with scene.days.now():
            cast.tell()
    assert scene.heard() == {scene.anna, scene.ben, scene.cleo}
    assert scene.told(scene.anna) == [SAID[last]]
    assert "Decided by Olga." in scene.below(scene.anna)
    changes = scene.fixture.history.order_by("number")
    assert [one.by for one in changes] == [None, *[scene.olga] * len(verbs)]
    first = f"1. {names[0]}, 2. {names[1]}, 3. {names[2]}"
    page = (
        browser(scene.anna).get(reverse("leagues:division", args=["winter", 1, 1])).content.decode()
    )
    assert f"Previous result: {first}" in " ".join(page.split())
    assert "by Olga" in page


def test_all_who_signed_up_hear_of_other_dates() -> None:
    """They also get a notice of a cancelled season."""
    days, olga, players = Days(), cast.organiser(), cast.people(3)
    season = cast.open_for_sign_up(days, olga, players)
    with days.now():
        dates = (season.opens_at, season.begins_at, season.ends_at)
        move_season(season.pk, olga, *dates, seen=Season.State(season.state))
    assert not News.objects.filter(kind=News.Kind.DATES).exists(), "the same dates"
    with days.now():
        later = (season.opens_at, season.begins_at + timedelta(days=1), season.ends_at)
        move_season(season.pk, olga, *later, seen=Season.State(season.state))
        call_off_season(season.pk, olga)
    for kind in (News.Kind.DATES, News.Kind.CALLED_OFF):
        assert News.objects.filter(kind=kind, user__in=players).count() == 3


def test_a_season_that_waits_for_players_tells_new_dates() -> None:
    days, players = Days(), cast.people(1)
    cast.open_for_sign_up(days, cast.organiser(), players)
    days.go(7.01)
    assert News.objects.filter(kind=News.Kind.DATES, user=players[0]).count() == 1


def test_a_season_ended_early_tells_how_matches_were_decided() -> None:
    scene = Scene()
    with scene.days.now():
        end_season.end_season_early(scene.season.pk, scene.olga)
    scene.days.go(0)
    assert scene.told(scene.anna) == [SAID["walkover"], "season 1 is over."]


def test_the_end_alone_tells_of_matches_that_never_came_up() -> None:
    """A player gets one notice, not one per remaining match."""
    days, olga, players = Days(), cast.organiser(), cast.people(4)
    season = cast.running(days, olga, players, at_once=1)
    with days.now():
        end_season.end_season_early(season.pk, olga)
    days.go(0)
    assert Fixture.objects.filter(how="void").count() > 2
    assert not News.objects.filter(kind=News.Kind.VOIDED).exists()
    assert News.objects.filter(kind=News.Kind.ENDED).count() == 4


def event(scene: Scene, user: User) -> tuple[str, str, int, object]:
    with scene.days.now():
        answer = browser(user).get(f"{scene.path}appointment.ics")
    calendar = Calendar.from_ical(answer.content)
    (found,) = calendar.walk("VEVENT")
    return str(calendar["METHOD"]), str(found["STATUS"]), int(str(found["SEQUENCE"])), found["UID"]


def test_a_calendars_entry_follows_its_appointment() -> None:
    """It is moved and cancelled with the appointment."""
    scene = Scene()
    scene.agree()
    made = event(scene, scene.anna)
    with scene.days.now():
        arrange_appointment.withdraw_appointment(scene.fixture.pk, scene.ben)
    fell = event(scene, scene.anna)
    scene.agree()
    again = event(scene, scene.anna)
    decided(scene, "walkover")
    over = event(scene, scene.anna)
    four = [made, fell, again, over]
    assert [one[:2] for one in four] == [
        ("PUBLISH", "CONFIRMED"),
        ("CANCEL", "CANCELLED"),
        ("PUBLISH", "CONFIRMED"),
        ("CANCEL", "CANCELLED"),
    ]
    assert [one[2] for one in four] == sorted({one[2] for one in four})
    assert len({one[3] for one in four}) == 1


def test_a_fallen_appointment_can_be_taken_out_of_a_calendar() -> None:
    """The page of the match links to the calendar file that cancels it."""
    scene = Scene()
    scene.agree()
    with scene.days.now():
        assert "All have agreed:" in browser(scene.anna).get(scene.path).content.decode()
        arrange_appointment.withdraw_appointment(scene.fixture.pk, scene.ben)
        page = browser(scene.anna).get(scene.path).content.decode()
    assert "Remove the earlier time from my calendar" in page


def test_a_time_that_is_only_proposed_is_not_shown_as_fixed() -> None:
    scene = Scene()
    path = reverse("leagues:division", args=["winter", 1, 1])
    with scene.days.now():
        arrange_appointment.propose_appointment(scene.fixture.pk, scene.anna, scene.at)
        page = browser(scene.ben).get(path).content.decode()
        assert "proposed:" in page
        assert "proposed" not in page.replace("proposed:", "", 1), "once"
    scene.agree()
    with scene.days.now():
        assert "proposed:" not in browser(scene.ben).get(path).content.decode()


def test_nobody_goes_down_before_the_first_result() -> None:
    days, players = Days(), cast.people(8)
    season = cast.running(days, cast.organiser(), players)
    path = reverse("leagues:division", args=["winter", 1, 1])
    with days.now():
        assert "moves down" not in browser(players[0]).get(path).content.decode()
        cast.play(Fixture.objects.filter(division__tier=1, state="running")[0], [5, 3])
        assert "moves down" in browser(players[0]).get(path).content.decode()
    assert season.divisions.count() == 2


def test_a_draw_that_may_be_made_anew_is_called_a_draft() -> None:
    days, olga, players = Days(), cast.organiser(), cast.people(4)
    cast.running(days, olga, players, confirm_draw=True)
    path = reverse("leagues:division", args=["winter", 1, 1])
    with days.now():
        page = browser(players[0]).get(path).content.decode()
    assert "Draft: the organisers can still make new pairings." in page
    assert "Runs until" not in page


def test_who_organises_sees_what_is_proposed_and_may_not_answer() -> None:
    scene = Scene()
    with scene.days.now():
        arrange_appointment.propose_appointment(scene.fixture.pk, scene.anna, scene.at)
    helper = person("Helper")
    scene.season.league.organisers.add(helper)
    with scene.days.now():
        page = browser(helper).get(scene.path).content.decode()
    assert "Proposed:" in page
    assert "Works for me" not in page


def test_facts_with_names_stay_no_longer_than_they_are_needed() -> None:
    scene = Scene()
    scene.agree()
    with scene.days.now():
        arrange_appointment.withdraw_appointment(scene.fixture.pk, scene.ben)
        assert News.objects.exclude(facts=None).exists()
        notify.send_news()
    assert not News.objects.exclude(facts=None).exists()


def test_nobody_is_told_of_appointments_without_end() -> None:
    """A time may be proposed again, and each proposal sends a push and an email, so they are
    limited.
    """
    scene = Scene()
    with scene.days.now():
        for _ in range(limits.APPOINTMENTS.most):
            arrange_appointment.propose_appointment(scene.fixture.pk, scene.anna, scene.at)
            arrange_appointment.withdraw_appointment(scene.fixture.pk, scene.ben)
        for propose in (
            lambda: arrange_appointment.propose_appointment(scene.fixture.pk, scene.anna, scene.at),
            lambda: arrange_appointment.propose_now(scene.fixture.pk, scene.anna),
        ):
            with pytest.raises(Refused, match="rate_limited"):
                propose()  # type: ignore[no-untyped-call]  # a lambda has no types
        page = browser(scene.anna).post(f"{scene.path}propose", {"at": scene.at.isoformat()})
    assert page.status_code == 429
    assert int(page["Retry-After"]) > 0
    scene.fixture.refresh_from_db()
    assert scene.fixture.appointment is None
    with scene.days.now():
        arrange_appointment.propose_appointment(scene.fixture.pk, scene.ben, scene.at)


def test_nobody_comes_and_goes_without_end() -> None:
    """Each entry and drop-out sends a notice to the others, so they are limited."""
    scene = Scene()
    with scene.days.now():
        drop_entry(scene.entry(scene.ben).pk, scene.ben)
        for _ in range(limits.ENTRIES.most - 1):  # the first time was before the season
            sign_up(scene.season.pk, scene.ben)
            drop_entry(scene.entry(scene.ben).pk, scene.ben)
        with pytest.raises(Refused, match="rate_limited"):
            sign_up(scene.season.pk, scene.ben)
        sign_up(scene.season.pk, person("Dora"))
