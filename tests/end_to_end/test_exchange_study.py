"""The cost of an exchange on another machine: the net on simulated ranks, and measuring this machine."""

import json

import pytest

NET = ("--cells", "64", "--connections", "20", "--connections-range", "10", "--tstop", "100")


@pytest.fixture
def simulate(ranvier, tmp_path):
    def run(*words):
        return json.loads(ranvier.check("exchange", "simulate", "--json", *words, cwd=tmp_path).out)

    return run


@pytest.mark.parametrize(
    "hoc, words",
    [
        ("", ()),
        ("adjacent = 1", ("--topology", "adjacent")),
        ("group_size = 16", ("--groups", "4")),
        ("seed = 7", ("--seed", "7")),
    ],
)
def test_net_is_that_of_the_script(ranvier, simulate, root, tmp_path, hoc, words):
    """As many spikes and inputs to cells as models/artificial_net has, whose cells count them."""
    text = (root / "models" / "artificial_net" / "artificial_net.hoc").read_text()
    count = 'n = 0\nfor i = 0, cells.count - 1 { n += cells.o(i).inputs }\nprint "inputs ", n\nquit()'
    assert text.rstrip().endswith("quit()")
    (tmp_path / "net.hoc").write_text(text.rstrip().removesuffix("quit()") + count)
    options = ["ncell = 64", "ncon = 20", "tstop = 100", *([hoc] if hoc else [])]
    out = ranvier.check(
        *(word for each in options for word in ("-c", each)),
        "--quiet",
        "--mechanisms",
        str(root / "models" / "artificial_net"),
        "net.hoc",
        cwd=tmp_path,
    ).out
    spikes, inputs = out.split(" spikes in")[0].split()[-1], out.split("inputs ")[1].split()[0]

    counts = simulate("--ranks", "5", *NET, *words, "--exchange", "isend:phases=2,subintervals=2")["counts"]
    assert (counts["spikes_fired"]["sum"], counts["events"]["sum"]) == (int(spikes), int(inputs))


def test_result_is_complete_and_the_same_each_time(simulate):
    words = ("--ranks", "7", *NET, "--intervals", "--placement", "random", "--event-cost", "1.5us")
    result = simulate(*words)
    assert result == simulate(*words)
    assert result["costs_s"]["event"] == 1.5e-6
    assert set(result["times_s"]) == {"compute", "communicate", "synchronize", "total"}
    total = result["times_s"]["total"]
    assert set(total) == {"rank0", "sum", "mean", "max"}
    assert len(result["intervals"]["total_s"]) == 100
    assert sum(result["intervals"]["total_s"]) == pytest.approx(total["max"])
    # Events and spikes cost more than the machine's operations.
    assert result["times_s"]["compute"]["mean"] > 100 * 40 * 0.5e-6


def test_a_slow_network_costs_more(simulate):
    slow = simulate("--ranks", "16", *NET, "--machine", "bluegene_p")["times_s"]["communicate"]["mean"]
    fast = simulate("--ranks", "16", *NET, "--machine", "infiniband_hdr")["times_s"]["communicate"]["mean"]
    assert slow > fast


def test_measured_machine_is_simulated(ranvier, simulate, tmp_path):
    ranvier.check("exchange", "calibrate", "--out", "here.json", cwd=tmp_path, ranks=2)
    machine = json.loads((tmp_path / "here.json").read_text())
    assert machine["name"] == "calibrated"
    assert 0 < machine["send_overhead_s"] < 1e-3
    assert machine["collectives"]["barrier"]["per_round_s"] > 0
    assert "2 ranks" in machine["sources"][0]
    result = simulate("--ranks", "4", *NET, "--machine-file", "here.json")
    assert result["machine"] == "calibrated"


def test_machines_are_listed(ranvier, tmp_path):
    out = ranvier.check("exchange", "machines", cwd=tmp_path).out
    for name in ("bluegene_p", "bluegene_p_multisend", "infiniband_hdr"):
        assert f"\n{name}\n    from " in "\n" + out


@pytest.mark.parametrize(
    "words, complaint",
    [
        (("simulate", "--ranks", "2", "--machine", "cray"), 'unknown machine "cray"; expected one of bluegene_p,'),
        (("simulate", "--ranks", "2", "--machine-file", "none.json"), "cannot read none.json"),
        (("simulate", "--ranks", "2", "--exchange", "isent"), "isent"),
        (("simulate", "--ranks", "2", "--exchange", "two_tier"), "two_tier needs areas"),
        (("simulate", "--ranks", "2", "--cells", "1"), "cells must be at least 2, not 1"),
        (("simulate",), "--ranks is missing"),
        (
            ("simulate", "--ranks", "1000000", "--cells", "2000000"),
            "GB; simulate fewer ranks or a smaller network, or give --force",
        ),
        (("calibrate",), "at least 2 ranks: mpiexec -n 2 ranvier exchange calibrate"),
    ],
)
def test_mistakes_are_told(ranvier, tmp_path, words, complaint):
    outcome = ranvier.run("exchange", *words, cwd=tmp_path)
    assert outcome.status != 0
    assert complaint in outcome.err, outcome


def test_the_output_is_a_table_unless_json_is_asked_for(ranvier, simulate, tmp_path):
    words = ("--ranks", "8", "--cells", "64", "--connections", "10", "--tbegin", "20", "--tstop", "24")
    lines = ranvier.check("exchange", "simulate", *words, "--exchange", "auto", cwd=tmp_path).out.splitlines()
    assert lines[0] == "auto, whose trials had not ended with the run, on 8 ranks of bluegene_p"
    assert lines[1].split() == ["mean", "rank", "most"]
    rows = {line[:16].strip(): line[16:].split() for line in lines[2:]}
    known = simulate(*words, "--exchange", "auto")
    assert known["chosen"] is None
    assert rows["spikes sent"] == [f"{known['counts']['spikes_sent'][of]:.6g}" for of in ("mean", "max")]
    assert (
        float(rows["total"][2]) == pytest.approx(1e6 * known["times_s"]["total"]["max"], rel=1e-3)
        or rows["total"][3] == "ms"
    )
    words = (*words, "--out", "out.json")
    assert ranvier.check("exchange", "simulate", *words, cwd=tmp_path).out == ""
    assert json.loads((tmp_path / "out.json").read_text())["ranks"] == 8
