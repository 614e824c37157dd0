"""Artificial cells alone with variable steps: fadvance goes from event to event, as NEURON's does."""

SCRIPT = r"""
load_file("stdrun.hoc")
objref a[3], nc[5], st, cv, nil, times, ids, r, rt
st = new NetStim()
{st.interval = 3.3  st.number = 6  st.start = 0.7  st.noise = 0}
for i = 0, 2 a[i] = new IntFire1()
{a[0].tau = 5  a[1].tau = 9}
for i = 0, 1 nc[i] = new NetCon(st, a[i], 0, 1.1 + i, 0.7)
nc[2] = new NetCon(a[0], a[2], 0, 0, 1.5)
times = new Vector()
ids = new Vector()
for i = 3, 4 { nc[i] = new NetCon(a[i-3], nil)  nc[i].record(times, ids, i) }
cv = new CVode()
{cv.active(1)}
proc show() { printf("%.17g %.17g %.17g\n", t, a[0].M, a[2].M) }
proc said() { printf("said at %.17g\n", t) }
{finitialize()}
{cv.event(2.5, "said()")  cv.event(4)}
for i = 0, 22 { fadvance()  show() }
{finitialize()}
{cv.event(2.5, "said()")}
{cv.solve(5.123)}
show()
{cv.solve()}
show()
{cv.solve(100)}
show()
{tstop = 12.3  run()}
show()
{times.printf("%.10g ")  ids.printf("%g ")}
quit()
"""


def test_time_goes_from_event_to_event(ranvier, neuron, tmp_path):
    (tmp_path / "script.hoc").write_text(SCRIPT)
    ours = ranvier.check("--math", "libm", "--quiet", "script.hoc", cwd=tmp_path).out
    assert ours == neuron.run(SCRIPT)["out"]
    assert ours.count("\n") > 25
