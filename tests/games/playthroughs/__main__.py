"""Write golden rounds.

    python -m tests.games.playthroughs                       write those of the newest revisions
    python -m tests.games.playthroughs --superseded          write all of them
    python -m tests.games.playthroughs record SLUG NAME …    look for a round and freeze it

`record` plays rounds until one fulfils every `--want`. A want is a Python expression that must be
true for some move. It may use `action` (its type), `prior` (the type of the move before), `told`
(by kind, the data of its last such event), `before` and `after` (what a spectator sees). Of
`--among` such rounds it keeps the shortest one. For example:

    --want "action == 'play_knight'" --want "after.ended and after.ended.reason == 'points'"
"""

from __future__ import annotations

import argparse
import os
import sys

import django

from games.kernel import registry
from tests.games.playthroughs import HERE, files, read, regenerate, text
from tests.games.playthroughs.recording import find


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings_check")
    django.setup()
    as_it_stands = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(
        prog="python -m tests.games.playthroughs",
        description=__doc__,
        formatter_class=as_it_stands,
    )
    parser.add_argument(
        "--superseded", action="store_true", help="write those of superseded revisions, too"
    )
    verbs = parser.add_subparsers(dest="verb")
    record = verbs.add_parser(
        "record",
        help="look for a round and freeze it",
        description=__doc__,
        formatter_class=as_it_stands,
    )
    record.add_argument("game")
    record.add_argument("name")
    record.add_argument("--about", required=True, help="a sentence about what the round shows")
    record.add_argument("--seats", type=int, required=True, help="number of seats")
    record.add_argument("--players", default="random", help="levels by seat, or random")
    record.add_argument("--revision", type=int, help="revision (default: the newest)")
    record.add_argument("--declared", default="{}", help="JSON: by name, a value for each seat")
    record.add_argument("--option", action="append", default=[], help="name=choice")
    record.add_argument("--want", action="append", default=[], help="see above")
    record.add_argument("--tardy", type=int, default=0, help="time-outs in a hundred moves")
    record.add_argument(
        "--close-after", type=int, default=0, help="close after this number of moves"
    )
    record.add_argument("--close", action="store_true", help="close when all wants are fulfilled")
    record.add_argument("--seeds", type=int, default=2000, help="largest number of rounds to play")
    record.add_argument("--among", type=int, default=200, help="see above")
    arguments = parser.parse_args()
    if arguments.verb == "record":
        played = find(arguments)
        path = HERE / arguments.game / "playthroughs" / f"{arguments.name}.txt"
        if path.exists() and read(path).superseded:
            sys.exit(f"{path.relative_to(HERE)} is of a superseded revision: choose another name")
        path.parent.mkdir(exist_ok=True)
        path.write_text(text(played), encoding="utf-8")
        print(f"written: {path.relative_to(HERE)}, {len(played.moves)} moves")
        return
    changed, left = regenerate(arguments.superseded)
    for path in changed:
        print(f"changed: {path.relative_to(HERE)}")
    for path in left:
        print(f"DIFFERS: {path.relative_to(HERE)}")
    count = sum(len(files(slug)) for slug in registry.games())
    print(f"{count} playthroughs, {len(changed)} changed")
    if left:
        sys.exit(
            "A superseded revision plays differently now, but matches still run under it: restore it."
        )


if __name__ == "__main__":
    main()
