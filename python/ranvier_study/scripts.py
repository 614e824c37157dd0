"""The text of a model's scripts: which names they hold, and a hash of them."""

import hashlib
import pathlib
import re

SUFFIXES = (".hoc", ".ses", ".mod", ".py")
LOADED = re.compile(r"""(?:load_file|xopen)\s*\(\s*(?:\d+\s*,\s*)?["']([^"']+)["']""")


def runnable(folder: pathlib.Path) -> list[pathlib.Path]:
    """Files of a folder that could be a model's script."""
    if not folder.is_dir():
        return []
    return sorted(path for path in folder.iterdir() if path.suffix in (".hoc", ".py", ".json"))


def sources(script: pathlib.Path) -> list[pathlib.Path]:
    """The script, and all .hoc, .ses, .mod and .py files of its folder. Files elsewhere are in the summary of a run."""
    found = {path for path in script.parent.iterdir() if path.suffix in SUFFIXES and path.is_file()}
    return sorted(found | {script})


def digest(script: pathlib.Path) -> str:
    """Of names (relative to the script's folder) and contents of `sources`."""
    total = hashlib.sha256()
    for path in sources(script):
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        total.update(f"{path.relative_to(script.parent).as_posix()}\0{content}\n".encode())
    return total.hexdigest()


def words_of(script: pathlib.Path) -> frozenset[str]:
    """All names in the script, in the files it loads, and in the .hoc, .ses and .py files of its folder and those in it."""
    pending = [path for path in sources(script) if path.suffix != ".mod"]
    for folder in script.parent.iterdir():
        if folder.is_dir() and not folder.name.startswith("."):
            pending += [path for path in folder.iterdir() if path.suffix in (".hoc", ".ses", ".py")]
    seen: set[pathlib.Path] = set()
    words: set[str] = set()
    while pending:
        path = pending.pop().resolve()
        if path in seen or not path.is_file():
            continue
        seen.add(path)
        text = path.read_text(encoding="utf-8", errors="replace")
        words.update(re.findall(r"[A-Za-z_]\w*", text))
        pending += [path.parent / name for name in LOADED.findall(text)]
    return frozenset(words)
