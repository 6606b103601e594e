"""`make release` refuses what is not ready, stops at the first failure, and resumes."""

from __future__ import annotations

import io
import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tools import command
from tools.release import changelog, upgrade
from tools.release.__main__ import main
from tools.release.steps import Step, duration, steps_of

TODAY = datetime.now(UTC).date()
ROOT = Path(__file__).resolve().parents[3]


class Repository:
    """A small repository with a version and a changelog, and steps that record their runs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.git("init", "--initial-branch", "main")
        (folder / ".gitignore").write_text("/var/\n")
        (folder / "var").mkdir()
        self.state("1.1.0")

    def git(self, *argv: str) -> str:
        who = ("-c", "user.name=a", "-c", "user.email=a@b.example")
        return subprocess.run(
            ["git", "-C", self.folder, *who, *argv], check=True, capture_output=True, text=True
        ).stdout.strip()

    def state(self, version: str, log: str | None = None) -> None:
        """Commit this version, and a changelog that names it as of today."""
        (self.folder / "pyproject.toml").write_text(f'[project]\nversion = "{version}"\n')
        told = log or f"# Changelog\n\n{changelog.heading_of(version, TODAY)}\n\n* Add a.\n"
        (self.folder / "CHANGELOG.md").write_text(told)
        self.git("add", ".")
        self.git("commit", "--allow-empty", "-m", version)

    def ran(self) -> list[str]:
        """Return the steps that ran, in order."""
        path = self.folder / "var" / "ran"
        return path.read_text().split() if path.exists() else []

    def steps(self, before: Sequence[str]) -> list[Step]:
        """Return three steps; the second fails while there is a file var/broken."""

        def step(name: str, more: str = "") -> Step:
            line = f"echo {name} >> var/ran{more}"
            return Step(name, ("sh", "-c", line), f"{name} works", {"AFTER": ",".join(before)})

        return [step("first"), step("second", "; test ! -e var/broken"), step("third")]

    def release(self, *argv: str) -> int:
        """Run `make release` here."""
        return main(argv, self.folder, self.steps)


@pytest.fixture
def repository(tmp_path: Path) -> Iterator[Repository]:
    before = [signal.getsignal(sig) for sig in command.ENDINGS]
    yield Repository(tmp_path)
    for sig, handler in zip(command.ENDINGS, before, strict=True):
        signal.signal(sig, handler)


def test_it_runs_each_step_and_prints_the_tag_line(
    repository: Repository, capfd: pytest.CaptureFixture[str]
) -> None:
    for tag in ("v0.9.0", "v1.0.0", "v1.0.1"):
        repository.git("tag", tag)
    assert repository.release() == 0
    assert repository.ran() == ["first", "second", "third"]
    told = capfd.readouterr()
    assert "Upgrades from: v1.0.1." in told.out
    assert "== 2 of 3: second: AFTER=v1.0.1 sh -c" in told.out
    passed = told.out.partition("== passed")[2]
    assert [word for word in passed.split() if word in repository.ran()] == repository.ran()
    assert "together" in passed
    commit = repository.git("rev-parse", "HEAD")
    assert told.err == (
        f'\nRelease it:\n  git tag -a v1.1.0 -m "Nightcap 1.1.0" {commit}\n'
        "  git push origin v1.1.0\n"
    )


def test_the_first_release_says_that_there_is_none_before(
    repository: Repository, capfd: pytest.CaptureFixture[str]
) -> None:
    repository.git("tag", "v-old")
    assert repository.release() == 0
    assert "Upgrades from: none, as this is the first release." in capfd.readouterr().out
    assert steps_of(())[-1].argv[-1] == "tools.release.upgrade"
    assert steps_of(["v1.1.0", "v1.0.0"])[-1].argv[-1] == "v1.0.0"


@pytest.mark.parametrize(
    ("version", "after"),
    [
        ("1.3.0", "v1.2.1,v1.1.0,v1.0.2"),
        ("1.2.2", "v1.2.1,v1.1.0,v1.0.2"),
        ("2.0.0", "v1.2.1"),
    ],
)
def test_it_upgrades_from_each_minor_and_from_the_last_major(
    repository: Repository, capfd: pytest.CaptureFixture[str], version: str, after: str
) -> None:
    for tag in ("v0.9.0", "v1.0.0", "v1.0.2", "v1.0.1", "v1.1.0", "v1.2.0", "v1.2.1", "v-old"):
        repository.git("tag", tag)
    repository.state(version)
    assert repository.release() == 0
    assert f"first: AFTER={after} sh" in capfd.readouterr().out


def _other_branch(repository: Repository) -> None:
    repository.git("switch", "--create", "aside")


def _new_file(repository: Repository) -> None:
    (repository.folder / "left.txt").write_text("")


def _log(text: str) -> Callable[[Repository], None]:
    return lambda repository: repository.state("1.1.0", text)


def _no_version(repository: Repository) -> None:
    repository.state("1.1")


def _released(repository: Repository) -> None:
    repository.git("tag", "v0.9.0")
    repository.git("tag", "v1.10.0")
    repository.git("tag", "v1.9.0")


YESTERDAY = TODAY - timedelta(days=1)
NOW = changelog.heading_of("1.1.0", TODAY)


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (_other_branch, "This is the branch aside: release from main."),
        (_new_file, "The tree is not clean: commit or remove these files.\n?? left.txt"),
        (
            _no_version,
            'pyproject.toml states no version: write version = "1.2.3" under [project].',
        ),
        (
            _released,
            "pyproject.toml states 1.1.0, and v1.10.0 is released already: raise the version.",
        ),
        (
            _log("## Unreleased\n"),
            f"CHANGELOG.md begins with no release, and pyproject.toml states 1.1.0: write {NOW}.",
        ),
        (
            _log(f"{changelog.heading_of('1.0.0', TODAY)}\n"),
            f"CHANGELOG.md begins with 1.0.0, and pyproject.toml states 1.1.0: write {NOW}.",
        ),
        (
            _log("## 1.1.0, today\n"),
            f"CHANGELOG.md: '## 1.1.0, today' is no heading of a release: write {NOW}.",
        ),
        (
            _log(f"{changelog.heading_of('1.1.0', YESTERDAY)}\n"),
            f"CHANGELOG.md dates 1.1.0 {YESTERDAY}, which is past: write {TODAY} or later.",
        ),
        (
            _log(f"## Unreleased\n\n* Add b.\n* Add c.\n\n{NOW}\n\n* Add a.\n"),
            "CHANGELOG.md has 2 entries under Unreleased: move them under 1.1.0.",
        ),
    ],
)
def test_what_is_not_ready_is_refused_in_a_sentence(
    repository: Repository,
    capfd: pytest.CaptureFixture[str],
    spoil: Callable[[Repository], None],
    sentence: str,
) -> None:
    spoil(repository)
    capfd.readouterr()
    assert repository.release() == 1
    told = capfd.readouterr()
    assert (told.out, told.err) == ("", f"{sentence}\n")
    assert repository.ran() == []


def test_a_later_date_is_as_good(repository: Repository) -> None:
    tomorrow = changelog.heading_of("1.1.0", TODAY + timedelta(days=1))
    repository.state("1.1.0", f"## Unreleased\n\n{tomorrow}\n\n* Add a.\n")
    assert repository.release() == 0


def test_it_stops_at_the_first_failure_and_resumes(
    repository: Repository, capfd: pytest.CaptureFixture[str]
) -> None:
    broken = repository.folder / "var" / "broken"
    broken.touch()
    assert repository.release() == 1
    told = capfd.readouterr()
    assert "second failed after 0 s, with status 1: AFTER= sh -c" in told.err
    assert "resume with --from second." in told.err
    assert "git tag" not in told.err
    assert repository.ran() == ["first", "second"]
    broken.unlink()
    assert repository.release("--from", "second") == 0
    assert repository.ran() == ["first", "second", "second", "third"]
    told = capfd.readouterr()
    assert "first" in told.out.partition("== passed")[2]
    assert "git tag -a v1.1.0" in told.err


def test_another_commit_has_passed_nothing(
    repository: Repository, capfd: pytest.CaptureFixture[str]
) -> None:
    assert repository.release() == 0
    repository.state("1.1.0")
    assert repository.release("--from", "third") == 1
    assert "first, second: not passed for this commit" in capfd.readouterr().err
    assert repository.ran() == ["first", "second", "third"]


def test_a_step_may_not_change_the_checkout(
    repository: Repository, capfd: pytest.CaptureFixture[str]
) -> None:
    def steps(before: Sequence[str]) -> list[Step]:
        return [Step("writes", ("touch", "left.txt"), "nothing")]

    assert main([], repository.folder, steps) == 1
    told = capfd.readouterr().err
    assert told.startswith("The tree is not clean:")
    assert "git tag" not in told


def test_a_step_that_cannot_start_is_named(
    repository: Repository, capfd: pytest.CaptureFixture[str]
) -> None:
    def steps(before: Sequence[str]) -> list[Step]:
        return [Step("strange", ("no-such-program",), "nothing")]

    assert main([], repository.folder, steps) == 1
    assert capfd.readouterr().err == (
        "strange cannot start: no-such-program: No such file or directory.\n"
    )


def test_it_lists_its_steps_and_runs_none(
    repository: Repository, capfd: pytest.CaptureFixture[str]
) -> None:
    assert repository.release("--list") == 0
    assert [line.split()[0] for line in capfd.readouterr().out.splitlines()] == [
        "first",
        "second",
        "third",
    ]
    assert repository.ran() == []


def test_its_own_steps_are_targets_of_make() -> None:
    makefile = (ROOT / "Makefile").read_text()
    made = [step.argv[1] for step in steps_of(()) if step.argv[0] == "make"]
    assert {"check", "test", "soak", "chaos", "leaks", "fuzz", "roll"} == set(made)
    assert all(f"\n{name}: " in makefile for name in made)


def test_a_duration_is_in_words() -> None:
    assert [duration(each) for each in (0.4, 59.6, 3_725)] == ["0 s", "1 min 0 s", "62 min 5 s"]


def test_a_tag_that_is_none_is_no_release(tmp_path: Path) -> None:
    with pytest.raises(command.Impossible, match="failed in"):
        upgrade.check_out("v0.0.0-none", tmp_path / "before")


@pytest.mark.soak
def test_this_release_takes_over_matches_of_itself() -> None:
    """For root, PostgreSQL runs as `nobody`, which cannot enter pytest's own folders."""
    with tempfile.TemporaryDirectory() as made:
        Path(made).chmod(0o755)
        found = upgrade.upgrade(ROOT, ROOT, Path(made, "var"), command.Screen(io.StringIO()))
    assert len(found.data["laid"]) == 10
    assert [goal for goal in found.goals if not goal.met] == []
