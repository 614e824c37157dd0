"""Damage to each kind of file that Ranvier writes and reads again ends in the same result as the sound file, or in an error;
tests/fuzz/compare_results.py draws it."""

import collections

import pytest
from fuzz import compare_results
from fuzz.compare_results import Seen

KINDS = {kind.name: kind for kind in compare_results.KINDS}
SEEDS = 16
SLOW = {"objects in the cache": 3}  # each is compiled again


def assert_no_findings(program, folder, seeds, names=()):
    findings, counts = compare_results.try_seeds(program, folder, seeds, names)
    assert not findings, "\n".join(findings)
    return counts


@pytest.mark.parametrize("name", KINDS)
def test_damage_ends_in_the_same_result_or_an_error(ranvier, tmp_path, name):
    seeds = SLOW.get(name, SEEDS)
    counts = assert_no_findings(ranvier.bin_folder / "ranvier", tmp_path, range(seeds), [name])
    assert counts["refused"] or name in SLOW, "undetected damage proves little"


@pytest.mark.soak
def test_more_damage_ends_in_the_same_result_or_an_error(ranvier, tmp_path, first_seed):
    assert_no_findings(ranvier.bin_folder / "ranvier", tmp_path, range(first_seed, first_seed + 400))


@pytest.mark.soak
def test_damage_under_the_sanitizers(root, tmp_path, first_seed):
    program = root / "build/asan-ubsan/bin/ranvier"
    if not program.exists():
        pytest.skip("no sanitized program: run `cmake --preset asan-ubsan && ninja -C build/asan-ubsan ranvier`")
    assert_no_findings(program, tmp_path, range(first_seed, first_seed + 100))


SOUND, OTHER = collections.Counter(["1 2", "3 4"]), collections.Counter(["1 2", "3 5"])
PART = collections.Counter(["1 2"])


@pytest.mark.parametrize(
    "kind, how, status, result, err, finding",
    [
        ("capsule", "flip_a_bit", 0, SOUND, "", None),
        ("capsule", "flip_a_bit", 1, PART, "x.h5 is damaged", None),
        ("capsule", "flip_a_bit", 0, OTHER, "", "gives another result"),
        ("capsule", "change", 0, OTHER, "", None),
        ("capsule", "change", -11, OTHER, "", "ends by signal 11"),
        ("capsule", "change", 1, OTHER, "", "fails without a message"),
        ("capsule", "change", 1, OTHER, "error: std::bad_alloc", "says std::"),
        ("connections as text", "flip_a_bit", 0, OTHER, "", None),
        ("log of a raster", "flip_a_bit", 2, PART, "lost spikes", None),
        ("log of a raster", "flip_a_bit", 0, PART, "", "recovers a part, and says nothing of the rest"),
        ("log of a raster", "cut", 0, PART, "", None),
        ("log of a raster", "cut", 0, OTHER, "", "recovers what was not there"),
        ("log of a raster", "flip_a_bit", 2, OTHER, "lost spikes", "recovers what was not there"),
    ],
)
def test_another_result_is_a_finding(tmp_path, kind, how, status, result, err, finding):
    program = compare_results.Program(__file__)
    laboratory = compare_results.Laboratory(program, tmp_path, [KINDS[kind]])
    laboratory.sound[kind] = Seen(0, "", "", 0.1, 1 << 20, SOUND)
    seen = Seen(status, "", err, 0.1, 1 << 20, result)
    assert laboratory.judge(KINDS[kind], getattr(compare_results, how), seen, 1 << 30) == finding
