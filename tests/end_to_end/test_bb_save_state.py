"""BBSaveState: cells by gid in files, restored on any number of ranks; a state has the same contents as in NEURON."""

import re
import struct
import zlib
from random import Random

import pytest

NET = """{ load_file("stdrun.hoc") }
objref pc, cells, netcons, stims, times, ids, bbss, nc, nil
{ if (!name_declared("mode")) execute("mode = 0") }
pc = new ParallelContext()
cells = new List()
netcons = new List()
stims = new List()
times = new Vector()
ids = new Vector()
begintemplate Cell
public soma, dend, syn
create soma, dend
objref syn
proc init() {
    connect dend(0), soma(1)
    soma { L = diam = 20 insert hh }
    dend { nseg = 3 L = 120 diam = 2 insert pas }
    dend syn = new Exp2Syn(0.6)
}
endtemplate Cell
proc make() { local gid
    for (gid = pc.id; gid < 7; gid += pc.nhost) {
        pc.set_gid2node(gid, pc.id)
        cells.append(new Cell())
        cells.o(cells.count - 1).soma nc = new NetCon(&v(0.5), nil, -10, 1, 0)
        pc.cell(gid, nc)
    }
}
proc wire() { local k, gid
    for k = 0, cells.count - 1 {
        gid = pc.id + k*pc.nhost
        netcons.append(pc.gid_connect((gid + 6) % 7, cells.o(k).syn))
        { netcons.o(netcons.count - 1).weight = 0.02 netcons.o(netcons.count - 1).delay = 7.3 }
        stims.append(new NetStim())
        { stims.o(k).interval = 9 stims.o(k).number = 1e9 stims.o(k).start = gid stims.o(k).noise = 1 }
        stims.o(k).noiseFromRandom123(gid, 4, 5)
        netcons.append(new NetCon(stims.o(k), cells.o(k).syn, 0, 1, 0.004))
    }
}
proc show() { local r, k
    for r = 0, pc.nhost - 1 {
        if (r == pc.id) for k = 0, times.size - 1 if (times.x[k] > 20) printf("%s %.17g %d\\n", $s1, times.x[k], ids.x[k])
        pc.barrier()
    }
}
make()
wire()
pc.spike_record(-1, times, ids)
{ pc.set_maxstep(10) stdinit() }
bbss = new BBSaveState()
"""
# In braces: the output of a statement on one rank would be mixed with the spikes of another.
SAVE = '{pc.psolve(20)}\n{bbss.save_test()}\n{pc.psolve(50)}\nshow("on")\n'
RESTORE = '{bbss.restore_test()}\nif (pc.id == 0) printf("t %g\\n", t)\n{pc.psolve(50)}\nshow("on")\n'


def spikes(text):
    return sorted((float(t), int(gid)) for t, gid in re.findall(r"on (\S+) (\d+)$", text, re.M))


def out_to_in(folder):
    """The shell script of NEURON's documentation."""
    (folder / "bbss_in").mkdir(exist_ok=True)
    for path in (folder / "bbss_out").glob("tmp.*"):
        (folder / "bbss_in" / path.name.rsplit(".", 1)[0]).write_bytes(b"1\n" + path.read_bytes())


@pytest.fixture(scope="module")
def saved(ranvier, tmp_path_factory):
    """Spikes after 20 ms of a run on 3 ranks, and a folder with its state at 20 ms."""
    folder = tmp_path_factory.mktemp("saved")
    (folder / "net.hoc").write_text(NET + SAVE + "{pc.barrier()}\nquit()\n")
    outcome = ranvier.check("--quiet", "net.hoc", cwd=folder, ranks=3)
    out_to_in(folder)
    return spikes(outcome.out), folder


@pytest.mark.parametrize("ranks,exchange", [(1, "allgather"), (2, "pairwise"), (4, "isend")])
def test_goes_on_with_any_ranks(ranvier, saved, ranks, exchange):
    expected, folder = saved
    assert len(expected) > 10
    (folder / "again.hoc").write_text(NET + RESTORE + "{pc.barrier()}\nquit()\n")
    outcome = ranvier.check("--quiet", "--exchange", exchange, "again.hoc", cwd=folder, ranks=ranks)
    assert spikes(outcome.out) == expected and "t 20\n" in outcome.out


def test_is_neurons(ranvier, neuron, tmp_path):
    """One file per rank. Restores all variables of mechanisms with NET_RECEIVE, and STATEs of others: a parameter stays
    as it was set. A cell without a name and without dependents does not change."""
    text = (
        NET.replace("make()\n", "create stray\nstray insert hh\nmake()\n")
        + """pc.psolve(20)
bbss.save("state")
pc.psolve(50)
show("on")
for k = 0, cells.count - 1 { cells.o(k).syn.tau2 = 4 cells.o(k).soma.gnabar_hh = 0.13 }
stdinit()
bbss.restore("state")
print "t ", t, cells.o(0).syn.tau2, cells.o(0).soma.gnabar_hh
pc.psolve(50)
show("then")
quit()
"""
    )
    (tmp_path / "net.hoc").write_text(text)
    ours = ranvier.check("--quiet", "--math", "libm", "net.hoc", cwd=tmp_path).out
    theirs = neuron.run(text)["out"]
    lines = [sorted(re.findall(r"^(?:on|then|t) .*$", out, re.M)) for out in (ours, theirs)]
    assert lines[0] == lines[1] and len(lines[0]) > 20, ours


@pytest.mark.parametrize(
    "change,said",
    [
        ("cells.o(0).dend.nseg = 5", r"gid 0 \(Cell\[0\]\.soma\): dend had 3 segments, now 5"),
        ("cells.o(2).soma uninsert hh", r"gid 2 \(Cell\[2\]\.soma\): it had hh, now it has none"),
        ("netcons.remove(0)", r"gid 0 \(Cell\[0\]\.soma\), Exp2Syn 0 had 2 connections onto it, now 1"),
        ("bbss.ignore(cells.o(1).syn)", r"gid 1 \(Cell\[1\]\.soma\): it had Exp2Syn, now it has none"),
        ('system("mv bbss_in/tmp.3 bbss_in/other")', r"bbss_in/tmp.3: cannot be read"),
        ("create stray\nstray netcons.append(new NetCon(&v(0.5), cells.o(0).syn))", "stray: it has no gid"),
        ("create stray\nstray pc.source_var(&v(0.5), 1)\npc.setup_transfer()", "stray: it has no gid"),
    ],
)
def test_refuses(ranvier, saved, tmp_path, change, said):
    for path in (saved[1] / "bbss_in").glob("tmp.*"):
        (tmp_path / "bbss_in").mkdir(exist_ok=True)
        (tmp_path / "bbss_in" / path.name).write_bytes(path.read_bytes())
    (tmp_path / "net.hoc").write_text(NET + change + "\nstdinit()\n" + RESTORE)
    outcome = ranvier.run("--quiet", "net.hoc", cwd=tmp_path)
    assert outcome.status != 0 and re.search(said, outcome.err), outcome


def test_files_of_cells_are_text_for_scripts_that_join_them(saved):
    files = list((saved[1] / "bbss_out").glob("tmp.*.*"))
    assert len(files) == 7 and all(path.read_text("ascii").startswith("cell state") for path in files)


def test_folder_in_comes_before_bbss_in(ranvier, saved, tmp_path):
    """NEURON 9.0.2 reads `in`, its documentation says bbss_in."""
    (tmp_path / "in").mkdir()
    (tmp_path / "bbss_in").mkdir()
    for path in (saved[1] / "bbss_in").glob("tmp.*"):
        (tmp_path / "in" / path.name).write_bytes(path.read_bytes())
        (tmp_path / "bbss_in" / path.name).write_text("1\nnothing")
    (tmp_path / "net.hoc").write_text(NET + RESTORE + "quit()\n")
    assert spikes(ranvier.check("--quiet", "net.hoc", cwd=tmp_path).out) == saved[0]


@pytest.mark.parametrize(
    "damage,said",
    [
        (lambda text: text[:-2] + "\n", "tmp.3: the file ends within the state"),
        (lambda text: text[:-3] + "x" + text[-2:], "tmp.3: 'x' is not a hexadecimal digit"),
        (lambda text: text[: len(text) // 2 // 82 * 82], "tmp.3: "),
    ],
)
def test_damaged_text_is_an_error(ranvier, saved, tmp_path, damage, said):
    (tmp_path / "in").mkdir()
    for path in (saved[1] / "bbss_in").glob("tmp.*"):
        text = path.read_text()
        (tmp_path / "in" / path.name).write_text(damage(text) if path.name == "tmp.3" else text)
    (tmp_path / "net.hoc").write_text(NET + RESTORE)
    outcome = ranvier.run("--quiet", "net.hoc", cwd=tmp_path)
    assert outcome.status != 0 and said in outcome.err, outcome


BINARY = """{pc.psolve(20)}
objref gids, sizes
gids = new Vector()
sizes = new Vector()
{printf("request %d\\n", bbss.save_request(gids, sizes))}
for k = 0, gids.size - 1 {printf("cell %d %d\\n", gids.x[k], sizes.x[k])}
{bbss.save_test_bin()}
{system("mkdir -p binbufin && cp binbufout/* binbufin")}
{pc.psolve(50)}
show("on")
print execute1("bbss.save_gid()")
stdinit()
{bbss.restore_test_bin()}
{pc.psolve(50)}
show("then")
quit()
"""


def test_binary_files(ranvier, tmp_path):
    (tmp_path / "net.hoc").write_text(NET + BINARY)
    outcome = ranvier.check("--quiet", "net.hoc", cwd=tmp_path)
    out = outcome.out
    first, then = (sorted(re.findall(rf"^{word} (\S+ \d+)$", out, re.M)) for word in ("on", "then"))
    assert first == then and len(first) > 10
    assert "request 7\n" in out
    assert "warning: BBSaveState.save_gid has no effect, as in NEURON; use save_test" in outcome.err
    sizes = {gid: int(size) for gid, size in re.findall(r"^cell (\d+) (\d+)$", out, re.M)}
    assert sizes == {path.name: path.stat().st_size for path in (tmp_path / "binbufout").iterdir()}


SAVE_STATE = """objref state, file
state = new SaveState()
file = new File()
strdef name
{pc.psolve(20)}
{state.save()}
{sprint(name, "state.%d", pc.id)}
{file.wopen(name)}
{state.fwrite(file)}
{pc.psolve(50)}
show("on")
stdinit()
{file.ropen(name)}
{state.fread(file)}
{state.restore()}
{pc.psolve(50)}
show("then")
{pc.barrier()}
quit()
"""


@pytest.mark.parametrize("exchange", ["allgather", "pairwise"])
def test_save_state_on_several_ranks(ranvier, tmp_path, exchange):
    """Without noise, because random streams are not part of a state, as in NEURON."""
    (tmp_path / "net.hoc").write_text(NET.replace("noise = 1", "noise = 0") + SAVE_STATE)
    out = ranvier.check("--quiet", "--exchange", exchange, "net.hoc", cwd=tmp_path, ranks=3).out
    first, then = (sorted(re.findall(rf"{word} (\S+ \d+)$", out, re.M)) for word in ("on", "then"))
    assert first == then and len(first) > 6


# Two cells joined by a gap junction, each with a current that is played in steps; a raster kicks them both.
BESIDES = """{ load_file("stdrun.hoc") }
create soma
objref pc, gap, clamp, syn, pattern, nc, kick, hand, kept, amps, times, gids, samples, f, nil
strdef name
pc = new ParallelContext()
access soma
{ L = diam = 20  insert hh }
pc.set_gid2node(pc.id, pc.id)
nc = new NetCon(&v(0.5), nil)
pc.cell(pc.id, nc)
gap = new SEClamp(0.5)
{ gap.dur1 = 1e9  gap.rs = 200 + 50*pc.id }
pc.source_var(&v(0.5), pc.id)
pc.target_var(&gap.amp1, (pc.id + 1) % pc.nhost)
pc.setup_transfer()
clamp = new IClamp(0.5)
clamp.dur = 1e9
amps = new Vector(10)
amps.indgen(0.02 + 0.01*pc.id)
times = new Vector(10)
times.indgen(4)
amps.play(&clamp.amp, times)
syn = new ExpSyn(0.5)
kick = pc.gid_connect(90, syn)
{ kick.delay = 1.5  kick.weight = 0.01 }
hand = new NetCon(nil, syn)  // for events by hand
times = new Vector(15)
times.indgen(0.5, 2)
gids = new Vector(15)
gids.fill(90)
pattern = new PatternStim()
pattern.play(times, gids)
samples = new Vector()
samples.record(&v(0.5))
{ pc.set_maxstep(10) }
"""
KEPT = {
    "SaveState": ("kept.save()", "kept.restore()"),
    "BBSaveState": (
        'sprint(name, "kept%d", pc.id)  kept.save(name)',
        'sprint(name, "kept%d", pc.id)  kept.restore(name)',
    ),
}


@pytest.mark.parametrize("kind", KEPT)
def test_what_is_played_and_what_gap_junctions_bring_goes_on(ranvier, tmp_path, kind):
    """From the first step on: these are values of parameters, which a state does not hold otherwise."""
    save, restore = KEPT[kind]
    show = """{ sprint(name, "%s.%%d", pc.id)  f = new File(name)  f.wopen() }
{ samples.printf(f, "%%a\\n")  f.close()  pc.barrier() }
"""
    (tmp_path / "net.hoc").write_text(f"""{BESIDES}stdinit()
kept = new {kind}()
{{ pc.psolve(13.5)  {save}  pc.psolve(30) }}
{show % "on"}stdinit()
{{ {restore}  pc.psolve(30) }}
{show % "then"}""")
    ranvier.check("--quiet", "net.hoc", cwd=tmp_path, ranks=2)
    for rank in range(2):
        on, then = ((tmp_path / f"{word}.{rank}").read_text().splitlines() for word in ("on", "then"))
        assert len(on) > 1200 and on[-660:] == then[-660:]


def flip(content):
    return content[:-20] + bytes([content[-20] ^ 4]) + content[-19:]


@pytest.mark.parametrize(
    "damage, said",
    [
        (flip, "damaged"),
        (lambda content: content[:8] + b"NEURON state 1" + content[22:], "not a saved state"),
        (lambda content: b"SaveState binary file version 6.0\n" + content, r'"kept" was written by NEURON'),
        (lambda content: content[:-1], "ends within the state"),
        (lambda content: b"", "ends within the state"),
    ],
)
def test_damaged_files_of_a_save_state_are_refused(ranvier, tmp_path, damage, said):
    def run(name, statements):
        (tmp_path / name).write_text(
            "create soma\nobjref kept\nkept = new SaveState()\nfinitialize(-65)\n" + statements
        )
        return ranvier.run("--quiet", name, cwd=tmp_path)

    assert run("save.hoc", '{kept.save()  kept.fwrite(new File("kept"))}').status == 0
    (tmp_path / "kept").write_bytes(damage((tmp_path / "kept").read_bytes()))
    outcome = run("read.hoc", '{kept.fread(new File("kept"))}')
    assert outcome.status == 1 and re.search(said, outcome.err) and "read.hoc:5" in outcome.err, outcome


SAVED = """
objref kept, syn, stim, nc, times, values, played
create soma
soma { insert hh  syn = new ExpSyn(0.5) }
stim = new NetStim()
{ stim.start = 0  stim.number = 100  stim.interval = 1 }
nc = new NetCon(stim, syn)
{ nc.weight = 0.01  nc.delay = 3 }
times = new Vector()
values = new Vector(400)
{ values.record(&soma.v(0.5))  times.indgen(0, 40, 0.5) }
played = new Vector(81, 0.1)
{ played.play(&syn.e, times, 1) }
kept = new SaveState()
finitialize(-65)
"""


def test_crafted_files_of_a_save_state_change_no_other_memory(ranvier, tmp_path):
    """Right checksums, wrong columns, tables, events and cursors: an error or another result, as with the sanitizers."""
    read = SAVED + '{ kept.fread(new File("kept"))  kept.restore() }\nwhile (t < 8) fadvance()\nprint t, soma.v(0.5)\n'
    (tmp_path / "save.hoc").write_text(
        SAVED + 'while (t < 5) fadvance()\n{ kept.save()  kept.fwrite(new File("kept")) }\n'
    )
    (tmp_path / "read.hoc").write_text(read)
    ranvier.check("--quiet", "save.hoc", cwd=tmp_path)
    whole = (tmp_path / "kept").read_bytes()
    random = Random(1)
    refused = 0
    for k in range(120):
        body = bytearray(whole[8:-4])
        at = random.randrange(20, len(body) - 8)
        size = random.choice([1, 2, 4, 8])
        value = random.choice(
            [1, 7, 2**15, 2**16 - 1, 2**31 - 1, 2**31, 2**32 - 1, 2**62, 2**63, 2**64 - 1, 0x7FF8 << 48]
        )
        body[at : at + size] = struct.pack("<Q", value)[:size] if k % 2 else struct.pack("<Q", value)[8 - size :]
        (tmp_path / "kept").write_bytes(whole[:8] + body + struct.pack("<I", zlib.crc32(body)))
        outcome = ranvier.run("--quiet", "read.hoc", cwd=tmp_path, limit=30)
        assert outcome.status in (0, 1), (k, outcome)
        assert "std::" not in outcome.err and "vector" not in outcome.err, (k, outcome)
        refused += outcome.status
    assert refused > 10


TEXT_OF_CELLS = """
{ netcons.o(0).weight += pc.nhost == 2 }
{ stdinit() pc.psolve(20) }
for gid = 0, 8 { pc.prcellstate(gid, "here") }
{ pc.barrier() }
quit()
"""


def test_text_of_a_cell_does_not_depend_on_ranks(ranvier, tmp_path):
    (tmp_path / "net.hoc").write_text(NET + TEXT_OF_CELLS)
    texts = {}
    for ranks in (1, 2, 3):
        folder = tmp_path / str(ranks)
        folder.mkdir()
        ranvier.check("--quiet", "../net.hoc", cwd=folder, ranks=ranks)
        texts[ranks] = {path.name: path.read_text() for path in folder.glob("*.nrndat")}
    assert sorted(texts[1]) == [f"{gid}_here.nrndat" for gid in range(7)]
    assert texts[1] == texts[3]
    first = texts[1]["0_here.nrndat"].splitlines()
    changed = texts[2]["0_here.nrndat"].splitlines()  # the weight of a connection onto it was changed
    assert len(first) == len(changed) > 40 and round(float(first[0].split()[1]), 6) == 20
    assert [line.split()[:4] for line in first if "connection" in line] == [
        ["connection", "from", "gid", "6"],
        ["connection", "from", "a", "source"],
    ]
    assert any(" 0.02" in a and " 1.02" in b for a, b in zip(first, changed) if a != b)
