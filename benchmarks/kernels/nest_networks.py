"""The networks of models/ in NEST (docs of NEST: 3.10): nest_networks.py MODEL name=value... [raster=FILE]

Prints the lines of models/network.hoc: connections, time and bytes until ready, time of the run, spikes. FILE receives all
spikes, a line of time and gid each, after a line with the sizes of the populations; gids are those of the hoc model.
"""

import math
import sys
import time

import nest
import numpy

MICROCIRCUIT = {  # Potjans & Diesmann 2014, as in models/microcircuit/parameters.hoc
    "cells": (20683, 5834, 21915, 5479, 4850, 1065, 14395, 2948),
    "outer_inputs": (1600, 1500, 2100, 1900, 2000, 1900, 2900, 2100),
    "mean_rate": (0.903, 2.965, 4.414, 5.876, 7.569, 8.633, 1.105, 7.829),
    "probability": (
        (0.1009, 0.1689, 0.0437, 0.0818, 0.0323, 0, 0.0076, 0),
        (0.1346, 0.1371, 0.0316, 0.0515, 0.0755, 0, 0.0042, 0),
        (0.0077, 0.0059, 0.0497, 0.1350, 0.0067, 0.0003, 0.0453, 0),
        (0.0691, 0.0029, 0.0794, 0.1597, 0.0033, 0, 0.1057, 0),
        (0.1004, 0.0622, 0.0505, 0.0057, 0.0831, 0.3726, 0.0204, 0),
        (0.0548, 0.0269, 0.0257, 0.0022, 0.0600, 0.3158, 0.0086, 0),
        (0.0156, 0.0066, 0.0211, 0.0166, 0.0572, 0.0197, 0.0396, 0.2252),
        (0.0364, 0.0010, 0.0034, 0.0005, 0.0277, 0.0080, 0.0658, 0.1443),
    ),
}
STEP = 0.1  # [ms]
WIDE = 1e30  # no bound


def memory(name):
    """VmRSS or VmHWM of this process [bytes]."""
    with open("/proc/self/status") as status:
        return next(1024 * int(line.split()[1]) for line in status if line.startswith(name))


def redrawn(mean, deviation, least=-WIDE, most=WIDE):
    return nest.math.redraw(nest.random.normal(mean, deviation), min=least, max=most)


def delays(mean, deviation, least):
    """On the grid, none below `least` after rounding."""
    return redrawn(mean, deviation, least=least - STEP / 2 + 1e-9)


def connect(sources, targets, rule, weight, delay):
    synapse = {"synapse_model": "static_synapse_hpc", "weight": weight, "delay": delay}
    nest.Connect(sources, targets, rule, synapse)


def microcircuit(scale):
    c = MICROCIRCUIT
    tau_m, tau_syn, capacitance = 10.0, 0.5, 250.0
    ratio = tau_m / tau_syn
    peak = ratio ** (-tau_syn / (tau_m - tau_syn)) - ratio ** (-tau_m / (tau_m - tau_syn))
    weight = 0.15 * capacitance * (tau_m - tau_syn) / (tau_m * tau_syn * peak)
    cell = {"C_m": capacitance, "tau_m": tau_m, "tau_syn_ex": tau_syn, "tau_syn_in": tau_syn, "t_ref": 2.0}
    cell |= {"E_L": -65.0, "V_reset": -65.0, "V_th": -50.0}

    def mean_weight(onto, source):
        return -4 * weight if source % 2 else 2 * weight if (onto, source) == (0, 2) else weight

    def connections(onto, source):
        pairs = c["cells"][onto] * c["cells"][source]
        return math.log(1 - c["probability"][onto][source]) / math.log(1 - 1 / pairs)

    populations = []
    for k, n in enumerate(c["cells"]):
        mean = c["outer_inputs"][k] * 8 * weight
        mean += sum(mean_weight(k, j) * connections(k, j) / n * c["mean_rate"][j] for j in range(8))
        current = 0.001 * tau_syn * (1 - math.sqrt(scale)) * mean
        cells = nest.Create("iaf_psc_exp", int(n * scale + 0.5), params={**cell, "I_e": current})
        cells.V_m = nest.random.normal(-58.0, 10.0)
        populations.append(cells)
        noise = nest.Create("poisson_generator", params={"rate": c["outer_inputs"][k] * scale * 8.0})
        connect(noise, cells, "all_to_all", weight / math.sqrt(scale), 1.5)
    for onto in range(8):
        for source in range(8):
            n = int(connections(onto, source) * scale * scale + 0.5)
            if n == 0:
                continue
            w = mean_weight(onto, source) / math.sqrt(scale)
            weights = redrawn(w, 0.1 * w, least=0.0) if w > 0 else redrawn(w, -0.1 * w, most=0.0)
            mean = 0.75 if source % 2 else 1.5
            rule = {"rule": "fixed_total_number", "N": n}
            connect(populations[source], populations[onto], rule, weights, delays(mean, 0.5 * mean, STEP))
    return populations


def areas(areas, cells, inputs, rate=2.5, least_between=1.0):
    everything = []
    for _ in range(int(areas)):
        made = nest.Create("ignore_and_fire", int(cells), params={"rate": rate})
        made.phase = nest.random.uniform(0.0, 1.0)
        everything.append(made)
    within = int(inputs / 2) if areas > 1 else int(inputs)
    for k, cells_here in enumerate(everything):
        others = [made for i, made in enumerate(everything) if i != k]
        if others:
            sources = sum(others[1:], others[0])
            rule = {"rule": "fixed_indegree", "indegree": int(inputs) - within}
            connect(sources, cells_here, rule, 1.0, delays(5.0, 2.5, least_between))
        rule = {"rule": "fixed_indegree", "indegree": within}
        connect(cells_here, cells_here, rule, 1.0, delays(1.25, 0.625, STEP))
    return everything


def weight_of_psp(tau_m, tau_syn, capacitance):
    """The weight that gives a potential of 1 mV at its peak, for alpha-shaped currents [pA/mV]."""
    b = 1 / tau_syn - 1 / tau_m
    times = (k * 1e-5 for k in range(500000))
    rise = ((math.exp(-t / tau_m) - math.exp(-t / tau_syn)) / b - t * math.exp(-t / tau_syn) for t in times)
    return tau_syn * capacitance * b / (math.e * max(rise))


def balanced(scale, inputs, plastic=1.0, strength=-1.0):
    """The HPC benchmark, as in models/balanced."""
    strength = 11250 / inputs if strength < 0 else strength
    tau_m, tau_syn, capacitance, threshold, delay = 10.0, 0.32582722403722841, 250.0, 20.0, 1.5
    weight = strength * 0.14 * weight_of_psp(tau_m, tau_syn, capacitance)
    cell = {"C_m": capacitance, "tau_m": tau_m, "tau_syn_ex": tau_syn, "tau_syn_in": tau_syn, "t_ref": 0.5}
    cell |= {"E_L": 0.0, "V_reset": 0.0, "V_th": threshold, "tau_minus": 30.0}
    rate = 1.685 * 1000 * threshold * capacitance / (tau_m * weight * math.e * tau_syn)
    populations = [nest.Create("iaf_psc_alpha", int(n * scale + 0.5), params=cell) for n in (9000, 2250)]
    noise = nest.Create("poisson_generator", params={"rate": rate})
    for cells in populations:
        cells.V_m = nest.random.normal(5.7, 7.2)
        connect(noise, cells, "all_to_all", weight, delay)
    learning = {"delay": delay, "alpha": 0.0513, "lambda": 0.1, "mu": 0.4, "tau_plus": 15.0, "weight": weight}
    nest.SetDefaults("stdp_pl_synapse_hom_hpc", learning)
    excitatory = int(0.8 * inputs + 0.5)
    for k, targets in enumerate(populations):
        for j, sources in enumerate(populations):
            n = int(inputs) - excitatory if j else excitatory
            rule = {"rule": "fixed_indegree", "indegree": n, "allow_autapses": False}
            if plastic and k == j == 0:
                nest.Connect(sources, targets, rule, {"synapse_model": "stdp_pl_synapse_hom_hpc"})
            else:
                connect(sources, targets, rule, -5 * weight if j else weight, delay)
    return populations


MODELS = {"microcircuit": microcircuit, "areas": areas, "balanced": balanced}


def record(populations):
    """A recorder of all spikes."""
    recorder = nest.Create("spike_recorder")
    for cells in populations:
        nest.Connect(cells, recorder)
    return recorder


def spikes(recorder, populations):
    """Times [ms] and gids of what was recorded. Gids count the cells of all populations from 0."""
    ids = numpy.concatenate([cells.tolist() for cells in populations])  # ascending
    times, senders = (recorder.events[name] for name in ("times", "senders"))
    return times, numpy.searchsorted(ids, senders)


def write_raster(path, recorder, populations):
    times, gids = spikes(recorder, populations)
    rows = numpy.column_stack((times, gids))
    sizes = " ".join(str(len(cells)) for cells in populations)
    numpy.savetxt(path, rows[numpy.lexsort((gids, times))], "%.1f\t%d", header=sizes)


def main():
    given = dict(word.split("=", 1) for word in sys.argv[2:])
    raster = given.pop("raster", None)
    options = {name: float(value) for name, value in given.items()}
    threads, warm_up, tstop = int(options.pop("nthread", 1)), options.pop("warm_up", 100), options.pop("tstop", 600)
    nest.verbosity = nest.VerbosityLevel.ERROR
    nest.ResetKernel()
    nest.SetKernelStatus({"resolution": STEP, "local_num_threads": threads, "rng_seed": int(options.pop("seed", 1))})
    before, began = memory("VmRSS"), time.perf_counter()
    populations = MODELS[sys.argv[1]](**options)
    recorder = record(populations) if raster else None
    nest.Prepare()
    nest.Run(STEP)
    built, made = time.perf_counter(), nest.num_connections
    ready, peak = memory("VmRSS") - before, memory("VmHWM") - before
    spikes = nest.GetKernelStatus("local_spike_counter")  # of the last Run
    nest.Run(warm_up - STEP)
    spikes += nest.GetKernelStatus("local_spike_counter")
    warm = time.perf_counter()
    nest.Run(tstop - warm_up)
    ended = time.perf_counter()
    spikes += nest.GetKernelStatus("local_spike_counter")
    nest.Cleanup()
    if raster:
        write_raster(raster, recorder, populations)
    print(
        f"{made} connections ready after {built - began:.3f} s, {ready / made:.1f} bytes each (peak {peak / made:.1f})"
    )
    print(f"{tstop - warm_up:g} ms after the first {warm_up:g} ms took {ended - warm:.3f} s")
    print(f"{spikes} fired")


if __name__ == "__main__":
    main()
