"""Every fenced hoc, Python and sh snippet of README and docs/ runs."""
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
