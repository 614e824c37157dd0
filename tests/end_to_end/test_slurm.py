"""The batch script of docs/slurm.md, under Slurm, if it can be started here, and under a stand-in for it."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time

import pytest

RUNS = (1, 2)
END = 60000  # [ms]


@pytest.fixture(scope="module")
def script(root):
    return re.search(r"^```bash\n(.*?)^```", (root / "docs" / "slurm.md").read_text(), re.M | re.S)[1]


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_until(true, limit=60):
    end = time.monotonic() + limit
    while not true():
        if time.monotonic() > end:
            return False
        time.sleep(0.1)
    return True


class Slurm:
    """Slurm's daemons, of a cluster of one node, this machine."""

    CONFIGURATION = """ClusterName=one
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
SlurmdUser=root
SlurmctldPort={port}
SlurmdPort={node_port}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MpiDefault=none
NodeName={host} NodeAddr=127.0.0.1 CPUs={cores}
PartitionName=main Nodes={host} Default=YES MaxTime=INFINITE OverSubscribe=FORCE:4
"""

    def __init__(self, folder):
        self.folder = folder
        for name in ("munged", "slurmctld", "slurmd", "sbatch"):
            if not shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin"):
                pytest.skip(f"there is no {name} (Debian: slurm-wlm), so only the stand-in runs the script")
        if os.geteuid() != 0:
            pytest.skip("only root can start Slurm, so only the stand-in runs the script")
        self.start_munge()
        for name in ("state", "spool"):
            (folder / name).mkdir()
        configuration = folder / "slurm.conf"
        configuration.write_text(
            self.CONFIGURATION.format(
                host=socket.gethostname().split(".")[0],
                folder=folder,
                port=free_port(),
                node_port=free_port(),
                cores=os.cpu_count(),
            )
        )
        self.env = {"SLURM_CONF": str(configuration)}
        for daemon in ("slurmctld", "slurmd"):
            subprocess.run([daemon, "-f", configuration], env=self.path_too(), check=False, capture_output=True)
        if not wait_until(lambda: "idle" in self.answer("sinfo"), 20):
            self.stop()
            pytest.skip("Slurm does not start here, so only the stand-in runs the script")

    def start_munge(self):
        works = ["sh", "-c", "munge -n | unmunge"]
        if subprocess.run(works, capture_output=True, check=False).returncode == 0:
            return
        for folder in ("/run/munge", "/var/log/munge", "/var/lib/munge"):
            os.makedirs(folder, mode=0o755, exist_ok=True)
            shutil.chown(folder, "munge")
        subprocess.run(["runuser", "-u", "munge", "--", "/usr/sbin/munged"], capture_output=True, check=False)
        if not wait_until(lambda: subprocess.run(works, capture_output=True, check=False).returncode == 0, 10):
            pytest.skip("munge does not start here, so only the stand-in runs the script")

    def path_too(self):
        return {**os.environ, **self.env, "PATH": os.environ["PATH"] + ":/usr/sbin"}

    def answer(self, *words, **options):
        return subprocess.run(
            words, env=self.path_too(), capture_output=True, text=True, check=False, **options
        ).stdout.strip()

    def submit(self, cwd, path):
        env = {**self.path_too(), "PATH": path}
        said = subprocess.run(["sbatch", "job.sbatch"], cwd=cwd, env=env, capture_output=True, text=True, check=True)
        self.job = said.stdout.split()[-1]

    def state(self, run):
        found = re.search(r"JobState=(\w+)", self.answer("scontrol", "show", "job", f"{self.job}_{run}"))
        return found[1] if found else "COMPLETED"

    def end_soon(self, run):
        """As at the time limit: SIGTERM to the batch script alone."""
        self.answer("scancel", "--signal=TERM", "--batch", f"{self.job}_{run}")
        assert wait_until(lambda: self.state(run) != "RUNNING"), self.state(run)

    def has_ended(self, run):
        state = self.state(run)
        if state == "PENDING":  # the queue would let a job wait for two minutes
            self.answer("scontrol", "update", f"JobId={self.job}_{run}", "StartTime=now")
        return state not in ("PENDING", "RUNNING", "COMPLETING", "REQUEUED")

    def wait(self, run):
        assert wait_until(lambda: self.has_ended(run)), self.answer("scontrol", "show", "job", f"{self.job}_{run}")
        return self.state(run) == "COMPLETED"

    def stop(self):
        if hasattr(self, "job"):
            self.answer("scancel", self.job)
        for daemon in ("slurmctld", "slurmd"):
            pid = self.folder / f"{daemon}.pid"
            if pid.exists():
                os.kill(int(pid.read_text()), signal.SIGTERM)


class StandIn:
    """Does with the script what Slurm does: its array, its log, its signal, and the queue."""

    def __init__(self, folder):
        self.folder = folder
        self.env = {}
        commands = folder / "commands"
        commands.mkdir()
        (commands / "scontrol").write_text(f'#!/bin/sh\n[ "$1" = requeue ] && touch {folder}/requeued-"$2"\n')
        (commands / "scontrol").chmod(0o755)
        self.processes = {}

    def submit(self, cwd, path):
        self.cwd, self.path = cwd, f"{self.folder / 'commands'}:{path}"
        self.text = (cwd / "job.sbatch").read_text()
        first, last = self.option("array").split("-")
        for run in range(int(first), int(last) + 1):
            self.start(run)

    def option(self, name):
        return re.search(rf"^#SBATCH --{name}=(\S+)", self.text, re.M)[1]

    def start(self, run):
        variables = {
            "SLURM_ARRAY_JOB_ID": "1",
            "SLURM_ARRAY_TASK_ID": str(run),
            "SLURM_NTASKS": self.option("ntasks"),
            "PATH": self.path,
        }
        assert self.option("open-mode") == "append"
        with open(self.cwd / self.option("output").replace("%a", str(run)), "a") as log:
            self.processes[run] = subprocess.Popen(
                ["bash", "job.sbatch"], cwd=self.cwd, env={**os.environ, **variables}, stdout=log, stderr=log
            )

    def end_soon(self, run):
        whom, name = self.option("signal").split("@")[0].split(":")
        assert whom == "B"
        self.processes[run].send_signal(getattr(signal, f"SIG{name}"))
        self.processes[run].wait(60)
        request = self.folder / f"requeued-1_{run}"
        assert request.exists(), (self.cwd / f"run-{run}.log").read_text()
        request.unlink()
        self.start(run)

    def wait(self, run):
        status = self.processes[run].wait(120)
        return status == 0 and not (self.folder / f"requeued-1_{run}").exists()

    def stop(self):
        for process in self.processes.values():
            process.kill()


@pytest.mark.parametrize("queue", [Slurm, StandIn])
def test_runs_continue_after_the_time_limit(ranvier, root, script, tmp_path, queue):
    net = root / "tests" / "end_to_end" / "checkpoints" / "signaled_net.hoc"
    cwd = tmp_path / "runs"
    cwd.mkdir()
    (cwd / "job.sbatch").write_text(script)
    (cwd / "model.hoc").write_text(f"end = {END}\n{{ ncell = 6 + seed }}\n" + net.read_text())
    folder = tmp_path / "queue"
    folder.mkdir()
    system = queue(folder)
    try:
        system.submit(cwd, f"{ranvier.bin_folder}:{os.path.dirname(sys.executable)}:/usr/local/bin:/usr/bin:/bin")
        logs = [cwd / f"run-{run}.h5.rank-0-of-2.log" for run in RUNS]
        assert wait_until(lambda: all(path.exists() for path in logs)), list(cwd.iterdir())
        for run in RUNS:
            system.end_soon(run)
        for run in RUNS:
            assert system.wait(run), (cwd / f"run-{run}.log").read_text()
    finally:
        system.stop()
    for run in RUNS:
        log = (cwd / f"run-{run}.log").read_text()
        assert f"wrote the checkpoint run-{run}.h5.checkpoint" in log and "resumed    at t = " in log, log
        assert not (cwd / f"run-{run}.h5.checkpoint").exists()
        ranvier.check("--quiet", "--raster", "whole.h5", "-c", f"seed = {run}", "model.hoc", cwd=cwd)
        same = ranvier.run("raster", "compare", "whole.h5", f"run-{run}.h5", cwd=cwd)
        assert same.status == 0, same


def test_a_run_that_fails_has_failed(ranvier, root, script, tmp_path):
    """The job's status is that of the run, and it is not put into the queue again, although it has a checkpoint."""
    net = root / "tests" / "end_to_end" / "checkpoints" / "signaled_net.hoc"
    (tmp_path / "job.sbatch").write_text(script)
    signal_itself = '{ end = 100  system("kill -USR1 $PPID") }\n'
    (tmp_path / "model.hoc").write_text(signal_itself + net.read_text() + "quit(3)\n")
    (tmp_path / "queue").mkdir()
    system = StandIn(tmp_path / "queue")
    try:
        system.submit(tmp_path, f"{ranvier.bin_folder}:/usr/local/bin:/usr/bin:/bin")
        assert [system.processes[run].wait(60) for run in RUNS] == [3, 3]
        assert all((tmp_path / f"run-{run}.h5.checkpoint").exists() for run in RUNS)
        assert not list((tmp_path / "queue").glob("requeued*"))
    finally:
        system.stop()
