"""Static files follow Django's own scheme, and every class on a page is defined in its styles."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from games.kernel import registry
from tests.architecture.test_walls import LAYERS, PLATFORM, name_of
from tests.templates import OPEN, classes, defined, linked, made_of, templates

ASKED_FOR = {
    f"board--{OPEN}",
    "about-cards__name",
    "about-cards__words",
    "is-down",
    "is-up",
    "is-waiting",
    "seats__one--you",
}
"""Classes without a style, by which scripts and tests find elements."""
BY_TAGS = {
    "components/account.html": "pages/landing.html",
    "components/ways.html": "pages/landing.html",
    "daily/_today.html": "pages/landing.html",
    "daily/_who.html": "pages/landing.html",
    "matches/_setting_fields.html": "matches/table.html",
    "matches/_talk_line.html": "matches/table.html",
    "pages/_cards.html": "matches/table.html",
    "pages/_card.html": "pages/person.html",
}
"""Templates that no other template names, and a page that shows their output."""
SHOWN_ON = {
    "about_cards.html": "pages/cards.html",
    "board/about.html": "pages/cards.html",
    "board/rule.html": "pages/rules.html",
    "board/thumbnail.html": "pages/matches.html",
    "cover.html": "pages/landing.html",
    "keys.html": "pages/keys.html",
    "rules.html": "pages/rules.html",
    "thumbnail.html": "pages/matches.html",
}
"""Parts of a game outside of its table, and a page that shows them."""
AT_A_TABLE = ("matches/table.html", "matches/reading.html")
IMPORT = re.compile(r"""(?:from |import\(?|url\()["'](\.[^"']+)["']""")
SET_BY_SCRIPT = re.compile(r"""class(?:Name =|Name:|List\.\w+\()\s*"([^"]+)\"""")


def app_of(path: Path) -> str:
    return path.relative_to(PLATFORM).parts[0]


def files(*suffixes: str) -> list[Path]:
    found = [path for path in PLATFORM.glob("*/static/**/*") if path.is_file()]
    return [path for path in found if not suffixes or path.suffix in suffixes]


def test_what_an_app_publishes_bears_its_name() -> None:
    """The path of an app's static file contains the app's name, so that `css/table.css` belongs to
    one app only.
    """
    assert files()
    elsewhere = [path for path in files() if path.relative_to(PLATFORM).parts[2] != app_of(path)]
    assert elsewhere == [], "Move these files to `<app>/static/<app>/`."


def test_scripts_and_styles_keep_to_the_walls() -> None:
    """They import only files of their own app, or of an app below."""
    floors = {app: floor for floor, apps in enumerate(LAYERS) for app in apps}
    found, up = 0, []
    for path in files(".css", ".js"):
        if "vendor" in path.parts:
            continue
        root = PLATFORM / app_of(path) / "static"
        for named in IMPORT.findall(path.read_text("utf-8")):
            found += 1
            app = (path.parent / named).resolve().relative_to(root).parts[0]
            if app != app_of(path) and floors[app] >= floors[app_of(path)]:
                up.append(f"{name_of(path)}: {named}")
    assert found > 20
    assert up == [], (
        "These files import from an app that is not below theirs: move the shared part."
    )


def test_one_rule_dims_the_page_below_a_sheet() -> None:
    styles = [
        *PLATFORM.glob("*/static/**/*.css"),
        *(PLATFORM.parent / "templates").glob("**/*.css"),
    ]
    dims = [path.name for path in styles for _ in re.findall("::backdrop", path.read_text("utf-8"))]
    assert dims == ["sheets.css"], "Use the token `--scrim`."


def unknown(worn: Iterable[str], styles: Iterable[str]) -> list[str]:
    """Return the classes that none of the styles defines; a part counts too (`quick__game` for
    `quick`).
    """
    known = frozenset().union(*map(defined, styles))

    def is_known(name: str) -> bool:
        if OPEN not in name:
            return name in known or any(one.startswith(f"{name}__") for one in known)
        form = re.compile(r"[\w-]*".join(map(re.escape, name.split(OPEN))))
        return any(map(form.fullmatch, known))

    return sorted(name for name in set(worn) - ASKED_FOR if not is_known(name))


def wrong_with(names: Iterable[str], styles: set[str]) -> list[str]:
    return [
        f"{name}: {found.replace(OPEN, '…')}"
        for name in sorted(names)
        for found in unknown(classes(templates()[name]), styles)
    ]


def of_boards(name: str) -> bool:
    return name.startswith(("board/", "games/"))


PAGES = [
    name
    for name, text in templates().items()
    if ("{% extends" in text or "<!doctype" in text.lower()) and not of_boards(name)
]


@pytest.mark.parametrize("page", PAGES)
def test_a_page_loads_styles_for_all_that_it_wears(page: str) -> None:
    """A quotation is shown as one on every page, not only on those that load the staff's style."""
    made = made_of(page)
    shown = {part for part, where in BY_TAGS.items() if where == page}
    worn = {one for one in made | shown if not of_boards(one)}
    assert wrong_with(worn, linked(made | shown)) == []


def test_every_template_with_a_class_is_of_a_page() -> None:
    """Every such template is therefore covered by the test above."""
    seen = set(BY_TAGS).union(*map(made_of, PAGES))
    others = [name for name, text in templates().items() if not of_boards(name) and classes(text)]
    assert sorted(set(others) - seen) == []


def of_game(slug: str) -> set[str]:
    """Return the styles of a game's table, and of its replay."""
    return {f"games/{slug}/board.css", f"games/{slug}/reading.css"}


def test_a_table_loads_styles_for_what_all_games_have() -> None:
    boards = {style for slug in registry.games() for style in of_game(slug)}
    common = boards.union(*(linked(made_of(page)) for page in AT_A_TABLE))
    wrong = []
    for name in templates():
        if name.startswith("board/"):
            page = SHOWN_ON.get(name)
            wrong += wrong_with([name], linked(made_of(page)) if page else common)
    assert wrong == []


@pytest.mark.parametrize("slug", registry.games())
def test_so_does_it_for_a_game(slug: str) -> None:
    common = of_game(slug).union(*(linked(made_of(page)) for page in AT_A_TABLE))
    wrong = []
    for name in templates():
        if name.startswith(f"games/{slug}/"):
            page = SHOWN_ON.get(name.removeprefix(f"games/{slug}/"))
            wrong += wrong_with([name], linked(made_of(page)) if page else common)
    assert wrong == []


def test_a_script_gives_classes_that_a_style_knows() -> None:
    """Or the script itself looks it up."""
    styles = [path.relative_to(PLATFORM / app_of(path) / "static") for path in files(".css")]
    found, wrong = 0, []
    for path in files(".js"):
        text = path.read_text("utf-8")
        given = {name for words in SET_BY_SCRIPT.findall(text) for name in words.split()}
        found += len(given)
        given -= set(re.findall(r'classList\.contains\("([\w-]+)"\)', text))
        boards = [f"games/{slug}/board.css" for slug in registry.games()]
        wrong += [f"{name_of(path)}: {one}" for one in unknown(given, [*map(str, styles), *boards])]
    assert found > 5
    assert wrong == []


def test_every_way_that_a_class_may_go_is_seen() -> None:
    for worn, seen in (
        ("a {% if x %}b{% else %}c{% endif %} d", {"a", "b", "c", "d"}),
        ('v--{% if k == "x" %}p{% elif y %}q{% endif %}', {"v--", "v--p", "v--q"}),
        ("line{% if x %} line--{{ kind }}{% endif %}", {"line", f"line--{OPEN}"}),
        (
            "{% if a %}b{% if c %} d{% else %}-e{% endif %}{% endif %}-h",
            {"-h", "b", "d-h", "b-e-h"},
        ),
    ):
        assert classes(f'<p class="{worn}">') == seen
    styles = ["core/css/site.css"]
    assert unknown(["quote", "panel--lit", f"button--{OPEN}"], styles) == []
    assert unknown(["panel--lid", f"bottom--{OPEN}", "league-table"], styles) == [
        f"bottom--{OPEN}",
        "league-table",
        "panel--lid",
    ]
