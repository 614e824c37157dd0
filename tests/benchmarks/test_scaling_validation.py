"""The count and cost models of benchmarks/exchange_scaling.py, compared with the strategies' real code on a few
simulated ranks."""

import dataclasses
import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "benchmarks"))

from scaling import machine, validation  # noqa: E402
from scaling.network import Network  # noqa: E402

NETWORK = Network(48, 48 * 12, 60, 20, tstop=30)


@pytest.mark.parametrize("which", range(5), ids=["allgather", "isend", "multicast", "one_phase", "replay"])
def test_real_code_sends_what_the_model_counts(ranvier, which):
    program = ranvier.bin_folder / "ranvier"
    case = dataclasses.replace(validation.cases(quick=True)[which], network=NETWORK)
    result = validation.compare(program, case, machine.known(program))
    for name, (real, mean, deviations) in result.counted.items():
        assert abs(deviations) < 4, f"{name}: {real}, {mean} by the model"
    real, model = result.run
    assert model == pytest.approx(real, rel=0.35)  # a few ranks with little work wait for each other's messages
