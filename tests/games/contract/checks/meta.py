"""Checks of a game's entry in the catalogue, and of all that it promises."""

from __future__ import annotations

import re

from core import data_releases
from games.kernel import options
from games.kernel.contract import Declaration, OptionValue
from games.kernel.registry import AnyGame
from tests.games.cards import cards_in
from tests.games.contract.rounds import play_round, rules_of, start_round


def card_is_complete(game: AnyGame) -> None:
    """Names, numbers and choices are complete, so that the platform can show them."""
    meta = game.meta
    assert re.fullmatch(r"[a-z][a-z0-9_]*", meta.slug)
    assert meta.title
    assert meta.tagline
    least, most = meta.seats
    assert 2 <= least <= most
    assert list(meta.minutes) == list(range(least, most + 1)), (
        "`minutes` must have an entry for each number of seats"
    )
    assert all(0 < shortest <= longest for shortest, longest in meta.minutes.values())
    assert meta.max_moves > 0
    assert meta.revisions == tuple(sorted(set(meta.revisions)))
    assert meta.tempos
    assert all(limit > 0 for tempo in meta.tempos for limit in tempo.limits.values())
    kinds = {frozenset(tempo.limits) for tempo in meta.tempos}
    assert len(kinds) == 1, "all tempos must have limits for the same kinds"
    assert not {"next_round", "bank"} & set(meta.tempos[0].limits), (
        "the platform uses these names itself"
    )
    assert set(meta.decisions) <= set(meta.tempos[0].limits), "a kind in `decisions` has no limit"
    assert set(meta.time_for) <= set(meta.tempos[0].limits), "a kind in `time_for` has no limit"
    assert all(tempo.bank_ms >= 0 for tempo in meta.tempos)
    assert all(tempo.next_round_ms > 0 for tempo in meta.tempos)
    assert meta.targets
    assert len(set(meta.targets)) == len(meta.targets)
    for target in meta.targets:
        assert (target.rounds is None) != (target.points is None), (
            "a target has either rounds or points"
        )
    assert meta.pad.points
    assert meta.pad.total
    assert set(game.bots) == {level.slug for level in meta.known_levels}
    for level in meta.known_levels:
        assert set(level.thinking_by_deadline_ms) <= set(meta.tempos[0].limits), (
            "`thinking_by_deadline_ms` names a kind without a limit"
        )
        for least, most in (level.thinking_ms, *level.thinking_by_deadline_ms.values()):
            assert 0 < least < most
    for slugs in (
        [option.name for option in meta.options],
        [tempo.slug for tempo in meta.tempos],
        [level.slug for level in meta.known_levels],
        [declaration.name for declaration in meta.declarations],
        [feat.name for feat in meta.feats],
    ):
        assert len(set(slugs)) == len(slugs), f"a name occurs twice: {slugs}"
    for option in meta.options:
        assert option.label
        assert len(option.choices) == len(option.labels) >= 2
        assert len({(type(choice), choice) for choice in option.choices}) == len(option.choices)
    if meta.first is not None:
        shortest, longest = meta.first.minutes
        assert 0 < shortest <= longest <= 10, "a first match is short"
        chosen = options.complete(meta, meta.first.options)
        assert meta.first.options.items() <= chosen.items()
        assert meta.first.level in {"", *(level.slug for level in meta.levels)}
    assert set(meta.news) == set(meta.revisions[1:]), (
        "`news` must have a sentence for each revision after the first"
    )


def data_is_there(game: AnyGame) -> None:
    """New rules versions pin the hash of an existing folder, whose content does not change.

    LookupError if no folder has that hash: a published release never changes. New content gets a
    new folder, whose hash is the new `Meta.data`.
    """
    data = data_releases.load_release(game, game.meta.data)
    assert (data is not None) == bool(game.meta.data)


def options_are_playable(game: AnyGame) -> None:
    """Every choice of every option gives a round that ends, or that the table closes.

    With the default choices a round ends by itself; with others, such as no closing time, it may
    not.
    """
    least, most = game.meta.seats
    for option in game.meta.options:
        for choice in option.choices[1:]:
            for seats in {least, most}:
                for seed in (11, 12):
                    play_round(game, seats, seed, {option.name: choice}, may_be_closed=True)


def declarations_are_heard(game: AnyGame) -> None:
    """A round is dealt after any declarations, of no seat, of one or of all."""
    for declaration in game.meta.declarations:
        assert declaration.label
        (option,) = (one for one in game.meta.options if one.name == declaration.option)
        assert declaration.choice in option.choices
        for value in _sayings(declaration):
            for seats in game.meta.seats:
                nobody, everybody = (None,) * seats, (value,) * seats
                for said in (nobody, (value, *nobody[1:]), everybody):
                    rules = rules_of(game, {option.name: declaration.choice})
                    played = start_round(game, seats, 13, rules, {declaration.name: said})
                    assert cards_in(game, rules, played.opening.state)


def _sayings(declaration: Declaration) -> tuple[OptionValue, ...]:
    """Return some possible declarations; KeyError for a kind that the contract does not have."""
    return {
        "flag": (True,),
        "number": (declaration.least, declaration.most),
        "time": (0, 24 * 60 - 1),
    }[declaration.kind]


def keys_decide(game: AnyGame) -> None:
    """Another key deals another round."""
    seats = game.meta.seats[1]
    first, second = (play_round(game, seats, seed).opening.state for seed in (21, 22))
    assert first != second
