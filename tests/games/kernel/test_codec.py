"""All input is an action of the game or `Malformed`."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.kernel import codec
from games.kernel.codec import Malformed
from tests.games.contract.doze import DOZE
from tests.games.contract.doze_values import Bid, HoldOver, Lay, Say

calmly = settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)
actions = st.fixed_dictionaries(
    {"type": st.sampled_from(["lay", "beat", "let_pass", "bid", "say", "hold_over", "x"]) | plain},
    optional={"card": plain, "number": plain, "word": plain, "more": plain},
)


def read(sent: object) -> Any:
    """Return the action, or the refusal's code."""
    try:
        return codec.decode_action(DOZE, sent)
    except Malformed as malformed:
        return malformed.refusal.code


@pytest.mark.parametrize(
    ("sent", "action"),
    [
        ('{"type":"lay","card":3}', Lay(3)),
        (b' {"card":3, "type":"lay"} ', Lay(3)),
        ({"type": "bid", "number": -4}, Bid(-4)),
        ('{"type":"say","word":"Schläfchen 😴"}', Say("Schläfchen 😴")),
        ('{"type":"hold_over"}', HoldOver()),
    ],
)
def test_actions_are_read(sent: object, action: object) -> None:
    assert read(sent) == action


@pytest.mark.parametrize(
    "sent",
    [
        "",
        "nonsense",
        b"\xff\xfe",
        b'\xef\xbb\xbf{"type":"let_pass"}',
        '{"type":"let_pass"} {}',
        '{"type":"lay"}',
        '{"card":3}',
        '{"type":"lay","card":"3"}',
        '{"type":"lay","card":3.0}',
        '{"type":"lay","card":true}',
        '{"type":"lay","card":null}',
        '{"type":"lay","card":NaN}',
        '{"type":"lay","card":1e3}',
        '{"type":"lay","card":9007199254740992}',
        '{"type":"lay","card":' + "9" * 5000 + "}",
        '{"type":"lay","card":3,"card":3}',
        '{"type":"lay","type":"lay","card":3}',
        '{"type":"lay","card":3,"seat":1}',
        '{"type":"Lay","card":3}',
        '{"type":["lay"],"card":3}',
        '[{"type":"lay","card":3}]',
        '{"type":"say","word":"\\ud800"}',
        '{"type":"say","word":"\\u0000"}',
        '{"type":"say","word":"' + "z" * 5000 + '"}',
        "[" * 4000,
        {"type": "lay", "card": 3, 4: 5},
        {"type": "lay", "card": object()},
        {"type": "lay", "card": {3}},
        {"type": "say", "word": "x" * 5000},
        None,
        3,
        object(),
        bytearray(b'{"type":"let_pass"}'),
    ],
    # Leave out memory addresses: every process that collects the tests must use the same names.
    ids=lambda sent: repr(sent).partition(" at 0x")[0][:40],
)
def test_everything_else_is_malformed(sent: object) -> None:
    assert read(sent) == "invalid_params"


def test_what_contains_itself_is_malformed() -> None:
    endless: dict[str, Any] = {"type": "lay"}
    endless["card"] = endless
    assert read(endless) == "invalid_params"


@calmly
@given(st.text() | st.binary() | plain | plain.map(json.dumps))
def test_anything_is_malformed_or_an_action(sent: object) -> None:
    assert read(sent) is not None


@calmly
@given(actions | actions.map(json.dumps))
def test_anything_like_an_action_is_read_or_malformed(sent: object) -> None:
    found = read(sent)
    if found != "invalid_params":
        assert codec.decode_action(DOZE, codec.encode(found)) == found


def test_equal_values_have_equal_texts() -> None:
    one = codec.encode(Say("a"))
    assert one == codec.encode(Say("a")) == '{"type":"say","word":"a"}'
