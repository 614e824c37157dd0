"""Files of a study are whole or not there, and follow no link that was planted beside them."""

import os

import pytest
from ranvier_study import storage  # noqa: E402
from ranvier_study.errors import StudyStopped  # noqa: E402
from synthetic_study import PACKAGES  # noqa: F401  (puts the package in the path)


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_no_planted_link_is_followed(tmp_path, monkeypatch):
    """Names that could be guessed, and even the one that is chosen."""
    other = tmp_path / "other.txt"
    other.write_text("mine")
    for name in ("page.html.part", ".page.html.part", ".page.html.0123.part"):
        (tmp_path / name).symlink_to(other)
    storage.write_text(tmp_path / "page.html", "page")
    monkeypatch.setattr(storage.secrets, "token_hex", lambda length: "0123")
    with pytest.raises(FileExistsError):
        storage.write_text(tmp_path / "page.html", "second page")
    assert other.read_text() == "mine" and (tmp_path / "page.html").read_text() == "page"


def test_the_mode_of_a_file_is_kept(tmp_path):
    path = tmp_path / "page.html"
    mask = os.umask(0o027)
    try:
        storage.write_text(path, "first")
    finally:
        os.umask(mask)
    assert path.stat().st_mode & 0o777 == 0o640
    path.chmod(0o604)
    storage.write_text(path, "second")
    assert path.stat().st_mode & 0o777 == 0o604 and path.read_text() == "second" and names(tmp_path) == ["page.html"]


def test_a_target_that_is_a_link_stays_one(tmp_path):
    (tmp_path / "pages").mkdir()
    (tmp_path / "page.html").symlink_to("pages/real.html")
    storage.write_text(tmp_path / "page.html", "page")
    assert (tmp_path / "page.html").is_symlink() and (tmp_path / "pages/real.html").read_text() == "page"


def test_a_write_that_fails_leaves_the_older_file(tmp_path):
    path = tmp_path / "page.html"
    storage.write_text(path, "first")
    with pytest.raises(ZeroDivisionError), storage.written_anew(path) as file:
        file.write(b"half")
        raise ZeroDivisionError
    assert path.read_text() == "first" and names(tmp_path) == ["page.html"]
    (tmp_path / "full").symlink_to("/dev/full")
    with pytest.raises(StudyStopped, match="No space left on device. Make room"):
        storage.write_text(tmp_path / "full", "page")
