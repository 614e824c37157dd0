"""A study's file: what is accepted, and errors that name file, line, key, what is allowed and the nearest key."""

from random import Random

import pytest
from conftest import STUDY
from ranvier_study import configuration, plan
from ranvier_study.errors import ConfigurationError


def problems(file):
    with pytest.raises(ConfigurationError) as raised:
        configuration.load(file)
    return raised.value.problems


def problem(file):
    found = problems(file)
    assert len(found) == 1, found
    assert str(found[0]).startswith(f"{file}:{found[0].line}: ")
    return found[0]


def test_a_good_file_is_read(folder):
    study = configuration.load(folder.file)
    assert study.study == "exchanges" and study.model.set == {"ncell": 64, "ncon": 10}
    assert study.axis_names() == ["exchange", "ranks"] and study.limits.attempts == 2


def test_defaults_are_not_shared(folder):
    configuration.load(folder.file).options["isa"] = "avx2"
    assert configuration.load(folder.file).options == {}


MANY = [*range(1, 100)]


@pytest.mark.parametrize(
    "before, after, line, key, said",
    [
        # Unknown keys.
        ("repeat: 2", "repaet: 2", 11, "repaet", "unknown key; did you mean repeat? allowed: study, question, model"),
        ("  tstop: 100", "  tsotp: 100", 6, "model.tsotp", "unknown key; did you mean tstop? allowed: script, set, tstop"),
        ("repeat: 2", "limits: {minute: 3}", 11, "limits.minute", "did you mean minutes?"),
        ("repeat: 2", "machine: {simulatd: bluegene_p}", 11, "machine", "simulated: NAME OF A MACHINE"),
        ("repeat: 2", "slurm:\n  partitoin: x", 12, "slurm.partitoin", "did you mean partition?"),
        # Missing ones.
        ("question: Which exchange is faster?\n", "", 1, "", "the key question is missing"),
        # Wrong types.
        ("repeat: 2", "repeat: often", 11, "repeat", "'often' is not allowed"),
        ("repeat: 2", "repeat: 0", 11, "repeat", "greater than or equal to 1"),
        ("repeat: 2", "repeat: 1.5", 11, "repeat", "1.5 is not allowed"),
        ("repeat: 2", "repeat: true", 11, "repeat", "must be a number"),
        ("repeat: 2", "repeat: 1000000000", 11, "repeat", "1,000,000,000 repetitions of 4 configurations"),
        ("  ranks: [1, 2]", f"  ranks: {MANY}\n  threads: {MANY}\n  seed: {MANY}", 7, "axes", "combinations"),
        ("repeat: 2", "math: fast", 11, "math", "'vector' or 'libm'"),
        ("repeat: 2", "limits: {memory: 16 GoB}", 11, "limits.memory", "write a size such as 16 GiB"),
        ("  tstop: 100", "  tstop: -1", 6, "model.tstop", "greater than 0"),
        ("ncon: 10}", "ncon: yes}", 5, "model.set.ncon", "write 1 or 0"),
        ("ncon: 10}", "ncon: [1, 2]}", 5, "model.set.ncon", "must be a finite number or a text"),
        ("ncon: 10}", "n-con: 10}", 5, "model.set.n-con", "not allowed as a key"),
        ("study: exchanges", "study: a/b", 1, "study", "of a folder's name"),
        ("repeat: 2", "exchange: 'Isend: 2'", 11, "exchange", "of a strategy"),
        ("repeat: 2", "peers: [brian]", 11, "peers[0]", "allowed: neuron, coreneuron, nest, arbor"),
        ("repeat: 2", "keep: spikes", 11, "keep", "'rasters'"),
        # Metadata.
        ("repeat: 2", "metadata:\n- host.cpu\n- host.cpus", 13, "metadata[1]", "did you mean host.cpu? allowed: host.name"),
        ("repeat: 2", "metadata: [hots]", 11, "metadata[0]", "no summary has this key; did you mean host? allowed: command"),
        ("repeat: 2", "metadata: [host.cpu.clock]", 11, "metadata[0]", "host.cpu has no parts"),
        ("repeat: 2", "metadata: [configuration.set.ncel]", 11, "metadata[0]", "did you mean configuration.set.ncell?"),
        ("repeat: 2", "metadata: [host, host]", 11, "metadata[1]", "stands twice"),
        ("repeat: 2", "metadata: host", 11, "metadata", "valid list"),
        # Axes.
        ("  ranks: [1, 2]", "  rnaks: [1, 2]", 9, "axes.rnaks", "names nothing; did you mean ranks? allowed: exchange"),
        ("  ranks: [1, 2]", "  model.set.ncno: [1]", 9, "axes.model.set.ncno", "did you mean model.set.ncon?"),
        ("  ranks: [1, 2]", "  model.set.delay: [1]", 9, "axes.model.set.delay", "add delay to model.set"),
        ("  ranks: [1, 2]", "  ranks: []", 9, "axes.ranks", "has no values"),
        ("  ranks: [1, 2]", "  ranks: 2", 9, "axes.ranks", "valid list"),
        ("  ranks: [1, 2]", "  ranks:\n  - 1\n  - 0", 11, "axes.ranks[1]", "greater than or equal to 1"),
        ("  ranks: [1, 2]", "  ranks: [1, 1]", 9, "axes.ranks[1]", "stands twice"),
        ("  ranks: [1, 2]", "  ranks: [1, two]", 9, "axes.ranks[1]", "'two' is not allowed"),
        ("  ranks: [1, 2]", "  exchange: [isend]", 9, "axes.exchange", "stands twice, first in line 8"),
        ("alltoall]", "isend:phases=2,subintervals=2]", 8, "axes.exchange[2]", "quote strategies with commas"),
        ("  ranks: [1, 2]", "  together: [2]", 9, "axes.together[0]", "must be a mapping"),
        ("  ranks: [1, 2]", "  together: [{ranks: 1}, {threads: 1}]", 9, "axes.together[1]", "must vary the same"),
        ("  ranks: [1, 2]", "  together: [{exchange: isend}]", 9, "axes.together[0].exchange", "is an axis, too"),
        ("  ranks: [1, 2]", "  together: [{rank: 1}]", 9, "axes.together[0].rank", "did you mean ranks?"),
        ("  ranks: [1, 2]", "  together: [{ranks: -1}]", 9, "axes.together[0].ranks", "greater than or equal to 1"),
        # Baseline.
        ("baseline: {exchange:", "baseline: {exchang:", 10, "baseline.exchang", "did you mean exchange?"),
        ("baseline: {exchange: allgather}", "baseline: {exchange: isend}", 10, "baseline.exchange", "allowed: allgather, alltoall"),
        # The model.
        ("net/net.hoc", "net/nte.hoc", 4, "model.script", "did you mean net.hoc?"),
        ("net/net.hoc", "nowhere/net.hoc", 4, "model.script", "there is no script nowhere/net.hoc"),
        ("  script: net/net.hoc\n", "", 3, "model", "the key script is missing"),
        ("ncon: 10}", "ncno: 10}", 5, "model.set.ncno", "net.hoc does not read ncno; did you mean ncon?"),
        ("  tstop: 100", "  presimulate: 100\n  tstop: 100", 6, "model.presimulate", "must end before tstop"),
        ("  tstop: 100", "  neutral: [ncel]", 6, "model.neutral[0]", "did you mean"),
        # Programs.
        ("repeat: 2", "options: {raster: x.h5}", 11, "options.raster", "the study gives this option itself"),
        ("repeat: 2", "build: before", 11, "build", "neither a name in builds nor a program"),
        ("repeat: 2", "builds: {before: bin/ranvier}", 11, "builds.before", "there is no program bin/ranvier"),
        ("repeat: 2", "peers: [nest]", 11, "peers[0]", "nest has no script for this model"),
        ("repeat: 2", "machine: {simulated: bluegene_p}", 4, "model.script", "a simulated machine runs the net of"),
    ],
)  # fmt: skip
def test_errors_name_line_and_key(folder, before, after, line, key, said):
    folder.change(before, after)
    found = problem(folder.file)
    assert (found.line, found.key) == (line, key), found
    assert said in found.message, found


def test_all_errors_are_found_at_once_in_the_order_of_lines(folder):
    folder.change("repeat: 2", "repaet: 2").write_text(folder.file.read_text().replace("tstop", "tsotp"))
    assert [(each.line, each.key) for each in problems(folder.file)] == [(6, "model.tsotp"), (11, "repaet")]


@pytest.mark.parametrize(
    "text, line, said",
    [
        ("", 1, "must be a mapping"),
        ("- study", 1, "must be a mapping"),
        ("study: a\nstudy: b\n", 2, "stands twice, first in line 1"),
        ("study: a\nmodel: {set: [}\n", 2, "not YAML"),
        ("study: a\n\tmodel: 1\n", 2, "not YAML"),
        ("study: a\nmodel: &a [*a]\n", 2, "an alias within itself"),
        ("study: a\0\n", 1, "special characters are not allowed"),
        ("study: 2001-99-99\n", 1, "not YAML: month must be in 1..12"),
    ],
)
def test_text_that_is_not_a_study(folder, text, line, said):
    folder.write(text, fake=False)
    found = problem(folder.file)
    assert found.line == line and said in found.message, found


def test_a_file_that_is_not_there(tmp_path):
    assert "there is no such file" in problems(tmp_path / "none.yml")[0].message


def test_the_launcher_must_name_ranks(folder):
    text = folder.file.read_text().split("launcher")[0]
    folder.write(text + "launcher: mpiexec -n 4\n", fake=False)
    assert "must contain {ranks}" in problem(folder.file).message


def test_numbers_are_numbers_however_they_are_written(folder):
    folder.change("ncon: 10}", "ncon: 1e3, ncell2: 64.0}").write_text(folder.file.read_text())
    (folder.path / "net" / "cell.hoc").write_text("ncell2 = 1\n")
    study = configuration.load(folder.file)
    assert study.model.set == {"ncell": 64, "ncon": 1000, "ncell2": 64}
    assert isinstance(study.model.set["ncon"], int) and isinstance(study.model.set["ncell2"], int)


def test_sizes_have_units(folder):
    folder.change("repeat: 2", "limits: {memory: 1.5 GiB}")
    assert configuration.load(folder.file).limits.memory == 3 << 29


@pytest.mark.parametrize("written", ["01:30:00", "10:00:00", "2-00:00:00", "90:00"])
def test_times_of_slurm_are_as_written(folder, written):
    folder.change("repeat: 2", f"slurm: {{time: {written}}}")
    assert configuration.load(folder.file).slurm.time == {"90:00": "01:30:00"}.get(written, written)


FRAGMENTS = """{ } [ ] : - null ~ true 1e400 .nan -1 0 'x' [*a] !!binary 2001-01-01 # together [{ranks:1}] model.set.
    options. simulator *a | 1:30 0x10 build axes {} [] [[1]] {a:{b:1}} ? <<: &a""".split()


@pytest.mark.parametrize("seed", range(4))
def test_damaged_files_are_errors_with_a_line(folder, seed):
    """Whatever stands in the file: it is a study, or each fault names a line."""
    random = Random(seed)
    for _ in range(100):
        lines = STUDY.splitlines()
        for _ in range(random.randint(1, 3)):
            k = random.randrange(len(lines))
            key, _, value = lines[k].partition(":")
            at = random.randrange(len(lines[k]) + 1)
            lines[k] = random.choice(
                [
                    f"{key}: {random.choice(FRAGMENTS)}",
                    lines[k][:at] + random.choice(FRAGMENTS) + lines[k][at:],
                    lines[k][:at] + lines[k][at + 3 :],
                    f"{lines[k]}\n{random.choice(lines)}",
                ]
            )
        folder.write("\n".join(lines), fake=False)
        try:
            plan.make(configuration.load(folder.file), "here", {})
        except ConfigurationError as error:
            assert all(each.line is not None for each in error.problems), (lines, error)


def test_names_of_loaded_files_may_be_set(folder):
    """Also those of files outside the script's folder, as of models/network.hoc."""
    (folder.path / "shared.hoc").write_text("warm_up = 1\n")
    (folder.path / "net" / "parts").mkdir()
    (folder.path / "net" / "parts" / "inner.py").write_text("depth = 1\n")
    (folder.path / "net" / "cell.hoc").write_text('{ load_file("../shared.hoc") }\n')
    folder.change("ncon: 10}", "ncon: 10, warm_up: 5, depth: 2}")
    assert configuration.load(folder.file).model.set["warm_up"] == 5
