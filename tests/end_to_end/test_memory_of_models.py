"""Memory that models take, by growth of the peak, so that the program's own doesn't count."""

MEASURE = """
{ load_file("%s/models/network.hoc") }
create cable[20]
proc make() { local i
    for i = 0, 19 cable[i] { nseg = %d  L = 10000  insert hh }
}
make()
{ finitialize(-65)  fadvance()  fadvance() }
print memory("VmHWM:")
quit()
"""


def test_a_compartment_of_a_cable_with_hh_takes_464_bytes(ranvier, root, tmp_path):
    peaks = []
    for nseg in (1, 10001):
        (tmp_path / "net.hoc").write_text(MEASURE % (root, nseg))
        peaks.append(float(ranvier.check("--quiet", "net.hoc", cwd=tmp_path).out))
    assert (peaks[1] - peaks[0]) / (20 * 10000) < 464
