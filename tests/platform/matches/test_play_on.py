"""Playing on from a finished round: the same cards, at any seat, against bots."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from games.kernel import registry
from lobby.services.play_now import suitable_level
from matches.engine import catalogue
from matches.engine.verification import difference
from matches.models import Match, Move, Outbox
from matches.services.rounds.finish import finish_round
from matches.store import outbox
from matches.store.load_match import load_table
from ratings.models import Feat
from ratings.services.feats import count_feats
from tests.platform.matches.cast import dealt, person, play_out
from tests.platform.matches.test_untimed import alone, played_on

pytestmark = pytest.mark.django_db


def played() -> Match:
    match = dealt(person("Alice"), person("Bob"), person("Carl"), public=True)
    play_out(match)
    return match


def client_of(name: str) -> Client:
    client = Client()
    client.force_login(person(name))
    return client


def play_on(client: Client, match: Match, step: int, seat: int, level: str = "easy") -> Match:
    address = reverse("matches:play_on", args=[match.pk, 1, step])
    answer = client.post(address, {"seat": seat, "level": level})
    assert answer.status_code == 302, answer.content
    return Match.objects.get(pk=answer["location"].split("/")[2])


@pytest.mark.parametrize("game", sorted(registry.games()))
def test_it_stands_as_the_round_stood_and_verifies(game: str) -> None:
    match, alice = alone(game)
    played_on(match, alice)
    client = Client()
    client.force_login(alice)
    first = match.rounds.get()
    assert first.version > 4
    seats = match.seats.count()
    for step in (0, first.version // 2):
        again = play_on(client, match, step, seat=1)
        table = load_table(again.pk)
        assert [seat.bot for seat in table.seats] == ["easy", "", *["easy"] * (seats - 2)]
        assert table.version == step
        round_ = again.rounds.get()
        assert difference(round_.pk) is None
        assert bytes(round_.seed) == bytes(first.seed)
        theirs, ours = (
            list(Move.objects.filter(round=one, number__lte=step).values_list("seat", "action"))
            for one in (first, round_)
        )
        assert theirs == ours
        # A seat must act, or the server acts by itself.
        assert table.live is not None
        owed = Outbox.objects.filter(round=round_, kind=outbox.BOT_TURN).exists()
        assert owed or table.live.able([1]) or table.live.deadlines()


def test_one_plays_it_to_its_end_and_it_counts_for_nothing() -> None:
    match = played()
    dora = client_of("Dora")
    again = play_on(dora, match, 4, seat=2)
    page = dora.get(f"/matches/{again.pk}/").content.decode()
    assert "Continued from move 4" in page
    assert 'id="hand"' in page
    play_out(again)
    finish_round(again.rounds.get().pk)
    again.refresh_from_db()
    assert again.status == Match.Status.FINISHED
    assert again.result is None
    count_feats(match_id=again.pk)
    assert not Feat.objects.filter(match=again).exists()
    meta = catalogue.game_of(again.game).meta
    user = again.seats.get(number=2).user
    assert user is not None
    assert suitable_level(user, meta) == meta.levels[0].slug
    assert difference(again.rounds.get().pk) is None
    # The round that was read is unchanged.
    assert difference(match.rounds.get().pk) is None


def test_its_player_sees_one_seat_alone() -> None:
    match = played()
    dora = client_of("Dora")
    again = play_on(dora, match, 2, seat=1)
    address = f"/matches/{again.pk}/rounds/1/steps/0?view=all"
    assert dora.get(address).status_code == 409
    assert client_of("Eve").get(f"/matches/{again.pk}/").status_code == 404


def test_somebody_without_an_account_plays_on_as_a_guest() -> None:
    match = played()
    again = play_on(Client(), match, 1, seat=0)
    user = again.seats.get(number=0).user
    assert user is not None
    assert user.is_guest


def test_what_cannot_be_played_on() -> None:
    match = played()
    last = match.rounds.get().version
    dora = client_of("Dora")

    def refused(step: int, **fields: object) -> tuple[int, str]:
        address = reverse("matches:play_on", args=[match.pk, 1, step])
        answer = dora.post(
            address, {"seat": 0, "level": "easy"} | fields, headers={"accept": "application/json"}
        )
        return answer.status_code, answer.json()["code"]

    assert refused(last) == (409, "nothing_to_play_on")
    assert refused(last + 1) == (404, "no_step")
    assert refused(1, seat=3) == (404, "not_found")
    assert refused(1, seat="x") == (400, "malformed")
    assert refused(1, level="divine")[1] == "unknown_level"
    Match.objects.filter(pk=match.pk).update(public=False)
    assert refused(1) == (404, "no_match")
    running = dealt(person("Fred"), person("Gus"), public=True)
    address = reverse("matches:play_on", args=[running.pk, 1, 0])
    answer = dora.post(
        address, {"seat": 0, "level": "easy"}, headers={"accept": "application/json"}
    )
    assert (answer.status_code, answer.json()["code"]) == (409, "round_running")
    assert Match.objects.count() == 2
