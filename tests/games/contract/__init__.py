"""The contract tests of every game; an `assert` in a check counts like one in a test."""

from __future__ import annotations

import pytest

pytest.register_assert_rewrite("tests.games.contract.checks")
