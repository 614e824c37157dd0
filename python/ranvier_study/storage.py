"""The folder of a study's results, and files that are either whole or not there.

RESULTS/<study>/study.yml          the study's file, as of the last run
                plan.json          the plan made from it
                table.parquet      derived: can be deleted
                runs/<name>/run.json      what the study knows: order, attempt, load, command
                            summary.json  what the program says; its presence means "done"
                            failure.json  why the last attempt failed
                            log.txt       of the last attempt; log.1.txt of the first, ...
                            raster.h5     with `keep: rasters`
"""

import argparse
import contextlib
import errno
import fcntl
import json
import os
import pathlib
import secrets
import stat
from collections.abc import Iterator
from typing import IO, Any

from .errors import StudyError, StudyStopped

FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
SOURCES = {".hoc", ".ses", ".py", ".mod"}
RESERVE = 1 << 20  # bytes that must be free for a run to start


def write_json(path: pathlib.Path, value: Any) -> None:
    """Writes the file whole or not at all. Raises StudyStopped if the disk is full."""
    write_text(path, json.dumps(value, indent=1, allow_nan=False) + "\n")


def output_path(name: str) -> pathlib.Path:
    """The path of an output that the user names; argparse tells a name that is that of a script or mechanism."""
    path = pathlib.Path(name)
    if SOURCES.intersection((path.suffix, path.resolve().suffix)):
        raise argparse.ArgumentTypeError(f"{name} has the name of a script or mechanism; name another file to write")
    return path


def write_text(path: pathlib.Path, text: str) -> None:
    with written_anew(path) as file:
        file.write(text.encode("utf-8", errors="backslashreplace"))  # names of files may be no text


@contextlib.contextmanager
def written_anew(path: pathlib.Path) -> Iterator[IO[bytes]]:
    """A file that takes the place of `path` once it is whole, and keeps its mode. A pipe or device is written to.

    Its name cannot be known before: in a folder that others may write to, a link could lie there. Raises StudyStopped if
    the disk is full.
    """
    path = path.resolve()  # a link stays one
    with stopping_when_full(path.parent):
        if path.exists() and not path.is_file():
            with open(path, "wb") as file:
                yield file
            return
        part = path.with_name(f".{path.name}.{secrets.token_hex(8)}.part")
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o666)
        try:
            with open(descriptor, "wb") as file:
                if path.exists():
                    os.fchmod(descriptor, stat.S_IMODE(path.stat().st_mode))
                yield file
            move_into_place(part, path)
        finally:
            part.unlink(missing_ok=True)


def move_into_place(part: pathlib.Path, path: pathlib.Path) -> None:
    """Renames, so that after a crash either the old file is there or the new one, whole."""
    if not part.is_symlink():
        with open(part, "rb") as file:
            os.fsync(file.fileno())
    os.replace(part, path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


@contextlib.contextmanager
def stopping_when_full(folder: pathlib.Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if error.errno not in FULL:
            raise
        raise full(folder, os.strerror(error.errno)) from None


def full(folder: pathlib.Path, why: str = "the disk is full") -> StudyStopped:
    return StudyStopped(f"{folder}: {why}. Make room; the same command then continues with what is left")


def met_full(log: pathlib.Path) -> bool:
    """Whether a run met a full disk: its log says so in the system's words, or cannot grow."""
    try:
        with open(log, "r+b") as file:
            end = file.seek(0, os.SEEK_END)
            file.write(b"\n")
            file.flush()
            os.fsync(file.fileno())
            file.truncate(end)
            file.seek(max(0, end - 4000))
            text = file.read().decode(errors="replace")
    except OSError as error:
        return error.errno in FULL
    return any(os.strerror(number) in text for number in FULL)


def is_full(folder: pathlib.Path) -> bool:
    found = os.statvfs(folder)
    return found.f_bavail * found.f_frsize < RESERVE


def read_json(path: pathlib.Path) -> Any:
    """None if there is no such file. Raises StudyError if it is not JSON."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (ValueError, UnicodeDecodeError) as error:
        raise StudyError(f"{path} is damaged ({error}); remove it, and the run is repeated") from None


@contextlib.contextmanager
def locked(folder: pathlib.Path) -> Iterator[None]:
    """Raises StudyError if another process runs the study in this folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / ".lock", "w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise StudyError(f"another process runs the study in {folder}; wait for its end, or stop it") from None
        yield


def studies(results: pathlib.Path) -> list[pathlib.Path]:
    """Folders of studies, the latest first."""
    if not results.is_dir():
        return []
    found = [path.parent for path in results.glob("*/plan.json")]
    return sorted(found, key=lambda folder: (folder / "plan.json").stat().st_mtime_ns, reverse=True)


def study_folder(results: pathlib.Path, name: str | None) -> pathlib.Path:
    """The folder of a study: by its name, by its path, or without either the latest. Raises StudyError."""
    there = studies(results)
    if name is None:
        if not there:
            raise StudyError(f"there are no studies in {results}; `ranvier study run FILE.yml` makes one")
        return there[0]
    for folder in (results / name, pathlib.Path(name)):
        if (folder / "plan.json").is_file():
            return folder
    names = ", ".join(folder.name for folder in there) or "none"
    raise StudyError(f"there is no study {name} in {results}; there are: {names}")
