"""Random hoc programs print what NEURON prints, to the last character."""

import pytest
from oracle.random_hoc.batches import batch, by_program, processes
from oracle.random_hoc.coverage import report
from oracle.random_hoc.language import Program
from oracle.random_hoc.mixed import LEAST_FEATURES, Mixed

BATCH = 100


def compare(neuron, ranvier, folder, programs):
    for texts in processes(programs, BATCH):
        text = batch(texts)
        (folder / "programs.hoc").write_text(text)
        ours = ranvier.run("-nogui", "programs.hoc", cwd=folder, name="nrniv")
        assert ours.status == 0, f"{ours.err}\nafter program {max(by_program(ours.out), default=None)}"
        mine, theirs = by_program(ours.out), by_program(neuron.run(text)["out"])
        assert len(theirs) == len(texts)
        for seed in theirs:
            assert mine[seed] == theirs[seed], f"program {seed}:\n{texts[seed]}"


def programs(kind, first):
    return {seed: kind(seed) for seed in range(first, first + BATCH)}


@pytest.mark.parametrize("first", range(0, 200, BATCH))
def test_programs_of_the_language_print_what_neuron_prints(neuron, ranvier, tmp_path, first):
    compare(neuron, ranvier, tmp_path, programs(Program, first))


@pytest.mark.soak
def test_more_programs_of_the_language_print_what_neuron_prints(neuron, ranvier, tmp_path, first_seed):
    compare(neuron, ranvier, tmp_path, programs(Program, first_seed))


@pytest.mark.parametrize("first", range(0, 200, BATCH))
def test_programs_that_mix_subjects_print_what_neuron_prints(neuron, ranvier, tmp_path, first):
    made = programs(Mixed, first)
    compare(neuron, ranvier, tmp_path, made)
    assert all(len(program.features()) >= LEAST_FEATURES for program in made.values())
    print(report({seed: program.used for seed, program in made.items()}))


@pytest.mark.soak
def test_more_programs_that_mix_subjects_print_what_neuron_prints(neuron, ranvier, tmp_path, first_seed):
    compare(neuron, ranvier, tmp_path, programs(Mixed, first_seed))
