"""models/column: detailed cells connected by distance, the same on any ranks and threads; its README tells the truth."""

import re

import pytest
from oracle.program import raster_of

SMALL = [word for each in ("ncell = 120", "nsyn = 100", "tstop = 40") for word in ("-c", each)]


def run(ranvier, root, path, *words, ranks=1):
    model = root / "models/column/column.hoc"
    out = ranvier.check("run", "--quiet", "--raster", "c.dat", *SMALL, *words, model, cwd=path, ranks=ranks).out
    return raster_of((path / "c.dat").read_text()), out


@pytest.fixture(scope="module")
def alone(ranvier, root, tmp_path_factory):
    spikes, out = run(ranvier, root, tmp_path_factory.mktemp("column"))
    assert sum(gid < 120 for t, gid in spikes) > 20
    return spikes, out


@pytest.mark.parametrize("ranks, words", [(1, ("-c", "nthread = 2")), (2, ("--exchange", "isend")), (3, ())])
def test_ranks_and_threads_do_not_matter(ranvier, root, tmp_path, alone, ranks, words):
    assert run(ranvier, root, tmp_path, *words, ranks=ranks) == alone


def test_cells_are_replayed(ranvier, root, tmp_path):
    model = root / "models/column/column.hoc"
    ranvier.check("run", "--quiet", "--raster", "c.h5", *SMALL, model, cwd=tmp_path, ranks=2)
    out = ranvier.check(
        "replay", "--raster", "c.h5", "--cells", "3,60,100", "--verify", *SMALL, model, cwd=tmp_path
    ).out
    assert "identical: " in out


def test_the_small_preset_has_small_cells_and_shared_synapses(ranvier, root, tmp_path):
    script = f"""
ncell = 120
nsyn = 1000
small = 1
tstop = 1
{{ load_file("{root}/models/column/column.hoc") }}
objref columns
for gid = 0, ncell - 1 {{
    columns = pc.connections(gid)
    printf("cell %d %d %d\\n", gid, columns.size, columns.number.max + 1)
}}
segments = 0
forall segments += nseg
printf("segments %d\\n", segments)
"""
    (tmp_path / "net.hoc").write_text(script)
    out = ranvier.check("--quiet", "--mechanisms", root / "models/column", "net.hoc", cwd=tmp_path).out
    cells = [list(map(int, line.split()[1:])) for line in out.splitlines() if line.startswith("cell ")]
    assert len(cells) == 120 and sum(connections for _, connections, _ in cells) > 100_000
    # In each segment one for AMPA and NMDA and one for GABA.
    assert all(synapses <= 2 * 5 for _, _, synapses in cells)
    (segments,) = re.findall(r"^segments (\d+)", out, re.M)
    assert int(segments) <= 120 * 5


def test_the_readme_counts_right(ranvier, root, tmp_path):
    text = (root / "models/column/README.md").read_text()
    model = root / "models/column/column.hoc"
    (promised,) = re.findall(r"and ([\d,]+) connections for 200 ms", text)
    first = ranvier.check("estimate", model, cwd=tmp_path).out.splitlines()[0]
    assert int(first.split()[1].rstrip(",")) == int(promised.replace(",", ""))
    defaults = dict(re.findall(r'^    default\("(\w+)", ([\d.]+)\)', model.read_text(), re.M))
    for names, values in re.findall(r"^\| (`.*?`) \| ([\d.]+) \|", text, re.M):
        for name in re.findall(r"`(\w+)`", names):
            assert float(defaults.pop(name)) == float(values), name
    assert not defaults, "options that the README lacks"
