"""The batch script is complete without Python, keeps the rules of runs, and its results are collected."""

import os
import shutil
import subprocess

import pytest
from conftest import FAKE
from ranvier_study import cli, table

# Counts as the cluster's launcher: `srun -n R -c T PROGRAM ...`.
SRUN = f"""#!/bin/sh
ranks=$2
shift 4
program=$1
shift
exec {FAKE} -n $ranks $program "$@"
"""


@pytest.fixture
def cluster(folder, monkeypatch):
    """A study for Slurm; srun is in PATH."""
    folder.write(
        folder.file.read_text().split("launcher")[0]
        + "limits: {memory: 2 GiB}\nslurm: {partition: fast, setup: [module load mpich]}\n",
        fake=False,
    )
    bin_folder = folder.path / "bin"
    bin_folder.mkdir()
    (bin_folder / "srun").write_text(SRUN)
    (bin_folder / "srun").chmod(0o755)
    monkeypatch.setenv("PATH", f"{bin_folder}:{os.environ['PATH']}")
    monkeypatch.chdir(folder.path)
    assert cli.main(["generate", "study.yml"]) == 0
    return folder


def submit(folder, **more):
    """Runs the script as a node would, without Python's packages."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | more
    environment["BASH_ENV"] = str(folder.path / "modules")
    (folder.path / "modules").write_text("module() { :; }\n")
    words = ["bash", str(folder.path / "exchanges.sbatch")]
    return subprocess.run(words, env=environment, cwd="/", capture_output=True, text=True)


def test_the_script_says_what_it_does(cluster):
    text = (cluster.path / "exchanges.sbatch").read_text()
    lines = text.splitlines()
    assert lines[0] == "#!/bin/bash"
    for line in ("partition=fast", "ntasks=2", "cpus-per-task=1", "time=01:00:00", "mem=2048M", "exclusive"):
        assert f"#SBATCH --{line}" in lines
    assert "# Study exchanges: Which exchange is faster?" in lines and "module load mpich" in lines
    assert "  # exchange=alltoall, ranks=2, repetition 1" in lines
    assert "ranvier_study" not in text and "srun -n 2 -c 1" in text
    if shutil.which("shellcheck"):
        subprocess.run(["shellcheck", "-e", "SC2034", cluster.path / "exchanges.sbatch"], check=True)


def test_runs_of_the_script_are_collected(cluster, capsys):
    assert {row["state"] for row in table.rows(cluster.results / "exchanges")} == {"missing"}
    job = submit(cluster)
    assert job.returncode == 0 and job.stdout.count("done: ") == 8, job
    assert cli.main(["collect", "exchanges", "--csv", "t.csv"]) == 0
    assert "8 runs are done, 0 failed" in capsys.readouterr().out and (cluster.path / "t.csv").exists()
    rows = table.rows(cluster.results / "exchanges")
    assert {row["state"] for row in rows} == {"done"} and all(row["time.run"] > 0 for row in rows)
    assert all(row["attempt"] == 1 and "T" in row["started"] for row in rows)
    assert not list(cluster.runs().rglob("raster*"))


def test_a_script_that_is_submitted_again_runs_only_what_is_left(cluster):
    submit(cluster)
    shutil.rmtree(cluster.runs() / sorted(cluster.done())[3])
    before = len(cluster.started())
    assert submit(cluster).returncode == 0 and len(cluster.started()) == before + 1


def test_failed_runs_are_tried_again_at_the_end(cluster):
    job = submit(cluster, FAKE_TROUBLE="fails once", FAKE_UNLUCKY="alltoall")
    assert job.returncode == 0 and job.stdout.count("failed: ") == 4, job
    assert len(cluster.started()) == 12 and len(set(cluster.started()[8:])) == 4
    assert cli.main(["collect", "exchanges"]) == 0
    assert sorted(row["attempt"] for row in table.rows(cluster.results / "exchanges")) == [1] * 4 + [2] * 4


def test_runs_that_fail_or_differ_fail_collect(cluster, capsys):
    submit(cluster, FAKE_TROUBLE="fails", FAKE_UNLUCKY="alltoall")
    assert cli.main(["collect", "exchanges"]) == 1
    assert "failed 4 times" in capsys.readouterr().err
    submit(cluster, FAKE_DIFFERS="alltoall")
    assert cli.main(["collect", "exchanges"]) == 1
    assert "runs that must give the same spikes" in capsys.readouterr().err


def test_results_of_another_folder_are_copied_once_they_are_right(cluster, capsys):
    submit(cluster)
    other = cluster.path / "copy"
    shutil.copytree(cluster.runs(), other)
    shutil.rmtree(cluster.runs())
    cluster.runs().mkdir()
    broken = sorted(other.iterdir())[0] / "summary.json"
    broken.write_text(broken.read_text().replace('"version": 1,', '"version": 2,', 1))
    assert cli.main(["collect", "exchanges", str(other)]) == 1
    assert "version 2; this study reads version 1" in capsys.readouterr().err
    assert len(cluster.done()) == 7
