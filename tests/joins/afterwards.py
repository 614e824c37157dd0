"""What a user does with the outputs of a case."""

import csv
import json

from .case import spikes_of

CHOSEN = "0,3"  # cells of replays and extracts


def model_words(folder):
    """The script and what its runs need."""
    return [*folder.numerics, folder.script]


def plot(folder, baseline):
    folder.tool("plot", folder.raster, "-o", "raster.png")
    assert (folder.path / "raster.png").stat().st_size > 1000


def view(folder, baseline):
    folder.tool("view", folder.raster, *(["v.h5"] if folder.case["report"] == "on" else []), "-o", "page.html")
    assert (folder.path / "page.html").stat().st_size > 1000


def compare(folder, baseline):
    said = folder.tool("raster", "compare", baseline.path / "raster.h5", folder.raster).out
    assert ("identical" if baseline.found["spikes of raster.h5"] else "no spikes to compare") in said


def replay(folder, baseline):
    words = ("replay", "--quiet", "--raster", folder.raster, "--cells", CHOSEN, "--verify", *model_words(folder))
    assert "identical: " in folder.tool(*words).out


def extract(folder, *run_words):
    folder.tool("extract", "--raster", folder.raster, "--cells", CHOSEN, "--out", "cells.h5", *model_words(folder))
    return folder.tool("run", "cells.h5", *run_words)


def extract_run(folder, baseline):
    assert "identical: " in extract(folder).out


def extract_trace(folder, baseline):
    hoc = folder.case["script"] == "hoc"
    names = {"detailed": "Cell[0]", "mixed": "Cell[0]", "point processes": "Point[0]"}
    name = names.get(folder.case["cells"], "cell0") if hoc else "cell0"
    assert "identical: " in extract(folder, "--trace", f"{name}.soma.v(0.5)", "--trace-file", "cell.csv").out
    trace = (folder.files() if folder.case["made"] == "synapses" else baseline.found).get("trace")
    if trace and folder.case["cells"] in ("detailed", "mixed"):
        whole, part = (
            {float(row[0]): row[1] for row in list(csv.reader(text.splitlines()))[1:]}
            for text in (trace, (folder.path / "cell.csv").read_text())
        )
        assert {t: whole[t] for t in part} == part


def simulate(folder, baseline):
    words = ("exchange", "simulate", "--raster", folder.raster, "--edges", "edges.h5", "--summary", "summary.json")
    told = json.loads(folder.tool(*words, "--ranks", "4", "--json").out)
    assert told["counts"]["spikes_in_raster"] == len(spikes_of(folder.path / folder.raster))


def advise(folder, baseline):
    assert "2 ranks" in folder.tool("advise", "summary.json", "--raster", folder.raster, "--ranks", "2,4").out


def estimate(folder, baseline):
    assert "connections" in folder.tool("estimate", *model_words(folder), ranks=int(folder.case["ranks"])).out


def dry_run(folder, baseline):
    assert "rank 1 of 4" in folder.tool("build", "--dry-run", "--ranks", "4", "--rank", "1", *model_words(folder)).out


STUDY = """study: join
question: Which exchange is faster?
model:
  script: {script}
axes:
  exchange: [allgather, alltoall]
baseline: {{exchange: allgather}}
ranks: {ranks}
math: {math}
repeat: 1
"""


def study(folder, baseline):
    case = folder.case
    text = STUDY.format(script=folder.script, ranks=case["ranks"], math=case["math"])
    (folder.path / "join.yml").write_text(text)
    folder.tool("study", "run", "join.yml")
    assert "2 of 2 runs are done" in folder.tool("study", "report", "join", "--text").out


AFTERWARDS = {
    "plot": plot,
    "view": view,
    "compare": compare,
    "replay": replay,
    "extract and run": extract_run,
    "extract and trace": extract_trace,
    "simulate": simulate,
    "advise": advise,
    "estimate": estimate,
    "dry run": dry_run,
    "study": study,
}


def use(folder, baseline):
    """Does what the case does afterwards."""
    AFTERWARDS[folder.case["afterwards"]](folder, baseline)
