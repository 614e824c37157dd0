"""Files that a run writes: what has their names is kept, or replaced by a whole file, never by part of one."""

import os
import re
import socket
import stat
import struct
import subprocess
import zlib

import h5py
import pytest

CELLS = """
objref pc, stim, nc, nil
pc = new ParallelContext()
stim = new NetStim()
{ stim.start = 1  stim.interval = 2  stim.number = 5 }
{ pc.set_gid2node(3 + pc.id, pc.id)  nc = new NetCon(stim, nil)  pc.cell(3 + pc.id, nc) }
create soma
{ pc.set_gid2node(10 + pc.id, pc.id)  soma nc = new NetCon(&v(0.5), nil)  pc.cell(10 + pc.id, nc) }
{ pc.set_maxstep(10) }
"""
RUN = "{ finitialize(-65)  pc.psolve(20) }\n"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "run.hoc").write_text(CELLS + RUN)
    (tmp_path / "no_run.hoc").write_text(CELLS)
    (tmp_path / "fails.hoc").write_text(CELLS + RUN + "{ execerror(1) }\n")
    (tmp_path / "fails_first.hoc").write_text(CELLS + "print nothing_has_this_name\n" + RUN)
    (tmp_path / "quits.hoc").write_text(CELLS + RUN + "{ quit(3) }\n")
    (tmp_path / "quits_first.hoc").write_text(CELLS + "{ quit(3) }\n" + RUN)
    return tmp_path


def names(folder):
    return sorted(path.name for path in folder.iterdir() if path.suffix != ".hoc")


OPTIONS = {
    "raster": lambda file: ["--raster", file],
    "report": lambda file: ["--report", f"{file}:dt=1"],
    "connections": lambda file: ["--connections", file],
    "checkpoint": lambda file: ["--checkpoint", file],
}


@pytest.mark.parametrize("option", OPTIONS)
def test_a_link_stays_and_what_it_points_at_is_written(ranvier, folder, option):
    words = OPTIONS[option]
    (folder / "far").mkdir()
    for name, target in (("link.h5", "far/file.h5"), ("again.h5", "link.h5")):
        (folder / name).symlink_to(target)
    if option == "checkpoint":
        outcome = ranvier.run("--checkpoint-every", "5", *words("again.h5"), "fails.hoc", cwd=folder)
        assert outcome.status == 1 and (folder / "far" / "file.h5").read_bytes().startswith(b"RNVCHECK"), outcome
    else:
        ranvier.check(*words("again.h5"), "run.hoc", cwd=folder)
        assert names(folder / "far") == ["file.h5"] and h5py.is_hdf5(folder / "far" / "file.h5")
    assert os.readlink(folder / "again.h5") == "link.h5" and os.readlink(folder / "link.h5") == "far/file.h5"
    assert names(folder) == ["again.h5", "far", "link.h5"]  # logs and temporary files lie beside the target


@pytest.mark.parametrize("option", OPTIONS)
@pytest.mark.parametrize("what", ["pipe", "link to a pipe", "socket", "device", "folder", "the current folder", "loop"])
def test_what_is_no_file_is_refused_before_the_run(ranvier, folder, monkeypatch, option, what):
    name = "." if what == "the current folder" else "out.h5"
    if what == "folder":
        (folder / name).mkdir()
    elif what == "pipe":
        os.mkfifo(folder / name)
    elif what == "socket":
        monkeypatch.chdir(folder)  # a socket's path must be short
        socket.socket(socket.AF_UNIX).bind(name)
    elif what == "device":
        try:
            os.mknod(folder / name, 0o600 | stat.S_IFCHR, os.makedev(1, 3))  # as /dev/null
        except PermissionError:
            pytest.skip("only root makes devices")
    elif what == "link to a pipe":
        os.mkfifo(folder / "pipe")
        (folder / name).symlink_to("pipe")
    elif what == "loop":
        (folder / name).symlink_to(name)
    before = names(folder)
    outcome = ranvier.run(*OPTIONS[option](name), "-c", "print 1", "run.hoc", cwd=folder, ranks=2)
    assert outcome.status != 0 and outcome.out == "", outcome
    assert name in outcome.err and len(outcome.err.splitlines()) <= 2, outcome
    assert names(folder) == before
    if "pipe" in what:
        assert stat.S_ISFIFO(os.stat(folder / name).st_mode)


def test_streams_of_the_program_are_refused(ranvier, folder):
    # Links of this folder: a fault must not replace the machine's own /dev/stdout.
    (folder / "out").symlink_to("/proc/self/fd/1")
    program = ranvier.bin_folder / "ranvier"
    pipe = f"cd {folder}; {program} --raster out run.hoc 2> errors | cat; exit ${{PIPESTATUS[0]}}"
    assert subprocess.run(["bash", "-c", pipe], stdout=subprocess.DEVNULL).returncode == 1
    assert "cannot write out: it is a pipe" in (folder / "errors").read_text()
    file = f"cd {folder}; {program} --raster out run.hoc > file.txt 2> errors"
    assert subprocess.run(["bash", "-c", file]).returncode == 1
    assert "the program's standard output goes there" in (folder / "errors").read_text()
    ranvier.check("--raster", "spikes.txt", "run.hoc", cwd=folder)
    convert = f"cd {folder}; {program} raster convert spikes.txt out 2> errors | cat; exit ${{PIPESTATUS[0]}}"
    assert subprocess.run(["bash", "-c", convert], stdout=subprocess.DEVNULL).returncode == 1
    assert "cannot write out: it is a pipe" in (folder / "errors").read_text()
    assert (folder / "out").is_symlink()


@pytest.mark.parametrize("name", ["x.h5", "x.H5", "x.hdf5", "x.HDF5"])
def test_names_of_hdf5_files(ranvier, folder, name):
    edges = "edges" + name[1:]
    ranvier.check("--raster", name, "--connections", edges, "--report", f"v{name[1:]}:dt=1", "run.hoc", cwd=folder)
    assert all(h5py.is_hdf5(folder / each) for each in (name, edges, "v" + name[1:]))
    ranvier.check("plot", name, "-o", "x.svg", cwd=folder)
    assert "<svg" in (folder / "x.svg").read_text()


@pytest.mark.parametrize("ranks", [1, 2])
def test_a_run_that_fails_keeps_an_earlier_raster_and_its_own_logs(ranvier, folder, ranks):
    words = ("--raster", "spikes.h5", "--report", "v.h5:dt=1")
    frames = re.search(r"(\d+ frames) in v.h5", ranvier.check(*words, "run.hoc", cwd=folder, ranks=ranks).err)[1]
    for name in ("spikes.h5", "v.h5"):
        (folder / name).write_text("earlier")
    words = ("--quiet", *words)
    for script in ("fails.hoc", "quits.hoc"):
        outcome = ranvier.run(*words, script, cwd=folder, ranks=ranks)
        assert outcome.status == (3 if script == "quits.hoc" else 1), outcome
        assert (folder / "spikes.h5").read_text() == (folder / "v.h5").read_text() == "earlier"
        assert len(names(folder)) == 2 + 2 * ranks, names(folder)
        if script == "quits.hoc":
            assert "ranvier raster recover spikes.h5" in outcome.err and "recover v.h5" in outcome.err, outcome
    for name in ("spikes.h5", "v.h5"):
        outcome = ranvier.run("raster", "recover", name, cwd=folder)
        assert outcome.status == 1 and f"{name} exists already, from another run" in outcome.err, outcome
        assert (folder / name).read_text() == "earlier"
    recovered = ranvier.check("raster", "recover", "spikes.h5", "--out", "part.txt", cwd=folder).out
    assert recovered.startswith(f"{5 * ranks} spikes up to t = 20 ms") and "in part.txt" in recovered, recovered
    assert (folder / "spikes.h5").read_text() == "earlier" and (folder / "part.txt").exists()
    assert ranvier.check("raster", "recover", "v.h5", "--replace", cwd=folder).out.startswith(frames)
    assert h5py.is_hdf5(folder / "v.h5")
    assert len(names(folder)) == 3 + 2 * ranks, "the logs stay until the next run"
    ranvier.check(*words, "run.hoc", cwd=folder)
    assert names(folder) == ["part.txt", "spikes.h5", "v.h5"]


@pytest.mark.parametrize("name, kind", [("spikes.h5", "spikes"), ("v.h5", "frames")])
def test_recovery_behind_damage_says_what_is_lost(ranvier, folder, name, kind):
    """One flipped bit in the log of rank 0 costs one block of it, status 2 and a line; the logs stay."""
    ranvier.run("--quiet", "--raster", "spikes.h5", "--report", "v.h5:dt=1", "fails.hoc", cwd=folder, ranks=2)
    whole = ranvier.check("raster", "recover", name, "--out", "whole.h5", cwd=folder)
    assert not whole.err
    log = folder / f"{name}.rank-0-of-2.log"
    data = bytearray(log.read_bytes())
    data[len(data) // 2] ^= 4
    log.write_bytes(data)
    outcome = ranvier.run("raster", "recover", name, "--out", "rest.h5", cwd=folder)
    assert outcome.status == 2 and outcome.out.split(" up to ")[1:], outcome
    said = re.fullmatch(
        rf"lost       {kind} of rank 0 from t = (\S+) ms to (\S+).*: bytes (\d+) to (\d+) of (\S+) are damaged\n",
        outcome.err,
    )
    assert said and int(said[3]) <= len(data) // 2 < int(said[4]) and said[5] == str(log), outcome
    assert log.read_bytes() == data


def test_a_damaged_length_at_the_end_of_a_log_is_not_the_end_of_a_run(ranvier, folder):
    """The last block seems to be longer than the file, as one is that was being written when its run was killed."""
    ranvier.run("--quiet", "--raster", "spikes.txt", "fails.hoc", cwd=folder)
    log = folder / "spikes.txt.rank-0-of-1.log"
    whole = ranvier.check("raster", "recover", "spikes.txt", "--out", "whole.txt", cwd=folder)
    sound = log.read_bytes()
    last = sound.rindex(b"RBLK")
    log.write_bytes(sound[: last + 9] + bytes([sound[last + 9] ^ 1]) + sound[last + 10 :])
    outcome = ranvier.run("raster", "recover", "spikes.txt", "--out", "rest.txt", cwd=folder)
    assert outcome.status == 2 and "lost       spikes of rank 0 from t = " in outcome.err, outcome
    log.write_bytes(sound[: last + 35])  # as by kill -9
    outcome = ranvier.check("raster", "recover", "spikes.txt", "--out", "cut.txt", cwd=folder)
    assert not outcome.err and outcome.out != whole.out


def sealed(*parts):
    record = b""
    for part in parts:
        record += part
        record += struct.pack("<I", zlib.crc32(record))
    return record


@pytest.mark.parametrize("kind", ["spikes", "frames"])
def test_logs_that_claim_much_in_between_are_read_in_a_moment(ranvier, folder, kind):
    """Right checksums: the second part of the record begins 2^40 intervals, or frames, behind the end of the first."""
    far = 1 << 40
    for part in (0, 1):
        head = b"RNVLOG" if kind == "spikes" else b"RNVREP"
        head += b"04" + struct.pack("<IIIQQ", 0, 1, 1, 7, far) if part else b"03" + struct.pack("<IIQ", 0, 1, 7)
        if kind == "spikes":
            head += struct.pack("<I", 3) + b"All"
            spike = struct.pack("<dI", 0.5 + part, 3)
            block = struct.pack("<IIIQd", 0x4B4C4252, 1, 1, far * part, 1.0 + part), spike
        else:
            head += struct.pack("<ddIIIIQ", 0, 1, 0, 3, 1, 2, 1) + b"Allvms" + struct.pack("<IId", 3, 0, 0.5)
            block = struct.pack("<IIQ", 0x4B4C4246, 1, far * part), struct.pack("<d", -65)
        name = "x.h5.rank-0-of-1" + (".part-1" if part else "")
        (folder / f"{name}.log").write_bytes(sealed(head) + sealed(*block))
    outcome = ranvier.run("raster", "recover", "x.h5", cwd=folder, limit=20)
    assert outcome.status in (1, 2) and ("lost " in outcome.err or "logs are missing" in outcome.err), outcome


def test_a_second_recovery_does_not_replace_the_first(ranvier, folder):
    (folder / "longer.txt").symlink_to("spikes.txt")  # as logs are beside the file to which a link leads
    for name in ("spikes.txt", "longer.txt"):
        ranvier.run("--quiet", "--raster", name, "fails.hoc", cwd=folder)
        if name == "spikes.txt":
            ranvier.check("raster", "recover", name, cwd=folder)
        first = (folder / "spikes.txt").read_text()
    outcome = ranvier.run("raster", "recover", "longer.txt", cwd=folder)
    assert outcome.status == 1 and "spikes.txt exists already" in outcome.err, outcome
    outcome = ranvier.run("raster", "recover", "longer.txt", "--out", "longer.txt", cwd=folder)
    assert outcome.status == 1 and (folder / "spikes.txt").read_text() == first, outcome
    (folder / "spikes.txt").unlink()
    ranvier.check("raster", "recover", "longer.txt", cwd=folder)
    assert (folder / "spikes.txt").read_text() == first


@pytest.mark.parametrize("ranks", [1, 2])
@pytest.mark.parametrize("script", ["no_run.hoc", "fails_first.hoc", "quits_first.hoc"])
def test_without_a_run_an_earlier_raster_stays_and_nothing_else_is_left(ranvier, folder, ranks, script):
    (folder / "spikes.h5").write_text("earlier")
    outcome = ranvier.run("--raster", "spikes.h5", script, cwd=folder, ranks=ranks)
    assert outcome.status == {"no_run.hoc": 0, "fails_first.hoc": 1, "quits_first.hoc": 3}[script], outcome
    assert (folder / "spikes.h5").read_text() == "earlier" and names(folder) == ["spikes.h5"]
    if script == "no_run.hoc":
        assert "spikes.h5 is not written: no run began" in outcome.err, outcome


def test_a_script_may_change_the_folder(ranvier, folder):
    (folder / "elsewhere").mkdir()
    (folder / "moves.hoc").write_text(CELLS + '{ chdir("elsewhere") }\n' + RUN)
    ranvier.check("--raster", "spikes.txt", "moves.hoc", cwd=folder, ranks=2)
    assert len((folder / "spikes.txt").read_text().splitlines()) == 10
    assert names(folder / "elsewhere") == []


def test_a_checkpoint_replaces_only_a_checkpoint(ranvier, folder):
    (folder / "notes.txt").write_text("what I found\n")
    for words in ([], ["--resume"]):
        outcome = ranvier.run("--checkpoint", "notes.txt", *words, "run.hoc", cwd=folder)
        assert outcome.status == 1 and "notes.txt is not a checkpoint" in outcome.err, outcome
        assert (folder / "notes.txt").read_text() == "what I found\n"


OUTPUTS = {
    **OPTIONS,
    "report": lambda file: ["--report", f"{file}:variable=v"],
    "summary": lambda file: ["--summary", file],
    "trace": lambda file: ["--trace", "soma.v", "--trace-file", file],
    "replay": lambda file: ["replay", "--raster", "spikes.txt", "--cells", "3", "--out", file],
    "extract": lambda file: ["extract", "--raster", "spikes.txt", "--cells", "10", "--out", file],
    "convert": lambda file: ["raster", "convert", "spikes.txt", file],
    "plot": lambda file: ["plot", "spikes.txt", "-o", file],
    "recover": lambda file: ["raster", "recover", "logs.h5", "--out", file],
    "simulate": lambda file: ["exchange", "simulate", "--ranks", "2", "--cells", "8", "--out", file],
    "view": lambda file: ["view", "spikes.txt", "-o", file],
    "init": lambda file: ["study", "init", "--force", file],
}


@pytest.mark.parametrize("option", OUTPUTS)
def test_no_output_replaces_a_script_or_a_mechanism(ranvier, folder, option):
    (folder / "spikes.txt").write_text("1 3\n2 10\n")
    (folder / "net.hoc").write_text(CELLS + RUN)
    (folder / "channel.mod").write_text("NEURON { SUFFIX channel }\n")
    (folder / "link.txt").symlink_to("net.hoc")
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    takes_script = option in ("replay", "extract")
    for given in (
        "net.hoc",
        "link.txt",
        "channel.mod",
        "missing.ses",
        "missing.py",
    ):  # as in `ranvier --summary net.hoc`
        outcome = ranvier.run(*OUTPUTS[option](given), *(["run.hoc"] if takes_script else []), cwd=folder)
        assert outcome.status != 0 and given in outcome.err, outcome
        assert "name" in outcome.err.splitlines()[-1], outcome
        assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


@pytest.mark.parametrize("call", ['pc.raster("%s")', 'pc.report("%s:variable=v")', 'pc.checkpoint("%s")'])
@pytest.mark.parametrize("name", ["other.hoc", "script"])
def test_no_output_of_a_script_replaces_a_script(ranvier, folder, call, name):
    (folder / "other.hoc").write_text("print 1\n")
    (folder / "script").write_text(CELLS + f"{{ {call % name} }}\n" + RUN)
    text = (folder / "script").read_text()
    outcome = ranvier.run("script", cwd=folder)
    assert outcome.status == 1 and f" {name}: " in outcome.err, outcome
    assert (folder / "script").read_text() == text and (folder / "other.hoc").read_text() == "print 1\n"


def test_no_option_replaces_an_input_of_another_name(ranvier, folder):
    (folder / "model").write_text(CELLS + RUN)
    (folder / "link.h5").symlink_to("model")
    for option in ("raster", "summary", "trace", "connections", "report", "checkpoint"):
        for name in ("model", "./model", "link.h5"):
            outcome = ranvier.run(*OUTPUTS[option](name), "-c", "print 1", "model", cwd=folder, ranks=2)
            assert outcome.status != 0 and outcome.out == "" and name in outcome.err, outcome
            assert (folder / "model").read_text() == CELLS + RUN
    ranvier.check("--raster", "spikes.txt", "model", cwd=folder)
    spikes = (folder / "spikes.txt").read_text()
    outcome = ranvier.run(
        "replay", "--raster", "spikes.txt", "--cells", "3", "--out", "spikes.txt", "model", cwd=folder
    )
    assert outcome.status == 1 and "this run reads it" in outcome.err, outcome
    assert (folder / "spikes.txt").read_text() == spikes


def test_no_output_of_python_replaces_a_script(python, tmp_path):
    (tmp_path / "cell.py").write_text("import neuron\n")
    for call in ("raster", "report", "checkpoint"):
        words = "('cell.py:variable=v')" if call == "report" else "('cell.py')"
        outcome = python(f"from ranvier import h\nh.ParallelContext().{call}{words}\n", tmp_path)
        assert outcome.status == 1 and "cell.py" in outcome.err, outcome
        assert (tmp_path / "cell.py").read_text() == "import neuron\n"


def limited(ranvier, folder, limit, *words):
    """The program with a limit of the shell (ulimit)."""
    command = f"ulimit {limit}; exec '{ranvier.bin_folder / 'ranvier'}' \"$@\""
    return subprocess.run(
        ["bash", "-c", command, "ranvier", *words], cwd=folder, capture_output=True, text=True, timeout=60
    )


@pytest.mark.parametrize("name", ["out.h5", "out.txt", "out.csv"])
@pytest.mark.parametrize("kilobytes", [1, 3])
def test_a_file_that_reaches_its_limit_is_an_error_with_a_message(ranvier, folder, name, kilobytes):
    """As on a full disk: no signal without a word, no crash when HDF5 ends; what was there stays."""
    many = "".join(f'{{ pc.cells("IntFire1", {100 + 500 * k}, 500) }}\n' for k in range(2))
    joins = '{ pc.connect(new GidRange(100, 1000), new GidRange(100, 1000), "fixed_indegree", 20, "delay", 2) }\n'
    (folder / "many.hoc").write_text(CELLS + many + joins + RUN)
    (folder / name).write_text("earlier\n")
    option = "--connections" if name != "out.txt" else "--trace-file"
    trace = ["--trace", "soma.v"] if name == "out.txt" else []
    outcome = limited(ranvier, folder, f"-f {kilobytes}", "--quiet", *trace, option, name, "many.hoc")
    assert outcome.returncode == 1 and f"{name}" in outcome.stderr and "cannot write" in outcome.stderr, outcome
    assert (folder / name).read_text() == "earlier\n"
    assert [each for each in names(folder) if each.endswith((".tmp", ".part"))] == []


@pytest.mark.parametrize("figure", ["out.png", "out.svg"])
def test_a_figure_that_cannot_be_written_leaves_the_earlier_one(ranvier, folder, figure):
    (folder / "spikes.txt").write_text("".join(f"{t}\t{t % 7}\n" for t in range(2000)))
    (folder / figure).write_text("earlier\n")
    outcome = limited(ranvier, folder, "-f 4", "plot", "spikes.txt", "-o", figure)
    assert outcome.returncode == 1 and f"cannot write {figure}: File too large" in outcome.stderr, outcome
    assert "Traceback" not in outcome.stderr and (folder / figure).read_text() == "earlier\n"
    assert names(folder) == sorted([figure, "spikes.txt"])
    outcome = limited(ranvier, folder, "-f unlimited", "plot", "spikes.txt", "-o", figure)
    assert outcome.returncode == 0 and "which existed" in outcome.stderr, outcome
    assert (folder / figure).stat().st_size > 4096 and names(folder) == sorted([figure, "spikes.txt"])


@pytest.mark.parametrize(
    "statement", ['xopen("no_run.hoc")', 'load_file("no_run.hoc")', 'p = new PatternStim() p.play("r.h5")']
)
def test_too_many_open_files_are_told(ranvier, folder, statement):
    ranvier.check("--quiet", "--raster", "r.h5", "run.hoc", cwd=folder)
    opens = 'objref p, f[200]\nfor i = 0, 199 { f[i] = new File()  if (!f[i].ropen("run.hoc")) break }\n'
    (folder / "opens.hoc").write_text(opens + f"{{ {statement} }}\n")
    outcome = limited(ranvier, folder, "-n 40", "--quiet", "opens.hoc")
    assert outcome.returncode == 1 and "Too many open files" in outcome.stderr, outcome
