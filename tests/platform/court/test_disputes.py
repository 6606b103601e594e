"""Every doubt is recorded exactly once, even if it is delivered twice, late, or after a crash."""

from __future__ import annotations

import json
from types import MappingProxyType
from typing import Any

import pytest
from django.urls import reverse

from accounts.models import User
from core import clock
from core.signals import contested
from court.models import Dispute, Party
from court.services import record_dispute
from games.kernel import registry
from games.kernel.events import public_event
from matches import tasks
from matches.actors import Bot, Person
from matches.engine import catalogue, live_round, stored_values
from matches.models import Match, Move, Outbox, Round
from matches.requests import ActionRequest
from matches.services.rounds import contest, start
from matches.services.rounds.play import play
from matches.services.seating import seats, tables
from matches.services.seating.merge_guest import merge_guest
from matches.store import outbox, recent_looks
from matches.store.load_match import load_table
from tests.games.contract.doze import DOZE, Doze
from tests.games.contract.doze_values import Bid, DozeState, Lay, Say
from tests.platform.accounts.cast import browser, sam
from tests.platform.court.cast import tell_time
from tests.platform.matches.cast import awaited, fresh_key, hand_over, person
from tests.sure import sure

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _doze(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add the made-up game to the platform during the test; nothing is sent to Celery."""
    _with(monkeypatch, DOZE)
    monkeypatch.setattr(outbox, "send_rows", lambda rows, now_ms: None)


def _with(monkeypatch: pytest.MonkeyPatch, game: Doze) -> None:
    games = MappingProxyType({**registry.games(), "doze": game})
    monkeypatch.setattr(registry, "games", lambda: games)
    catalogue.rules_of.cache_clear()
    recent_looks.forget_all()


@pytest.fixture
def match() -> Match:
    """A match of Alice, Bob and a bot in which all may say a word."""
    alice, bob = person("Alice"), person("Bob")
    match = tables.open_match(alice, "doze", seats=3, bots=["sleepy"], public=True, tempo="slow")
    seats.take_seat(match.pk, bob)
    for user in (alice, bob):
        start.get_ready(match.pk, user)
    while _state(match).phase != "sealed":
        seat = awaited(match)
        if _state(match).phase == "turn":
            _acts(match, seat, Lay(_state(match).hands[seat][0]))
        else:
            tell_time(match)
    return match


def _live_round(match: Match) -> live_round.LiveRound:
    live = load_table(match.pk).live
    assert live is not None
    return live


def _state(match: Match) -> DozeState:
    state = _live_round(match).state
    assert isinstance(state, DozeState)
    return state


def _acts(match: Match, seat: int, action: object) -> None:
    table = load_table(match.pk)
    sitting = table.seats[seat]
    actor = Bot(seat) if sitting.bot else Person(sitting.user_id, sitting.epoch)
    request = ActionRequest(
        action=stored_values.to_json(action), seen=table.shown_version(seat), key=fresh_key()
    )
    with clock.stopped(_live_round(match).at_ms + 1):
        assert play(match.pk, actor, request).refusal is None


def says(match: Match, seat: int, word: str) -> None:
    _acts(match, seat, Say(word))


def owed(match: Match) -> Outbox:
    return Outbox.objects.get(round__match=match, kind=outbox.CONTESTED)


def deliver(row: Outbox) -> None:
    with clock.stopped(row.due_ms):
        tasks.report_disputes(row.pk)


def opens(match: Match) -> None:
    """Let the waiting seats bid, so that all may say a word."""
    for seat in _live_round(match).awaited.seats[:-1]:
        _acts(match, seat, Bid(0))


def test_a_doubted_word_is_recorded(match: Match) -> None:
    """The record has the word, the cards, the votes and the outcome."""
    speaker, other = _two_who_may_speak(match)
    says(match, speaker, "nap")
    assert not Dispute.objects.exists(), "the move does not wait for the record"
    deliver(owed(match))
    dispute = Dispute.objects.get()
    move = Move.objects.get(round__match=match, number=dispute.move)
    assert move.events[dispute.index]["kind"] == "settled"
    assert (dispute.match, dispute.round, dispute.rules) == (match, 1, match.rules)
    assert (dispute.word, dispute.parts, dispute.seq) == ("nap", ["n", "ap"], 3)
    assert (dispute.stands, dispute.by) == (True, "vote")
    assert dispute.at == clock.as_datetime(move.at_ms)
    doubter = (speaker + 1) % 3
    held = {place.number: (place.user_id, place.bot) for place in match.seats.all()}
    rows = dispute.parties.values_list("role", "place", "seat", "valid", "user", "bot")
    assert set(rows) == {
        ("author", 0, speaker, None, *held[speaker]),
        ("doubter", 0, doubter, None, *held[doubter]),
        ("voter", 0, doubter, False, *held[doubter]),
        ("voter", 1, speaker, True, *held[speaker]),
    }
    assert not Outbox.objects.filter(kind=outbox.CONTESTED).exists()
    assert other != speaker


def _two_who_may_speak(match: Match) -> list[int]:
    opens(match)
    return list(_live_round(match).awaited.may_also)[:2]


def test_told_twice_or_late_it_is_recorded_once_as_they_sat_then(match: Match) -> None:
    speaker, _ = _two_who_may_speak(match)
    says(match, speaker, "nap")
    row = owed(match)
    sat = match.seats.get(number=speaker).user
    charlie = person("Charlie")
    Match.objects.filter(pk=match.pk).update(rated=False)  # else the match could not go on
    hand_over(match, speaker, charlie)
    deliver(row)
    Outbox.objects.bulk_create([row])  # the message about it, which was settled, arrives once more
    deliver(row)
    assert Dispute.objects.get().parties.filter(seat=speaker, user=sat).count() == 2
    assert not Party.objects.filter(user=charlie).exists()


def test_the_record_names_a_stand_in_beside_the_holder(match: Match) -> None:
    speaker, _ = _two_who_may_speak(match)
    away = match.seats.get(number=(speaker + 1) % 3)
    match.seats.filter(pk=away.pk).update(stand_in="normal")
    says(match, speaker, "nap")
    deliver(owed(match))
    parties = Dispute.objects.get().parties
    for role in ("doubter", "voter"):
        party = parties.get(role=role, seat=away.number)
        assert (party.user, party.bot) == (away.user, "normal")
    assert set(parties.filter(seat=speaker).values_list("bot", flat=True)) == {""}


def test_a_crash_between_commit_and_delivery_is_made_up_for(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    speaker, second = _two_who_may_speak(match)
    says(match, speaker, "nap")
    row = owed(match)
    with clock.stopped(row.due_ms):
        assert outbox.claim_row(row.pk) is not None  # then the worker is killed
    # A move without such a message removes nothing, and a move with one adds to it.
    says(match, second, "doze")
    assert [number for number, _ in owed(match).facts] == [
        move.number for move in Move.objects.filter(action__type="say").order_by("number")
    ]
    row = owed(match)
    with clock.stopped(row.due_ms):
        sent: list[tuple[int, str, int]] = []
        monkeypatch.setattr(outbox, "send_rows", lambda rows, now_ms: sent.extend(rows))
        outbox.send_overdue()
        assert row.pk in {pk for pk, _, _ in sent}
    deliver(row)
    assert set(Dispute.objects.values_list("word", flat=True)) == {"nap", "doze"}


def test_a_dispute_that_ends_while_another_is_told_is_not_lost(match: Match) -> None:
    speaker, second = _two_who_may_speak(match)
    says(match, speaker, "nap")
    with clock.stopped(owed(match).due_ms):
        row = outbox.claim_row(owed(match).pk)
    assert row is not None
    says(match, second, "doze")
    contest.report_disputes(row)
    outbox.mark_done(row)
    assert list(Dispute.objects.values_list("word", flat=True)) == ["nap"]
    deliver(owed(match))
    assert Dispute.objects.count() == 2


def test_a_record_that_cannot_be_written_is_written_later(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    speaker, _ = _two_who_may_speak(match)
    says(match, speaker, "nap")

    def breaks(**_: object) -> None:
        raise RuntimeError("the disk is full")

    contested.disconnect(dispatch_uid="court.contested")
    contested.connect(breaks, dispatch_uid="court.contested")
    try:
        with pytest.raises(RuntimeError):
            deliver(owed(match))
    finally:
        contested.disconnect(dispatch_uid="court.contested")
        contested.connect(record_dispute.record_dispute, dispatch_uid="court.contested")
    assert not Dispute.objects.exists()
    deliver(owed(match))
    assert Dispute.objects.count() == 1


def test_later_moves_and_the_end_of_the_round_take_nothing_away(match: Match) -> None:
    speaker, _ = _two_who_may_speak(match)
    says(match, speaker, "nap")
    for _ in range(200):
        if _live_round(match).over:
            break
        match.seats.update(missed=0)  # no player may count as absent: the round must be played out
        tell_time(match)
    owing = set(Outbox.objects.values_list("kind", flat=True))
    assert owing == {outbox.BEGUN, outbox.CONTESTED, outbox.ROUND_FINISHED}
    deliver(owed(match))
    assert Dispute.objects.count() == 1


def test_a_game_that_does_not_say_how_holds_up_nobody(
    match: Match, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class Mumbles(Doze):
        def apply(
            self, rules: Any, state: Any, seat: int | None, action: Any, chance: Any, at_ms: int
        ) -> Any:
            step = super().apply(rules, state, seat, action, chance, at_ms)
            if not isinstance(action, Say):
                return step
            return step.__class__(step.state, (public_event("settled", word=7),))

    _with(monkeypatch, Mumbles())
    speaker, _ = _two_who_may_speak(match)
    says(match, speaker, "nap")
    deliver(owed(match))
    assert "a dispute has no result" in caplog.text
    assert not Dispute.objects.exists()
    assert not Outbox.objects.filter(kind=outbox.CONTESTED).exists()


def test_what_a_guest_took_part_in_comes_along(match: Match) -> None:
    speaker, _ = _two_who_may_speak(match)
    says(match, speaker, "nap")
    deliver(owed(match))
    guest = sure(match.seats.get(number=speaker).user)
    account = person("Charlie")
    merge_guest(guest_id=guest.pk, user_id=account.pk)
    record_dispute.transfer_guest(guest_id=guest.pk, user_id=account.pk)
    assert not Party.objects.filter(user=guest).exists()
    assert Party.objects.filter(user=account, role="author").count() == 1


def test_who_is_gone_leaves_a_seat_in_the_record(match: Match) -> None:
    speaker, _ = _two_who_may_speak(match)
    says(match, speaker, "nap")
    row = owed(match)
    row.facts[0][1][speaker][0] = 10**9
    row.save()
    deliver(row)
    assert Party.objects.get(role="author").user is None
    assert Party.objects.get(role="author").seat == speaker


def test_staff_sees_disputes_of_rounds_that_are_over(match: Match) -> None:
    speaker, _ = _two_who_may_speak(match)
    says(match, speaker, "napqueen")
    deliver(owed(match))
    staff, pk = browser(sam()), Dispute.objects.get().pk
    listing = reverse("admin:court_dispute_changelist")
    page = reverse("admin:court_dispute_change", args=[pk])
    assert "napqueen" not in staff.get(listing).content.decode()
    assert staff.get(page).status_code == 302
    Round.objects.update(outcome=json.loads("{}"))
    assert "napqueen" in staff.get(listing).content.decode()
    assert "napqueen" in staff.get(listing + "?q=Alice&stands__exact=1").content.decode()
    html = staff.get(page).content.decode()
    assert "n · apqueen" in html
    assert 'name="_save"' not in html
    assert User.objects.filter(name="Alice").exists()
