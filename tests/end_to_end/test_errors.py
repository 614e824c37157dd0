"""Error messages: where, what, and what to do; exit status 1, on every rank."""

import re

import pytest


def fail(ranvier, folder, text, ranks=1):
    """The standard error of a script that must fail."""
    (folder / "bad.hoc").write_text(text)
    outcome = ranvier.run("--quiet", "bad.hoc", cwd=folder, ranks=ranks, limit=30)
    assert outcome.status == 1, outcome
    return outcome.err


def shows(err, line, source):
    """The message names file, line and column, and shows the line with a caret under it."""
    assert re.search(rf"bad\.hoc:{line}:\d+", err), err
    lines = err.splitlines()
    shown = next((i for i, text in enumerate(lines) if source in text), None)
    assert shown is not None, err
    assert any(re.search(r"\^", text) for text in lines[shown + 1 : shown + 3]), err
    return True


def test_syntax_error_shows_line_and_caret(ranvier, tmp_path):
    assert shows(fail(ranvier, tmp_path, "x = 1\ny = 2 + * 3\n"), 2, "y = 2 + * 3")


def test_unknown_name_suggests_the_nearest(ranvier, tmp_path):
    err = fail(ranvier, tmp_path, "create soma\naccess soma\ninsert hh\ngnabar_hj = 0.1\nprint gnabar_hj2\n")
    assert shows(err, 5, "print gnabar_hj2")
    assert "gnabar_hj" in err.replace("gnabar_hj2", "")


def test_unknown_mechanism_suggests_the_nearest(ranvier, tmp_path):
    err = fail(ranvier, tmp_path, "create soma\naccess soma\ninsert pass\n")
    assert shows(err, 3, "insert pass") and re.search(r"\bpas\b", err)


def test_error_inside_calls_shows_the_stack(ranvier, tmp_path):
    err = fail(
        ranvier,
        tmp_path,
        "objref vec\nvec = new Vector(3)\nproc inner() {\n    print vec.x[$1]\n}\nproc outer() {\n    inner(7)\n}\nouter()\n",
    )
    assert shows(err, 4, "print vec.x[$1]")
    assert err.index("inner") < err.rindex("outer"), err
    assert "7" in err and "3" in err, err


REDECLARED = {
    "an objref as an array": "objref a\nproc f() { a = new Vector(2) }\nf()\nobjref a[3]\nf()\n",
    "an array of objrefs as an objref": "objref a[3]\nproc f() { a[1] = new Vector(2) }\nf()\nobjref a\nf()\n",
    "a number as an array, read": "a = 1\nfunc f() { return 2 * a + a }\nf()\ndouble a[3]\nf()\n",
    "a number as an array, in a loop": "a = 1\nproc f() { for a = 0, 2 { } }\nf()\ndouble a[3]\nf()\n",
}


@pytest.mark.parametrize("script", REDECLARED.values(), ids=REDECLARED)
def test_variable_of_another_shape_than_when_the_code_was_compiled(ranvier, tmp_path, script):
    err = fail(ranvier, tmp_path, script)
    assert shows(err, 2, script.splitlines()[1]) and "now, but was not when this code was compiled" in err, err


def test_a_declaration_that_does_not_run_changes_nothing(ranvier, tmp_path):
    script = "a = 5\nfunc f() { return a }\nproc g() { double a[3] }\nprint f()\n"
    (tmp_path / "good.hoc").write_text(script)
    assert ranvier.check("--quiet", "good.hoc", cwd=tmp_path).out.split() == ["5"]
    assert shows(fail(ranvier, tmp_path, script + "g()\nprint f()\n"), 2, "func f() { return a }")


def test_a_procedure_declares_again_what_has_another_shape(ranvier, tmp_path):
    script = "proc f() { double a[4] }\nf()\na[3] = 7\n"
    script += "proc g() { objref b[2]\n b[1] = new Vector(1) }\ng()\nobjref b\ng()\nprint a[3], b[1].size\n"
    (tmp_path / "good.hoc").write_text(script + "c = 5\nfunc h() { return c }\ndelete c\nc = 6\nprint h()\n")
    assert ranvier.check("--quiet", "good.hoc", cwd=tmp_path).out.split() == ["7", "1", "6"]


def test_missing_script(ranvier, tmp_path):
    outcome = ranvier.run("nowhere.hoc", cwd=tmp_path)
    assert outcome.status == 1 and "nowhere.hoc" in outcome.err and "no such file" in outcome.err.lower(), outcome


def test_missing_file_in_load_file(ranvier, tmp_path):
    """NEURON continues after load_file of a missing file; xopen of one is an error."""
    assert "nowhere.hoc" in fail(ranvier, tmp_path, 'xopen("nowhere.hoc")\n')


GID = "objref pc, nc, cell, nil\npc = new ParallelContext()\ncreate s\naccess s\ninsert pas\ns nc = new NetCon(&v(0.5), nil)\n"


def test_two_owners_of_a_gid(ranvier, tmp_path):
    err = fail(ranvier, tmp_path, GID + "pc.set_gid2node(5, pc.id)\npc.cell(5, nc)\npc.set_gid2node(5, pc.id)\n")
    assert shows(err, 9, "pc.set_gid2node(5, pc.id)") and "gid 5" in err


def test_two_ranks_own_a_gid(ranvier, tmp_path):
    err = fail(
        ranvier,
        tmp_path,
        GID + "pc.set_gid2node(5, pc.id)\npc.cell(5, nc)\npc.set_maxstep(10)\nfinitialize(-65)\npc.psolve(1)\n",
        ranks=2,
    )
    assert "gid 5" in err and re.search(r"ranks? 0 and (rank )?1", err), err


def test_connection_to_a_gid_nobody_owns(ranvier, tmp_path):
    script = (
        GID
        + "objref syn\nsyn = new ExpSyn(0.5)\nnc = pc.gid_connect(99, syn)\npc.set_maxstep(10)\nfinitialize(-65)\npc.psolve(1)\n"
    )
    for ranks in (1, 2):
        assert "gid 99" in fail(ranvier, tmp_path, script, ranks), ranks


def test_delay_below_the_interval(ranvier, tmp_path):
    """The interval is fixed by set_maxstep; a delay that is then made smaller would be missed."""
    script = (
        GID + "objref syn\nsyn = new ExpSyn(0.5)\npc.set_gid2node(pc.id, pc.id)\npc.cell(pc.id, nc)\n"
        "objref c\nc = pc.gid_connect(1 - pc.id, syn)\nc.delay = 2\npc.set_maxstep(10)\nfinitialize(-65)\n"
        "pc.psolve(1)\nc.delay = 0.5\npc.psolve(5)\n"
    )
    err = fail(ranvier, tmp_path, script, ranks=2)
    assert "delay" in err and "0.5" in err and re.search(r"\b2\b", err), err


@pytest.mark.parametrize("nseg", [0, -3])
def test_nseg_below_one(ranvier, tmp_path, nseg):
    err = fail(ranvier, tmp_path, f"create soma\naccess soma\nnseg = {nseg}\n")
    assert shows(err, 3, f"nseg = {nseg}") and "nseg" in err and "soma" in err


def test_nan_in_a_voltage_says_where_and_when(ranvier, tmp_path):
    script = (
        "create soma, dend\nconnect dend(0), soma(1)\nforall { insert pas }\nobjref stim\ndend stim = new IClamp(0.5)\n"
        "stim.del = 1\nstim.dur = 10\nstim.amp = 1e308\nstim.amp = stim.amp * 10\nfinitialize(-65)\nwhile (t < 5) fadvance()\n"
    )
    err = fail(ranvier, tmp_path, script)
    assert (
        re.search(r"nan|not a number|not finite|inf", err, re.I)
        and re.search(r"dend|soma", err)
        and re.search(r"t = \d", err)
    ), err


BROKEN_MOD = "NEURON { SUFFIX broken RANGE g }\nPARAMETER { g = 1 }\nBREAKPOINT {\n    g = 2 +* 3\n}\n"


def test_unreadable_mod_file(ranvier, tmp_path):
    (tmp_path / "broken.mod").write_text(BROKEN_MOD)
    (tmp_path / "bad.hoc").write_text("create soma\naccess soma\ninsert broken\n")
    outcome = ranvier.run("bad.hoc", cwd=tmp_path)
    assert (
        outcome.status == 1
        and re.search(r"broken\.mod:4:\d+", outcome.err)
        and "g = 2 +* 3" in outcome.err
        and "^" in outcome.err
    ), outcome


def test_one_rank_prints_and_all_end(ranvier, tmp_path):
    script = (
        "objref pc\npc = new ParallelContext()\nif (pc.id == 1) { print nonsense_name }\npc.barrier()\npc.barrier()\n"
    )
    err = fail(ranvier, tmp_path, script, ranks=3)
    assert err.count("nonsense_name }") == 1 and "rank 1" in err, err


def test_the_same_error_on_all_ranks_is_printed_once(ranvier, tmp_path):
    assert fail(ranvier, tmp_path, "print nonsense_name\n", ranks=3).count("print nonsense_name") == 1
