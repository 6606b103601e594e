"""The check of templates finds a tag that a page would show as text."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from config.management.commands import check_templates


@pytest.mark.parametrize(
    "text",
    ["{# A comment of\ntwo lines. #}", "<p>{% translate\n'Yes' %}</p>", "{{ name|default:'-'\n}}"],
)
def test_a_tag_of_two_lines_is_found(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str
) -> None:
    page = tmp_path / "base.html"
    page.write_text(f"<p>\n{text}\n</p>\n")
    monkeypatch.setattr(check_templates, "own_templates", lambda: {"base.html": page})
    with pytest.raises(CommandError, match=r"^base\.html:2: a tag or a comment must end"):
        call_command("check_templates")
    page.write_text("<p>{# One line. #}{{ name }}{% if name %}{% endif %}</p>\n")
    call_command("check_templates")
