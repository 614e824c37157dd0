"""Notebooks run from their first cell to the last, and print what they promise."""

import json
import re
import sys

import pytest
from conftest import ROOT
from oracle.commands import run

NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))
LAST = "\nprint('figures', len(plt.get_fignums()))\n"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_runs(ranvier, tmp_path, path):
    cells = [cell for cell in json.loads(path.read_text())["cells"] if cell["cell_type"] == "code"]
    assert not any(cell["outputs"] or cell["execution_count"] for cell in cells), "is kept without results"
    text = "\n\n".join("".join(cell["source"]) for cell in cells)
    (tmp_path / "notebook.py").write_text(text + LAST)
    modules = {"PYTHONPATH": str(ranvier.bin_folder.parent / "python"), "MPLBACKEND": "agg"}
    outcome = run([sys.executable, "notebook.py"], tmp_path, modules)
    assert outcome.status == 0, outcome
    figures = len(re.findall(r"plt\.subplots", text))
    assert outcome.out.splitlines() == [*re.findall(r"# prints (.*)", text), f"figures {figures}"], outcome
