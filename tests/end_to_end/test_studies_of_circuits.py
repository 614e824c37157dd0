"""A study whose model is a SONATA circuit: its keys are set, and its outputs go beside those of the run."""

import sys

import h5py
from oracle import commands

STUDY = """
study: circuits
question: Does the size of segments matter?
model:
  script: circuit/config.json
  tstop: 20
  set: {run.dL: 40}
axes:
  model.set.run.dL: [20, 40]
baseline: {model.set.run.dL: 20}
ranks: 2
math: vector
repeat: 1
"""


def make_circuit(root, folder):
    made = commands.run([sys.executable, root / "models/sonata/make.py", "circuit"], folder)
    assert made.status == 0, made


def test_each_run_has_its_keys_and_its_outputs(ranvier, root, tmp_path):
    make_circuit(root, tmp_path)
    (tmp_path / "study.yml").write_text(STUDY)
    ranvier.check("study", "run", "study.yml", cwd=tmp_path)
    assert "2 of 2 runs are done" in ranvier.check("study", "report", "circuits", "--text", cwd=tmp_path).out
    outputs = sorted(tmp_path.glob("results/circuits/runs/*/output/v.h5"))
    assert len(outputs) == 2 and not (tmp_path / "circuit" / "output").exists()
    for path in outputs:
        with h5py.File(path) as file:
            (population,) = file["report"].values()
            assert len(population["data"]) == 200, "20 ms in steps of 0.1 ms"


def test_an_unknown_key_is_named(ranvier, root, tmp_path):
    make_circuit(root, tmp_path)
    (tmp_path / "study.yml").write_text(STUDY.replace("run.dL", "run.dX"))
    outcome = ranvier.run("study", "run", "study.yml", cwd=tmp_path)
    assert outcome.status == 1 and "run.dX" in outcome.out + outcome.err, outcome
