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
        outcome = run(
            [sys.executable, "snippet.py"], tmp_path, {"PYTHONPATH": str(ranvier.bin_folder.parent / "python")}
        )
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
    missing = [line for line in re.findall(r"# prints (.*)", text) if line not in outcome.out.splitlines()]
    assert not missing, (missing, outcome)


GUIDES = {
    # Page, how many pieces of code it has, and where these stand.
    "add-a-strategy.md": (5, ["exchange", "tests/exchange"]),
    "add-a-hoc-class.md": (5, ["hoc_like/library"]),
    "add-an-nmodl-construct.md": (6, ["mechanisms/nmodl", "tests/mechanisms/nmodl"]),
}


@pytest.mark.parametrize("page", GUIDES)
def test_code_of_a_guide_is_what_is_built(root, page):
    """Each piece of C++ and CMake stands so in a source file, and each file that is named is there."""
    count, folders = GUIDES[page]
    text = (root / "docs" / page).read_text()
    sources = [
        path for folder in folders for path in (root / folder).rglob("*") if path.suffix in (".cpp", ".hpp", ".cmake")
    ]
    texts = [path.read_text() for path in sources]
    pieces = re.findall(r"^```(?:cpp|cmake)\n(.*?)^```", text, re.M | re.S)
    assert len(pieces) == count
    for piece in pieces:
        assert any(piece in source for source in texts), f"no longer in the sources:\n{piece}"
    listed = [
        str(path.relative_to(root))
        for top in ("exchange", "hoc_like", "mechanisms", "tests")
        for path in (root / top).rglob("*")
    ]
    for name in re.findall(r"`([\w/]+\.(?:cpp|hpp|py|cmake|txt|h))`", text):
        assert any(path.endswith("/" + name) for path in listed) or (root / name).exists(), f"there is no {name}"


def test_mod_text_of_the_guide_becomes_what_it_says(ranvier, root, tmp_path):
    text = (root / "docs" / "add-an-nmodl-construct.md").read_text()
    (tmp_path / "remembers.mod").write_text(re.search(r"^```nmodl\n(.*?)^```", text, re.M | re.S)[1])
    shown = re.search(r"^```text\n(.*?)^```", text, re.M | re.S)[1]
    compiler = ranvier.bin_folder.parent / "mechanisms" / "nmodl" / "ranvier-nmodl"
    outcome = run([compiler, "--print-after=past_values", "remembers.mod"], tmp_path)
    assert outcome.status == 0 and outcome.out.endswith(shown), outcome


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
    for line in re.search(r"^    exchange/.*?(?=^\S)", (root / "docs" / "architecture.md").read_text(), re.M | re.S)[
        0
    ].splitlines():
        names = re.findall(r"(\w+)/", re.match(r" *((?:\w+/ ?)*)", line)[1])
        if line.startswith("     "):
            named[top].update(names)
        else:
            named.update({name: set() for name in names})
            top = names[0] if names else None
    assert first == set(named)
    missing = [
        folder
        for folder in second
        if folder[1] not in named[folder[0]]
        and not (folder[0] == "tests" and folder[1] in first)
        and folder[0] != "models"
    ]
    assert not missing, missing
