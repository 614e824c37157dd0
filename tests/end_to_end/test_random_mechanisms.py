"""Random mechanisms compute what NEURON computes: after one step to 1e-10, after the run to 1e-6, spikes at the same steps."""

import math

import pytest
from oracle.random_mod import Mechanism, answers, script

BATCH = 20


def differences(mechanism, ours, theirs):
    """Lines with the differences between the two runs that exceed the tolerance."""
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


def vectors_difference(ours, theirs):
    """How far --math vector is from NEURON: (the worst in the first step, the worst later), by the largest value of a quantity."""
    worst = [0.0, 0.0]
    for number, rows in theirs.items():
        scale = max((abs(b) for _, b in rows), default=0.0) or 1.0
        for step, ((_, a), (_, b)) in enumerate(zip(ours[number], rows, strict=True)):
            worst[step > 1] = max(worst[step > 1], abs(a - b) / scale)
    return worst


def compare_vector(mechanisms, ranvier, folder, theirs, their_spikes):
    """Prints how far --math vector is off. Its first step may differ by rounding errors, what follows by what becomes of them."""
    ours, our_spikes = answers(
        ranvier.check("-nogui", "--math", "vector", "script.hoc", cwd=folder, name="nrniv", limit=300).out
    )
    far = []
    for mechanism in mechanisms:
        first, later = vectors_difference(ours[mechanism.name], theirs[mechanism.name])
        print(f"{mechanism.name} vector: {first:.1e} {later:.1e}")
        if first > 1e-9 or later > 1e-6:
            far.append(f"{mechanism.name}: {first:.1e} {later:.1e}")
    print("vector: spikes", "at the same steps" if at_steps(our_spikes) == at_steps(their_spikes) else "DIFFER")
    assert not far, "\n".join(far)


def compare(neuron, ranvier, folder, first, vector=False):
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
        assert all(map(math.isfinite, values)), f"{mechanism.name} is not a good test: NEURON's values are not finite"
        lines = differences(mechanism, ours[mechanism.name], theirs[mechanism.name])
        if lines:
            wrong.append("\n  ".join([f"{mechanism.name}:", *lines, mechanism.text]))
    assert not wrong, "\n".join(wrong)
    assert len(their_spikes) > BATCH
    assert at_steps(our_spikes) == at_steps(their_spikes)
    if vector:
        compare_vector(mechanisms, ranvier, folder, theirs, their_spikes)


def test_random_mechanisms_compute_what_neurons_do(neuron, ranvier, tmp_path):
    compare(neuron, ranvier, tmp_path, 0)


@pytest.mark.soak
def test_more_random_mechanisms_compute_what_neurons_do(neuron, ranvier, tmp_path, first_seed):
    compare(neuron, ranvier, tmp_path, first_seed, vector=True)
