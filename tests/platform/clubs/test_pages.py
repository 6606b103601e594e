"""The pages of clubs: what visitors, members and officers see there."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse

from accounts.models import Restriction
from accounts.services import blocks
from clubs import limits
from clubs.models import Club
from clubs.present import club_page, written
from clubs.services import found_club, hand_over, lead_members
from clubs.services.join_club import join_club
from clubs.services.leagues import add_league
from clubs.services.tables import open_table
from clubs.views.actions import LEADING
from core import clock
from core.refusals import Refused
from leagues.models import League
from matches.models import Match
from matches.services.seating.rematch import open_rematch
from matches.services.seating.seats import take_seat
from matches.services.seating.tables import open_match
from tests.platform.accounts.cast import browser, gus
from tests.platform.clubs.cast import SUNDAY, founded, member, role
from tests.platform.leagues.cast import league
from tests.platform.matches.cast import GAME, person

pytestmark = pytest.mark.django_db

PAGE = "/clubs/sunday/"


def seen(user: Any, address: str = PAGE) -> str:
    return browser(user).get(address).content.decode()


def test_members_see_each_other_and_visitors_the_leaders() -> None:
    club, _frida = founded()
    member(club, "Otto", officer=True)
    ada = member(club, "Ada")
    for page in (seen(None), seen(person("Zoe"))):
        assert "We play on Sundays." in page
        assert "Frida" in page
        assert "Otto" in page
        assert "3 members" in page
        assert "Ada" not in page
    inside = seen(ada)
    assert "Ada" in inside
    assert "No table is open." in inside
    assert "Nothing is announced." in inside
    assert "Run the club" not in inside


def test_members_are_in_alphabetical_order_after_the_leaders() -> None:
    club, _ = founded()
    for name in ("Member 10", "Member 9", "Lena", "Jan", "Ida"):
        member(club, name)
    member(club, "Zoë", officer=True)
    people = [one.user.name for one in club_page.people_of(club)]
    assert people == ["Frida", "Zoë", "Ida", "Jan", "Lena", "Member 9", "Member 10"]


def test_the_list_shows_own_clubs_first() -> None:
    founded()
    found_club.found_club(person("Gerd"), **SUNDAY | {"name": "Night owls", "slug": "owls"})
    ada = person("Ada")
    empty = seen(ada, "/clubs/")
    assert empty.index("Night owls") < empty.index("Sunday club")
    member(Club.objects.get(slug="sunday"), "Bert")
    largest = seen(ada, "/clubs/")
    assert largest.index("Sunday club") < largest.index("Night owls")
    assert "2 members" in largest


def test_a_list_says_what_happens_in_ones_own_clubs() -> None:
    """The club with the latest words comes first. Only members learn of them."""
    club, frida = founded()
    owls = found_club.found_club(frida, **SUNDAY | {"name": "Night owls", "slug": "owls"})
    ada = person("Ada")
    join_club(club.pk, ada)
    open_table(club.pk, frida, GAME, seats=2, bots={}, friends={})
    club.messages.create(author=frida, text="Hello!", at=clock.now())
    inside = seen(frida, "/clubs/")
    assert inside.index("Sunday club") < inside.index(owls.name)
    assert "1 table" in inside
    assert "last words" in inside
    for viewer in (ada, person("Zoe"), None):
        outside = seen(viewer, "/clubs/")
        assert "Sunday club" in outside
        assert "1 table" not in outside
        assert "last words" not in outside
        assert "By request" in outside


def test_an_empty_list_says_what_to_do_next() -> None:
    assert "There are no clubs here yet." in seen(person("Ada"), "/clubs/")
    assert "Create an account" in seen(gus(), "/clubs/")


def test_a_club_is_founded_with_an_address_from_its_name() -> None:
    ada = person("Ada")
    typed = {"name": "The Night Owls!", "about": "", "entrance": "ask", "language": ""}
    answer = browser(ada).post("/clubs/new/", typed)
    club = Club.objects.get()
    assert answer["Location"] == reverse("clubs:run", args=["the-night-owls"])
    assert role(club, ada) == "founder"
    again = browser(ada).post("/clubs/new/", typed)
    assert again.status_code == 422
    assert "The Night Owls!" in again.content.decode()
    reserved = browser(ada).post("/clubs/new/", typed | {"slug": "new"})
    assert reserved.status_code == 422
    assert Club.objects.count() == 1


def test_a_guest_founds_no_club_and_nobody_many() -> None:
    assert browser(gus()).get("/clubs/new/").status_code == 403
    ada = person("Ada")
    for number in range(5):
        found_club.found_club(ada, **SUNDAY | {"name": f"Club {number}", "slug": f"club-{number}"})
    assert browser(ada).get("/clubs/new/").status_code == 409
    with pytest.raises(Refused):
        found_club.found_club(ada, **SUNDAY)


def test_a_club_that_becomes_private_gets_a_random_address() -> None:
    club, frida = founded()
    address = reverse("clubs:edit", args=["sunday"])
    typed = SUNDAY | {"entrance": "link", "name": "Secret club"}
    assert browser(person("Ada")).post(address, typed).status_code == 403
    assert browser(frida).post(address, typed).status_code == 302
    club.refresh_from_db()
    assert (club.name, club.slug) != ("Secret club", "sunday")
    assert browser(frida).get(PAGE).status_code == 404
    kept = club.slug
    assert browser(frida).post(reverse("clubs:edit", args=[kept]), typed).status_code == 302
    club.refresh_from_db()
    assert club.slug == kept


def test_a_member_opens_a_table_and_another_sits_down() -> None:
    club, frida = founded()
    ada, zoe = member(club, "Ada"), person("Zoe")
    address = reverse("clubs:new_table", args=["sunday", GAME])
    assert browser(zoe).get(address).status_code == 403
    form = browser(frida).get(address)
    assert "Members of the club" in form.content.decode()
    typed = {"seats": "2", "target": "rounds-1", "public": ""}
    assert browser(frida).post(address, {"seats": "99"}).status_code == 422
    opened = browser(frida).post(address, typed)
    assert opened.status_code == 302, opened.content.decode()
    match = Match.objects.get()
    assert not match.public
    assert not match.rated
    assert str(match.pk) not in seen(zoe)
    sit = reverse("clubs:go_to_table", args=["sunday", match.pk, "sit"])
    assert sit in seen(ada)
    assert browser(zoe).post(sit).status_code == 403
    assert browser(ada).post(sit)["Location"] == reverse("matches:table", args=[match.pk])
    assert match.seats.filter(user=ada).exists()
    assert "Go to the table" in seen(ada)


def test_members_watch_a_table_of_the_club() -> None:
    club, frida = founded()
    ada, zoe = member(club, "Ada"), person("Zoe")
    match = open_table(club.pk, frida, GAME, seats=2, bots={}, friends={})
    table = reverse("matches:table", args=[match.pk])
    watch = reverse("clubs:go_to_table", args=["sunday", match.pk, "watch"])
    outside, inside = browser(zoe), browser(ada)
    assert outside.get(table).status_code == 404
    assert outside.post(watch).status_code == 403
    assert inside.post(watch).status_code == 302
    assert inside.get(table).status_code == 200
    strange = open_match(frida, GAME, seats=2)
    lost = reverse("clubs:go_to_table", args=["sunday", strange.pk, "watch"])
    assert inside.post(lost).status_code == 404


def test_members_get_the_link_of_an_invite_only_league() -> None:
    club, frida = founded()
    ada, zoe = member(club, "Ada"), person("Zoe")
    private = league(frida, name="Winter league", invite_only=True)
    assert refused_league(club, member(club, "Otto", officer=True), private) == "not_yours"
    desk = seen(frida, "/clubs/sunday/run/")
    assert "Winter league" in desk
    browser(frida).post(reverse("clubs:lead", args=["sunday", "add-league"]), {"who": private.pk})
    assert reverse("leagues:invited", args=[private.invite]) in seen(ada)
    assert "Winter league" not in seen(zoe)
    browser(frida).post(reverse("clubs:lead", args=["sunday", "drop-league"]), {"who": private.pk})
    assert "Winter league" not in seen(ada)


def refused_league(club: Club, by: Any, private: League) -> str:
    with pytest.raises(Refused) as error:
        add_league(club.pk, by, private.pk)
    return error.value.refusal.code


@pytest.mark.parametrize("who", ["", "x", "-1", "9" * 18, "9" * 40, "٣"])
def test_a_strange_number_is_nobody(who: str) -> None:
    _club, frida = founded()
    page = browser(frida)
    for verb in LEADING.keys() - {"new-link", "no-link", "drop-league", "withdraw-offer"}:
        answer = page.post(reverse("clubs:lead", args=["sunday", verb]), {"who": who})
        assert answer.status_code in (404, 409), verb
    for verb, name in (("remove-message", "message"), ("remove-announcement", "announcement")):
        answer = page.post(reverse("clubs:act", args=["sunday", verb]), {name: who})
        assert answer.status_code == 409, verb
    assert page.post(reverse("clubs:lead", args=["sunday", "dance"])).status_code == 404
    assert page.post(reverse("clubs:act", args=["sunday", "dance"])).status_code == 404


def test_only_a_founder_without_a_restriction_changes_a_club() -> None:
    club, frida = founded()
    officer = member(club, "Olga", officer=True)
    address, typed = reverse("clubs:edit", args=["sunday"]), SUNDAY | {"about": "Something else."}
    assert browser(officer).post(address, typed).status_code == 403
    Restriction.objects.create(
        user=frida, what=Restriction.What.TALK, until=clock.now() + timedelta(days=1)
    )
    assert browser(frida).post(address, typed).status_code == 403
    club.refresh_from_db()
    assert club.about == SUNDAY["about"]


def test_words_stay_those_of_their_writer() -> None:
    club, frida = founded()
    ada = member(club, "Ada")
    hand_over.offer_club(club.pk, frida, ada.pk)
    hand_over.accept_offer(club.pk, ada)
    found = written.find_about(ada.pk, str(club.pk))
    assert found is not None
    assert found.author_id == frida.pk
    found_club.change_club(club.pk, ada, about="New words.")
    found = written.find_about(frida.pk, str(club.pk))
    assert found is not None
    assert found.author_id == ada.pk


def test_new_roles_of_a_club_have_a_limit() -> None:
    club, frida = founded()
    ada = member(club, "Ada")
    for _ in range(limits.ROLES.most):
        lead_members.appoint_officer(club.pk, frida, ada.pk)
        lead_members.dismiss_officer(club.pk, frida, ada.pk)
    with pytest.raises(Refused):
        lead_members.appoint_officer(club.pk, frida, ada.pk)


def test_a_blocked_member_does_not_watch_a_table() -> None:
    club, frida = founded()
    ada, bo = member(club, "Ada"), member(club, "Bo")
    match = open_table(club.pk, ada, GAME, seats=2, bots={}, friends={})
    watch = reverse("clubs:go_to_table", args=["sunday", match.pk, "watch"])
    assert browser(frida).post(watch).status_code == 302
    blocks.block_user(ada, bo.pk)
    assert browser(bo).post(watch).status_code in (403, 404, 409)


def test_a_removed_member_no_longer_watches() -> None:
    club, frida = founded()
    ada, bo, zoe = member(club, "Ada"), member(club, "Bo"), person("Zoe")
    match = open_table(club.pk, frida, GAME, seats=2, bots={}, friends={})
    table = reverse("matches:table", args=[match.pk])
    watch = reverse("clubs:go_to_table", args=["sunday", match.pk, "watch"])
    pages = {user.name: browser(user) for user in (ada, bo, zoe)}
    for name in ("Ada", "Bo"):
        assert pages[name].post(watch).status_code == 302
        assert pages[name].get(table).status_code == 200
    lead_members.remove_member(club.pk, frida, ada.pk)
    lead_members.ban_member(club.pk, frida, bo.pk)
    for page in pages.values():
        assert page.get(table).status_code == 404
    for page in pages.values():
        page.post(reverse("lobby:watch_by_invitation", args=[match.invite]))
        assert page.get(table).status_code == 200


def test_a_rematch_belongs_to_the_club() -> None:
    club, frida = founded()
    ada = member(club, "Ada")
    match = open_table(club.pk, frida, GAME, seats=2, bots={1: "easy"}, friends={})
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)
    again = open_rematch(match.pk, frida)
    assert [one.match_id for one in club.tables.exclude(match=match)] == [again.pk]
    assert reverse("clubs:go_to_table", args=["sunday", again.pk, "sit"]) not in seen(frida)
    assert str(again.pk) in seen(ada)


def test_a_rematch_of_a_former_member_does_not() -> None:
    club, frida = founded()
    ada = member(club, "Ada")
    match = open_table(club.pk, ada, GAME, seats=2, bots={1: "easy"}, friends={})
    lead_members.remove_member(club.pk, frida, ada.pk)
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)
    again = open_rematch(match.pk, ada)
    assert str(again.pk) not in seen(frida)


def test_a_table_links_to_its_club_for_whoever_sees_the_club() -> None:
    club, frida = founded(entrance=Club.Entrance.LINK)
    zoe = person("Zoe")
    match = open_table(club.pk, frida, GAME, seats=3, bots={}, friends={})
    take_seat(match.pk, zoe)
    table = reverse("matches:table", args=[match.pk])
    link = reverse("clubs:club", args=[club.slug])
    assert link in seen(frida, table)
    hidden = seen(zoe, table)
    assert link not in hidden
    assert club.name not in hidden


@pytest.mark.parametrize("verb", ["remove", "ban", "appoint", "dismiss", "hand-over", "lift-ban"])
def test_a_member_who_is_gone_meanwhile_is_no_wrong_address(verb: str) -> None:
    """Another officer was faster: the page of the officers says so."""
    club, frida = founded()
    ada = member(club, "Ada")
    page = browser(frida)
    removal = reverse("clubs:lead", args=["sunday", "remove"])
    assert page.post(removal, {"who": ada.pk}).status_code == 302
    answer = page.post(reverse("clubs:lead", args=["sunday", verb]), {"who": ada.pk})
    assert answer.status_code == 409
    said = answer.content.decode()
    assert "Another person has changed this in the meantime." in said
    assert "Run the club" in said
