"""--checkpoint-every and --resume: a killed run continues, with the results of an uninterrupted run, bit for bit."""

import os
import pathlib
import random
import re
import signal
import struct
import subprocess
import time
import zlib

import pytest
from fuzz import compare_results

MAGIC, VERSION = b"RNVSTATE", 8  # position of the version


@pytest.fixture(scope="module")
def models(root):
    return {
        "ring": [*words("ncell = 12", "kick_every = 4", "tstop = 400"), root / "models" / "ring" / "ring.hoc"],
        "net": [
            *words("ncell = 300", "ncon = 60", "tstop = 1500"),
            root / "models" / "artificial_net" / "artificial_net.hoc",
        ],
    }


def words(*statements):
    return [word for statement in statements for word in ("-c", statement)]


def started(ranvier, arguments, cwd, ranks):
    command = [ranvier.bin_folder / "ranvier", *arguments]
    if ranks > 1:
        command = [ranvier.mpiexec, "-n", ranks, *command]
    return subprocess.Popen(
        [str(word) for word in command],
        cwd=cwd,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def processes_below(pid):
    """Of the program itself, not of the launcher."""
    parents = {}
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                text = (entry / "stat").read_text()
            except OSError:
                continue
            parents[int(entry.name)] = (
                int(text.rsplit(")", 1)[1].split()[1]),
                text[text.index("(") + 1 : text.rindex(")")],
            )
    found, frontier = [], {pid}
    while frontier:
        found += [p for p in frontier if parents.get(p, (0, ""))[1] == "ranvier"]
        frontier = {p for p, (parent, _) in parents.items() if parent in frontier}
    return found


def kill_at(ranvier, arguments, cwd, ranks, draw, longest):
    """Starts a run and kills one of its ranks (kill -9) at a random moment after its first checkpoint."""
    process = started(ranvier, arguments, cwd, ranks)
    manifest, limit = cwd / "spikes.txt.checkpoint", time.monotonic() + 60
    before = manifest.stat().st_mtime_ns if manifest.exists() else 0
    while (
        process.poll() is None
        and time.monotonic() < limit
        and not (manifest.exists() and manifest.stat().st_mtime_ns != before)
    ):
        time.sleep(0.002)
    time.sleep(draw.uniform(0, longest))
    for pid in draw.sample(found, 1) if (found := processes_below(process.pid)) else []:
        os.kill(pid, signal.SIGKILL)
    process.communicate(timeout=60)
    return process.returncode


def arguments_of(model, every):
    return ["--raster", "spikes.txt", "--checkpoint-every", every, "--resume", *model]


def assert_survives_kills(ranvier, model, every, cwd, ranks, seed, kills):
    """Runs with fewer or more ranks after each kill; the raster is that of one run on one rank, byte for byte."""
    draw = random.Random(seed)
    begin = time.monotonic()
    ranvier.check("--quiet", "--raster", "whole.txt", *model, cwd=cwd)
    longest = (time.monotonic() - begin) * 0.7
    killed = 0
    for _ in range(kills):
        killed += kill_at(ranvier, arguments_of(model, every), cwd, draw.choice(ranks), draw, longest) != 0
    last = ranvier.check(*arguments_of(model, every), cwd=cwd, ranks=draw.choice(ranks))
    assert (cwd / "spikes.txt").read_bytes() == (cwd / "whole.txt").read_bytes()
    assert not list(cwd.glob("spikes.txt.checkpoint*")), "a run that has ended leaves no checkpoint"
    return killed, "resumed    at t" in last.err


def files_of(folder, pattern):
    return sorted(folder.glob(pattern))


@pytest.fixture
def regular(tmp_path):
    """A script of regular spikes, whose -c statements set n_, interval_ and stop_ [ms]."""
    (tmp_path / "regular.hoc").write_text("""
objref pc, cell, cells, nc, nil
pc = new ParallelContext()
cells = new List()
for (gid = pc.id; gid < n_; gid += pc.nhost) {
    cell = new NetStim()
    { cell.interval = interval_  cell.number = 1e9  cell.start = gid / 7  cells.append(cell) }
    { pc.set_gid2node(gid, pc.id)  nc = new NetCon(cell, nil)  pc.cell(gid, nc) }
}
{ pc.set_maxstep(10)  finitialize(-65)  pc.psolve(stop_) }
""")
    return lambda n, interval, stop: [*words(f"n_ = {n}", f"interval_ = {interval}", f"stop_ = {stop}"), "regular.hoc"]


@pytest.mark.parametrize("ranks", [1, 2])
def test_the_number_of_files_does_not_grow_with_that_of_checkpoints(ranvier, regular, tmp_path, ranks):
    """The spikes stay in the raster's logs, to which a resumed run adds one for each rank."""
    ranvier.check("--quiet", "--raster", "whole.txt", *regular(12, 3.3, 1400), cwd=tmp_path)
    arguments = ["--quiet", "--raster", "spikes.txt", "--checkpoint-every", "10ms"]
    failed = ranvier.run(*arguments, *regular(12, 3.3, 1100), *words("quit(3)"), cwd=tmp_path, ranks=ranks)
    assert failed.status == 3, failed
    state, *others = files_of(tmp_path, "*.checkpoint.*.state-*")
    assert int(re.search(r"checkpoint\.(\d+)\.", state.name)[1]) > 90
    assert len(files_of(tmp_path, "spikes.txt.rank-*.log")) == len(others) + 1 == ranks
    arguments.append("--resume")
    failed = ranvier.run(*arguments, *regular(12, 3.3, 1200), *words("quit(3)"), cwd=tmp_path, ranks=2)
    assert failed.status == 3 and len(files_of(tmp_path, "spikes.txt.rank-*.log")) == ranks + 2, failed
    ranvier.check(*arguments, *regular(12, 3.3, 1400), cwd=tmp_path, ranks=3 - ranks)
    assert (tmp_path / "spikes.txt").read_bytes() == (tmp_path / "whole.txt").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["regular.hoc", "spikes.txt", "whole.txt"]


KILLED = [("ring", [1], 1), ("ring", [2], 1), ("net", [1], 1), ("net", [3], 1), ("net", [1, 2, 3], 1)]


@pytest.mark.parametrize("name,ranks,kills", KILLED)
def test_killed_runs_go_on(ranvier, models, tmp_path, name, ranks, kills):
    killed, resumed = assert_survives_kills(ranvier, models[name], "10ms", tmp_path, ranks, f"{name} {ranks}", kills)
    assert resumed or not killed


@pytest.mark.long
@pytest.mark.parametrize(
    "name,ranks", [(name, ranks) for name in ("ring", "net") for ranks in ([1], [2], [3], [1, 2, 3, 4])]
)
def test_killed_again_and_again(ranvier, models, tmp_path, name, ranks):
    assert_survives_kills(ranvier, models[name], "2ms", tmp_path, ranks, name, 5)


# --- the state is complete


@pytest.fixture(scope="module")
def net(root):
    return root / "tests" / "end_to_end" / "checkpoints" / "checkpointed_net.hoc"


@pytest.fixture(scope="module")
def mechanisms(root):
    return ["--mechanisms", root / "tests" / "end_to_end" / "mods" / "saved"]


@pytest.fixture(scope="module")
def unbroken(ranvier, net, mechanisms, tmp_path_factory):
    """What each kind of run gives, on one rank."""
    results = {}
    for kind in (("vector", 0), ("vector", 1), ("libm", 0)):
        folder = tmp_path_factory.mktemp("unbroken")
        ranvier.check(
            "--quiet",
            "--math",
            kind[0],
            "--raster",
            "spikes.txt",
            *words(f"stepwise = {kind[1]}"),
            *mechanisms,
            net,
            cwd=folder,
        )
        results[kind] = results_in(folder)
    return results


def results_in(folder):
    return {path.name: path.read_text() for path in [*folder.glob("v.*"), folder / "spikes.txt"]}


def stop_behind(ranvier, t, arguments, cwd, ranks):
    """A run that ends by itself after t [ms], as if it had been killed there."""
    outcome = ranvier.run(
        "--raster",
        "spikes.txt",
        "--checkpoint-every",
        "5ms",
        *words(
            "objref stop_",
            "stop_ = new CVode()",
            "objref fih_",
            f'fih_ = new FInitializeHandler(1, "stop_.event({t}, \\"execerror(\\\\\\"killed\\\\\\", 0)\\")")',
        ),
        *arguments,
        cwd=cwd,
        ranks=ranks,
    )
    assert outcome.status != 0 and "killed" in outcome.err, outcome


def resumed(ranvier, arguments, cwd, ranks):
    return ranvier.run(
        "--raster", "spikes.txt", "--checkpoint-every", "5ms", "--resume", *arguments, cwd=cwd, ranks=ranks
    )


@pytest.mark.parametrize(
    "math,stepwise,before,after,more",
    [
        ("vector", 0, 1, 1, ()),
        ("vector", 0, 3, 1, ()),
        ("vector", 0, 3, 2, ("--exchange", "pairwise")),
        ("vector", 0, 3, 4, ()),
        ("vector", 0, 1, 3, ()),
        ("vector", 1, 1, 1, ()),
        ("vector", 1, 2, 2, ()),
        ("libm", 0, 1, 1, ()),
        ("libm", 0, 1, 2, ()),
        ("vector", 0, 2, 2, ("--threads", "2", "--exchange", "isend")),
    ],
)
def test_all_of_the_state_comes_back(ranvier, net, mechanisms, unbroken, tmp_path, math, stepwise, before, after, more):
    arguments = ["--math", math, *more, *words(f"stepwise = {stepwise}"), *mechanisms, net]
    stop = random.Random(f"{math} {before} {after}").uniform(20, 55)
    stop_behind(ranvier, stop, arguments, tmp_path, before)
    outcome = resumed(ranvier, ["-c", "resumed_ = 1", *arguments], tmp_path, after)
    assert outcome.status == 0 and "resumed    at t" in outcome.err, outcome
    assert results_in(tmp_path) == unbroken[math, stepwise]


# --- errors


@pytest.fixture(scope="module")
def stopped(ranvier, net, mechanisms, tmp_path_factory):
    """A folder with the checkpoint of a run on two ranks."""
    folder = tmp_path_factory.mktemp("stopped")
    stop_behind(ranvier, 30, [*mechanisms, net], folder, 2)
    return folder


@pytest.fixture
def copied(stopped, tmp_path):
    for path in stopped.glob("spikes.txt.*"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    return tmp_path


@pytest.mark.parametrize(
    "more,ranks,said",
    [
        (words("nseg_ = 5"), 2, r"another model: gid 0 \(Cell\[0\]\.soma\): dend\[\d\] had 3 segments, now 5"),
        (words("extra = 1"), 2, r"another model: gid 0 \(Cell\[0\]\.soma\): it had 1 of \w+, now 4"),
        (words("ncell = 6"), 2, r"another model: .* connection"),
        (words("ncell = 6"), 3, r"another model: .* connection"),
        (
            words('load_file("stdrun.hoc")', "steps_per_ms = 80"),
            2,
            r"after \d+ steps the saved run was at t = [\d.]+ ms \(dt = 0\.025 ms\), this one is at",
        ),
        (
            ["--math", "libm"],
            2,
            r"the saved run was started with Ranvier .*--math vector.*, this one with .*--math libm",
        ),
    ],
)
def test_another_models_state_is_refused(ranvier, net, mechanisms, copied, more, ranks, said):
    outcome = resumed(ranvier, [*more, *mechanisms, net], copied, ranks)
    assert outcome.status != 0 and re.search(said, outcome.err), outcome


def flip(at):
    def change(data):
        data[at if at >= 0 else len(data) // 2] ^= 1

    return change


def other_version(data):
    data[VERSION] += 1


@pytest.mark.parametrize(
    "which,change,said",
    [
        ("*.state-1-of-2", flip(-1), "is damaged: its checksum differs"),
        ("*.state-0-of-2", other_version, "this is a saved state of version 3; this Ranvier reads version 2"),
        ("*.state-1-of-2", lambda data: data[: len(data) // 3], r"a saved state of \d+ bytes is truncated to \d+"),
        ("*.state-1-of-2", lambda data: b"\x89HDF\r\n\x1a\n" + data, "this is not a saved state"),
        ("*.rank-0-of-2.log", lambda data: data[: len(data) // 2], "is damaged or truncated before the checkpoint"),
        ("*.rank-1-of-2.log", flip(20), "is not the log of a raster, or its header is damaged"),
        ("spikes.txt.checkpoint", flip(20), "is damaged: its checksum differs"),
        ("spikes.txt.checkpoint", lambda data: b"", "this is not a checkpoint"),
        ("spikes.txt.checkpoint", other_version, "this is a checkpoint of version 4"),
    ],
)
def test_damaged_files_are_refused(ranvier, net, mechanisms, copied, which, change, said):
    path = max(copied.glob(which))
    replacement = change(data := bytearray(path.read_bytes()))
    path.write_bytes(data if replacement is None else replacement)
    outcome = resumed(ranvier, [*mechanisms, net], copied, 2)
    assert outcome.status != 0 and re.search(said, outcome.err) and path.name in outcome.err, outcome


def test_a_crafted_number_of_ranks_takes_no_memory(ranvier, net, mechanisms, copied):
    """With a right checksum, the checkpoint says that 2^32 - 1 ranks have written it."""
    manifest = copied / "spikes.txt.checkpoint"
    data = manifest.read_bytes()
    changed = data[:52] + b"\xff\xff\xff\xff" + data[56:-4]
    manifest.write_bytes(changed + struct.pack("<I", zlib.crc32(changed)))
    program = compare_results.Program(ranvier.bin_folder / "ranvier")
    words = ["--raster", "spikes.txt", "--checkpoint-every", "5ms", "--resume", *mechanisms, net]
    seen = program.run(copied, words, memory=1 << 30)
    assert seen.status == 1 and re.search(r"state-0-of-4294967295: cannot be read", seen.err), seen


@pytest.mark.parametrize(
    "which,said", [("*.state-1-of-2", "{}: cannot be read"), ("*.rank-1-of-2.log", "cannot read .*{}")]
)
def test_a_missing_file_is_named(ranvier, net, mechanisms, copied, which, said):
    path = max(copied.glob(which))
    path.unlink()
    outcome = resumed(ranvier, [*mechanisms, net], copied, 1)
    assert outcome.status != 0 and re.search(said.format(path.name), outcome.err), outcome


SMALL = """create soma
{ load_file("stdrun.hoc") }
soma { insert hh }
objref nc, pc, cvode, stop_event, nil
cvode = new CVode()
pc = new ParallelContext()
tstop = 20
"""
CRASH = 'stop_event = new FInitializeHandler(1, "cvode.event(12, \\"execerror(\\\\\\"killed\\\\\\", 0)\\")")\n'


@pytest.mark.parametrize(
    "text,said",
    [
        (
            "stdinit()\nwhile (t < 20) { fadvance() x = soma.v(0.5) }\n",
            "the script reads a value of the model before t =",
        ),
        ("stdinit()\npc.psolve(3)\n", "the script ended before reaching the checkpoint"),
        ("stdinit()\npc.psolve(3)\nstdinit()\n", "the script started another run before reaching the checkpoint"),
        (
            'soma nc = new NetCon(&v(0.5), nil)\nnc.record("x = 1")\nrun()\n',
            "cannot be saved: statements are called at spikes",
        ),
        ("cvode_active(1)\nrun()\n", "cannot be saved: its steps are variable"),
    ],
)
def test_what_cannot_go_on_says_so(ranvier, tmp_path, text, said):
    (tmp_path / "begun.hoc").write_text(SMALL + CRASH + "run()\n")
    (tmp_path / "other.hoc").write_text(SMALL + text)
    begun = ranvier.run("--checkpoint-every", "5ms", "begun.hoc", cwd=tmp_path)
    assert begun.status != 0 and "killed" in begun.err, begun
    outcome = ranvier.run("--checkpoint-every", "5ms", "--resume", "other.hoc", cwd=tmp_path)
    assert outcome.status != 0 and said in outcome.err, outcome


def test_earlier_runs_of_a_script_run_again(ranvier, tmp_path):
    """The checkpoint is of the second run; the script's results of the first exist after resuming."""
    body = (
        SMALL
        + """objref stim, samples
soma stim = new IClamp(0.5)
{ stim.dur = 1e9 stim.amp = 12 }
samples = new Vector()
soma samples.record(&v(0.5))
run()
first = samples.max
stim.amp = 6
%s
run()
printf("%%.17g %%.17g %%d\\n", first, samples.sum, samples.size)
"""
    )
    (tmp_path / "killed.hoc").write_text(body % CRASH)
    (tmp_path / "whole.hoc").write_text(body % "")
    expected = ranvier.check("--quiet", "whole.hoc", cwd=tmp_path).out
    assert ranvier.run("--checkpoint-every", "5ms", "killed.hoc", cwd=tmp_path).status != 0
    outcome = ranvier.check("--checkpoint-every", "3ms", "--resume=force", "whole.hoc", cwd=tmp_path)
    assert outcome.out == expected and "resumed    at t = 10" in outcome.err, outcome


TRAIN = """
NEURON { ARTIFICIAL_CELL Train }
ASSIGNED { index  held  next (ms) }
INITIAL { index = 0  step() }
NET_RECEIVE (w) { net_event(t)  step() }
VERBATIM
extern double* vector_vec();
extern int vector_capacity();
extern void* vector_arg();
ENDVERBATIM
PROCEDURE step() {
VERBATIM
    void* times = *(void**)(&held);
    next = index < vector_capacity(times) ? vector_vec(times)[(int)index] : 1e9;
    index += 1;
ENDVERBATIM
    net_send(next - t, 1)
}
PROCEDURE play() {
VERBATIM
    *(void**)(&held) = vector_arg(1);
ENDVERBATIM
}
"""


def test_addresses_that_c_code_keeps_stay_those_of_the_process(ranvier, tmp_path):
    """As in mechanisms that play a Vector: a variable holds an address, where others have numbers."""
    (tmp_path / "train.mod").write_text(TRAIN)
    body = (
        SMALL
        + """objref train, times, seen
times = new Vector(10)
times.indgen(1.3, 1.7)
train = new Train()
train.play(times)
seen = new Vector()
nc = new NetCon(train, nil)
nc.record(seen)
%s
run()
seen.printf("%%.17g ")
"""
    )
    (tmp_path / "whole.hoc").write_text(body % "")
    (tmp_path / "killed.hoc").write_text(body % ("objref more[40]\nfor i = 0, 39 more[i] = new Vector(1000)\n" + CRASH))
    expected = ranvier.check("--quiet", "whole.hoc", cwd=tmp_path).out
    assert ranvier.run("--checkpoint-every", "5ms", "killed.hoc", cwd=tmp_path).status != 0
    outcome = ranvier.check("--checkpoint-every", "5ms", "--resume=force", "whole.hoc", cwd=tmp_path)
    assert outcome.out == expected and expected.count(".") > 8, outcome


def test_a_resumed_line_without_checkpoint_begins(ranvier, models, tmp_path):
    outcome = ranvier.check(
        *arguments_of([*words("ncell = 3", "tstop = 30"), models["ring"][-1]], "10ms"), cwd=tmp_path
    )
    assert "resumed" not in outcome.err and (tmp_path / "spikes.txt").exists()
