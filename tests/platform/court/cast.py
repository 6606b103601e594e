"""Tables of Doze with doubted words, the moderators, and all other people."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import pytest

from accounts.models import User
from core import clock
from court.models import Case, Dispute
from court.services.appeal_dispute import appeal_dispute
from court.services.claim_case import claim_case
from court.services.decide_case import decide_case
from court.services.gather_evidence import gather_evidence
from games.kernel import registry
from games.kernel.contests import Contest, Precedent
from games.wortspiel.actions import Doubt, OpenPlay, Ready, Vote
from matches import tasks
from matches.actors import Bot, Person
from matches.engine import catalogue, stored_values
from matches.models import Match, Outbox, Round
from matches.requests import ActionRequest
from matches.services.rounds import finish, start
from matches.services.rounds.play import apply_due, play
from matches.services.seating import seats, tables
from matches.store import outbox
from matches.store.load_match import load_table
from moderation.staff import roles
from tests.games.contract.doze import DOZE, Doze
from tests.games.contract.doze_values import Bid, Lay, Say
from tests.platform.matches.cast import awaited, fresh_key, offers
from tests.platform.moderation.staff import staff


def play_doze(monkeypatch: pytest.MonkeyPatch, game: Doze = DOZE) -> None:
    """Add the made-up game to the platform during the test; nothing is sent to Celery."""
    known = MappingProxyType({**registry.games(), "doze": game})
    monkeypatch.setattr(registry, "games", lambda: known)
    catalogue.rules_of.cache_clear()
    monkeypatch.setattr(outbox, "send_rows", lambda rows, now_ms: None)


def moderator(name: str) -> User:
    """Return an account that may decide cases."""
    return staff(name, roles.MODERATORS)


def table(*people: User, bots: int = 1, **wanted: Any) -> Match:
    """Return a table of these people and a bot in the middle of a round, where all may say a word."""
    names = dict.fromkeys(["tempo"], "slow") | wanted
    match = tables.open_match(
        people[0], "doze", seats=len(people) + bots, bots=["sleepy"] * bots, public=True, **names
    )
    for user in people[1:]:
        seats.take_seat(match.pk, user)
    for user in people:
        start.get_ready(match.pk, user)
    while live(match).state.phase != "sealed":
        seat = awaited(match)
        if live(match).state.phase == "turn":
            acts(match, seat, Lay(live(match).state.hands[seat][0]))
        else:
            tell_time(match)
    return match


def words_table(*people: User, **wanted: Any) -> Match:
    """Return a dealt table of Wortspiel with these people."""
    match = tables.open_match(people[0], "wortspiel", seats=len(people), public=True, **wanted)
    for user in people[1:]:
        seats.take_seat(match.pk, user)
    for user in people:
        start.get_ready(match.pk, user)
    return match


def word_doubted(match: Match, *, valid: bool = False) -> Dispute:
    """Play, doubt and reject the first word of a Wortspiel round; return the recorded dispute."""
    acts(match, awaited(match), offered(match, awaited(match), OpenPlay))
    author = live(match).state.word.seat
    doubter = (author + 1) % live(match).state.seats
    acts(match, doubter, offered(match, doubter, Doubt))
    for seat in range(live(match).state.seats):
        acts(match, seat, offered(match, seat, Ready))
    for _ in range(live(match).state.seats):
        seat = awaited(match)
        acts(match, seat, Vote(valid, live(match).state.word.seq))
    return recorded(match)


def offered(match: Match, seat: int, kind: type[Any]) -> Any:
    """Return the first action of this kind that the seat may take."""
    return next(action for action in offers(match, seat) if isinstance(action, kind))


def live(match: Match) -> Any:
    found = load_table(match.pk).live
    assert found is not None
    return found


def tell_time(match: Match) -> None:
    """Let the running deadlines pass; bots had nothing to do before."""
    time_is_up(match, live(match))


def time_is_up(match: Match, at: Any) -> None:
    """Do the same for a match that is loaded already."""
    outbox.mark_tried_in_vain(match.pk)
    with clock.stopped(max(due for due, _ in at.deadlines())):
        apply_due(match.pk)


def acts(match: Match, seat: int, action: object) -> None:
    at = load_table(match.pk)
    sitting = at.seats[seat]
    actor = Bot(seat) if sitting.bot else Person(sitting.user_id, sitting.epoch)
    request = ActionRequest(
        action=stored_values.to_json(action), seen=at.shown_version(seat), key=fresh_key()
    )
    with clock.stopped(live(match).at_ms + 1):
        assert play(match.pk, actor, request).refusal is None


def doubted(match: Match, word: str = "nap", seat: int | None = None) -> Dispute:
    """Let a seat say a word (by default one that may) and its neighbour doubt it; return the
    recorded dispute.
    """
    if seat is None:
        for bidder in live(match).awaited.seats[:-1]:
            acts(match, bidder, Bid(0))
        seat = live(match).awaited.may_also[0]
    acts(match, seat, Say(word))
    return recorded(match)


def recorded(match: Match) -> Dispute:
    """Record the last dispute with the evidence of its case, if there is one, and return it."""
    row = Outbox.objects.get(round__match=match, kind=outbox.CONTESTED)
    with clock.stopped(row.due_ms):
        tasks.report_disputes(row.pk)
    found = Dispute.objects.filter(match=match).latest("pk")
    for case in Case.objects.filter(dispute=found):
        gather_evidence(case.pk)
    return found


def play_out(match: Match) -> None:
    """Let the clock play the round and the match to their end."""
    for _ in range(200):
        if (at := live(match)).over:
            break
        match.seats.update(missed=0)  # no player may count as absent: the round must be played out
        time_is_up(match, at)
    finish.finish_round(Round.objects.get(match=match, number=1).pk)
    match.refresh_from_db()


def appealed(match: Match, user: User, word: str = "hmhmhm") -> Case:
    """Return a case that opened only by an appeal, after the end of its round."""
    dispute = doubted(match, word)
    appeal_dispute(dispute.pk, user, "It is a word, I say it each day.")
    play_out(match)
    case = Case.objects.get(dispute=dispute)
    gather_evidence(case.pk)
    case.refresh_from_db()
    return case


def ruled(case: Case, by: User, decision: str = "invalid", reason: str = "So it is.") -> Case:
    """Claim and decide a case."""
    claim_case(case.pk, by)
    decide_case(case.pk, by, decision, reason)
    case.refresh_from_db()
    return case


def told(dispute: Dispute, precedent: Precedent) -> Contest:
    """Return the outcome of a dispute, as a table that knows a ruling shows it."""
    return Contest(
        author=0,
        word=dispute.word,
        parts=dispute.parts,
        seq=9,
        doubters=[1],
        votes=[(1, False), (0, True), (2, True)],
        stands=True,
        by="vote",
        precedent=precedent,
    )
