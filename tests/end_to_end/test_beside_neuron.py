"""Ranvier's module and NEURON's in one process: neither takes names of the other for its own."""

import pathlib

import pytest

BESIDE_NEURON = """\
FIRST
SECOND
import neuron
assert "site-packages" in neuron.__file__, neuron.__file__

def run(h, mechanism):
    cell = h.Section(name="cell")
    cell.L = cell.diam = 20
    cell.insert("hh")
    cell.insert(mechanism)
    clamp = h.IClamp(cell(0.5))
    clamp.delay, clamp.dur, clamp.amp = 1, 10, 0.5
    times, v, t = h.Vector(), h.Vector().record(cell(0.5)._ref_v), h.Vector().record(h._ref_t)
    nc = h.NetCon(cell(0.5)._ref_v, None, sec=cell)
    nc.record(times)
    h.finitialize(-65)
    while h.t < 20:
        h.fadvance()
    matrix = h.Matrix(3, 3)
    matrix.ident()
    return [round(x, 3) for x in times], len(v) == len(t), matrix.inverse().getval(1, 1)

for _ in range(2):
    ours, theirs = run(r, OURS), run(n, "pas")
    assert ours == theirs and ours[0], (ours, theirs)
print(r.hoc_ac_ == n.hoc_ac_, n("x = 3"), r("y = 4"), n.x, r.y, hasattr(r, "x"))
"""
# Both programs have functions and variables of these names. An error unwinds through the C code.
IN_C = """FUNCTION second_of() {
VERBATIM
    { double* (*vec)() = (double* (*)())vector_vec;
      if (vector_capacity(vector_arg(1)) < 2) hoc_execerror("too", "short");
      _lsecond_of = vec(vector_arg(1))[1] + nrnmpi_numprocs; }
ENDVERBATIM
}
"""
IN_CPP = """FUNCTION second_of() {
VERBATIM
    std::vector<double> all(vector_vec(vector_arg(1)), vector_vec(vector_arg(1)) + vector_capacity(vector_arg(1)));
    if (all.size() < 2) hoc_execerror("too", "short");
    std::string text = std::to_string(all[1] + nrnmpi_numprocs);
    _lsecond_of = std::stod(text);
ENDVERBATIM
}
"""
USE_C = """
for _ in range(2):
    assert getattr(r, "second_of_" + OURS)(r.Vector([3, 7])) == 8
    try:
        getattr(r, "second_of_" + OURS)(r.Vector([3]))
        raise SystemExit("no error")
    except RuntimeError as error:
        assert "too short" in str(error), error
"""


@pytest.mark.parametrize("order", ["ranvier first", "neuron first"])
@pytest.mark.parametrize("mechanism", ["pas", "own", "in_c", "in_cpp"])
def test_neuron_lives_in_the_same_process(ranvier, python, neuron, tmp_path, order, mechanism):
    alone = tmp_path / "modules"
    alone.mkdir()
    folder = pathlib.Path(ranvier.bin_folder).parent / "python"
    for name in ("ranvier", "_ranvier.abi3.so"):
        (alone / name).symlink_to(folder / name)
    functions = {"in_c": IN_C, "in_cpp": IN_CPP}.get(mechanism, "")
    load = ""
    if mechanism != "pas":
        (tmp_path / "own.mod").write_text(
            f"NEURON {{ SUFFIX {mechanism} NONSPECIFIC_CURRENT i RANGE g }}\nPARAMETER {{ g = 0.001 }}\n"
            "ASSIGNED { v i }\nBREAKPOINT {\n  i = g*(v + 70)\n}\n" + functions
        )
        load = "\nassert r.nrn_load_dll('own.mod') == 1"
    imports = ["from ranvier import h as r" + load, "from neuron import h as n"]
    if order == "neuron first":
        imports.reverse()
    text = BESIDE_NEURON.replace("FIRST", imports[0]).replace("SECOND", imports[1])
    text = (text + (USE_C if functions else "")).replace("OURS", repr(mechanism))
    outcome = python(text, tmp_path, PYTHONPATH=str(alone))
    assert outcome.status == 0 and outcome.out.split()[-1] == "False", outcome
