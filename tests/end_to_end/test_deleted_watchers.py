"""A point process that has armed a WATCH may be deleted between runs, or during one."""

WATCHER = """
NEURON { POINT_PROCESS Watcher RANGE n }
ASSIGNED { v n }
INITIAL { n = 0  net_send(0, 1) }
NET_RECEIVE(w) { if (flag == 1) { WATCH (v > -64) 2 } else { n = n + 1 } }
"""
SCRIPT = """
create soma
objref w, other
soma { w = new Watcher(0.5)  other = new Watcher(0.5) }
{ finitialize(-65)  fadvance() }
objref w
{ fadvance() }
soma.v(0.5) = -60
{ fadvance()  print other.n }
{ finitialize(-65)  fadvance()  print other.n }
"""


def test_its_watch_is_gone_with_it(ranvier, tmp_path):
    (tmp_path / "watcher.mod").write_text(WATCHER)
    (tmp_path / "watch.hoc").write_text(SCRIPT)
    assert ranvier.check("--quiet", "watch.hoc", cwd=tmp_path).out.split() == ["1", "0"]
