"""The folders of the embedded servers' data and sockets, and the user that runs them.

PostgreSQL refuses to run as root, so root's servers run as `nobody`. That user must be able to
reach the programs, the data and the sockets, but cannot enter a checkout below root's own closed
home. Then the data is in an own folder that it can reach, with a copy of the programs. The mode of
a folder that is not ours is never changed.
"""

from __future__ import annotations

import hashlib
import os
import pwd
import shutil
import stat
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from operations.child_processes import Owner, Unusable

LONGEST_SOCKET = 107
LONGEST_NAME = len("/.s.PGSQL.5432.lock")
ROOTS_OWN = Path("/var/lib/nightcap")


@dataclass(frozen=True)
class Place:
    """The folders of one installation's servers."""

    var: Path
    """Our own folder: lock, log, secrets."""
    data: Path
    """The servers' data: one folder for each inside."""
    sockets: Path
    """The sockets' folder, closed to all users except the servers' and ours."""
    owner: Owner
    moved: bool
    """True if the data is not below `var`, because the servers' user cannot reach that."""

    def programs(self, folder: Path) -> Path:
        """Return the folder of programs; a copy of it if the servers' user cannot run them there."""
        if reachable(folder, self.owner):
            return folder
        size = sum(f.stat().st_size for f in folder.rglob("*") if f.is_file())
        copy = self.data / "programs" / f"{folder.name}-{_short_hash(f'{folder}:{size}')}"
        if not copy.is_dir():
            half = copy.with_name(f"{copy.name}.half")
            shutil.rmtree(half, ignore_errors=True)
            shutil.copytree(folder, half, symlinks=True, ignore=shutil.ignore_patterns("include"))
            _open_to_all(half)
            half.rename(copy)
        return copy

    def tidy(self) -> None:
        """Remove our sockets' folder from a shared folder."""
        if self.sockets.parent != self.data:
            with suppress(OSError):
                self.sockets.rmdir()


def find_place(var: Path) -> Place:
    """Choose the folders for the servers of this `var`, and create them."""
    var = var.absolute()
    owner = _owner()
    make_folder(var, 0o755)
    data = data_folder(var)
    make_folder(data, 0o755)
    sockets = _sockets(data, owner)
    return Place(var=var, data=data, sockets=sockets, owner=owner, moved=data != var)


def data_folder(var: Path) -> Path:
    """Return the servers' data folder for an existing `var`; the folder itself need not exist."""
    return var if reachable(var, _owner()) else ROOTS_OWN / _short_hash(str(var))


def own_folder(path: Path, owner: Owner) -> Path:
    """Create a folder that only the servers' user can enter (and root, which is us if they differ).

    Raises:
        Unusable: the path is no folder, or it belongs to another user.
    """
    make_folder(path, 0o700)
    found = path.lstat()
    if not stat.S_ISDIR(found.st_mode):
        raise Unusable(
            f"{path} is not a folder: move it away, because the servers need a folder there."
        )
    if found.st_uid != owner.uid:
        if os.geteuid() != 0 or found.st_uid != 0:
            raise Unusable(f"{path} belongs to another user: start as that user, or move it away.")
        os.chown(path, owner.uid, owner.gid)
    if stat.S_IMODE(found.st_mode) != 0o700:
        path.chmod(0o700)
    return path


def reachable(path: Path, owner: Owner) -> bool:
    """Return whether that user can reach and enter this folder."""
    if owner.uid == os.geteuid():
        return True
    return all(_may_enter(folder, owner) for folder in (path, *path.parents))


def _may_enter(folder: Path, owner: Owner) -> bool:
    found = folder.stat()
    if found.st_uid == owner.uid:
        return bool(found.st_mode & stat.S_IXUSR)
    if found.st_gid == owner.gid:
        return bool(found.st_mode & stat.S_IXGRP)
    return bool(found.st_mode & stat.S_IXOTH)


def _owner() -> Owner:
    if os.geteuid() != 0:
        return Owner(os.geteuid(), os.getegid())
    try:
        nobody = pwd.getpwnam("nobody")
    except KeyError:
        raise Unusable(
            "PostgreSQL does not run as root, and this machine has no user `nobody`: "
            "start as an ordinary user, or set DATABASE_URL and REDIS_URL."
        ) from None
    return Owner(nobody.pw_uid, nobody.pw_gid)


def _sockets(data: Path, owner: Owner) -> Path:
    folder = data / "sockets"
    # The kernel limits the length of a socket's path, and a comma separates PostgreSQL's hosts.
    if len(os.fsencode(folder)) + LONGEST_NAME > LONGEST_SOCKET or "," in str(folder):
        folder = Path("/tmp") / f"nightcap-{owner.uid}-{_short_hash(str(data))}"
    return own_folder(folder, owner)


def make_folder(path: Path, mode: int) -> None:
    """Create a folder of ours with this mode, regardless of the umask; an existing one stays as it
    is.

    Raises:
        Unusable: it cannot be created.
    """
    try:
        # mkdir(parents=True) would create the parents with the mode of the umask.
        if not path.parent.exists():
            make_folder(path.parent, 0o755)
        path.mkdir(mode)
        path.chmod(mode)
    except FileExistsError:
        if not path.is_dir():
            raise Unusable(
                f"{path} is not a folder: move it away, because Nightcap needs a folder there."
            ) from None
    except OSError as error:
        raise Unusable(f"{path} cannot be created: {error.strerror}.") from None


def _open_to_all(tree: Path) -> None:
    for path in (tree, *tree.rglob("*")):
        if not path.is_symlink():
            more = 0o555 if path.is_dir() or path.stat().st_mode & stat.S_IXUSR else 0o444
            path.chmod(path.stat().st_mode | more)


def _short_hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]
