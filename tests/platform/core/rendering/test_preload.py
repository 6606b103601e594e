"""A web process reads its templates once, at its start."""

from __future__ import annotations

import pytest
from django.template.loader import get_template

from core.rendering import minify
from core.rendering.preload import load_templates, own_templates


def test_changed_files_do_not_reach_a_running_process(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    load_templates()

    def read(*_: object) -> str:
        raise AssertionError("a template is read again")

    monkeypatch.setattr(minify.Loader, "get_contents", read)
    names = own_templates()
    assert len(names) > 300
    for name in names:
        get_template(name)
