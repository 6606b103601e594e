"""What every game is held to; an `assert` in a check says as much as one in a test."""

from __future__ import annotations

import pytest

pytest.register_assert_rewrite("tests.games.contract.checks")
