"""The summary at the end of a run: what it says is what was computed, timed and counted, and each word is explained."""

import re

import pytest

CELL = """
{ load_file("stdrun.hoc") }
objref pc, nc, nil, stim, count, cvode
pc = new ParallelContext()
create soma
soma { L = 20  diam = 20  insert hh  stim = new IClamp(0.5) }
{ stim.dur = 1e9  stim.amp = 0.2 }
cvode = new CVode()
proc watch() {
    pc.set_gid2node(0, pc.id)
    soma nc = new NetCon(&v(0.5), nil)
    pc.cell(0, nc)
}
"""


def summary(ranvier, folder, text, *words, **options):
    """{first word of a line: the rest}."""
    (folder / "run.hoc").write_text(text)
    outcome = ranvier.check(*words, "run.hoc", cwd=folder, **options)
    return {line.split()[0]: line.split(None, 1)[1] for line in outcome.err.splitlines() if line[:1].isalpha()}


def seconds(lines):
    return float(re.search(r"ms in ([\d.]+) s on", lines["simulated"])[1])


@pytest.mark.parametrize("steps", ["cvode.active(1)", "cvode.active(1) cvode.use_local_dt(1)", "cvode.active(0)"])
@pytest.mark.parametrize("advance", ["pc.psolve(3000)", "while (t < 3000) { fadvance() }"])
def test_advances_are_timed_whatever_the_steps(ranvier, tmp_path, steps, advance):
    """The script measures the same."""
    text = f"""{CELL}
watch()
proc go() {{ local began
    pc.set_maxstep(10)
    {steps}
    stdinit()
    began = startsw()
    {advance}
    printf("took %g\\n", startsw() - began)
}}
go()
"""
    (tmp_path / "run.hoc").write_text(text)
    outcome = ranvier.check("run.hoc", cwd=tmp_path)
    took = float(re.search(r"took ([\d.]+)", outcome.out)[1])
    shown = float(re.search(r"^simulated  3000[\d.]* ms in ([\d.]+) s", outcome.err, re.M)[1])
    assert 0.9 * took - 0.002 <= shown <= 1.001 * took + 0.001, outcome
    assert shown > 0 and re.search(r"real-time factor [\d.e-]*[1-9]", outcome.err), outcome


PHASES = ("update", "deliver", "collocate", "communicate", "synchronize", "wait", "script")


def phases(lines):
    """{phase: s}."""
    return {name: float(value) for name, value in re.findall(r"([a-z]+) ([\d.]+) s", lines["phases"])}


@pytest.mark.parametrize("nseg", [1, 101])
def test_delivering_is_timed_apart_however_small_the_cell(ranvier, tmp_path, nseg):
    """15,000 deliveries onto one cell."""
    text = (
        CELL
        + f"""
objref syn, source
{{ soma.nseg = {nseg} }}
soma syn = new ExpSyn(0.5)
source = new NetStim()
{{ source.interval = 0.02  source.number = 1e9  source.start = 0 }}
nc = new NetCon(source, syn)
{{ nc.weight = 1e-9 }}
{{ pc.set_maxstep(10)  stdinit()  pc.psolve(3000) }}
"""
    )
    lines = summary(ranvier, tmp_path, text)
    assert int(re.search(r"(\d+) deliveries", lines["spikes"])[1]) > 140_000
    timed = phases(lines)
    assert timed["deliver"] > 0 and timed["update"] > timed["deliver"] * (nseg / 101)
    assert set(PHASES) - set(timed) == {"wait"}, "of one thread"
    assert sum(timed.values()) == pytest.approx(seconds(lines), rel=0.02, abs=0.004)


def test_a_resumed_run_counts_what_it_computes(ranvier, tmp_path):
    run = CELL + "watch()\n{ pc.set_maxstep(10)  stdinit()  pc.psolve(1000)  STOP  pc.psolve(1200) }\n"
    whole = summary(ranvier, tmp_path, run.replace("STOP", ""), "--raster", "whole.txt")
    (tmp_path / "run.hoc").write_text(run.replace("STOP", "execerror(1)"))
    words = ("--raster", "spikes.txt", "--checkpoint-every", "500", "--resume=force")  # the script is changed
    assert ranvier.run(*words, "run.hoc", cwd=tmp_path).status == 1
    resumed = summary(ranvier, tmp_path, run.replace("STOP", ""), *words)
    assert whole["simulated"].startswith("1200 ms in") and resumed["simulated"].startswith("200 ms in"), resumed
    fired = [int(re.match(r"(\d+) fired", each["spikes"])[1]) for each in (whole, resumed)]
    late = [line for line in (tmp_path / "whole.txt").read_text().splitlines() if float(line.split()[0]) > 1000]
    assert fired[0] > 50 and fired[1] == len(late), (fired, len(late))
    assert resumed["raster"].startswith(f"{fired[0]} spikes"), "the file holds all of them"


def test_spikes_of_which_the_network_knows_nothing_are_not_said_to_be_none(ranvier, tmp_path):
    text = CELL + "soma count = new APCount(0.5)\n{ stdinit()  continuerun(50)  print count.n }\n"
    lines = summary(ranvier, tmp_path, text)
    assert lines["spikes"].startswith("none counted, because there is neither NetCon nor gid, 0 deliveries"), lines
    assert re.match(
        r"[1-9]\d* fired", summary(ranvier, tmp_path, CELL + "watch()\n{ stdinit()  continuerun(50) }\n")["spikes"]
    )


def test_each_word_is_explained_in_the_help_and_in_the_documents(ranvier, root, tmp_path):
    text = CELL + "watch()\n{ soma.nseg = NSEG  pc.set_maxstep(10)  stdinit()  pc.psolve(20) }\n"
    lines = [summary(ranvier, tmp_path, text.replace("NSEG", "1"), "--raster", "r.h5", "--threads", n) for n in "12"]
    words = {"simulated", "real-time factor", "fired", "deliveries", "raster"}
    for each in lines:
        assert {"simulated", "phases", "spikes", "raster"} <= set(each)
        words |= set(re.findall(r"([a-z]+) [\d.]+ s", each["phases"]))
    assert words >= set(PHASES)
    page = (root / "docs" / "getting-started.md").read_text()
    shown = " ".join(ranvier.check("run", "--help", cwd=tmp_path).out.split())
    for word in words:
        assert f"\n| {word} | " in page, word
        assert f"{word}: " in shown, word
