"""The chat at the table: which messages are allowed, and who reads them when."""

from __future__ import annotations

import itertools
import re
import threading
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from accounts.models import Mute, User
from accounts.services import revoke_access
from core import clock
from core.line_fields import tidy_line
from core.refusals import Refused
from matches.actors import Person
from matches.models import Match, Message
from matches.models.talk import PRESETS
from matches.present import talk
from matches.requests import Saying
from matches.services.absence.forget_guests import forget_guests
from matches.services.rounds import finish, start
from matches.services.seating import rematch
from matches.services.talk import LONGEST, MOST, WITHIN, post_message
from matches.store.load_match import load_table
from matches.store.lock_round import lock_round
from tests.platform.accounts.cast import browser, sam
from tests.platform.matches.cast import act, dealt, hand_over, opened, person, play_out

pytestmark = pytest.mark.django_db

JSON = {"Accept": "application/json"}
_keys = itertools.count()


def url(match: Match, name: str = "say_at_table") -> str:
    return reverse(f"matches:{name}", args=[match.pk])


def says(match: Match, user: User, text: str = "", **said: str) -> None:
    saying = Saying(text=text, **({"key": f"k{next(_keys)}"} | said))
    post_message(load_table(match.pk), Person(user.pk, user.epoch), saying)


def told(match: Match, client: Client) -> list[str]:
    """Return the messages on the page, as text."""
    html = client.get(url(match, "table")).content.decode()
    return re.findall(r'said__words" dir="auto">(.*?)</span>', html)


def post(client: Client, match: Match, *, json: bool = True, **fields: str) -> Any:
    fields.setdefault("key", f"k{next(_keys)}")
    return client.post(url(match), fields, headers=JSON if json else {})


@pytest.fixture
def match(alice: User, bob: User) -> Match:
    return dealt(alice, bob, public=True)


def test_what_is_said_stands_there_for_everybody_as_text(
    match: Match, alice: User, bob: User
) -> None:
    says(match, alice, '<b>Hi</b> "you" & https://example.org')
    for client in (browser(alice), browser(bob), browser()):
        assert told(match, client) == [
            "&lt;b&gt;Hi&lt;/b&gt; &quot;you&quot; &amp; https://example.org"
        ]
        assert 'href="https://example.org' not in client.get(url(match, "table")).content.decode()
    assert "said--mine" in browser(alice).get(url(match, "table")).content.decode()
    assert "said--mine" not in browser(bob).get(url(match, "table")).content.decode()


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  two \t words\n\r\x0b ", "two words"),
        ("a\x00b\x1b[31mc\x7f", "ab[31mc"),
        ("left\u202eright\u2066\ufeff\u200b", "leftright"),
        ("\U0001f469\u200d\U0001f373", "\U0001f469\u200d\U0001f373"),
        ("\ud800lone", "lone"),
        ("\u2028one\u2029line", "one line"),
        ("Schlafmu\u0308tze", "Schlafmütze"),
        ("\x00\u200b \u202e", ""),
    ],
)
def test_a_message_is_one_tidy_line(typed: str, kept: str) -> None:
    assert tidy_line(typed) == kept


def test_a_player_who_says_something_changes_nothing_else(match: Match, alice: User) -> None:
    before = match.rounds.values().get(), Match.objects.values().get(pk=match.pk)
    says(match, alice, "Hello there")
    assert (match.rounds.values().get(), Match.objects.values().get(pk=match.pk)) == before
    message = Message.objects.get()
    assert (message.round, message.seat, message.author) == (1, 0, alice)


@pytest.mark.parametrize(
    ("fields", "status", "code"),
    [
        ({"text": ""}, 422, "talk_empty"),
        ({"text": " \x00\u202e "}, 422, "talk_empty"),
        ({"text": "x" * (LONGEST + 1)}, 422, "talk_too_long"),
        ({"preset": "nonsense"}, 422, "unknown_preset"),
        ({"preset": "\x00"}, 422, "unknown_preset"),
        ({"text": "hi", "key": ""}, 400, "key_missing"),
        ({"text": "hi", "key": "x" * 65}, 400, "key_missing"),
        ({}, 422, "talk_empty"),
    ],
)
def test_what_cannot_be_said_gets_a_sentence_and_is_not_lost(
    match: Match, alice: User, fields: dict[Any, Any], status: int, code: str
) -> None:
    client = browser(alice)
    answer = post(client, match, **fields)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["sentence"].endswith(".")
    page = post(client, match, json=False, **fields)
    html = page.content.decode()
    assert page.status_code == status
    assert re.search(r'id="talk-refusal"[^>]*>[^<]+\.</p>', html)
    typed = fields.get("text", "").strip(" \x00\u202e")
    assert typed in html
    assert '<aside id="talk" class="talk" aria' in html, "the chat must be open"
    assert not Message.objects.exists()


@pytest.mark.parametrize("body", ["{", "[]", '{"text": 7}', '{"text": ["a"], "preset": {}}'])
def test_no_json_whatever_is_too_much(match: Match, alice: User, body: str) -> None:
    client = browser(alice)
    answer = client.post(url(match), body, content_type="application/json", headers=JSON)
    assert 400 <= answer.status_code < 500
    assert answer.json()["sentence"]


def test_the_longest_fits(match: Match, alice: User) -> None:
    assert post(browser(alice), match, text="ü" * LONGEST).status_code == 200
    assert Message.objects.get().text == "ü" * LONGEST


def test_the_same_request_says_it_once(match: Match, alice: User) -> None:
    client = browser(alice)
    for _ in range(2):
        assert post(client, match, text="once", key="k").status_code == 200
    assert told(match, client) == ["once"]
    assert post(client, match, text="something else", key="k").json()["code"] == "key_reused"
    assert post(browser(person("Charlie")), match, text="mine", key="k").status_code == 200


def test_who_says_too_much_at_once_is_asked_to_wait(match: Match, alice: User) -> None:
    client = browser(alice)
    with clock.stopped(clock.now_ms()):
        for number in range(MOST):
            assert post(client, match, text=f"{number}").status_code == 200
        refused = post(client, match, json=False, text="and this")
        assert refused.status_code == 429
        assert 'value="and this"' in refused.content.decode()
        assert "Please wait a moment" in refused.content.decode()
        # Other players are not limited, and a repeated message is not new.
        assert post(browser(), match, text="me").status_code == 200
    with clock.shifted(int(WITHIN.total_seconds() * 1000) + 1):
        assert post(client, match, text="and this").status_code == 200


def test_without_scripts_one_is_led_back_to_the_table(match: Match, alice: User) -> None:
    answer = post(browser(alice), match, json=False, text="Hello")
    assert (answer.status_code, answer["Location"]) == (302, url(match, "table"))


def test_who_may_not_watch_may_not_talk(alice: User, bob: User) -> None:
    match = dealt(alice, bob)
    for client in (browser(), browser(person("Charlie"))):
        assert post(client, match, text="Hello").status_code == 404
    assert not Message.objects.exists()
    assert User.objects.filter(is_guest=True).count() == 0


def test_a_stranger_becomes_a_guest_by_talking(match: Match) -> None:
    """A message that is refused creates no guest."""
    client = browser()
    assert post(client, match, text="  ").status_code == 422
    assert not User.objects.filter(is_guest=True).exists()
    assert post(client, match, json=False, text="Good evening").status_code == 302
    assert Message.objects.get().author == User.objects.get(is_guest=True)


def test_an_older_connection_says_nothing_more(match: Match, alice: User) -> None:
    old = Person(alice.pk, alice.epoch)
    revoke_access.revoke_connections(alice)
    with pytest.raises(Refused) as refused:
        post_message(load_table(match.pk), old, Saying(text="hi", key="k"))
    assert refused.value.refusal.code == "revoked"


# Kinds of chat -----------------------------------------------------------------------------------


def test_ready_made_words_are_told_in_each_readers_language(
    match: Match, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PRESETS, "hello", "Sign in")  # this sentence was translated long ago
    says(match, alice, preset="hello")
    assert (Message.objects.get().text, Message.objects.get().preset) == ("", "hello")
    assert told(match, browser(bob)) == ["Sign in"]
    german = Client(headers={"Accept-Language": "de"})
    assert told(match, german) == ["Anmelden"]


def test_a_table_of_ready_made_words(alice: User, bob: User) -> None:
    match = opened(alice, bob, talk="presets")
    client = browser(alice)
    html = client.get(url(match, "table")).content.decode()
    assert "Ready-made messages only" in html
    assert 'id="talk-text"' not in html
    assert 'name="preset" value="hello"' in html
    assert post(client, match, text="Hello").json()["code"] == "talk_presets"
    assert post(client, match, preset="hello").status_code == 200


def test_a_table_without_talk(alice: User, bob: User) -> None:
    match = dealt(alice, bob, talk="off")
    client = browser(alice)
    assert 'id="talk"' not in client.get(url(match, "table")).content.decode()
    assert post(client, match, text="Hello").json()["code"] == "talk_off"
    assert post(client, match, preset="hello", json=False).status_code == 409
    play_out(match)
    finish.finish_round(match.rounds.get().pk)
    assert rematch.open_rematch(match.pk, alice).talk == "off"


def test_the_host_chooses_how_people_may_talk(alice: User) -> None:
    client = browser(alice)
    form = {"seats": "2", "tempo": "live", "target": "rounds-1"}
    address = reverse("lobby:play_with_friends", args=["sleeping_queens"])
    assert client.post(address, form | {"talk": "nonsense"}).status_code == 422
    client.post(address, form)
    client.post(address, form | {"talk": "off"})
    assert list(Match.objects.order_by("created_at").values_list("talk", flat=True)) == [
        "on",
        "off",
    ]


# Muted users -------------------------------------------------------------------------------------


def mute(client: Client, match: Match, **who: object) -> Any:
    return client.post(url(match, "mute_person"), who, headers=JSON)


def test_a_user_does_not_read_a_person_they_muted(match: Match, alice: User, bob: User) -> None:
    for text in ("one", "two"):
        says(match, bob, text)
    says(match, alice, "three")
    client = browser(alice)
    lines = mute(client, match, mute=bob.pk).json()["talk"]
    assert len(lines) == 2
    assert "muted" in lines[0]
    assert told(match, client) == ["three"]
    assert told(match, browser(bob)) == ["one", "two", "three"]
    # Muting also works on other pages, and once is enough.
    mute(client, match, mute=bob.pk)
    other = dealt(bob, alice)
    says(other, bob, "and you?")
    assert told(other, client) == []
    mute(client, match, unmute=bob.pk)
    assert told(match, client) == ["one", "two", "three"]
    assert told(other, client) == ["and you?"]


def test_whom_one_muted_stands_in_the_preferences(match: Match, alice: User, bob: User) -> None:
    client = browser(alice)
    address = reverse("accounts:preferences")
    assert "People you have muted" not in client.get(address).content.decode()
    mute(client, match, mute=bob.pk)
    assert f'name="who" value="{bob.pk}"' in client.get(address).content.decode()
    for who in ("", "x", "9" * 30, "²", str(alice.pk)):
        assert client.post(reverse("accounts:unmute_person"), {"who": who}).status_code == 302
    assert browser().post(reverse("accounts:unmute_person"), {"who": bob.pk}).status_code == 302
    assert Mute.objects.count() == 1
    client.post(reverse("accounts:unmute_person"), {"who": bob.pk})
    assert not Mute.objects.exists()


@pytest.mark.parametrize("who", ["x", "", "-1", "9" * 30, "²"])
def test_only_people_can_be_muted(match: Match, alice: User, who: str) -> None:
    assert mute(browser(alice), match, mute=who).json()["code"] == "malformed"
    assert mute(browser(alice), match, mute="999999999").json()["code"] == "not_found"
    assert mute(browser(alice), match).json()["code"] == "malformed"
    assert mute(browser(alice), match, mute=alice.pk).json()["code"] == "mute_yourself"
    assert mute(browser(), match, mute=alice.pk).json()["code"] == "sign_in_first"
    assert not Mute.objects.exists()


# Messages of spectators --------------------------------------------------------------------------


def seen_by(match: Match, user: User) -> str:
    """Return the page to the byte, without the parts that depend on the request or the time."""
    html = browser(user).get(url(match, "table")).content.decode()
    passing = r'data-deadline="[^"]*"|(?<=id="burn-words">)[^<]*'
    return re.sub(rf'name="(csrfmiddlewaretoken|key)" value="[^"]+"|{passing}', "", html)


def test_spectators_words_reach_players_after_the_round(alice: User, bob: User) -> None:
    match = dealt(alice, bob, public=True, target="rounds-2")
    charlie = person("Charlie")
    with clock.stopped(clock.now_ms()):
        before = seen_by(match, alice), seen_by(match, bob)
        says(match, charlie, "Bob has the king")
        assert (seen_by(match, alice), seen_by(match, bob)) == before
    assert told(match, browser()) == ["Bob has the king"]
    says(match, alice, "So?")
    assert told(match, browser(alice)) == ["So?"]
    assert told(match, browser(charlie)) == ["Bob has the king", "So?"]
    play_out(match)
    assert told(match, browser(alice)) == ["Bob has the king", "So?"]
    says(match, charlie, "Well played")
    assert told(match, browser(alice))[-1] == "Well played"
    finish.finish_round(match.rounds.get().pk)
    early = load_table(match.pk)
    for user in (alice, bob):
        start.get_ready(match.pk, user)
    says(match, charlie, "Again the king")
    assert told(match, browser(bob))[-1] == "Well played"
    # A reader who loaded the table just before the deal does not see it either.
    reader = talk.TalkReader(0, alice.pk, "en")
    assert "Again the king" not in "".join(talk.lines_by_reader(early, [reader])[reader])


def test_before_the_first_deal_everybody_is_heard(alice: User, bob: User) -> None:
    match = opened(alice, bob, public=True)
    says(match, person("Charlie"), "Good luck")
    assert told(match, browser(alice)) == ["Good luck"]


def test_nothing_on_the_page_counts_what_is_not_read(match: Match, alice: User) -> None:
    charlie = person("Charlie")
    says(match, alice, "one")
    says(match, charlie, "hidden")
    says(match, alice, "two")
    html = browser(alice).get(url(match, "table")).content.decode()
    handles = re.findall(r'id="said-([^"]+)"', html)
    assert len(handles) == 2
    assert all(re.fullmatch("[0-9a-f]{16}", handle) for handle in handles)


def test_staff_reads_no_spectator_before_the_round_is_over(match: Match, alice: User) -> None:
    says(match, person("Charlie"), "the king")
    says(match, alice, "my turn")
    staff = browser(sam())
    listing = reverse("admin:matches_message_changelist")
    for query in ("", "?q=king"):
        assert "the king</td>" not in staff.get(listing + query).content.decode()
    assert "my turn" in staff.get(listing).content.decode()
    hidden = reverse("admin:matches_message_change", args=[Message.objects.earliest("pk").pk])
    assert staff.get(hidden).status_code == 302
    play_out(match)
    assert "the king</td>" in staff.get(listing).content.decode()
    assert staff.get(hidden).status_code == 200
    assert staff.post(hidden, {"text": "changed"}).status_code == 403


# Chat and moves ----------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_no_move_holds_up_a_message_nor_a_message_a_move(alice: User, bob: User) -> None:
    match = dealt(alice, bob)
    held, done = threading.Event(), threading.Event()

    def move() -> None:
        with transaction.atomic():
            lock_round(match.pk)
            held.set()
            done.wait(10)
        connection.close()

    moving = threading.Thread(target=move)
    moving.start()
    assert held.wait(10)
    try:
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = '2s'")
        says(match, alice, "While you think")
        with transaction.atomic():
            says(match, bob, "And I")
            done.set()
            moving.join()
            assert act(match).refusal is None
    finally:
        done.set()
        moving.join()
        with connection.cursor() as cursor:
            cursor.execute("RESET lock_timeout")


def test_a_finished_round_is_read_with_what_was_said(match: Match, alice: User, bob: User) -> None:
    says(match, alice, "It begins")
    act(match)
    says(match, person("Charlie"), "Oh, the king")
    play_out(match)
    says(match, bob, "Good night")
    address = reverse("matches:step", args=[match.pk, 1, 1])
    html = browser(bob).get(address).content.decode()
    moves = re.split(r'<li id="move-', html)
    assert "It begins" in moves[1]
    assert "Oh, the king" in moves[2]
    assert "Good night" not in html
    assert 'name="mute"' not in html
    mute(browser(bob), match, mute=alice.pk)
    assert "It begins" not in browser(bob).get(address).content.decode()


# Deleted users, and guests who sign in -----------------------------------------------------------


def test_who_is_forgotten_takes_along_what_they_said(match: Match, alice: User) -> None:
    gus, watcher = (User.objects.create_guest(name, language="en") for name in ("Gus", "Wanda"))
    table = dealt(gus, alice, public=True)
    says(table, gus, "My name is Gus and I live in Ulm")
    says(table, watcher, "So do I")
    mute(browser(alice), table, mute=gus.pk)
    play_out(table)
    Match.objects.filter(pk=table.pk).update(status=Match.Status.FINISHED)
    with clock.shifted(100 * 24 * 3600 * 1000):
        assert forget_guests() == 2
    assert not Message.objects.exists()
    assert not Mute.objects.exists()


def test_what_a_guest_said_comes_along(alice: User, bob: User) -> None:
    gus = User.objects.create_guest("Gus", language="en")
    table, both = dealt(gus, bob, public=True), dealt(alice, gus)
    says(table, gus, "I was here")
    says(both, gus, "and here", key="same")
    says(both, alice, "me too", key="same")
    mute(browser(gus), table, mute=bob.pk)
    mute(browser(gus), table, mute=alice.pk)
    mute(browser(bob), table, mute=gus.pk)
    client = browser(gus)
    client.post("/sign-in/", {"login": "Alice", "password": "a long enough one"})
    assert Message.objects.get(text="I was here").author == alice
    assert Message.objects.get(text="and here").author == gus, "the guest keeps that seat"
    assert set(Mute.objects.values_list("user", "muted")) == {
        (alice.pk, bob.pk),
        (bob.pk, alice.pk),
    }


def test_a_seat_that_is_handed_over_reads_as_a_player_does(alice: User, bob: User) -> None:
    match, charlie = dealt(alice, bob, public=True, rated=False), person("Charlie")
    says(match, charlie, "From the window")
    hand_over(match, 0, charlie)
    assert told(match, browser(charlie)) == []
