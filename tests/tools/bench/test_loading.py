"""A visit finds the files that a browser would load."""

from __future__ import annotations

from tools.bench.loading import files_of

PAGE = """<link rel="stylesheet" href="/static/a.css"><link rel="manifest" href="/m">
<link rel="preload" href="/static/f.woff2" as="font"><script type="module" src="/static/p.js"></script>
<svg><use href="/static/icons.svg#sun"/><use href="/static/icons.svg#moon"/><use href="#own"/></svg>
<a href="/tables/"></a><img src="data:image/png;base64,AA">"""


def test_a_page_s_files() -> None:
    found = files_of("/matches/x/index.html", PAGE)
    assert found[:3] == ["/static/a.css", "/static/f.woff2", "/static/p.js"]
    assert "/static/icons.svg" in found
    assert "/tables/" not in found


def test_styles_and_scripts_ask_for_more() -> None:
    style = '@font-face { src: url("../fonts/a.woff2") } p { background: url(data:x) }'
    assert files_of("/static/css/a.css", style) == ["/static/fonts/a.woff2"]
    rare = '@font-face { src: url("../fonts/b.woff2"); unicode-range: U+100-200 }'
    assert files_of("/static/css/a.css", style + rare) == ["/static/fonts/a.woff2"]
    script = 'import{a}from"./b.js";import "../c.js";const d="./e.js";'
    assert files_of("/static/js/a.js", script) == ["/static/js/b.js", "/static/c.js"]
