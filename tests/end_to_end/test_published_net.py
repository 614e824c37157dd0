"""ModelDB 137845, the scripts of Hines, Kumar & Schuermann 2011, unmodified: by each of NEURON's methods of spike exchange
the same spikes. Needs a folder of models as published, RANVIER_MODELS; `make conformance` runs it."""

import os
import pathlib
import shutil

import pytest
from oracle.program import raster_of

pytestmark = pytest.mark.long

# NEURON's number of each method, and by which variables the scripts ask for it: two sub-intervals, two phases, and the
# digit of doseries.
METHODS = {0: (0, 0, 1), 1: (0, 0, 2), 5: (1, 0, 2), 9: (0, 1, 2), 13: (1, 1, 2)}
DRIVER = """
objref out_
strdef path_
proc under_method() { local i  // number, sub-intervals, phases, digit
    use2interval = $2
    use2phase = $3
    doseries($4)
    if (pc.send_time(8) != $1) { execerror("another method was chosen than", "asked for") }
    sprint(path_, "spikes.%d.%d", $1, pc.id)
    out_ = new File()
    out_.wopen(path_)
    for i = 0, pnm.spikevec.size - 1 { out_.printf("%.17g %d\\n", pnm.spikevec.x[i], pnm.idvec.x[i]) }
    out_.close()
}
{ pc.timeout(0) }
mkmodel(ncellpow, ncon)
"""


@pytest.fixture(scope="module")
def model(ranvier, tmp_path_factory):
    published = pathlib.Path(os.environ.get("RANVIER_MODELS", "models-are-nowhere")) / "137845"
    if not published.is_dir():
        pytest.skip("RANVIER_MODELS names no folder with 137845")
    folder = tmp_path_factory.mktemp("published") / "137845"
    shutil.copytree(published, folder, ignore=shutil.ignore_patterns(".git"))
    calls = "".join(f"under_method({method}, {', '.join(map(str, words))})\n" for method, words in METHODS.items())
    (folder / "driver.hoc").write_text(f"{DRIVER}{calls}finish()\n")
    ranvier.check(cwd=folder, name="nrnivmodl")
    return folder


def rasters_on(ranvier, folder, ranks):
    parallel = ["-mpi"] if ranks > 1 else []
    ranvier.check(
        *parallel,
        "-nogui",
        "-nobanner",
        "-c",
        "{ncellpow=8 ncon=100 tstop=200 done=0}",
        "init.hoc",
        "driver.hoc",
        cwd=folder,
        ranks=ranks,
        name="nrniv",
        limit=300,
    )
    return {
        method: raster_of("".join((folder / f"spikes.{method}.{rank}").read_text() for rank in range(ranks)))
        for method in METHODS
    }


def test_every_method_gives_the_spikes_of_one_rank(ranvier, model):
    expected = rasters_on(ranvier, model, 1)
    assert len(expected[0]) > 1000
    for ranks in (1, 2, 4):
        for method, raster in rasters_on(ranvier, model, ranks).items():
            assert raster == expected[0], (ranks, method)
