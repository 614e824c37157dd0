"""A network with all that ties and times events (mods/columns/columns.hoc): run on several ranks, replayed in parts, stopped and
resumed, saved and restored; always the same bits."""

import re

import pytest

COMPONENTS = [{0, 1}, {2, 3, 4}]  # of gap junctions
STEPS_BEHIND = 1120  # the moment when a state is saved, 17 of 45 ms
KINDS = {"fixed": [], "second order": ["order = 2"], "local steps": ["fixed = 0"]}


@pytest.fixture(scope="module")
def columns(root):
    """The words of a run of the script, after some statements."""
    tests = root / "tests" / "end_to_end"

    def words(*statements):
        return [
            "--mechanisms",
            tests / "mods" / "columns",
            *(word for s in statements for word in ("-c", s)),
            tests / "mods" / "columns" / "columns.hoc",
        ]

    return words


@pytest.fixture(scope="module")
def recorded(ranvier, columns, tmp_path_factory):
    """For each kind, a folder with the results of a run on three ranks."""
    folders = {}
    for kind, statements in KINDS.items():
        folders[kind] = tmp_path_factory.mktemp(kind.replace(" ", "_"))
        ranvier.check("--quiet", "--raster", "all.txt", *columns(*statements), cwd=folders[kind], ranks=3)
    return folders


def results_in(folder):
    return {path.name: path.read_text() for path in [*folder.glob("v.*"), folder / "all.txt"]}


@pytest.mark.parametrize("kind", KINDS)
def test_ranks_and_threads_change_nothing(ranvier, columns, recorded, tmp_path, kind):
    expected = results_in(recorded[kind])
    assert len(expected) == 10 and expected["all.txt"].count("\n") > 200
    ranvier.check("--quiet", "--threads", "2", "--raster", "all.txt", *columns(*KINDS[kind]), cwd=tmp_path)
    assert results_in(tmp_path) == expected


@pytest.mark.parametrize(
    "kind, gids",
    [
        ("fixed", [5]),
        ("fixed", [102, 206]),
        ("fixed", [0, 107, 303]),
        ("second order", [3, 208]),
        ("local steps", [1]),
        ("local steps", [2, 105, 304]),
    ],
)
def test_parts_repeat(ranvier, columns, recorded, tmp_path, kind, gids):
    """With whole components of gap junctions, if there are any."""
    cells = {gid % 100 for gid in gids if gid < 200}
    joined = [component for component in COMPONENTS if kind != "local steps" and component & cells]
    gids = sorted({*gids, *(gid for component in joined for gid in component)})
    outcome = ranvier.check(
        "replay",
        "--quiet",
        "--raster",
        recorded[kind] / "all.txt",
        "--cells",
        ",".join(map(str, gids)),
        "--verify",
        *columns(*KINDS[kind]),
        cwd=tmp_path,
    )
    assert "identical: " in outcome.out and "identical: 0 " not in outcome.out, outcome
    for cell in {gid % 100 for gid in gids if gid < 200}:
        samples, numbers = ((folder / f"v.{cell}").read_text().splitlines() for folder in (tmp_path, recorded[kind]))
        assert len(samples) > 5000 and samples[:-1] == numbers[:-1], (
            f"traces of {cell}"
        )  # the last line is of all the column


def test_a_part_of_a_component_is_refused(ranvier, columns, recorded, tmp_path):
    outcome = ranvier.run(
        "replay", "--quiet", "--raster", recorded["fixed"] / "all.txt", "--cells", "3,7", *columns(), cwd=tmp_path
    )
    assert outcome.status == 1 and re.search(
        r"gap junction \d+ binds .*gid [24].*gid 3.*together: 2,3,4,102,103,104", outcome.err, re.S
    ), outcome


@pytest.mark.parametrize("before, after, order", [(3, 2, 0), (1, 3, 2)])
def test_goes_on_from_a_checkpoint(ranvier, columns, recorded, tmp_path, before, after, order):
    words = ["--raster", "all.txt", "--checkpoint-every", "3ms"]
    stop = [
        "objref stopper",
        'stopper = new FInitializeHandler(1, "cvode.event(23.3, \\"execerror(\\\\\\"stopped\\\\\\", 0)\\")")',
    ]
    outcome = ranvier.run(*words, *columns(f"order = {order}", *stop), cwd=tmp_path, ranks=before)
    assert outcome.status != 0 and "stopped" in outcome.err, outcome
    outcome = ranvier.check(*words, "--resume", *columns(f"order = {order}"), cwd=tmp_path, ranks=after)
    assert "resumed    at t" in outcome.err, outcome
    assert results_in(tmp_path) == results_in(recorded["second order" if order else "fixed"])


def test_bb_save_state_goes_on_with_any_ranks(ranvier, columns, tmp_path):
    ranvier.check("--quiet", "--raster", "all.txt", *columns("saves = 1"), cwd=tmp_path, ranks=3)
    before = results_in(tmp_path)
    (tmp_path / "bbss_in").mkdir()
    for path in (tmp_path / "bbss_out").glob("tmp.*"):
        (tmp_path / "bbss_in" / path.name.rsplit(".", 1)[0]).write_bytes(b"1\n" + path.read_bytes())
    ranvier.check("--quiet", "--raster", "all.txt", *columns("saves = 2"), cwd=tmp_path, ranks=4)
    after = results_in(tmp_path)

    def spikes_behind(results):
        return [line for line in results["all.txt"].splitlines() if float(line.split()[0]) > 17]

    assert spikes_behind(before) == spikes_behind(after) and len(spikes_behind(after)) > 50
    for name in (name for name in after if name != "all.txt"):
        *traces, counts = before[name].split("\n\n")
        *again, counts_again = after[name].split("\n\n")
        assert len(traces) == len(again) == 5 and counts == counts_again, name
        for trace, of_again in zip(traces, again):
            assert (
                trace.split()[-STEPS_BEHIND:] == of_again.split()[-STEPS_BEHIND:]
                and len(of_again.split()) < STEPS_BEHIND + 5
            ), name
