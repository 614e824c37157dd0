#!/usr/bin/env python3
"""Damages files that Ranvier has written, one at a time, and compares what the program then computes with what it computes
from the sound file: tests/fuzz/compare_results.py [--program FILE] [--first SEED] [--count N] [--kind KIND]... [--keep FOLDER].

Each seed draws a kind of file and a damage. A flip of bits or bytes, a piece that is cut, doubled or filled with zeros must
end in the same result or in an error; what is recovered from a damaged log must be a part of the result, and status 2 says
that some is lost. A value that is changed together with the checksum may give another result. In no case may the program
crash, hang, use memory out of proportion to the file, or fail without a message. What is of other programs (text, HDF5
without checksums of ours) has no checksum, so a changed value is taken as it stands.

`--program` names another build's program: that of the preset asan-ubsan, for instance, whose reports are findings, too.
Ends with status 1 if there is a finding; `--keep` leaves the folder of each there, with a file `how` that says what was run.
"""

import argparse
import collections
import dataclasses
import functools
import os
import pathlib
import random
import re
import resource
import shutil
import struct
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Callable

import h5py
import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SECONDS = 30  # of the processor, and twice as many on the clock; sound files take less than one
MEMORY = 1 << 30  # bytes of addresses, and in proportion to the file:
MEMORY_PER_BYTE = 64
NETWORK = """{ load_file("stdrun.hoc") }
objref pc, cells, stims, netcons, nc, nil, seen, times, gids, state, file, cvode
begintemplate Cell
public soma, dend, syn
create soma, dend
objref syn
proc init() {
    connect dend(0), soma(1)
    soma { L = diam = 20  insert hh }
    dend { nseg = 3  L = 120  diam = 2  insert pas  syn = new Exp2Syn(0.6) }
}
endtemplate Cell
pc = new ParallelContext()
cells = new List()
stims = new List()
netcons = new List()
proc make() { local gid  localobj stim
    for (gid = pc.id; gid < 4; gid += pc.nhost) {
        pc.set_gid2node(gid, pc.id)
        cells.append(new Cell())
        cells.o(cells.count - 1).soma nc = new NetCon(&v(0.5), nil)
        pc.cell(gid, nc)
        stim = new NetStim()
        { stim.interval = 2  stim.number = 1e4  stim.start = gid  stim.noise = noise_ }
        stim.noiseFromRandom123(gid, 4, 5)
        stims.append(stim)
        pc.set_gid2node(10 + gid, pc.id)
        pc.cell(10 + gid, new NetCon(stim, nil))
        netcons.append(new NetCon(stim, cells.o(cells.count - 1).syn, 0, 1, 0.008))
    }
    for (gid = pc.id; gid < 4; gid += pc.nhost) {
        netcons.append(pc.gid_connect((gid + 3) % 4, pc.gid2cell(gid).syn))
        { netcons.o(netcons.count - 1).weight = 0.02  netcons.o(netcons.count - 1).delay = 3.3 }
    }
}
make()
seen = new Vector()
times = new Vector()
gids = new Vector()
{ cells.o(0).soma seen.record(&v(0.5), 0.5)  pc.spike_record(-1, times, gids) }
proc show() { local k
    for k = 0, cells.count - 1 printf("%.17g %.17g\\n", cells.o(k).soma.v(0.5), cells.o(k).syn.g)
    for k = 0, times.size - 1 printf("spike %.17g %g\\n", times.x[k], gids.x[k])
}
celsius = 16
cvode = new CVode()
{ pc.set_maxstep(10)  stdinit() }
"""
LONGER = """if (kill_ > 0) cvode.event(kill_, "execerror(\\"killed\\", 0)")
{ pc.psolve(40) }
show()
for k = 0, seen.size - 1 printf("%.17g\\n", seen.x[k])
quit()
"""
STATES = {
    "SaveState": (
        'state.save()  file = new File("kept")  state.fwrite(file)',
        'file = new File("kept")  state.fread(file)  state.restore()',
    ),
    "BBSaveState": ('state.save("kept")', 'state.restore("kept")'),
    "BBSaveState text": ("state.save_test()", "state.restore_test()"),
    "BBSaveState binary": ("state.save_test_bin()", "state.restore_test_bin()"),
}
MECHANISM = """NEURON { SUFFIX slow NONSPECIFIC_CURRENT i RANGE g, table }
PARAMETER { g = 0.0002 }
ASSIGNED { v i table[3] }
STATE { m }
INITIAL { m = 0.1  FROM k = 0 TO 2 { table[k] = k*1.25 + 0.5 } }
BREAKPOINT { SOLVE states METHOD cnexp
             i = g*m*(v + 80) }
DERIVATIVE states { m' = (1/(1 + exp(-(v + 55)/5)) - m)/30 }
"""
WITH_MECHANISM = """create soma
soma { insert slow insert pas }
finitialize(-65)
while (t < 5) fadvance()
printf("%.17g %.17g %g\\n", soma.v(0.5), soma.m_slow(0.5), soma.table_slow[2](0.5))
quit()
"""
CONNECTIONS = """objref pc
pc = new ParallelContext()
{ pc.cells("IntFire1", 0, 40) }
"""


# --- what a program did


@dataclasses.dataclass
class Seen:
    """How a command ended, and what it computed."""

    status: int
    out: str
    err: str
    seconds: float
    peak: int  # [bytes]
    result: object = None


class Program:
    """Runs `ranvier`, within limits."""

    def __init__(self, path):
        self.path = pathlib.Path(path).resolve()
        with self.path.open("rb") as file:
            self.is_sanitized = b"__asan_init" in file.read()

    def environment(self, folder, **more):
        # The program's own operators new and delete are malloc and free, also for what the C++ library has made.
        options = f"detect_leaks=0:alloc_dealloc_mismatch=0:max_allocation_size_mb=1024:log_path={folder}/sanitizer"
        sanitizers = {"ASAN_OPTIONS": options, "UBSAN_OPTIONS": f"halt_on_error=1:log_path={folder}/sanitizer"}
        return os.environ | {"RANVIER_CACHE": str(folder / "cache")} | sanitizers | more

    def run(self, folder, words, memory=None, launcher=(), **environment):
        def limit():
            os.setsid()
            resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 5))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            if memory and not self.is_sanitized:
                resource.setrlimit(resource.RLIMIT_AS, (memory, memory))

        begin = time.monotonic()
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            command = [str(word) for word in (*launcher, self.path, *words)]
            env = self.environment(folder, **environment)
            process = subprocess.Popen(
                command, cwd=folder, env=env, stdin=subprocess.DEVNULL, stdout=out, stderr=err, preexec_fn=limit
            )
            status, used = wait(process, begin + 2 * SECONDS)
            texts = []
            for file in (out, err):
                file.seek(0)
                texts.append(file.read().decode(errors="backslashreplace"))
        return Seen(status, *texts, time.monotonic() - begin, used.ru_maxrss << 10)

    def check(self, folder, *words, **options):
        seen = self.run(folder, words, **options)
        if seen.status != 0:
            raise RuntimeError(f"ranvier {' '.join(map(str, words))}: status {seen.status}\n{seen.out}\n{seen.err}")
        return seen


def wait(process, deadline):
    """Its status, negative after a signal, and what it used; killed at the deadline."""
    while True:
        pid, status, used = os.wait4(process.pid, os.WNOHANG)
        if pid:
            process.returncode = os.waitstatus_to_exitcode(status)
            return process.returncode, used
        if time.monotonic() > deadline:
            os.killpg(process.pid, 9)
        time.sleep(0.002)


# --- kinds of files


@dataclasses.dataclass
class Kind:
    """`make` fills a folder. `files` are those to damage (patterns), `run` gives what the program computes from them."""

    name: str
    make: Callable
    files: list[str]
    run: Callable
    has_checksums: bool = True
    is_log: bool = False  # of which a part can be recovered


def words_of(**values):
    return [word for name, value in values.items() for word in ("-c", f"{name}_ = {value}")]


def contents(folder, *names):
    return {name: (folder / name).read_bytes() if (folder / name).exists() else None for name in names}


def launcher():
    found = next(filter(None, map(shutil.which, ("mpiexec.mpich", "mpiexec.hydra", "mpiexec"))), None)
    return (found, "-n", "2") if found else ()


OUTPUTS = ("--quiet", "--raster", "s.txt", "--report", "v.h5:dt=0.5")
CHECKPOINTS = (*OUTPUTS, "--checkpoint", "point", "--checkpoint-every", "5ms")


def make_checkpoint(program, folder):
    """Of a run on two ranks, which another process continued on one; both ended between two checkpoints."""
    (folder / "net.hoc").write_text(NETWORK + LONGER)
    program.run(folder, [*CHECKPOINTS, *words_of(noise=1, kill=17), "net.hoc"], launcher=launcher())
    program.run(folder, [*CHECKPOINTS, "--resume", *words_of(noise=1, kill=31), "net.hoc"])


def make_first_checkpoint(program, folder):
    (folder / "net.hoc").write_text(NETWORK + LONGER)
    program.run(folder, [*CHECKPOINTS, *words_of(noise=1, kill=17), "net.hoc"], launcher=launcher())


def resume(program, folder, **options):
    seen = program.run(folder, [*CHECKPOINTS, "--resume", *words_of(noise=1, kill=0), "net.hoc"], **options)
    seen.result = (seen.out, contents(folder, "s.txt", "v.h5"))
    return seen


def make_log(program, folder):
    make_checkpoint(program, folder)
    for path in folder.glob("point*"):
        path.unlink()


def recover_spikes(program, folder, **options):
    seen = program.run(folder, ["raster", "recover", "s.txt", "--out", "out.txt", "--replace"], **options)
    out = folder / "out.txt"
    lines = out.read_text().splitlines() if out.exists() else []
    seen.result = collections.Counter(line for line in lines if not line.startswith("#"))
    return seen


def recover_report(program, folder, **options):
    seen = program.run(folder, ["raster", "recover", "v.h5", "--out", "out.h5", "--replace"], **options)
    seen.result = values_of_report(folder / "out.h5") if (folder / "out.h5").exists() else {}
    return seen


def values_of_report(path):
    """The values that are not lost, by time and element."""
    with h5py.File(path) as file:
        data, mapping = file["report/All/data"][()], file["report/All/mapping"]
        begin, _, step = mapping["time"][()]
        elements = list(zip(mapping["node_ids"][()].tolist(), mapping["element_pos"][()].tolist()))
    return {
        (round(begin + frame * step, 9), k): float(value)
        for frame, row in enumerate(data)
        for k, value in enumerate(row)
        if not np.isnan(value)
    } | {("elements",): elements}


def state_kind(name, files):
    save, restore = STATES[name]
    create = f"state = new {name.split()[0]}()\n"

    def make(program, folder):
        (folder / "save.hoc").write_text(f"{NETWORK}{create}{{ pc.psolve(11)  {save} }}\nquit()\n")
        (folder / "go.hoc").write_text(
            f"{NETWORK}{create}{{ {restore} }}\n{{ seen.resize(0)  pc.psolve(30) }}\nshow()\nquit()\n"
        )
        program.check(folder, "--quiet", *words_of(noise=int(name != "SaveState")), "save.hoc")
        for path in folder.glob("bbss_out/tmp.*"):
            (folder / "in").mkdir(exist_ok=True)
            (folder / "in" / path.stem).write_bytes(b"1\n" + path.read_bytes())
        if (folder / "binbufout").exists():
            (folder / "binbufout").rename(folder / "binbufin")

    def run(program, folder, **options):
        words = ["--quiet", *words_of(noise=int(name != "SaveState")), "go.hoc"]
        seen = program.run(folder, words, **options)
        seen.result = seen.out
        return seen

    return Kind(name, make, files, run)


def make_capsule(program, folder):
    (folder / "net.hoc").write_text(NETWORK + "{ pc.psolve(25) }\nquit()\n")
    noise = words_of(noise=1)
    program.check(folder, "--quiet", "--raster", "net.h5", *noise, "net.hoc")
    program.check(folder, "extract", "--raster", "net.h5", "--cells", "1,2", "--out", "cells.h5", *noise, "net.hoc")


def run_capsule(program, folder, **options):
    seen = program.run(
        folder,
        ["run", "--quiet", "--trace", "Cell[1].soma.v(0.5)", "--trace", "Cell[2].dend.v(0.9)", "cells.h5"],
        **options,
    )
    seen.result = (seen.out, contents(folder, "traces.csv"))
    return seen


def make_cache(program, folder):
    (folder / "slow.mod").write_text(MECHANISM)
    (folder / "go.hoc").write_text(WITH_MECHANISM)
    program.check(folder, "--quiet", "go.hoc")


def make_objects(program, folder):
    """The library is linked again from the objects."""
    make_cache(program, folder)
    for path in folder.glob("cache/*.so"):
        path.unlink()


def run_with_mechanism(program, folder, **options):
    seen = program.run(folder, ["--quiet", "go.hoc"], **options)
    seen.result = seen.out
    return seen


def run_without_compiler(program, folder, **options):
    """So that what cannot be used is an error, and takes no time to make again."""
    return run_with_mechanism(program, folder, PATH=str(folder / "nowhere"), CXX="", **options)


def connections_kind(name, file, rewrite=None, has_checksums=False):
    def make(program, folder):
        made = (
            '{ pc.connect(new GidRange(0, 40), new GidRange(0, 40), "fixed_indegree", 7, "delay", "uniform", 1, 3) }\n'
        )
        (folder / "make.hoc").write_text(f'{CONNECTIONS}{made}{{ pc.write_connections("{file}") }}\nquit()\n')
        (folder / "go.hoc").write_text(
            f'{CONNECTIONS}print pc.connect("{file}", "table")\n{{ pc.write_connections("again.csv") }}\nquit()\n'
        )
        program.check(folder, "--quiet", "make.hoc")
        if rewrite:
            rewrite(folder / file)

    def run(program, folder, **options):
        seen = program.run(folder, ["--quiet", "go.hoc"], **options)
        seen.result = (seen.out, contents(folder, "again.csv"))
        return seen

    return Kind(name, make, [file], run, has_checksums)


def as_of_others(path):
    """The same connections, as another program would write them."""
    with h5py.File(path) as file:
        columns = {}
        file.visititems(lambda name, each: columns.update({name: each[()]}) if hasattr(each, "shape") else None)
    with h5py.File(path, "w") as file:
        for name, values in columns.items():
            file[name] = values


KINDS = [
    Kind("cache", make_cache, ["cache/*.so"], run_without_compiler),
    Kind("objects in the cache", make_objects, ["cache/*.o"], run_with_mechanism),
    Kind("checkpoint", make_checkpoint, ["point*", "*.log"], resume),
    Kind("checkpoint of two ranks", make_first_checkpoint, ["point*", "*.log"], resume),
    Kind("log of a raster", make_log, ["s.txt*.log"], recover_spikes, is_log=True),
    Kind("log of a report", make_log, ["v.h5*.log"], recover_report, is_log=True),
    state_kind("SaveState", ["kept"]),
    state_kind("BBSaveState", ["kept"]),
    state_kind("BBSaveState text", ["in/tmp.*"]),
    state_kind("BBSaveState binary", ["binbufin/*"]),
    Kind("capsule", make_capsule, ["cells.h5"], run_capsule),
    connections_kind("connections", "edges.h5", has_checksums=True),
    connections_kind("connections of others", "edges.h5", as_of_others),
    connections_kind("connections as text", "edges.csv"),
]


# --- damage: functions of the bytes and a generator of random numbers


def place(data, draw):
    """Often near the beginning, where headers are."""
    return draw.randrange(min(len(data), 64) if draw.random() < 0.2 else len(data))


def flip_a_bit(data, draw):
    changed = bytearray(data)
    changed[place(data, draw)] ^= 1 << draw.randrange(8)
    return bytes(changed)


def flip_bytes(data, draw):
    changed = bytearray(data)
    for _ in range(draw.choice([2, 3, 8, 32])):
        changed[place(data, draw)] = draw.choice([0, 255, draw.randrange(256), draw.randrange(256)])
    return bytes(changed)


def cut(data, draw):
    return data[: draw.randrange(len(data))]


def zero(data, draw):
    at, length = place(data, draw), draw.choice([4, 16, 64, 512, len(data)])
    filled = min(length, len(data) - at)
    return data[:at] + bytes(filled) + data[at + filled :]


def repeat(data, draw):
    """A piece comes twice, or in place of another."""
    length = draw.choice([1, 8, 28, 64, 512])
    source = draw.randrange(len(data))
    piece = data[source : source + length]
    at = draw.randrange(len(data) - len(piece) + 1)
    return data[:at] + piece + data[at + (len(piece) if draw.random() < 0.5 else 0) :]


DAMAGES = [flip_a_bit, flip_a_bit, flip_bytes, cut, zero, repeat]


# --- changed values with right checksums


def changed_value(data, draw):
    """With another number at some place, of some size."""
    size = min(draw.choice([1, 2, 4, 8, 8]), len(data))
    at = draw.randrange(len(data) - size + 1)
    number = struct.pack(
        "<d", draw.choice([0, -1, 1e-3, 1e9, 1e300, -1e300, float("inf"), float("nan"), draw.gauss(0, 99)])
    )
    whole = struct.pack(
        "<Q", draw.choice([0, 1, 2, 3, 255, 1 << 15, (1 << 31) - 1, 1 << 31, 1 << 40, 1 << 62, (1 << 64) - 1])
    )
    chosen = number if size == 8 and draw.random() < 0.4 else whole
    return data[:at] + chosen[:size] + data[at + size :]


def with_crc(data):
    return data + struct.pack("<I", zlib.crc32(data))


def change_sealed(data, draw):
    """Of a state or manifest: word, version, length, content, checksum. The length stays that of the content."""
    head, content = data[:20], data[20:-4]
    if draw.random() < 0.1:
        content = draw.choice([content[: draw.randrange(len(content))], content + content])
        head = head[:12] + struct.pack("<Q", len(content))
    return with_crc(head + changed_value(content, draw))


def change_save_state(data, draw):
    changed = change_sealed(data[8:], draw)
    return struct.pack("<Q", len(changed)) + changed


def change_text_state(data, draw):
    lines = data.split(b"\n")
    changed = change_sealed(bytes.fromhex(b"".join(lines[2:]).decode()), draw).hex().encode()
    return b"\n".join([*lines[:2], *(changed[at : at + 80] for at in range(0, len(changed), 80)), b""])


def header_of_log(data):
    """The length of a log's header, and the number of bytes that a thing takes whose number is in a block's."""
    is_report, is_later = data[:6] == b"RNVREP", data[7:8] == b"4"
    at = 24 + 12 * is_later
    if not is_report:
        return at + 4 + struct.unpack_from("<I", data, at)[0], 12
    single, *lengths, elements = struct.unpack_from("<4IQ", data, at + 16)
    return at + 40 + sum(lengths) + 16 * elements, elements * (4 if single else 8)


def records_of_log(data):
    """The header of a log, and the head and the values of each block, without their checksums."""
    end, unit = header_of_log(data)
    records, at = [(data[:end],)], end + 4
    fixed, count_at = (16, 4) if data[:6] == b"RNVREP" else (28, 8)
    while at + fixed <= len(data):
        end = at + fixed + 4 + unit * struct.unpack_from("<I", data, at + count_at)[0]
        records.append((data[at : at + fixed], data[at + fixed + 4 : end]))
        at = end + 4
    return records


def change_log(data, draw):
    records = records_of_log(data)
    k = draw.randrange(len(records)) if draw.random() < 0.7 else 0
    what = draw.random()
    if what < 0.8:
        head, *values = records[k]
        if values and values[0] and draw.random() < 0.5:
            values[0] = changed_value(values[0], draw)
        else:
            head = head[:8] + changed_value(head[8:], draw) if k == 0 else changed_value(head, draw)
        records[k] = (head, *values)
    elif what < 0.9:
        records.insert(draw.randrange(1, len(records) + 1), draw.choice(records[1:] or records))
    else:
        del records[draw.randrange(1, len(records)) :]
    return b"".join(map(sealed_record, records))


def sealed_record(parts):
    """Behind the head of a block, and behind all, the checksum of what comes before."""
    return functools.reduce(lambda before, part: with_crc(before + part), parts, b"")


def datasets_of(file):
    found = []
    file.visititems(lambda name, each: found.append(name) if isinstance(each, h5py.Dataset) else None)
    return sorted(found)


def changed_array(values, draw):
    """As long, shorter or longer, with other values."""
    flat = np.array(values).reshape(-1)
    if len(flat) and draw.random() < 0.15:
        flat = draw.choice([flat[: draw.randrange(len(flat))], np.concatenate([flat, flat])])
    if not len(flat):
        return flat
    data = flat.tobytes()
    size = flat.dtype.itemsize
    for _ in range(draw.choice([1, 1, 3])):
        at = size * draw.randrange(len(flat))
        piece = changed_value(data[at : at + size], draw)
        data = data[:at] + piece + data[at + size :]
    return np.frombuffer(data, flat.dtype)


DURATIONS = ("run/dt", "run/tstop")  # other values would only make a long run


def change_hdf5(path, draw):
    """A value of a dataset, and its checksum."""
    with h5py.File(path, "r+") as file:
        name = draw.choice(datasets_of(file))
        has_crc = "crc32" in file[name].attrs
        values = changed_array(np.atleast_1d(file[name][()]), draw)
        if name in DURATIONS:
            values = np.array([draw.choice([0, -1, 5, 1e-300, 1e300 if name == "run/dt" else -1e300, np.inf, np.nan])])
        attributes = dict(file[name].attrs)
        del file[name]
        file[name] = values
        file[name].attrs.update(attributes)
        if has_crc:
            file[name].attrs.create("crc32", zlib.crc32(values.tobytes()), dtype=np.uint32)
        seal_contents(file)
    return path.read_bytes()


def seal_contents(file):
    """Gives a capsule the checksum of its names and checksums."""
    if "contents_crc32" not in file.attrs:
        return
    sums = (name.encode() + struct.pack("<xI", file[name].attrs["crc32"]) for name in datasets_of(file))
    file.attrs["contents_crc32"] = np.uint32(zlib.crc32(b"".join(sums)))


def change_token(data, draw):
    tokens = re.split(rb"([,\n])", data)
    k = draw.randrange(0, len(tokens), 2)
    tokens[k] = draw.choice(
        [b"", b"-1", b"1e300", b"nan", b"inf", b"4294967296", b"x" * 70000, b"0x10", b"1.5", tokens[k] * 2]
    )
    return b"".join(tokens)


def change(path, draw):
    """The bytes of the file with a changed value, and a right checksum. None: machine code, whose change is not a value's."""
    data = path.read_bytes()
    if path.suffix in (".so", ".o"):
        return None
    if data.startswith(b"\x89HDF"):
        return change_hdf5(path, draw)
    if data.startswith((b"RNVLOG", b"RNVREP")):
        return change_log(data, draw)
    if data.startswith(b"RNV"):
        return change_sealed(data, draw)
    if data.startswith(b"1\ncell state"):
        return change_text_state(data, draw)
    return change_save_state(data, draw) if data[8:11] == b"RNV" else change_token(data, draw)


# --- what must not be


def misbehavior(seen, memory):
    """What no file may cause; None: nothing of this kind."""
    if seen.seconds > 2 * SECONDS or seen.status in (-24, 152):
        return "hangs"
    if seen.status < 0 or seen.status >= 128:
        return f"ends by signal {-seen.status if seen.status < 0 else seen.status - 128}"
    if seen.status and not seen.err.strip() and not seen.out.strip():
        return "fails without a message"
    for word in ("Traceback (most recent", "std::", "basic_string", "bad_alloc", "vector::", "unknown error"):
        if word in seen.err:
            return f"says {word}"
    if seen.peak > memory:
        return f"takes {seen.peak >> 20} MB"
    return None


def other_result(kind, seen, sound, is_cut):
    """How the result of a damaged file differs from that of the sound one; None: not, or there is an error."""
    if not kind.is_log:
        return "gives another result" if seen.status == 0 and seen.result != sound.result else None
    if seen.status not in (0, 2):
        return None
    if seen.status == 0 and seen.result != sound.result and not is_cut:
        return "recovers a part, and says nothing of the rest"
    if seen.status == 2 and "lost" not in seen.err and "damaged" not in seen.err:
        return "loses something, and does not say what"
    if isinstance(seen.result, collections.Counter):
        return "recovers what was not there" if seen.result - sound.result else None
    is_part = all(sound.result.get(place, value) == value for place, value in seen.result.items())
    return None if is_part else "recovers what was not there"


class Laboratory:
    """The sound files of each kind, and what the program computes from them."""

    def __init__(self, program, folder, kinds):
        self.program, self.folder = program, pathlib.Path(folder)
        self.kinds = kinds
        self.sound = {}

    def prepared(self, kind):
        """The kind's folder, made once."""
        folder = self.folder / kind.name.replace(" ", "-")
        if kind.name not in self.sound:
            copy = self.folder / "copy"  # whose path is in compiled mechanisms
            shutil.rmtree(copy, ignore_errors=True)
            copy.mkdir()
            kind.make(self.program, copy)
            copy.rename(folder)
            self.sound[kind.name] = seen = self.once(kind, folder, lambda copy: None)
            again = self.once(kind, folder, lambda copy: None)
            if seen.status != 0 or not seen.result or again.result != seen.result:
                raise RuntimeError(f"{kind.name}: no sound result: {seen}, {again}")
        return folder

    def once(self, kind, folder, damage, memory=None):
        copy = self.folder / "copy"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(folder, copy, symlinks=True)
        damage(copy)
        return kind.run(self.program, copy, memory=memory)

    def try_seed(self, seed):
        """What was done, and the finding; None: as it should be."""
        draw = random.Random(seed)
        kind = draw.choice(self.kinds)
        folder = self.prepared(kind)
        pattern = draw.choice(kind.files)
        path = draw.choice(sorted(each for each in folder.glob(pattern) if not each.is_symlink())).relative_to(folder)
        sound = (folder / path).read_bytes()
        changes = draw.random() < 0.4
        how = draw.choice(DAMAGES)

        def damage(copy):
            data = change(copy / path, draw) if changes else None
            nonlocal how
            how = change if data is not None else how
            while data is None or data == sound:
                data = how(sound, draw) if how is not change else change(copy / path, draw)
            (copy / path).write_bytes(data)

        memory = MEMORY + MEMORY_PER_BYTE * len(sound)
        seen = self.once(kind, folder, damage, memory)
        what = f"seed {seed}: {kind.name}: {path}: {how.__name__}"
        return what, self.judge(kind, how, seen, memory), seen

    def judge(self, kind, how, seen, memory):
        reports = list((self.folder / "copy").glob("sanitizer*"))
        if reports:
            return "a sanitizer's report:\n" + reports[0].read_text()[:4000]
        bad = misbehavior(seen, memory)
        if bad or how is change or not kind.has_checksums:
            return bad
        return other_result(kind, seen, self.sound[kind.name], how is cut)


def try_seeds(program, folder, seeds, names=(), keep=None, tell=lambda finding: None):
    """The findings, each of which `tell` gets at once, and how many files were damaged, refused and read with the sound result."""
    kinds = [kind for kind in KINDS if not names or kind.name in names]
    laboratory = Laboratory(Program(program), folder, kinds)
    findings, counts = [], collections.Counter()
    for seed in seeds:
        what, finding, seen = laboratory.try_seed(seed)
        counts["refused" if seen.status else "read"] += 1
        if finding is None:
            continue
        findings.append(f"{what}: {finding}\n  status {seen.status}\n  {seen.out[-300:]}\n  {seen.err[-600:]}")
        tell(findings[-1])
        if keep:
            kept = pathlib.Path(keep) / str(seed)
            shutil.copytree(laboratory.folder / "copy", kept, dirs_exist_ok=True, symlinks=True)
            (kept / "how").write_text(findings[-1])
    return findings, counts


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--program", default=ROOT / "build/release/bin/ranvier")
    arguments.add_argument("--first", type=int, default=1)
    arguments.add_argument("--count", type=int, default=100)
    arguments.add_argument("--kind", action="append", choices=[kind.name for kind in KINDS], default=[])
    arguments.add_argument("--keep")
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory(prefix="ranvier-results-") as folder:
        seeds = range(given.first, given.first + given.count)
        findings, counts = try_seeds(given.program, folder, seeds, given.kind, given.keep, print)
    print(f"{given.count} damaged files: {counts['refused']} refused, {counts['read']} read; {len(findings)} findings")
    sys.exit(1 if findings else 0)


if __name__ == "__main__":
    main()
