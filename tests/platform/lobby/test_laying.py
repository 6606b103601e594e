"""Creating a table: every choice of the form, and every refusal."""

from __future__ import annotations

import re
from http import HTTPStatus
from types import MappingProxyType
from typing import Any

import pytest
from django.test import Client
from django.utils.html import escape
from msgspec.structs import replace

from accounts.models import User
from games.kernel import registry
from games.kernel.contract import Meta
from matches.models import Match, RulesVersion
from matches.present import tempo_words
from matches.services.rules_versions import publish_version
from tests.games.contract.doze import Doze
from tests.platform.accounts import cast

pytestmark = pytest.mark.django_db

GAME = "sleeping_queens"
FRIENDS = f"/play/{GAME}/friends/"
WANTED = {"seats": "3", "tempo": "live", "target": "rounds-1"}


def laid(browser: Client, **wanted: Any) -> Match:
    named = {re.sub(r"^(chair|friend)_", r"\1-", name): value for name, value in wanted.items()}
    answer = browser.post(FRIENDS, WANTED | named)
    assert answer.status_code == HTTPStatus.FOUND, answer.context["form"].errors
    match = Match.objects.get()
    assert answer["Location"] == f"/matches/{match.pk}/"
    return match


def refused(wanted: Any) -> Any:
    answer = cast.browser(cast.alice()).post(FRIENDS, WANTED | wanted)
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert not Match.objects.exists()
    return answer.content.decode()


@pytest.mark.parametrize("slug", sorted(registry.games()))
def test_the_form_offers_what_the_game_allows(slug: str) -> None:
    offers_what_is_allowed(registry.get(slug).meta)


def test_the_form_of_a_game_without_options_has_no_house_rules(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Plain(Doze):
        meta = replace(Doze.meta, options=(), contests=())

    known = MappingProxyType({**registry.games(), "doze": Plain()})
    monkeypatch.setattr(registry, "games", lambda: known)
    offers_what_is_allowed(Plain.meta)


def offers_what_is_allowed(meta: Meta) -> None:
    slug = meta.slug
    page = cast.browser().get(f"/play/{slug}/friends/").content.decode()
    for number in range(meta.seats[0], meta.seats[1] + 1):
        assert f'name="seats" value="{number}"' in page
        least, most = meta.minutes[number]
        means = rf'-minutes">\s*About {least} to {most} minutes a round\.\s*</p>'
        label = rf'value="{number}"[^>]*aria-describedby="(\S+)-minutes"[^>]*>{number}</label>'
        assert re.search(rf'{label}\s*<p [^>]*id="\1{means}', page)
    for level in meta.levels:
        assert page.count(f'<option value="bot-{level.slug}"') == meta.seats[1] - 1
    assert ("<span>House rules</span>" in page) is bool(meta.options or meta.contests)
    assert page.count("(faithful)") == len(meta.options)
    for tempo in meta.tempos:
        assert escape(tempo_words.meaning(meta, tempo)) in page
    assert "When that is empty too, the table plays for you." in page
    for option in meta.options:
        assert f'name="option-{option.name}"' in page


def test_who_sits_where() -> None:
    bob = cast.bob()
    match = laid(
        cast.browser(cast.alice()),
        seats="5",
        chair_2="bot-normal",
        chair_3="friend",
        friend_3=" b0b ",
        chair_4="friend",
    )
    places = list(match.seats.all())
    assert [place.bot for place in places] == ["", "normal", "", "", ""]
    assert [place.kept_for for place in places] == [None, None, bob, None, None]
    assert [bool(place.invite) for place in places] == [False, False, False, True, False]
    assert places[0].user == match.host


def test_chairs_beyond_the_number_of_seats_do_not_count() -> None:
    match = laid(cast.browser(cast.alice()), seats="2", chair_2="bot-easy", chair_5="bot-easy")
    assert [place.bot for place in match.seats.all()] == ["", "easy"]


def test_how_long_how_fast_and_for_whom() -> None:
    match = laid(cast.browser(cast.alice()), tempo="correspondence", target="rounds-5", public="on")
    assert (match.tempo, match.target["rounds"], match.public) == ("correspondence", 5, True)


def test_a_table_is_for_the_invited_only_unless_said_otherwise() -> None:
    match = laid(cast.browser(cast.alice()))
    assert not match.public
    assert cast.browser(cast.bob()).get(f"/matches/{match.pk}/").status_code == HTTPStatus.NOT_FOUND


@pytest.mark.parametrize(
    ("public", "rated", "counts"),
    [("", "", False), ("on", "", True), ("", "on", True), ("on", "off", False)],
)
def test_a_public_table_counts_for_ratings(public: str, rated: str, counts: bool) -> None:
    """The host decides for other tables."""
    match = laid(cast.browser(cast.alice()), public=public, rated=rated)
    assert match.rated is counts
    page = cast.browser(match.host).get(f"/matches/{match.pk}/").content.decode()
    assert ("Rated" in page) is counts
    assert ("Unrated" in page) is (bool(public) and not counts)
    if public:
        listed = cast.browser().get("/tables/").content.decode()
        assert ("Unrated" in listed) is not counts


def test_a_wrong_choice_about_ratings_is_said_and_lays_nothing() -> None:
    page = refused({"rated": "perhaps", "public": "on"})
    assert "Choose one of these." in page
    assert re.search(r'name="public" value="on"[^>]* checked', page)


@pytest.mark.parametrize("name", ["public", "seats", "target", "tempo", "rated", "talk"])
def test_what_is_wrong_stands_above_the_choices(name: str) -> None:
    page = refused({name: "banana"})
    error = rf'</legend>\s*<div class="field__errors" id="id_{name}_error"[^>]*>\s*<p>Choose one of these'
    assert re.search(error, page)
    assert re.search(rf'<fieldset[^>]* aria-describedby="[^"]*\bid_{name}_error"', page)


def test_a_hidden_choice_is_refused_with_a_reason() -> None:
    page = refused({"public": "", "level": "genius"})
    assert re.search(r'id="id_level_error"[^>]*>\s*<p>Choose one of these', page)


def test_house_rules_make_a_rules_version_of_their_own() -> None:
    match = laid(cast.browser(cast.alice()), **{"option-memory_aid": "on"})
    assert match.rules.options["memory_aid"] == "on"
    page = cast.browser(match.host).get(f"/matches/{match.pk}/").content.decode()
    assert "The table remembers them" in page


def test_a_stranger_who_lays_a_table_is_a_guest() -> None:
    match = laid(cast.browser())
    assert match.host is not None
    assert match.host.is_guest


def test_every_published_revision_can_be_chosen() -> None:
    revisions = registry.get(GAME).meta.revisions
    for revision in revisions:
        publish_version(GAME, revision=revision)
    browser = cast.browser(cast.alice())
    page = browser.get(FRIENDS).content.decode()
    offered = {f'<option value="{revision}"' in page for revision in revisions}
    assert offered == {True}
    match = laid(browser, revision=str(revisions[0]))
    assert match.rules.revision == revisions[0]


def test_a_revision_that_was_withdrawn_meanwhile_is_refused() -> None:
    revisions = registry.get(GAME).meta.revisions
    for revision in revisions:
        publish_version(GAME, revision=revision)
    RulesVersion.objects.filter(revision=revisions[0]).update(offered=False)
    page = refused({"revision": str(revisions[0])})
    assert "field__errors" in page or "notice--bad" in page


@pytest.mark.parametrize(
    "wrong",
    [
        {"seats": "1"},
        {"seats": "6"},
        {"seats": "many"},
        {"seats": ""},
        {"seats": "3\x00"},
        {"seats": "9" * 400},
        {"tempo": "yesterday"},
        {"target": "rounds-0"},
        {"target": "rounds-10"},
        {"target": "rounds-" + "9" * 400},
        {"chair-2": "bot-godlike"},
        {"chair-2": "\x00"},
        {"chair-3": "somebody"},
        {"chair-2": "friend", "friend-2": "Nobody Known"},
        {"chair-2": "friend", "friend-2": "Alice"},
        {"chair-2": "friend", "friend-2": "x" * 400},
        {"chair-2": "friend", "friend-2": "a\x00"},
        {"option-memory_aid": "sometimes"},
        {"option-memory_aid": "True"},
        {"public": "perhaps"},
    ],
)
def test_a_table_that_cannot_be_laid_says_why_at_the_field(wrong: dict[str, str]) -> None:
    assert "field__errors" in refused(wrong)


def test_an_option_that_there_is_not_is_refused_by_name() -> None:
    assert "This game has no option “cheating”." in refused({"option-cheating": "on"})


def test_a_friend_has_one_chair() -> None:
    cast.bob()
    twice = {"chair-2": "friend", "friend-2": "Bob", "chair-3": "friend", "friend-3": "bob"}
    assert "bob already has a seat." in refused(twice)


def test_nothing_that_was_typed_is_lost() -> None:
    page = refused(
        {
            "seats": "4",
            "tempo": "correspondence",
            "target": "rounds-3",
            "public": "on",
            "chair-2": "bot-normal",
            "chair-3": "friend",
            "friend-3": "Ottilie",
            "option-memory_aid": "on",
            "option-equation": "nonsense",
        }
    )
    assert "There is no user called Ottilie." in page
    for kept in (
        r'name="seats" value="4"[^>]*checked',
        r'name="tempo" value="correspondence"[^>]*checked',
        r'name="target" value="rounds-3"[^>]*checked',
        r'name="public" value="on"[^>]*checked',
        '<option value="bot-normal" selected',
        '<option value="friend" selected',
        'value="Ottilie"',
        '<option value="on" selected',
        '<details class="fold set" open>',
    ):
        assert re.search(kept, page), kept
    assert User.objects.count() == 1


def test_bots_take_every_seat_that_nobody_else_has() -> None:
    alice = cast.alice()
    match = laid(cast.browser(alice), seats="4", public="bots", chair_3="friend", friend_3="")
    places = list(match.seats.all())
    assert [place.bot for place in places] == ["", "easy", "", "easy"]
    assert not match.public
    assert bool(places[2].invite)


def test_the_bots_have_the_level_that_was_chosen() -> None:
    wanted = {"public": "bots", "level": "normal", "chair_2": "bot-easy", "tempo": ""}
    match = laid(cast.browser(cast.alice()), **wanted)
    assert [place.bot for place in match.seats.all()] == ["", "easy", "normal"]
    assert match.tempo == "untimed"


def test_a_folded_part_says_what_is_set_in_it() -> None:
    page = refused({"seats": "9", "talk": "off", "chair-2": "bot-normal"})
    told = re.findall(r'class="set__told[^"]*" data-usual="([^"]*)">([^<]*)<', page)
    summaries = {usual: words.strip() for usual, words in told}
    assert summaries["Automatic"] == "Live"
    assert summaries["free"] == "Seat 2: Bot: Normal"
    assert summaries["as in the published game"] == "as in the published game"
    assert summaries["as usual"].startswith("Chat at the table: ")
