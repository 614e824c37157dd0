"""Random mechanisms compute what NEURON computes: after one step to 1e-10, after the run to 1e-6, spikes at the same steps."""
import math

import pytest

from oracle.random_mod import Mechanism, answers, script

BATCH = 20


def differences(mechanism, ours, theirs):
    """Lines that say where the two runs differ by more than they may."""
    found = []
    for number, quantity in enumerate(mechanism.names):
        for step, ((t, a), (_, b)) in enumerate(zip(ours[number], theirs[number], strict=True)):
            limit = 1e-10 if step < 2 else 1e-6
            if abs(a - b) <= limit * max(abs(a), abs(b)) + 1e-14:
                continue
            found.append(f"{quantity} at t = {t:g}: {a!r}, NEURON {b!r}")
            break
    return found


def at_steps(spikes):
    """Spikes by half steps: NEURON's METHOD runge leaves rounding errors in t itself, which add up to 1e-13 ms."""
    return sorted((round(t / 0.0125), source) for t, source in spikes)


def compare(neuron, ranvier, folder, first):
    mechanisms = [Mechanism(seed) for seed in range(first, first + BATCH)]
    for mechanism in mechanisms:
        (folder / f"{mechanism.name}.mod").write_text(mechanism.text)
    text = script(mechanisms)
    (folder / "script.hoc").write_text(text)
    theirs, their_spikes = answers(neuron.run(text, mods=sorted(folder.glob("*.mod")), limit=600)["out"])
    ours, our_spikes = answers(ranvier.check("-nogui", "script.hoc", cwd=folder, name="nrniv", limit=300).out)
    wrong = []
    for mechanism in mechanisms:
        values = [value for rows in theirs[mechanism.name].values() for _, value in rows]
        assert all(map(math.isfinite, values)), f"{mechanism.name} is no good test: NEURON's values are not finite"
        lines = differences(mechanism, ours[mechanism.name], theirs[mechanism.name])
        if lines:
            wrong.append("\n  ".join([f"{mechanism.name}:", *lines, mechanism.text]))
    assert not wrong, "\n".join(wrong)
    assert len(their_spikes) > BATCH
    assert at_steps(our_spikes) == at_steps(their_spikes)


def test_random_mechanisms_compute_what_neurons_do(neuron, ranvier, tmp_path):
    compare(neuron, ranvier, tmp_path, 0)


@pytest.mark.long
@pytest.mark.parametrize("first", range(1000, 1200, BATCH))
def test_many_random_mechanisms_compute_what_neurons_do(neuron, ranvier, tmp_path, first):
    compare(neuron, ranvier, tmp_path, first)
