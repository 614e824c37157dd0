"""Random hoc programs print what NEURON prints, to the last character."""
import pytest

from oracle.random_hoc import Program, batch, by_program

BATCH = 100


def compare(neuron, ranvier, folder, first):
    text = batch(first, BATCH)
    (folder / "programs.hoc").write_text(text)
    ours = ranvier.run("-nogui", "programs.hoc", cwd=folder, name="nrniv")
    assert ours.status == 0, f"{ours.err}\nafter program {max(by_program(ours.out), default=None)}"
    mine, theirs = by_program(ours.out), by_program(neuron.run(text)["out"])
    assert len(theirs) == BATCH
    for seed in theirs:
        assert mine[seed] == theirs[seed], f"program {seed}:\n{Program(seed).text()}"


@pytest.mark.parametrize("first", range(0, 200, BATCH))
def test_random_programs_print_what_neuron_prints(neuron, ranvier, tmp_path, first):
    compare(neuron, ranvier, tmp_path, first)


@pytest.mark.long
@pytest.mark.parametrize("first", range(1000, 3000, BATCH))
def test_many_random_programs_print_what_neuron_prints(neuron, ranvier, tmp_path, first):
    compare(neuron, ranvier, tmp_path, first)
