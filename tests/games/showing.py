"""A game's board as HTML, from a state alone, with the context that templates get."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from django.template.loader import render_to_string
from msgspec.structs import replace

from core.rendering import fragments
from games.kernel import pace, session
from games.kernel.contract import NOBODY, Event, Rules, Viewer
from games.kernel.registry import AnyGame
from matches.engine.view import Zones
from matches.present import answers
from matches.present.absence import Absence
from matches.present.board import NEWS
from matches.present.board_context import BoardContext, Chair, TableContext
from matches.present.event_lines import EventLine
from tests.games.sentences import NAMES, sentence

A_MATCH = "00000000-0000-4000-8000-000000000000"


def context(
    game: AnyGame,
    rules: Rules,
    state: Any,
    you: Viewer,
    events: Iterable[Event] = (),
    *,
    seats: int,
    moments: Iterable[Event] = (),
    reading: Any = None,
) -> BoardContext:
    """Return what `matches/present/board.py` makes for this viewer, as far as boards use it."""
    observation = game.observe(rules, state, you)
    names = NAMES[:seats]
    outcome = game.outcome(rules, state)
    offers = [game.selection_of(offer) for offer in session.offers(game, rules, state, you)]
    told = [event for event in events if pace.is_said(game.meta, event)]
    news = [kept for event in told[-NEWS:] if (kept := event.logged()) is not None]

    def line(event: Event) -> EventLine:
        words = sentence(game, event, names, you)
        concerns = frozenset(game.concerned(event))
        public = event.audience is None
        return EventLine(event.kind, json.dumps(event.data), words, words, public, concerns)

    folder = f"games/{game.meta.slug}/"
    return BoardContext(
        game=folder,
        fragments=f"{folder}fragments/",
        table=TableContext(
            slug=game.meta.slug,
            title=game.meta.title,
            contests=False,
            match_id=A_MATCH,
            url=f"/matches/{A_MATCH}/",
            socket_url=f"/ws/en/matches/{A_MATCH}/",
            status="finished" if outcome else "running",
            round_number=1,
            commitment="",
            watching="",
            seats=tuple(
                Chair(
                    number=seat,
                    name=name,
                    kind="person",
                    picture="moon-berry",
                    level="",
                    ready=True,
                    here=True,
                    place=outcome.places[seat] if outcome else None,
                    waiting=None,
                )
                for seat, name in enumerate(names)
            ),
            public=False,
            is_over=outcome is not None,
            talks=True,
            is_sealed=False,
            arbiters=(),
            occasion=None,
            rematch_id=None,
            other_bots=None,
            slow=False,
            next=None,
            unready=False,
            may_unready=False,
            may_leave=False,
            came_and_went=(),
            absence=Absence((), "", False, False, False, False),
            room=None,
        ),
        version=0,
        dealt=True,
        count=seats,
        observation=observation,
        awaited=observation.awaited,
        offers=tuple(offers),
        offered=frozenset(pick for picks in offers for pick in picks),
        answer=answers.OnBoard(answers.quiet_picks(game.meta, offers)),
        called=you is not None and you in observation.awaited,
        is_turn=observation.awaited == (you,),
        is_watching=you is None,
        is_reading=bool(reading),
        shows_result=outcome is not None and not reading,
        is_inert=you is None or bool(reading) or outcome is not None,
        open=None,
        lesson=None,
        log=(),
        has_log=False,
        news=tuple(map(line, news)),
        news_lines=tuple(line(event).news_for(you) for event in news),
        unseen=tuple(line(event) for event in events if event.audience == NOBODY)
        if outcome is not None
        else (),
        moments=tuple(map(line, moments)),
        deadlines=(),
        deadline=None,
        clock=None,
        pausing=None,
        may_pause=False,
        outcome=outcome,
        pad=None,
        has_pad=False,
        match_point="",
        corrections=(),
        counts=None,
        revealed=None,
        streak=0,
        gains=(),
        replay_path="",
        names=names,
        you=you,
        refusal=None,
        typed=None,
        take_back=None,
        orders=(),
        order=None,
        auto_play="",
    )


def shown_hint(given: Mapping[str, Any]) -> str:
    """Return the hint as HTML that a board with this context shows; "" for none."""
    shown = render_to_string(f"{given['fragments']}hint.html", dict(given))
    found = re.search(r'id="hint" popover>.*?<span>(.*?)</span>', shown, re.DOTALL)
    return found[1] if found else ""


def board(given: BoardContext, **more: Any) -> str:
    """Return the board with this context; `more`: values that replace some in it."""
    if more.get("open") is not None:
        more["open"] = Zones.from_revealed(more["open"])
    given = replace(given, **more)
    shows = given.outcome is not None and not given.is_reading
    inert = shows or given.is_reading or given.is_watching
    given = replace(given, shows_result=shows, is_inert=inert)
    return fragments.draw(f"{given.game}board.html", given).html
