"""Special cases of the language in which scripts depend on NEURON's behavior: each script prints the same under "
"NEURON."""


def test_an_index_below_0_is_named_once(ranvier, tmp_path):
    lines = ["double x[3]", "objref w", "w = new Vector(3)", "for i = 0, 2 x[0] += w.x[i - 1]", "print x[-1]"]
    (tmp_path / "script.hoc").write_text("\n".join(lines) + "\n")
    outcome = ranvier.check("--quiet", "script.hoc", cwd=tmp_path)
    warnings = [line for line in outcome.err.splitlines() if "stands for element 0" in line]
    assert len(warnings) == 1 and warnings[0].startswith("script.hoc:4:") and "index -1" in warnings[0], outcome
