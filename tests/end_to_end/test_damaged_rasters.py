"""Damaged rasters of all kinds, each read in a subprocess: never a crash, never a hang; either a message and a nonzero
status, or spikes. Ranvier's files detect damage: their spikes, if read, are the original ones."""

import random
import resource
import struct

import h5py
import numpy as np
import pytest

TIMES = np.arange(300) * 0.125
GIDS = np.arange(300) * 7 % 50
SEEDS = 12
SECONDS = 60  # HDF5 is given 2 of the processor's


def write_hdf5(path, layout="new", libver=None, **options):
    with h5py.File(path, "w", libver=libver) as file:
        group = file.create_group("spikes" if layout == "old" else "spikes/All")
        group.create_dataset("timestamps", data=TIMES, **options)
        group.create_dataset("gids" if layout == "old" else "node_ids", data=GIDS, **options)
        group["timestamps"].attrs["units"] = "ms"
        group.attrs["sorting"] = "by_time"


def text():
    return "".join(f"{t:.17g}\t{gid}\n" for t, gid in zip(TIMES, GIDS))


KINDS = {
    "ours": None,
    "text": lambda path: path.write_text(text()),
    "whole": write_hdf5,
    "old": lambda path: write_hdf5(path, layout="old"),
    "compressed": lambda path: write_hdf5(path, compression="gzip", chunks=(50,)),
    "newest": lambda path: write_hdf5(path, libver="latest", chunks=(50,)),
    "packed": lambda path: write_hdf5(path, scaleoffset=3, chunks=(50,)),
}


def damaged(whole, draw):
    """Truncated, or with some bytes changed, most of them in the metadata of an HDF5 file."""
    if draw.random() < 0.1:
        return whole[: draw.randrange(len(whole))]
    changed = bytearray(whole)
    for _ in range(draw.choice([1, 1, 2, 4, 16])):
        end = len(whole) if draw.random() < 0.2 else min(len(whole), 8192)
        changed[draw.randrange(end)] = draw.choice([0, 255, draw.randrange(256), draw.randrange(256)])
    return bytes(changed)


def spikes_of(path):
    return [line for line in path.read_text().splitlines() if not line.startswith("#")]


def assert_message_or_spikes(ranvier, tmp_path, kind, seeds):
    """How many were refused."""
    (tmp_path / "text.txt").write_text(text())
    suffix = ".txt" if kind == "text" else ".h5"
    sound = tmp_path / f"sound{suffix}"
    if kind == "ours":
        ranvier.check("raster", "convert", "text.txt", sound.name, cwd=tmp_path)
    else:
        KINDS[kind](sound)
    whole, right = sound.read_bytes(), spikes_of(tmp_path / "text.txt")
    refused = 0
    for seed in seeds:
        bad, out = tmp_path / f"bad{suffix}", tmp_path / "out.txt"
        bad.write_bytes(damaged(whole, random.Random(f"{kind} {seed}")))
        out.write_text("earlier\n")
        outcome = ranvier.run("raster", "convert", bad.name, out.name, cwd=tmp_path, limit=SECONDS)
        assert outcome.status in (0, 1), (seed, outcome)
        if outcome.status == 1:
            refused += 1
            assert bad.name in outcome.err and out.read_text() == "earlier\n", (seed, outcome)
        else:
            assert kind != "ours" or spikes_of(out) == right, f"seed {seed}"
    return refused


@pytest.mark.parametrize("kind", KINDS)
def test_damage_ends_in_a_message_or_in_spikes(ranvier, tmp_path, kind):
    refused = assert_message_or_spikes(ranvier, tmp_path, kind, range(SEEDS))
    assert refused, "undetected damage proves little"


@pytest.mark.soak
@pytest.mark.parametrize("kind", KINDS)
def test_more_damage_ends_in_a_message_or_in_spikes(ranvier, tmp_path, kind, first_seed):
    assert assert_message_or_spikes(ranvier, tmp_path, kind, range(first_seed, first_seed + 100))


@pytest.mark.parametrize("place, became", [(25, "crashed"), (24, "took more than")])
def test_where_hdf5_itself_fails(ranvier, tmp_path, place, became):
    """Variable-length text is stored in a heap, where the size of a piece locates the next one."""
    write_hdf5(tmp_path / "sound.h5")
    whole = (tmp_path / "sound.h5").read_bytes()
    at = whole.index(b"GCOL") + place
    (tmp_path / "bad.h5").write_bytes(whole[:at] + b"\xff" + whole[at + 1 :])
    outcome = ranvier.run("raster", "convert", "bad.h5", "out.txt", cwd=tmp_path, limit=SECONDS)
    assert outcome.status == 1 and f"the HDF5 library {became}" in outcome.err and "bad.h5" in outcome.err, outcome


@pytest.mark.parametrize("attribute, message", [("units", "timestamps in '?'; expected ms"), ("sorting", "")])
def test_text_whose_characters_are_said_to_be_large(ranvier, tmp_path, attribute, message):
    """HDF5 would take a gigabyte for each character."""
    write_hdf5(tmp_path / "sound.h5")
    whole = (tmp_path / "sound.h5").read_bytes()
    size = struct.pack("<I", 1)
    at = whole.index(size, whole.index(attribute.encode() + b"\0"))
    (tmp_path / "bad.h5").write_bytes(whole[:at] + struct.pack("<I", 1 + (1 << 30)) + whole[at + 4 :])
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss  # [KiB]
    outcome = ranvier.run("raster", "convert", "bad.h5", "out.txt", cwd=tmp_path, limit=SECONDS)
    assert outcome.status == (1 if message else 0) and message in outcome.err, outcome
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss < max(most + 1, 1 << 20)


def test_numbers_read_as_others(ranvier, tmp_path):
    """The bias of the times' exponents, off by one: HDF5 checks the bytes of the numbers, not their interpretation."""
    (tmp_path / "text.txt").write_text(text())
    ranvier.check("raster", "convert", "text.txt", "sound.h5", cwd=tmp_path)
    whole = (tmp_path / "sound.h5").read_bytes()
    bias = whole.index(b"\x34\x0b\x00\x34\xff\x03\x00\x00") + 4
    (tmp_path / "bad.h5").write_bytes(whole[:bias] + b"\xfe" + whole[bias + 1 :])
    with h5py.File(tmp_path / "bad.h5") as file:
        assert np.array_equal(file["spikes/All/timestamps"], 2 * TIMES)
    outcome = ranvier.run("raster", "compare", "bad.h5", "text.txt", cwd=tmp_path)
    assert outcome.status == 1 and "damaged /spikes/All/timestamps: its checksum differs" in outcome.err, outcome
