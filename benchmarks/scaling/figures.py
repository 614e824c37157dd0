"""Run times against cores beside the paper's, and what meeting less often saves, as PNG."""

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator  # noqa: E402

from . import hines2011, lober2026

# Okabe & Ito's colors, which people with any kind of color vision tell apart; shapes say the same.
COLORS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00")
MARKERS = ("o", "s", "^", "D", "v")
PANELS = (
    (1, 1000, "strong scaling: 2 Mi cells, 1,000 connections"),
    (1, 10000, "strong scaling: 1/4 Mi cells, 10,000 connections"),
    (2, 1000, "weak scaling: 256 cells a core, 1,000 connections"),
    (2, 10000, "weak scaling: 32 cells a core, 10,000 connections"),
)


def _cores(axis, cores):
    axis.set_xscale("log", base=2)
    axis.xaxis.set_major_locator(FixedLocator(cores))
    axis.xaxis.set_major_formatter(
        FuncFormatter(lambda value, _: f"{value / 1024:.0f} Ki" if value >= 1024 else f"{value:.0f}")
    )
    axis.xaxis.set_minor_locator(NullLocator())


def _seconds(axis, ticks):
    axis.set_yscale("log")
    axis.yaxis.set_major_locator(FixedLocator(ticks))
    axis.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axis.yaxis.set_minor_locator(NullLocator())


def run_times(predicted, path):
    """`predicted`: of rows of Tables 1 and 2 the Times of each method."""
    figure, axes = plt.subplots(2, 2, figsize=(10, 8), sharex=True, sharey=True, layout="constrained")
    for axis, (table, connections, title) in zip(axes.flat, PANELS):
        rows = [row for row in predicted if row.table == table and row.connections == connections]
        for index, method in enumerate(hines2011.METHODS):
            axis.plot(
                [row.ranks for row in rows], [predicted[row][index].run for row in rows], "-", color=COLORS[index]
            )
            measured = [(row.ranks, row.paper[index][1]) for row in rows if row.paper[index][1] is not None]
            axis.plot(
                *zip(*measured), MARKERS[index], color=COLORS[index], markerfacecolor="white", markeredgewidth=1.6
            )
            axis.plot(
                [],
                [],
                MARKERS[index] + "-",
                color=COLORS[index],
                markerfacecolor="white",
                markeredgewidth=1.6,
                label=method.name,
            )
        axis.set_title(title, fontsize=10)
        _cores(axis, sorted({row.ranks for row in predicted}))
        _seconds(axis, (0.5, 1, 2, 5, 10, 20, 50))
        axis.grid(color="0.9")
    for axis in axes[1]:
        axis.set_xlabel("cores")
    for axis in axes[:, 0]:
        axis.set_ylabel("run time for 200 ms [s]")
    handles, names = axes[0, 0].get_legend_handles_labels()
    figure.legend(handles, names, title="lines: model, points: paper", loc="outside lower center", ncols=len(names))
    figure.savefig(path, dpi=130)
    plt.close(figure)


def waiting(drawn, path):
    """`drawn`: (ranks, D) -> run time over that with D = 1, from cycle times that were drawn."""
    figure, axes = plt.subplots(1, 2, figsize=(10, 4.2), layout="constrained")
    for index, ratio in enumerate(lober2026.RATIOS):
        theory = [
            lober2026.expected_run(1, ranks, ratio) / lober2026.expected_run(1, ranks, 1) for ranks in lober2026.RANKS
        ]
        style = {"color": COLORS[index], "markerfacecolor": "white", "markeredgewidth": 1.6}
        axes[0].plot(lober2026.RANKS, theory, "-", color=COLORS[index])
        axes[0].plot(lober2026.RANKS, [drawn[ranks, ratio] for ranks in lober2026.RANKS], MARKERS[index], **style)
        axes[0].plot([], [], MARKERS[index] + "-", label=f"D = {ratio}", **style)
    axes[0].set_ylabel("run time, meeting each D-th cycle over each")
    axes[0].set_ylim(0.8, 1.01)
    axes[0].legend(title="lines: equations 8, 9; points: drawn", fontsize=9, ncols=3, loc="lower left")
    for index, threads in enumerate((48, 128)):
        access = [lober2026.irregular_access(ranks, threads) for ranks in lober2026.RANKS]
        axes[1].plot(
            lober2026.RANKS,
            [a for a, _ in access],
            MARKERS[index] + "--",
            color=COLORS[index],
            label=f"conventional, {threads} threads a rank",
        )
        axes[1].plot(
            lober2026.RANKS,
            [b for _, b in access],
            MARKERS[index] + "-",
            color=COLORS[index],
            label=f"by areas, {threads} threads a rank",
        )
    axes[1].set_ylabel("fraction of irregular accesses (equations 14, 17)")
    axes[1].set_ylim(0, 1.05)
    axes[1].legend(fontsize=9)
    for axis in axes:
        axis.set_xlabel("ranks M")
        _cores(axis, lober2026.RANKS)
        axis.grid(color="0.9")
    figure.savefig(path, dpi=130)
    plt.close(figure)
