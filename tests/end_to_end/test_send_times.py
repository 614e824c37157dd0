"""net_send sends its event at the time that NEURON's translator writes: `t +` before the text of the delay."""

import pytest

MOD = """
NEURON { ARTIFICIAL_CELL sending RANGE order, at, next, n }
PARAMETER { order = 0  at = 0.137 }
ASSIGNED { next n c[2] }
FUNCTION gap(x) { gap = x - t }
INITIAL { n = 0  next = at  c[1] = 0.7  net_send(next - t, 1) }
NET_RECEIVE (w) { LOCAL delay
    if (flag == 1) {
        net_event(t)
        n = n + 1
        next = at + n*3.391
        delay = next - t
        if (order == 0) { net_send(next - t, 1) }
        if (order == 1) { net_send((next - t), 1) }
        if (order == 2) { net_send(delay, 1) }
        if (order == 3) { net_send(n*0.1 + 1/3 - at, 1) }
        if (order == 4) { net_send(-at + n*0.3 + 0.1, 1) }
        if (order == 5) { net_send(gap(next) + c[1] - 0.1, 1) }
        if (order == 6) { net_send(((next - t)), 1 - 0) }
        if (order == 7) { net_send(0.7*(next - t) + 0.3*(next - t), 1) }
        if (order == 8) { net_send(fabs(at - n) + at - 0.1, 1) }
        if (order == 9 && n < 5) { net_send(at > 0, 1) }
    } else {
        net_send(3 - at || 1, 2)
    }
}
"""

C_CODE = """
FUNCTION positive(x) {
VERBATIM
    _lpositive = _lx > 0;
ENDVERBATIM
}
"""

SCRIPT = """
objref cells, times, cells_of, netcons, nothing, cell
cells = new List()
netcons = new List()
times = new Vector()
cells_of = new Vector()
for i = 0, 9 {
    cell = new sending()
    cell.order = i
    cells.append(cell)
    netcons.append(new NetCon(cell, nothing))
    netcons.o(i).record(times, cells_of, i)
}
dt = 0.1
finitialize(-65)
while (t < 200) fadvance()
for i = 0, times.size - 1 printf("%d %.17g\\n", cells_of.x[i], times.x[i])
quit()
"""


@pytest.mark.parametrize("code", ["", C_CODE], ids=["NMODL", "C"])
def test_times_are_those_of_neuron(ranvier, neuron, tmp_path, code):
    mod = tmp_path / "sending.mod"
    mod.write_text(MOD + code)
    (tmp_path / "script.hoc").write_text(SCRIPT)
    expected = sorted(neuron.run(SCRIPT, mods=[mod])["out"].splitlines())
    assert len({line.split()[0] for line in expected}) == 10
    for math in "libm", "vector":
        out = ranvier.check("--math", math, "--quiet", "script.hoc", cwd=tmp_path).out
        assert sorted(out.splitlines()) == expected
