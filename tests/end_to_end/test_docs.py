"""Every fenced hoc, Python and sh snippet of README and docs/ runs."""
import pathlib
import re
import shutil
import sys

import pytest
from conftest import ROOT
from oracle.commands import run

# Examples of docs/hoc.md build on each other: test_reference.py runs them.
PAGES = [ROOT / "README.md", *(page for page in sorted((ROOT / "docs").glob("*.md")) if page.name != "hoc.md")]
FENCE = re.compile(r"^```(hoc|python|sh)\n(.*?)^```", re.M | re.S)
SNIPPETS = [
    pytest.param(page, match[1], match[2], id=f"{page.name}:{page.read_text()[: match.start()].count(chr(10)) + 1}")
    for page in PAGES
    for match in FENCE.finditer(page.read_text())
]


@pytest.mark.parametrize("page, language, text", SNIPPETS)
def test_snippet_runs(ranvier, root, tmp_path, page, language, text):
    if language == "python":
        (tmp_path / "snippet.py").write_text(text)
        outcome = run([sys.executable, "snippet.py"], tmp_path, {"PYTHONPATH": str(ranvier.bin_folder.parent / "python")})
        assert outcome.status == 0, outcome
        assert outcome.out.splitlines() == re.findall(r"# prints (.*)", text), outcome
        return
    if language == "hoc":
        (tmp_path / "snippet.hoc").write_text(text)
        outcome = ranvier.check("snippet.hoc", cwd=tmp_path)
        expected = re.findall(r"// prints (.*)", text)
        assert [line.strip() for line in outcome.out.splitlines() if line.strip()] == expected, outcome
        return
    if re.search(r"^make\b", text, re.M):
        pytest.skip("make is what runs these tests")
    shutil.copytree(root / "models", tmp_path / "models")
    env = {"PATH": f"{ranvier.bin_folder}:/usr/local/bin:/usr/bin:/bin"}
    outcome = run(["bash", "-eu", "-c", text], tmp_path, env)
    assert outcome.status == 0, outcome


def test_strategy_of_the_guide_is_the_one_that_is_built(root):
    """Each piece of C++ in docs/add-a-strategy.md stands so in a source file."""
    sources = [*(root / "exchange").rglob("*.[ch]pp"), *(root / "tests" / "exchange").rglob("*.cpp")]
    texts = [path.read_text() for path in sources]
    pieces = re.findall(r"^```cpp\n(.*?)^```", (root / "docs" / "add-a-strategy.md").read_text(), re.M | re.S)
    assert len(pieces) == 5
    for piece in pieces:
        assert any(piece in text for text in texts), f"no longer in the sources:\n{piece}"


def test_architecture_names_every_folder(root):
    """To the second level, in the list at its top; tests/ has the folders of the sources."""
    listed = run(["git", "ls-files"], root)
    if listed.status != 0:
        pytest.skip("not a git checkout")
    files = listed.out.splitlines()
    parts = [pathlib.PurePosixPath(file).parts for file in files]
    first = {folders[0] for folders in parts if len(folders) > 1 and not folders[0].startswith(".")}
    second = {folders[:2] for folders in parts if len(folders) > 2 and folders[0] in first}
    named, top = {}, None  # by folder of the first level
    for line in re.search(r"^    exchange/.*?(?=^\S)", (root / "docs" / "architecture.md").read_text(), re.M | re.S)[0].splitlines():
        names = re.findall(r"(\w+)/", re.match(r" *((?:\w+/ ?)*)", line)[1])
        if line.startswith("     "):
            named[top].update(names)
        else:
            named.update({name: set() for name in names})
            top = names[0] if names else None
    assert first == set(named)
    missing = [folder for folder in second if folder[1] not in named[folder[0]] and not (folder[0] == "tests" and folder[1] in first)
               and folder[0] != "models"]
    assert not missing, missing
