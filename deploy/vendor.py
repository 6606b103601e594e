"""Refresh the front-end files that are kept in the repository: `make vendor`.

Takes pinned npm packages, keeps the parts that the pages need, and puts each licence beside its
files. Only this command needs fonttools; running and testing do not.
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

CORE = Path(__file__).resolve().parent.parent / "platform" / "core"
STATIC = CORE / "static" / "core"
PREVIEWS = CORE / "previews" / "fonts"

HTMX = "htmx.org@4.0.1"
# One file, because htmx may start before an extension in a second deferred script.
BUNDLE = ("dist/htmx.min.js", "dist/ext/hx-ws.min.js")

# The characters of our sentences in English and German, and of the names of all languages, which stand below every
# page: every page loads them.
LETTERS = (
    "U+20-7E,U+A0,U+AB,U+B0-B1,U+B7,U+BB,U+C4,U+D6-D7,U+DC,U+DF,U+E4,U+E7,U+E9,U+F6,U+FC,"
    "U+2013-2014,U+2018-201A,U+201C-201E,U+2022,U+2026,U+2212"
)
# Neighbouring letters and more signs: browsers load them when a name or a text contains one.
MORE = (
    "U+A1-AA,U+AC-AF,U+B2-B6,U+B8-BA,U+BC-C3,U+C5-D5,U+D8-DB,U+DD-DE,U+E0-E3,U+E5-E6,U+E8,U+EA-F5,U+F7-FB,"
    "U+FD-FF,U+131,U+152-153,U+20AC"
)


@dataclass(frozen=True)
class Face:
    """A typeface: its package, and the axes that are fixed or narrowed."""

    package: str
    file: str
    name: str
    axes: dict[str, float | tuple[float, float]] = field(default_factory=dict)
    features: tuple[str, ...] = ("kern", "liga", "ccmp", "mark", "locl")
    weights: tuple[int, ...] = ()
    """The weights that the server's own pictures use."""


FACES = (
    Face(
        "@fontsource-variable/fraunces@5.3.0",
        "files/fraunces-latin-full-normal.woff2",
        "fraunces",
        {"SOFT": 100, "WONK": 1, "opsz": 72, "wght": (500, 900)},
        ("kern", "liga", "ccmp", "lnum"),
        (800,),
    ),
    Face(
        "@fontsource-variable/atkinson-hyperlegible-next@5.3.0",
        "files/atkinson-hyperlegible-next-latin-wght-normal.woff2",
        "atkinson",
        {"wght": (400, 700)},
        ("kern", "liga", "ccmp", "tnum"),
        (400, 700),
    ),
)


def fetch(package: str, folder: Path) -> Path:
    """Download a package with npm and unpack it."""
    npm = Path(sys.executable).with_name("npm")
    packed = subprocess.run(
        [npm, "pack", "--silent", package], cwd=folder, check=True, capture_output=True, text=True
    )
    target = folder / package.replace("/", "_")
    with tarfile.open(folder / packed.stdout.split()[-1]) as archive:
        archive.extractall(target, filter="data")
    return target / "package"


def bundle_htmx(package: Path) -> None:
    """Write htmx and its WebSocket extension as one deferred script."""
    parts = [(package / part).read_text("utf-8").rstrip().rstrip(";") for part in BUNDLE]
    script = f"/* {HTMX}: htmx and hx-ws, 0BSD, see htmx.LICENSE */\n" + ";\n".join(parts) + ";\n"
    (STATIC / "vendor" / "htmx.js").write_text(script, "utf-8")
    (STATIC / "vendor" / "htmx.LICENSE").write_bytes((package / "LICENSE").read_bytes())


def cut_face(face: Face, package: Path, letters: str, name: str) -> None:
    """Keep these letters, and the axes that the pages use, as a variable woff2.

    `css/tokens.css` lists the letters of each file.
    """
    font = TTFont(package / face.file)
    cutter = subset.Subsetter(subset.Options(layout_features=list(face.features), hinting=False))
    cutter.populate(unicodes=subset.parse_unicodes(letters.replace("U+", "")))
    cutter.subset(font)
    narrowed = instancer.instantiateVariableFont(font, dict(face.axes))
    narrowed.flavor = "woff2"
    narrowed.save(STATIC / "fonts" / f"{name}.woff2")
    (STATIC / "fonts" / f"{face.name}.LICENSE").write_bytes((package / "LICENSE").read_bytes())


def cut_weight(face: Face, package: Path, weight: int) -> None:
    """Keep all these letters in one weight, as a TrueType file for link previews."""
    font = TTFont(package / face.file)
    cutter = subset.Subsetter(subset.Options(layout_features=list(face.features), hinting=False))
    cutter.populate(unicodes=subset.parse_unicodes(f"{LETTERS},{MORE}".replace("U+", "")))
    cutter.subset(font)
    fixed = instancer.instantiateVariableFont(font, face.axes | {"wght": weight})
    fixed["OS/2"].usWeightClass = weight
    fixed.flavor = None
    fixed.save(PREVIEWS / f"{face.name}-{weight}.ttf")


def main() -> int:
    """Fetch, cut and bundle; print each written file and its size."""
    for folder in (STATIC / "vendor", STATIC / "fonts", PREVIEWS):
        folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        packages = Path(scratch)
        print(f"htmx from {HTMX} …", flush=True)
        bundle_htmx(fetch(HTMX, packages))
        for face in FACES:
            print(f"{face.name} from {face.package} …", flush=True)
            package = fetch(face.package, packages)
            cut_face(face, package, LETTERS, face.name)
            cut_face(face, package, MORE, f"{face.name}-more")
            for weight in face.weights:
                cut_weight(face, package, weight)
    for folder in (STATIC / "vendor", STATIC / "fonts", PREVIEWS):
        for path in sorted(folder.iterdir()):
            print(f"{path.stat().st_size:>8}  {path.relative_to(CORE)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
