"""The guide for programs: each of its commands works as written."""

from __future__ import annotations

import re
import shlex
from typing import Any

import pytest
from django.test import Client
from openskill.models import PlackettLuce

from api.guide import DOCS, EXAMPLE
from api.models import Scope
from games.kernel import registry
from leagues.models import Fixture
from matches.engine.schemas import json_schema
from tests.platform.api.programs import Program, bot_called, token_of
from tests.platform.leagues import cast
from tests.platform.leagues.cast import Days
from tests.platform.matches.cast import person
from tests.platform.ratings.cast import followed, played

pytestmark = pytest.mark.django_db
GUIDE = (DOCS / "api.md").read_text()


def commands() -> list[str]:
    """Return each curl command in the guide, on a line of its own."""
    blocks = re.findall(r"^```\n(curl .*?)^```", GUIDE, re.MULTILINE | re.DOTALL)
    return "".join(blocks).replace("\\\n", " ").splitlines()


def sent(command: str, token: str) -> Any:
    """Return the server's answer to a command of the guide."""
    words = shlex.split(command.replace("$NIGHTCAP_TOKEN", token))
    given: dict[str, list[str]] = {"-H": [], "-d": [], "": []}
    rest = iter(words[1:])
    for word in rest:
        given[word if word in given else ""].append(next(rest) if word in given else word)
    (address,) = given[""]
    headers = dict(one.split(": ", 1) for one in given["-H"])
    path = address.removeprefix(EXAMPLE)
    if not given["-d"]:
        return Client().get(path, headers=headers)
    (body,), kind = given["-d"], headers.pop("Content-Type")
    return Client().post(path, body, content_type=kind, headers=headers)


def test_every_command_of_the_guide_is_taken() -> None:
    """The test finds commands of the guide that became outdated."""
    olga, ada, days = cast.organiser(), bot_called("Ada"), Days()
    cast.running(days, olga, cast.people(3), live=True)
    fixture = Fixture.objects.earliest("number")
    token, organising = token_of(ada, Scope.PLAY), token_of(olga, Scope.ORGANISE)
    done: list[str] = []
    match = ""
    for command in commands():
        ours = command.replace("$MATCH", match).replace("812", str(fixture.pk))
        with days.now():
            answer = sent(ours, organising if "/leagues/" in ours else token)
        name = ours.split("?")[0].rpartition("/")[2].split()[0].strip("\"'")
        done.append(name)
        if name == "actions":
            # The cards differ: the message is understood, and the table decides.
            assert (answer.status_code, answer.json()["code"]) == (409, "stale"), answer.content
            continue
        assert answer.status_code == 200, (ours, answer.content)
        if name == "matches" and "-d" in ours:
            match = answer.json()["id"]
    assert done == ["matches", "rulings", "matches", "ready", "position", "actions", "walkover"]


def test_ratings_are_redone_by_what_the_guide_says() -> None:
    """The guide has the model, tau and scale, so that a reader can verify a rating from outside."""
    guide = " ".join(GUIDE.split())
    said = re.search(
        r"mu = (\d+) and sigma = (\d+)/(\d+), and has beta = (\d+)/(\d+), kappa = ([\d.]+) and"
        r" tau = (\d+)/(\d+)",
        guide,
    )
    shown = re.search(r"`rating` = (\d+) \+ (\d+) · \(mu . 25\) and `margin` = (\d+) · s", guide)
    assert said is not None
    assert shown is not None
    mu, s, s_of, b, b_of, kappa, t, t_of = map(float, said.groups())
    middle, scale, deviations = map(float, shown.groups())
    model = PlackettLuce(mu=mu, sigma=s / s_of, beta=b / b_of, kappa=kappa, tau=t / t_of)
    places = [2, 1, 3, 4]
    followed(played([person("Alice"), "easy", person("Bob"), "easy"], places))
    rated = model.rate([[model.rating()] for _ in places], ranks=list(map(float, places)))
    wanted = {
        name: [
            round(sum(getattr(rated[seat][0], part) for seat in seats) / len(seats), 6)
            for part in ("mu", "sigma")
        ]
        for name, seats in {"Alice": (0,), "Bob": (2,), "easy": (1, 3)}.items()
    }
    ratings = Program().read("games/sleeping_queens/ratings")["items"]
    names = {one["id"]: one["bot"] or one["player"]["name"] for one in ratings}
    steps = Program().read("games/sleeping_queens/ratings/history")["items"]
    assert {names[one["rating"]] for one in steps} == set(wanted)
    for step in steps:
        after = step["after"]
        own_mu, own_sigma = wanted[names[step["rating"]]]
        assert (after["mu"], after["sigma"]) == (own_mu, own_sigma)
        assert after["rating"] == round(middle + scale * (own_mu - mu))
        assert after["margin"] == round(deviations * own_sigma)


@pytest.mark.parametrize(
    ("others", "wanted", "tempo"),
    [
        ("bots", {"rated": False}, "untimed"),
        ("bots", {"rated": True, "public": True}, "live"),
        ("a bot of somebody", {"public": True, "rated": False}, "live"),
    ],
)
def test_a_table_without_a_clock_gets_one_where_the_guide_says(
    others: str, wanted: dict[str, Any], tempo: str
) -> None:
    """The guide also says what happens at a table that is not for bots alone."""
    assert "the server uses the game's first tempo instead when it deals" in GUIDE
    scopes = (Scope.PLAY, Scope.READ)
    ada, eve = (Program(token_of(bot_called(name), *scopes)) for name in ("Ada", "Eve"))
    seats: dict[str, Any] = {"seats": 2, "bots": ["easy"] if others == "bots" else []}
    table = ada.send("matches", game="daumen_drauf", tempo="untimed", **seats, **wanted)
    assert table["tempo"] == "untimed"
    for bot in (ada,) if others == "bots" else (ada, eve):
        if bot is eve:
            bot.send(f"matches/{table['id']}/sit")
        position = bot.send(f"matches/{table['id']}/ready")
    assert position["status"] == "running"
    assert ada.read(f"matches/{table['id']}")["tempo"] == tempo
    assert Program().read("games/daumen_drauf")["tempos"][0]["tempo"] == "live"


def test_the_guide_names_games_whose_actions_are_not_held_up() -> None:
    """The guide lists the games that refuse a late action by its phase instead of as `stale`.

    Other games refuse every late action as `stale`.
    """
    named = re.search(r"have\s+such\s+actions:\s+([^.]+)\.", GUIDE)
    assert named is not None
    games = set()
    for slug in registry.games():
        schema = json_schema(slug)
        actions = [
            one["$ref"].rpartition("/")[2] for one in schema["properties"]["Action"]["anyOf"]
        ]
        if any("seq" in schema["$defs"][name]["properties"] for name in actions):
            games.add(slug)
    assert set(re.findall(r"`(\w+)`", named[1])) == games
