import os
import pathlib
import shutil

import pytest
from oracle.neuron import Neuron
from oracle.program import Program

ROOT = pathlib.Path(__file__).resolve().parent.parent


def mpiexec_command():
    return next(
        (found for name in ("mpiexec.mpich", "mpiexec.hydra", "mpiexec") if (found := shutil.which(name))), None
    )


@pytest.fixture(scope="session")
def root():
    """The checkout."""
    return ROOT


@pytest.fixture(scope="session")
def ranvier():
    """The program of build/release, or of the build folder that RANVIER_BUILD names."""
    bin_folder = pathlib.Path(os.environ.get("RANVIER_BUILD", ROOT / "build" / "release")).resolve() / "bin"
    if not (bin_folder / "ranvier").exists():
        pytest.fail(f"{bin_folder}/ranvier is not built; run make")
    return Program(bin_folder, mpiexec_command())


@pytest.fixture(scope="session")
def neuron():
    """NEURON as the oracle; tests that need it are skipped where it is not installed."""
    found, why = Neuron.find(ROOT / "build" / "oracle", mpiexec_command())
    if found is None:
        pytest.skip(why)
    return found
