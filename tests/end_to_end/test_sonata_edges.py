"""Which edges of a SONATA circuit a rank reads."""

import h5py
import numpy as np
import pytest
from oracle import sonata_circuit
from test_sonata_circuits import LIBM, spikes_of

ROWS = """
import numpy as np
from ranvier_sonata import edge_index, row_reading
edge_index._CHUNK = 7
random = np.random.default_rng(3)
for gap, part in ((1, 4), (3, 1), (20, 1000), (0, 7)):
    row_reading._GAP, row_reading._PART = gap, part
    for trial in range(300):
        data = random.random((int(random.integers(1, 60)), 2)[: int(random.integers(1, 3))])
        numbers = random.integers(0, len(data), int(random.integers(0, 80)))
        if trial % 2:
            numbers = np.unique(numbers)
        assert np.array_equal(row_reading.Rows(numbers).of(data), data[numbers])
        targets = np.unique(random.integers(0, 30, int(random.integers(0, 9))))
        stored = random.integers(0, 40, int(random.integers(0, 30)))
        assert np.array_equal(edge_index._scanned(stored, targets), np.flatnonzero(np.isin(stored, targets)))
print("all")
"""


@pytest.fixture
def folder(tmp_path):
    sonata_circuit.write(tmp_path)
    return tmp_path


def test_rows_are_those_with_the_numbers(python, tmp_path):
    assert python(ROWS, tmp_path).out == "all\n"


def renamed(edges):
    edges.move("indices/target_to_source/node_id_to_range", "indices/target_to_source/node_id_to_ranges")


def misspelled(edges):
    edges.move("indices", "indicies")


def missing(edges):
    del edges["indices"]


def mixed(edges):
    """The first edges of all targets, then the second ones; without an index."""
    del edges["indices"]
    targets = edges["target_node_id"][:]
    order = np.argsort([(targets[:k] == target).sum() for k, target in enumerate(targets)], kind="stable")
    assert (np.diff(targets[order].astype(int)) < 0).any()
    for name in ("source_node_id", "target_node_id", "edge_type_id", "edge_group_id", "edge_group_index"):
        edges[name][...] = edges[name][:][order]


@pytest.mark.parametrize("change", [renamed, misspelled, missing, mixed])
def test_an_index_may_have_another_name_or_be_missing(ranvier, folder, change):
    ranvier.check("run", *LIBM, "config.json", cwd=folder)
    spikes = spikes_of(folder / "out" / "spikes.h5")
    for name in ("recurrent", "driven"):
        with h5py.File(folder / "network" / f"{name}.h5", "r+") as handle:
            change(handle[f"edges/{name}"])
    for ranks in (1, 2):
        ranvier.check("run", *LIBM, "config.json", cwd=folder, ranks=ranks)
        assert spikes_of(folder / "out" / "spikes.h5") == spikes


MEMORY = """
import sys, tracemalloc
from ranvier_sonata.circuit import Circuit
from ranvier_sonata.configuration import Configuration
from ranvier_sonata.edge_files import read_edges
circuit = Circuit(Configuration("circuit/config.json"))
population = read_edges(circuit.configuration, circuit.nodes)[0]
for ranks in (1, 50):
    circuit.deal(0, ranks)
    targets = circuit.local_nodes(population.target)
    tracemalloc.start()
    edges = population.onto(targets)
    print(len(edges), round(tracemalloc.get_traced_memory()[1] / len(edges)))
    del edges
    tracemalloc.stop()
"""


def test_memory_falls_with_the_number_of_ranks(python, root, tmp_path):
    """Bytes of each edge while a rank reads those onto its cells; the columns of all edges take 24 for each edge."""
    script = (root / "models" / "sonata" / "make.py").read_text()
    (tmp_path / "make.py").write_text(script)
    python(f"import sys; sys.argv = ['make.py', 'circuit', '--cells', '200', '--synapses', '1000']\n{script}", tmp_path)
    (all_edges, of_each), (few, of_few) = (map(int, line.split()) for line in python(MEMORY, tmp_path).out.splitlines())
    assert (all_edges, few) == (200000, 4000) and of_few < 1.5 * of_each
