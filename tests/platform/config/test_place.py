"""The folders of the embedded servers: for root, for other users, at long paths, and among others'
files.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from config.local.embedded import place
from operations.child_processes import Owner, Unusable

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="needs another user to run servers as")
ME = Owner(os.geteuid(), os.getegid())


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@as_root
def test_roots_servers_do_not_go_where_they_cannot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed, outside = tmp_path / "closed", tmp_path / "outside"
    monkeypatch.setattr(place, "ROOTS_OWN", outside)
    closed.mkdir(0o700)
    found = place.find_place(closed / "var")
    assert found.moved
    assert found.owner.uid != 0
    assert outside in found.data.parents
    assert found.sockets.stat().st_uid == found.owner.uid
    assert mode(found.sockets) == 0o700
    # The parent folder stays closed.
    assert mode(closed) == 0o700
    found.tidy()


@as_root
def test_programs_are_copied_for_a_user_who_cannot_reach_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(place, "ROOTS_OWN", tmp_path / "outside")
    closed = tmp_path / "closed"
    (closed / "tool" / "bin").mkdir(parents=True)
    closed.chmod(0o700)
    program = closed / "tool" / "bin" / "run"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o700)
    found = place.find_place(closed / "var")
    copy = found.programs(closed / "tool")
    assert copy != closed / "tool"
    assert mode(copy / "bin" / "run") == 0o755
    assert mode(copy / "bin") & 0o555 == 0o555
    assert mode(program) == 0o700
    assert found.programs(closed / "tool") == copy
    found.tidy()


def test_who_may_enter() -> None:
    assert place.reachable(Path("/"), Owner(65534, 65534))
    assert place.reachable(Path("/nowhere/at/all"), ME), "our own user is not asked"


def test_a_long_path_gets_a_short_socket(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(place, "reachable", lambda path, owner: True)
    var = tmp_path / ("long" * 30) / "var"
    found = place.find_place(var)
    assert found.sockets.parent != var
    try:
        assert len(os.fsencode(found.sockets / ".s.PGSQL.5432")) <= place.LONGEST_SOCKET
        assert mode(found.sockets) == 0o700
        assert found.sockets.stat().st_uid == found.owner.uid
    finally:
        found.tidy()
    assert not found.sockets.exists()


def test_a_strangers_link_is_not_entered(tmp_path: Path) -> None:
    target = tmp_path / "target"
    target.mkdir()
    (tmp_path / "sockets").symlink_to(target)
    with pytest.raises(Unusable, match="is not a folder"):
        place.own_folder(tmp_path / "sockets", ME)


@as_root
def test_a_strangers_folder_is_not_taken(tmp_path: Path) -> None:
    folder = tmp_path / "postgres"
    folder.mkdir()
    os.chown(folder, 12345, 12345)
    with pytest.raises(Unusable, match="belongs to another user"):
        place.own_folder(folder, Owner(65534, 65534))


def test_our_own_folder_is_closed_again(tmp_path: Path) -> None:
    folder = tmp_path / "sockets"
    folder.mkdir()
    folder.chmod(0o777)
    assert mode(place.own_folder(folder, ME)) == 0o700
