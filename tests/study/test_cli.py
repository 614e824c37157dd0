"""The commands, as a user meets them."""

import csv
import io
import json
import pathlib
import shutil

import pytest
from conftest import FAKE, ROOT
from ranvier_study import cli, configuration, programs


@pytest.fixture
def here(folder, monkeypatch):
    """Commands run in the study's folder."""
    monkeypatch.chdir(folder.path)
    return folder


@pytest.fixture
def say(capsys):
    """Runs a command: its status, output and errors."""

    def run(*words):
        status = cli.main(list(map(str, words)))
        said = capsys.readouterr()
        return status, said.out, said.err

    return run


def test_init_writes_what_validate_accepts(here, say):
    shutil.copytree(ROOT / "models" / "ring", here.path / "models" / "ring")
    assert say("init", "first.yml")[0] == 0
    study = configuration.load(here.path / "first.yml")
    assert study.study == "first" and study.model.script == "models/ring/ring.hoc"
    text = pathlib.Path("first.yml").read_text()
    assert text.count("#") > 12
    pathlib.Path("first.yml").write_text(text + f"launcher: {FAKE} -n {{ranks}}\n")
    status, out, err = say("validate", "first.yml")
    assert status == 0 and "40 runs: 4 configurations, 10 repetitions" in out, (out, err)
    status, _, err = say("init", "first.yml")
    assert status == 1 and "first.yml is there already" in err


def test_init_takes_the_script_beside_it(here, say):
    shutil.copy("net/net.hoc", "mine.hoc")
    pathlib.Path("study.yml").unlink()
    assert say("init")[0] == 0 and configuration.load(pathlib.Path("study.yml")).model.script == "mine.hoc"


def test_init_sets_no_tstop_of_a_script_that_does_not_read_it(here, say):
    shutil.rmtree("net")
    pathlib.Path("ends.hoc").write_text("run()\n")
    pathlib.Path("study.yml").unlink()
    assert say("init")[0] == 0
    made = configuration.load(pathlib.Path("study.yml"))
    assert made.model.script == "ends.hoc" and made.model.tstop is None


def test_validate_prints_the_plan(here, say):
    status, out, _ = say("validate", "study.yml")
    assert status == 0
    for line in (
        "exchanges: Which exchange is faster?",
        "  exchange: allgather, alltoall",
        "  ranks: 1, 2",
        "8 runs: 4 configurations, 2 repetitions",
        "1 group of runs that must give the same spikes",
        "repeat: 2 cannot decide anything: 2 comparisons need 7 repetitions (docs/studies.md)",
        "one rank exchanges nothing: its runs cannot tell exchanges apart; leave 1 out of ranks",
        "64 cells, 640 connections in the first configuration",
        "48 MiB of all ranks",
    ):
        assert line in out.splitlines(), out
    assert "about " in out.splitlines()[-1] and "if each run takes as long as the first" in out
    assert len(here.started()) == 1 and not here.results.exists()
    assert say("validate", "--no-run", "study.yml")[0] == 0 and len(here.started()) == 1


def test_validate_says_what_is_missing(here, say, monkeypatch):
    monkeypatch.delenv("RANVIER_PROGRAM")
    monkeypatch.setenv("PATH", "/nowhere")
    here.write(here.file.read_text().split("launcher")[0], fake=False)
    status, out, _ = say("validate", "study.yml")
    assert status == 1 and "there is no ranvier in PATH; set RANVIER_PROGRAM" in out
    assert "2 ranks need mpiexec.mpich, mpiexec.hydra or mpiexec in PATH" in out
    status, _, err = say("run", "study.yml")
    assert status == 1 and "set RANVIER_PROGRAM" in err


@pytest.mark.parametrize(
    "lacks, line, said",
    [
        ("summary", "repeat: 2", "has no option --summary, which every run needs"),
        ("presimulate", "repeat: 2", "has no option --presimulate, which model.presimulate needs"),
        ("intervals", "intervals: true", "has no option --intervals, which intervals needs"),
        (
            "",
            "options: {block-sise: 3}",
            "has no option --block-sise, which options.block-sise needs; did you mean --block-size?",
        ),
    ],
)
def test_validate_names_options_that_the_program_lacks(here, say, monkeypatch, lacks, line, said):
    here.change("  tstop: 100", "  tstop: 100\n  presimulate: 10")
    here.change("repeat: 2", line)
    monkeypatch.setenv("FAKE_LACKS", lacks)
    status, out, _ = say("validate", "study.yml")
    assert status == 1 and said in out and not here.started()


def test_validate_says_that_the_first_run_fails(here, say, monkeypatch):
    monkeypatch.setenv("FAKE_TROUBLE", "fails")
    status, _, err = say("validate", "study.yml")
    assert (
        status == 1
        and "the first configuration fails: ended with status 1; its log ends: " in err
        and "error: the model is broken" in err
    )


def test_validate_runs_a_script_whole_that_fails_when_it_is_short(here, say, monkeypatch):
    """Such as one whose warm-up is longer than the short run, and which then changes it."""
    monkeypatch.setenv("FAKE_TROUBLE", "own value if short")
    status, out, err = say("validate", "study.yml")
    assert status == 0 and "48 MiB of all ranks" in out and len(here.started()) == 2, (out, err)


def test_errors_of_the_file_are_lines(here, say):
    here.change("repeat: 2", "repaet: 2")
    status, _, err = say("run", "study.yml")
    assert status == 1 and err.startswith("study.yml:11: repaet: unknown key; did you mean repeat?")


def test_validate_knows_exchanges_and_what_has_no_partner(here, say):
    here.change("[allgather, alltoall]", "[allgather, alltoal]")
    status, out, _ = say("validate", "--no-run", "study.yml")
    assert status == 1 and "there is no exchange strategy 'alltoal'" in out
    status, _, err = say("run", "study.yml")
    assert status == 1 and "there is no exchange strategy 'alltoal'" in err and not here.results.exists()


def test_what_has_no_partner_is_named(here, say):
    both = [(exchange, ranks) for exchange in ("allgather", "alltoall") for ranks in (1, 2)]
    choices = ", ".join(f"{{exchange: {name}, ranks: {ranks}}}" for name, ranks in (*both, ("alltoall", 3)))
    here.change("  exchange: [allgather, alltoall]\n  ranks: [1, 2]\n", f"  together: [{choices}]\n")
    lonely = "exchange=alltoall, ranks=3"
    assert f"nothing is compared with {lonely}: there is no baseline" in say("validate", "--no-run", "study.yml")[1]
    say("run", "study.yml")
    assert "without a partner: ranks=3" in say("compare", "exchange=allgather", "exchange=alltoall")[1]
    say("report")
    assert f"(Without a partner: {lonely}.)" in (here.results / "exchanges" / "report.html").read_text()


def test_a_simulated_machine_and_its_options_are_known(ranvier, folder, monkeypatch, capsys):
    monkeypatch.setenv("RANVIER_PROGRAM", str(ranvier.bin_folder / "ranvier"))
    text = "study: s\nquestion: Which?\nmodel: {set: {cels: 64}, tstop: 25}\naxes: {exchange: [allgather, alltoal]}\nranks: 4\n"
    for machine, said in (
        ("bluegen_p", "bluegen_p"),
        ("bluegene_p", "no option --cels, which model.set names; did you mean --cells?"),
    ):
        folder.write(text + f"machine: {{simulated: {machine}}}\n", fake=False)
        assert cli.main(["validate", "--no-run", str(folder.file)]) == 1 and said in capsys.readouterr().out
    folder.change("cels", "cells")
    assert cli.main(["validate", "--no-run", str(folder.file)]) == 1
    assert "did you mean 'alltoall'?" in capsys.readouterr().out


def test_a_study_from_run_to_compare(here, say):
    here.change("repeat: 2", "repeat: 8")
    status, out, _ = say("run", "study.yml", "--csv", "t.csv")
    assert (
        status == 0
        and out.splitlines()[-1]
        == f"32 runs are done, 0 failed; table: {pathlib.Path('results/exchanges/table.parquet')}"
    )
    assert say("list")[1] == "exchanges: 32/32 runs done. Which exchange is faster?\n"
    status, out, _ = say("compare", "exchange=allgather", "exchange=alltoall")
    lines = out.splitlines()
    assert status == 0 and [line.split(":")[0] for line in lines[0:4:2]] == ["ranks=1", "ranks=2"], out
    assert all(" times faster than exchange=allgather (97.5% interval 1." in line for line in lines[0:4:2]), out
    assert all(line.startswith("    8 pairs, typical ratio 0.8") and "p = 0.0078" in line for line in lines[1:4:2]), out
    found = json.loads(say("compare", "--json", "exchange=allgather", "exchange=alltoall")[1])
    assert [each["is_shown"] for each in found["comparisons"]] == [True, True]
    status, out, _ = say("compare", "exchanges", "exchanges")
    assert out.count("no difference shown between exchanges and exchanges") == 4
    status, out, _ = say("compare", "ranks=1;exchange=allgather", "ranks=2;exchange=alltoall")
    assert out.startswith("the only configuration: ranks=2;exchange=alltoall is 2.")


def test_the_report_is_text_in_a_terminal(here, say):
    here.change("repeat: 2", "repeat: 7")
    say("run", "study.yml")
    status, out, _ = say("report", "--text")
    lines = out.splitlines()
    assert status == 0 and lines[0] == "Which exchange is faster?" and "alltoall is faster than allgather" in lines[2]
    assert "- 28 of 28 runs are done." in lines
    (at,) = (k for k, line in enumerate(lines) if line.startswith("configuration "))
    assert "times as fast" in lines[at] and [line.split()[0] for line in lines[at + 1 :]] == ["alltoall", "alltoall"]
    assert not (here.results / "exchanges" / "report.html").exists()


def test_compare_takes_the_time_that_the_study_measures(here, say):
    here.change("repeat: 2", "repeat: 1\nmeasure: time.setup")
    say("run", "study.yml")
    found = json.loads(say("compare", "--json", "exchange=allgather", "exchange=alltoall")[1])
    assert found["of"] == "time.setup" and [each["ratio"] for each in found["comparisons"]] == [1.0, 1.0]
    assert json.loads(say("compare", "--json", "exchanges", "exchanges")[1])["of"] == "time.setup"
    of = json.loads(say("compare", "--json", "--of", "time.run", "ranks=1", "ranks=2")[1])["of"]
    assert of == "time.run"


def test_query_prints_tables_csv_and_json(here, say):
    say("run", "study.yml")
    status, out, _ = say("query", "--where", "ranks=2", "--sort", "time.run")
    lines = out.splitlines()
    assert lines[0].split()[:5] == ["run", "state", "axis.exchange", "axis.ranks", "repetition"] and len(lines) == 5
    assert "time.run [s]" in lines[0]
    rows = list(
        csv.DictReader(io.StringIO(say("query", "exchanges", "--format", "csv", "--columns", "ranks,time.run")[1]))
    )
    assert len(rows) == 8 and set(rows[0]) == {"axis.ranks", "time.run"}
    rows = json.loads(say("query", "--format", "json", "--columns", "all")[1])
    assert len(rows) == 8 and rows[0]["host.caches.L2"] == 524288
    status, out, _ = say("query", "--columns", "list")
    assert any(line.split()[:2] == ["time.run", "[s]"] for line in out.splitlines())
    status, _, err = say("query", "--where", "rnaks=2")
    assert status == 1 and "did you mean axis.ranks" in err
    status, _, err = say("query", "other")
    assert status == 1 and "there is no study other in results; there are: exchanges" in err


def test_commands_without_a_study_take_the_latest(here, say):
    here.change("repeat: 2", "repeat: 1")
    say("run", "study.yml")
    here.change("study: exchanges", "study: second")
    say("run", "study.yml")
    assert [line.split(":")[0] for line in say("list")[1].splitlines()] == ["second", "exchanges"]
    assert "second" in say("run", "study.yml")[1]
    say("run", "study.yml")
    import os

    os.utime("results/exchanges/plan.json")
    assert say("list")[1].startswith("exchanges")


def test_comparisons_that_cannot_be_made(here, say):
    assert "there are no studies in results" in say("compare", "ranks=1", "ranks=2")[2]
    say("run", "study.yml")
    assert "must both be studies" in say("compare", "exchanges", "ranks=2")[2]
    assert "no run has axis.ranks = 3" in say("compare", "ranks=1", "ranks=3")[2]
    assert "there is no column time.walk" in say("compare", "ranks=1", "ranks=2", "--of", "time.walk")[2]


def test_builds_of_two_studies_are_compared(here, say, monkeypatch):
    here.change("repeat: 2", "repeat: 1")
    say("run", "study.yml")
    here.change("study: exchanges", "study: after")
    monkeypatch.setenv("FAKE_BUILD", "b2")
    say("run", "study.yml")
    status, out, _ = say("compare", "exchanges", "after")
    assert status == 0 and "differs: program.build: b1 → b2" in out.splitlines()


def test_runs_without_a_partner_are_counted(here, say):
    say("run", "study.yml")
    next(path for path in here.runs().glob("*/summary.json") if '"alltoall"' in path.read_text()).unlink()
    out = say("compare", "exchange=allgather", "exchange=alltoall")[1]
    assert "1 runs have no partner" in out and "    1 pair, typical ratio" in out


def test_results_that_cannot_be_written(here, say):
    here.results.write_text("a file")
    status, _, err = say("run", "study.yml")
    assert status == 1 and err.strip().endswith("results/exchanges: Not a directory")


def test_a_checkouts_wrapper_stands_for_its_program(tmp_path):
    (tmp_path / "scripts").mkdir()
    (tmp_path / "scripts" / "run-built").write_text("")
    program = tmp_path / "build" / "release" / "bin" / "ranvier"
    program.parent.mkdir(parents=True)
    program.write_text("#!/bin/sh\n")
    wrapper = tmp_path / "ranvier"
    wrapper.write_text("#!/bin/sh\n# scripts/run-built ranvier\nexit 0\n")
    for path in (program, wrapper):
        path.chmod(0o755)
    assert programs.behind_wrapper(wrapper) == program and programs.behind_wrapper(program) == program
