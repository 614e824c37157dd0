"""Every function of an arc position returns what NEURON returns: on and off the centers of segments, on their
borders, at the ends, with even and odd nseg, and in sections connected by either end, to ends and between them."""

import pytest

# name, nseg, parent, position on the parent, own end
TREE = [
    ("soma", None, 0, 0),
    ("a", "soma", 1, 0),
    ("b", "soma", 0.3, 0),
    ("c", "a", 1, 1),
    ("d", "a", 0.5, 1),
    ("e", "soma", 0, 0),
    ("f", "e", 0.7, 0),
    ("g", "c", 0, 0),
    ("h", "d", 0.41, 0),
    ("i", "e", 0, 1),
]
SEGMENTS = {"one": [1], "two and three": [2, 3], "even": [4, 10, 6], "odd": [5, 7, 9, 3]}

# What is printed at x of a section. `o` is the section and place that distances start from.
CALLS = {
    "distance": 'printf("%.17g %.17g\\n", distance(x), distance(1, x))',
    "ri": 'printf("%.17g\\n", ri(x))',
    "area": 'printf("%.17g\\n", area(x))',
    "range variables": 'printf("%.17g %.17g %.17g %.17g\\n", diam(x), v(x), g_pas(x), cm(x))',
    "setting": 'g_pas(x) = g_pas(x)*1.5 + x  diam(x) = diam(x) + x  v(x) = v(x) + x  for (y) { printf("%g %.17g %.17g %.17g\\n", y, g_pas(y), diam(y), v(y)) }',
    "ranges": 'cm(0:1) = 1:1 + x  if (x > 0) { cm(x/3:x) = 2:3 }  for (y) printf("%g %.17g\\n", y, cm(y))',
    "point processes": 'p = new IClamp(x) { printf("%.17g %.17g\\n", p.get_loc(), p.has_loc()) pop_section() p.loc(x/2) } { y = p.get_loc() printf("%s %.17g\\n", secname(), y) pop_section() }',
    "connections": 'p = new ExpSyn(x) n = new NetCon(&v(x), p) { y = n.postloc() printf("%s %.17g\\n", secname(), y) pop_section() y = n.preloc() printf("%s %.17g\\n", secname(), y) pop_section() }',
    "impedance": 'z = new Impedance() z.loc(x) z.compute(10) printf("%.17g %.17g\\n", z.input(x), z.input_phase(x)) forsec cell printf("%.12g %.12g ", z.transfer(0.37), z.ratio(0.37)) print ""',
    "RangeVarPlot": 'r = new RangeVarPlot("diam") r.begin(x) soma r.end(0.64) { r.to_vector(w, u) } printf("%.8g %.8g %.8g\\n", r.left, r.right, r.d2root) for y = 0, w.size - 1 printf("%.8g %.17g ", u.x[y], w.x[y]) print ""',
    "APCount": 'p = new APCount(x) { y = p.get_loc() printf("%s %.17g\\n", secname(), y) pop_section() }',
    "MechanismStandard": 'm = new MechanismStandard("pas", 1) m.in(x) m.set("g_pas", m.get("g_pas") + 0.001) m.out(x) for (y) printf("%g %.17g\\n", y, g_pas(y))',
    "connect": 'connect extra(0), x  extra { printf("%.17g %.17g\\n", parent_connection(), distance(0.5)) disconnect() }',
}


def script(call, segments, place):
    lines = ["objref p, n, z, r, w, u, m, cell", "{w = new Vector() u = new Vector() x = 0 y = 0 k = 0}"]
    for k, (name, parent, at, end) in enumerate(TREE):
        lines.append(f"create {name}")
        if parent:
            lines.append(f"{parent} connect {name}({end}), {at}")
        lines.append(
            f"{name} {{ nseg = {segments[k % len(segments)]} L = {30 + 17.3 * k} diam(0:1) = {1 + k}:{2.5 + 2 * k} Ra = {100 + k} "
            f"insert pas g_pas(0:1) = 0.001:{0.002 + 0.001 * k} }}"
        )
    lines.append("soma { pt3dclear() pt3dadd(0,0,0,10) pt3dadd(7,1,0,14) pt3dadd(20,5,3,6) }")
    lines.append("{finitialize(-65)}")
    section, x = place
    lines.append("{cell = new SectionList() cell.wholetree()}")
    lines.append("create extra")
    lines.append(f"{section} {{ distance(0, {x}) }}")
    lines.append('proc at() {\n x = $1\n printf("%s %g: ", secname(), x)\n ' + call + "\n}")
    lines.append("forsec cell { for k = 0, 2*nseg { at(k/(2*nseg)) } }")
    lines.append("forsec cell { for k = 0, 20 { at(k*0.05) } }")
    lines.append("forsec cell { at(1e-12) at(1 - 1e-12) at(1/3) at(0.6) at(0.7) at(0.29999999999999999) }")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("segments", SEGMENTS)
@pytest.mark.parametrize("call", CALLS)
def test_a_position_means_what_it_means_in_neuron(neuron, ranvier, tmp_path, call, segments):
    for place in (
        [("soma", 0.21)]
        if call not in ("distance", "connect")
        else [("soma", 0.21), ("d", 0.5), ("c", 1), ("h", 0), ("i", 0.77)]
    ):
        text = script(CALLS[call], SEGMENTS[segments], place)
        (tmp_path / "positions.hoc").write_text(text)
        ours = ranvier.check("-nogui", "positions.hoc", cwd=tmp_path, name="nrniv").out.splitlines()
        theirs = neuron.run(text)["out"].splitlines()
        assert len(theirs) > 100
        different = [(a, b) for a, b in zip(ours, theirs) if a != b]
        assert not different and len(ours) == len(theirs), (
            f"{len(different)} lines differ; ours, NEURON's: {different[:3]}"
        )
