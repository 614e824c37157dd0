#!/usr/bin/env python3
"""How do methods of spike exchange compare on 8 Ki to 128 Ki cores, and what does meeting less often save?

1. Beside the strategies' real code on 256, 1,000 and 8,192 simulated ranks: what the count model (benchmarks/scaling) says of
   messages, and the cost model of times.
2. Tables 1 to 3 of Hines, Kumar & Schuermann 2011 (Blue Gene/P), predicted from counts and costs beside the paper's figures.
   What communication costs comes from the machines `bluegene_p` and `bluegene_p_multisend` of `ranvier exchange machines`;
   what computing costs from two cells of Table 1.
3. The model of waiting of Lober, Diesmann & Kunkel 2026: its equations, and drawn.

The whole takes some twenty minutes of one core and 11 GiB; --quick leaves out 8,192 simulated ranks, rows above 16 Ki cores
and Table 3, and takes two.
"""

import argparse
import pathlib
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "benchmarks"))

from scaling import cost, counts, hines2011, lober2026, machine, validation  # noqa: E402


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="smaller machines alone")
    parser.add_argument(
        "--parts", nargs="+", choices=["validation", "tables", "waiting"], default=["validation", "tables", "waiting"]
    )
    parser.add_argument("--figures", type=pathlib.Path, metavar="DIR", help="write PNGs there")
    parser.add_argument("--markdown", action="store_true", help="tables as Markdown")
    parser.add_argument(
        "--write-docs", action="store_true", help="put the tables of the parts into docs/performance.md"
    )
    parser.add_argument("--ranvier", default=str(ROOT / "build/release/bin/ranvier"))
    return parser.parse_args()


class Report:
    """Prints as it goes along, and keeps it as Markdown."""

    def __init__(self, markdown):
        self.markdown = markdown
        self.kept = {}  # part -> paragraphs

    def begin(self, part):
        self.paragraphs = self.kept[part] = []

    def say(self, text):
        self.paragraphs.append(text)
        print(text + "\n", flush=True)

    def table(self, head, rows):
        marked = "\n".join(
            ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)] + ["| " + " | ".join(row) + " |" for row in rows]
        )
        self.paragraphs.append(marked)
        if self.markdown:
            print(marked + "\n", flush=True)
            return
        widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]
        for row in [head, *rows]:
            print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())
        print(flush=True)


def beside(model, paper):
    """`6.76 (7.00, -3%)`."""
    return f"{model:.2f}" + (f" ({paper:g}, {100 * (model / paper - 1):+.0f}%)" if paper is not None else "")


def rounded(count):
    return f"{count:,.0f}" if count >= 1000 else f"{count:.4g}"


def size(number):
    return f"{number >> 10} Ki" if number < 1 << 20 else f"{number >> 20} Mi"


def validate(options, report, machines):
    report.say(
        "Model beside the real code on simulated ranks: counts (real, model's mean, difference in standard deviations), times (real, "
        "model, ratio)."
    )
    rows, counts_hold, times_hold = [], True, True
    for case in validation.cases(options.quick):
        result = validation.compare(options.ranvier, case, machines)
        counted = "; ".join(
            f"{name} {rounded(real)}, {rounded(mean)}, {z:+.1f}" for name, (real, mean, z) in result.counted.items()
        )
        counts_hold &= all(abs(z) < 3 for *_, z in result.counted.values())
        times_hold &= abs(result.run[1] / result.run[0] - 1) < 0.1
        real, model = result.run
        rows.append(
            [
                f"{case.network.ranks:,}",
                case.strategy,
                case.method.machine,
                counted,
                f"{1e3 * real:.3f}, {1e3 * model:.3f} ({model / real:.2f})",
            ]
        )
    report.table(["ranks", "exchange", "machine", "counts", "run [ms]"], rows)
    report.say(
        f"Counts agree within 3 standard deviations: {'yes' if counts_hold else 'NO'}; run times within 10%: "
        f"{'yes' if times_hold else 'NO'}."
    )


def in_order(predicted):
    """(row -> whether the order of methods is the paper's, the same of each pair of methods)."""
    rows, pairs = {}, []
    for row in predicted:
        paper = [run for _, run in row.paper]
        model = [times.run for times in predicted[row]]
        rows[row] = hines2011.order(paper) == hines2011.order(
            [run if known is not None else None for run, known in zip(model, paper)]
        )
        pairs += hines2011.pairs_in_order(paper, model)
    return rows, pairs


def share(held):
    return f"{sum(held)} of {len(held)} ({100 * sum(held) / len(held):.0f}%)"


def predict_tables(options, report, machines):
    """The Times of each row; prints Tables 1 to 3."""
    began = time.process_time()
    computing, machines = hines2011.calibrate(machines)
    further = machines[cost.MULTICAST.machine].further_send_s
    report.say(
        f"From two cells of Table 1: a passage through the event queue {computing.event * 1e6:.2f} µs, a look at a spike or buffer "
        f"{computing.lookup * 1e6:.3f} µs, a further target of a multicast {further * 1e6:.2f} µs."
    )
    rows = [row for row in hines2011.ROWS if not options.quick or row.ranks <= 16 * hines2011.Ki]
    by_network = {
        network: hines2011.predict(network, machines, computing) for network in {row.network(): None for row in rows}
    }
    predicted = {row: by_network[row.network()] for row in rows}
    holds, pairs = in_order(predicted)
    report.say(
        "Tables 1 (strong scaling) and 2 (weak scaling): seconds of computing / run, in brackets the paper's and the error; the row "
        "with * gave the costs of computing, by both figures of Multicast and the first of Allgather."
    )
    calibration = hines2011.CALIBRATION.network()
    report.table(
        ["table", "cores", "cells", "connections", *(method.name for method in hines2011.METHODS), "in order"],
        [
            [
                f"{row.table}{'*' if row.network() == calibration else ''}",
                size(row.ranks),
                size(row.cells),
                f"{row.connections:,}",
                *(
                    f"{beside(t.computing, comp)} / {beside(t.run, run)}" if run is not None else "—"
                    for t, (comp, run) in zip(predicted[row], row.paper)
                ),
                "yes" if holds[row] else "no",
            ]
            for row in rows
        ],
    )
    report.say(
        f"Order of the methods as in the paper: {share(list(holds.values()))} rows, {share(pairs)} pairs of methods."
    )
    report.say(
        f"Isend's overheads come from a run of 256 Ki cells with 1,000 connections, almost 3 times as fast by multisends (Kumar et al. "
        f"2010, abstract). Predicted for these, on 8 Ki cores: {hines2011.isend_over_replay(machines, computing):.2f} times."
    )
    if not options.quick:
        predict_table_3(report, machines, computing)
    print(f"{time.process_time() - began:.0f} s of processor time", flush=True)
    return predicted


def predict_table_3(report, machines, computing):
    report.say(
        "Table 3 (16 Ki cores, 4 Mi cells, 1,000 connections): seconds of computing / run, in brackets the paper's and the error."
    )
    rows = {key: [] for key in hines2011.TABLE_3}
    for placement in dict.fromkeys(placement for placement, _ in hines2011.TABLE_3):
        for column, (topology, bursts) in enumerate(hines2011.TABLE_3_COLUMNS):
            network = hines2011.table_3_network(placement, topology, bursts)
            out = counts.outgoing(network)
            into = counts.incoming(network, out)
            for index, method in enumerate(hines2011.TABLE_3_METHODS):
                times = cost.times(network, out, into, method, machines[method.machine], computing)
                comp, run = hines2011.TABLE_3[placement, index][column]
                rows[placement, index].append(f"{beside(times.computing, comp)} / {beside(times.run, run)}")
    report.table(
        [
            "placement",
            "method",
            *(f"{topology}{', bursts' if bursts else ''}" for topology, bursts in hines2011.TABLE_3_COLUMNS),
        ],
        [[placement, hines2011.TABLE_3_METHODS[index].name, *cells] for (placement, index), cells in rows.items()],
    )


def compare_waiting(report):
    """(ranks, D) -> drawn run time over that with D = 1; prints Lober et al.'s model."""
    cycles, ratios = 2000, {}
    report.say(
        f"Lober et al. 2026: run time over that with D = 1, cycles of {lober2026.CYCLE * 1e3:g} ms on average, standard deviation "
        f"{lober2026.DEVIATION * 1e3:.3g} ms; equations 8 and 9 / drawn, {cycles} cycles."
    )
    rows = []
    for ranks in lober2026.RANKS:
        cells = []
        for ratio in lober2026.RATIOS:
            theory = lober2026.expected_run(1, ranks, ratio) / lober2026.expected_run(1, ranks, 1)
            ratios[ranks, ratio] = lober2026.drawn_run(cycles, ranks, ratio) / lober2026.drawn_run(cycles, ranks, 1)
            cells.append(f"{theory:.4f} / {ratios[ranks, ratio]:.4f}")
        rows.append([str(ranks), *cells])
    report.table(["ranks", *(f"D = {ratio}" for ratio in lober2026.RATIOS)], rows)
    report.say("Irregular accesses saved by areas (equations 14 and 17; in brackets what the paper's text says).")
    rows = []
    for ranks in lober2026.RANKS:
        cells = []
        for threads in (48, 128):
            conventional, by_areas = lober2026.irregular_access(ranks, threads)
            stated = lober2026.STATED_REDUCTION.get((ranks, threads))
            cells.append(f"{100 * (1 - by_areas / conventional):.0f}%" + (f" ({100 * stated:.0f}%)" if stated else ""))
        rows.append([str(ranks), *cells])
    report.table(["ranks", "48 threads a rank", "128 threads a rank"], rows)
    return ratios


def main():
    options = parse_arguments()
    machines = machine.known(options.ranvier)
    report = Report(options.markdown)
    predicted, waited = {}, {}
    if "validation" in options.parts:
        report.begin("validation")
        validate(options, report, machines)
    if "tables" in options.parts:
        report.begin("tables")
        predicted = predict_tables(options, report, machines)
    if "waiting" in options.parts:
        report.begin("waiting")
        waited = compare_waiting(report)
    if options.figures:
        from scaling import figures

        options.figures.mkdir(parents=True, exist_ok=True)
        if predicted:
            figures.run_times(predicted, options.figures / "exchange-scaling.png")
        if waited:
            figures.waiting(waited, options.figures / "exchange-waiting.png")
    if options.write_docs:
        for part, paragraphs in report.kept.items():
            write_docs(part, "\n\n".join(paragraphs))


def write_docs(part, text):
    path = ROOT / "docs/performance.md"
    begin, end = f"<!-- exchange_scaling.py: {part} -->\n", f"<!-- end of {part} -->\n"
    before, rest = path.read_text().split(begin)
    path.write_text(before + begin + text + "\n" + end + rest.split(end)[1])


if __name__ == "__main__":
    main()
