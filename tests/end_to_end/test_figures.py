"""--figures draws the Graphs of a script: what their lines follow, and that a picture can be read alone."""

import re

import pytest

CELLS = """
load_file("stdrun.hoc")
create soma[2]
for i = 0, 1 { access soma[i]  soma[i] { L = 20  diam = 20  insert pas  e_pas = -60 - 10*i  g_pas = 1e-3 } }
objref shown, stim
soma[0] stim = new IClamp(0.5)
stim.dur = 1e9
stim.amp = 0.02
access soma[1]
shown = new Graph(0)
shown.size(0, 5, -80, -40)
graphList[0].append(shown)
tstop = 5
"""


@pytest.fixture
def drawn(ranvier, tmp_path):
    def draw(text):
        """The only picture of the script, and what the program said."""
        (tmp_path / "script.hoc").write_text(CELLS + text)
        outcome = ranvier.check("--figures", "out", "script.hoc", cwd=tmp_path)
        pictures = sorted((tmp_path / "out").glob("*.svg"))
        assert len(pictures) <= 1
        return (pictures[0].read_text() if pictures else None), outcome

    return draw


def ends(picture):
    """The last point of each line, y in the data's units: the axis from -80 to -40 is 368 pixels high."""
    top = float(re.search(r'<clipPath id="axes"><rect x="[\d.]+" y="([\d.]+)"', picture)[1])
    lines = re.findall(r'<polyline [^>]*points="([^"]*)"', picture)
    return [-40 - 40 * (float(line.split()[-1].split(",")[1]) - top) / 368 for line in lines]


def test_addvar_finds_its_variable_at_once_and_addexpr_at_each_plot(drawn):
    text = """
    for i = 0, 1 { shown.addvar("soma[i].v(0.5)", 1, 1)  shown.addexpr("soma[i-1].v(0.5)", 2, 1) }
    shown.addexpr("v(0.5)", 3, 1)
    {run()}
    """  # afterwards i is 2, so both expressions show soma[1], which is accessed, too
    picture, _ = drawn(text)
    first, second = -60, -70
    found = ends(picture)
    assert len(found) == 5
    assert abs(found[0] - first) < 9 and found[0] > -59  # the current depolarizes it
    for k in (1, 2, 3, 4):
        assert abs(found[k] - second) < 0.5, found


def test_an_expression_that_fails_is_named_and_ends_no_run(drawn):
    picture, outcome = drawn('shown.addexpr("soma[7].v(0.5)")\nshown.addvar("soma[0].v(0.5)")\n{run()}\nprint t\n')
    assert len(ends(picture)) == 1
    assert outcome.out.split()[-1] == "5"
    assert outcome.err.count("Graph: soma[7].v(0.5) is not drawn: ") == 1


def test_a_picture_has_its_axes_labeled_and_a_legend_above_its_frame(drawn):
    picture, outcome = drawn('shown.addvar("soma[0].v(0.5)")\nshown.addvar("soma[1].v(0.5)", 2, 1)\n{run()}\n')
    texts = {text: float(y) for y, text in re.findall(r'<text [^>]*?\by="([\d.]+)"[^>]*>([^<]*)</text>', picture)}
    top = float(re.search(r'<clipPath id="axes"><rect x="[\d.]+" y="([\d.]+)"', picture)[1])
    assert "t [ms]" in texts and "v [mV]" in texts
    assert texts["soma[0].v(0.5)"] < texts["soma[1].v(0.5)"] < top
    assert "figure     out/Graph-0.svg" in outcome.err
    for expression, label in (("stim.i", "i [nA]"), ("soma[0].v(0.5) - 1", None)):
        other, _ = drawn(f'shown.addexpr("{expression}")\n{{run()}}\n')
        assert (label is None or f">{label}</text>" in other) and ">v [mV]<" not in other


def test_a_script_that_draws_nothing_is_told_how_to_press_a_button(drawn):
    picture, outcome = drawn("")
    assert picture is None and "figure     none: nothing was drawn; --buttons lists" in outcome.err
