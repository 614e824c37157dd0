"""Random programs over NEURON's Python API answer as with NEURON's module, line by line."""

import pathlib

import pytest
from oracle.random_python.comparison import answers, answers_of_neuron, first_difference
from oracle.random_python.programs import Program

AT_ONCE = 250  # programs of a process, each in a forked child


@pytest.fixture(scope="session")
def module(ranvier):
    """The folder of the built module `neuron`."""
    folder = pathlib.Path(ranvier.bin_folder).parent / "python"
    if not (folder / "_ranvier.abi3.so").exists():
        pytest.skip("the Python module was not built: there were no headers of Python")
    return folder


def compare(neuron, module, folder, first, count):
    crashed = 0
    for begin in range(first, first + count, AT_ONCE):
        programs = {seed: Program(seed) for seed in range(begin, min(begin + AT_ONCE, first + count))}
        theirs = answers_of_neuron(programs, folder, neuron.cache)
        ours = answers(programs, folder, module)
        crashed += sum(each.status != 0 for each in theirs.values())
        for seed, program in programs.items():
            found = first_difference(seed, theirs[seed], ours[seed])
            assert not found, (
                f"program {seed}, line {found.line}: {found.theirs} in NEURON, {found.ours} in Ranvier\n"
                + ("\n".join(program.lines[: found.line + 1]))
            )
    print(f"NEURON crashed in {crashed} of {count} programs, which were compared until then")


def test_programs_answer_as_with_neuron(neuron, module, tmp_path):
    compare(neuron, module, tmp_path, 0, 40)


@pytest.mark.long
def test_many_programs_answer_as_with_neuron(neuron, module, tmp_path):
    compare(neuron, module, tmp_path, 0, 1000)


@pytest.mark.soak
def test_more_programs_answer_as_with_neuron(neuron, module, tmp_path, first_seed):
    compare(neuron, module, tmp_path, first_seed, 100)
