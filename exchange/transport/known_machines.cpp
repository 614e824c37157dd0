#include <fmt/format.h>

#include "exchange/error.hpp"
#include "exchange/transport/cost_model.hpp"

namespace ranvier::exchange {

namespace {

// The published figures are round numbers for the whole path of a message. The shares of sender, network and receiver
// are estimates, explained in the comments. If you have access to the machine, measure them.

constexpr double us = 1e-6;
constexpr double ns = 1e-9;

/// Four ranks on each node of a Blue Gene/P ("virtual node mode"), random placement on the torus.
///
/// Torus: 0.5 us to a neighbor and 5 us to the farthest node in hardware, 3 and 10 us between MPI programs, 425 MB/s
/// per link and direction. Collective network: 1.3 us one way through the tree, 5 us for MPI, 850 MB/s. Global
/// interrupt: 0.65 us to reach 72 Ki nodes, 1.6 us for an MPI barrier. All figures are from the system's overview (IBM
/// J. Res. Dev. 2008, 52:199-220) and its application guide (SG24-7287).
CostModel blue_gene_p_network() {
    CostModel model;
    model.sources = {
        "IBM Blue Gene team 2008, Overview of the IBM Blue Gene/P project, IBM J. Res. Dev. 52(1/2):199-220: torus, "
        "collective and interrupt networks, their latencies and bandwidths",
        "IBM System Blue Gene Solution: Blue Gene/P Application Development, Redbook SG24-7287: latencies of MPI",
    };
    // Half way between the nearest and the farthest node.
    model.latency_s = 2.75 * us;
    // The DMA engine feeds six links; packets of 16 bytes of data are 64 bytes on a link [425 MB/s].
    model.gap_s = 0.15 * us;
    model.per_byte_s = 1 / 425e6;

    model[CollectiveKind::barrier] = {CollectiveAlgorithm::network, 1.6 * us, 0, 0};
    // Sums of doubles take two passes of the integer network.
    model[CollectiveKind::allreduce] = {CollectiveAlgorithm::network, 5 * us, 0, 1 / 425e6};
    model[CollectiveKind::broadcast] = {CollectiveAlgorithm::network, 5 * us, 0, 1 / 850e6};
    // An or-reduction of the whole vector, to which each rank contributes its piece and zeros elsewhere; the four ranks
    // of a node get their copies one after the other.
    model[CollectiveKind::allgather] = {CollectiveAlgorithm::network, 5 * us, 0, 4 / 850e6};
    // Over the torus, from rank to rank: the six links of a node serve four ranks.
    model[CollectiveKind::alltoall] = {CollectiveAlgorithm::ring, 10 * us, 0.6 * us, 4 / (6 * 425e6)};
    // A reduction followed by a scatter.
    model[CollectiveKind::reduce_scatter] = {CollectiveAlgorithm::network, 10 * us, 0, 4 / 425e6};
    return model;
}

CostModel blue_gene_p() {
    CostModel model = blue_gene_p_network();
    model.name = "bluegene_p";
    model.sources.emplace_back(
        "Kumar et al. 2008, The Deep Computing Messaging Framework, ICS 2008, 94-103: MPI eager one-way 2.4 us to a "
        "neighbor, of which the network takes 0.5 us: equal overheads of sender and receiver, to which matching "
        "(probe "
        "and receive) adds as much again");
    model.sources.emplace_back(
        "Kumar et al. 2010, Optimization of applications with non-blocking neighborhood collectives via multisends on "
        "the Blue Gene/P supercomputer, IPDPS 2010, abstract: almost 3 times the speed of MPI in NEURON with 256 Ki "
        "cells of 1,000 connections, for which these overheads have to be 3 times as large (2.9 to 3.9, by the number "
        "of cores, which the abstract leaves open)");
    // The latency applies to one message at a time. In a flood of unexpected messages, probed from any source, requests
    // and matching cost more.
    constexpr double flood = 3;
    model.send_overhead_s = flood * 0.95 * us;
    model.further_send_s = flood * 0.95 * us;
    model.receive_overhead_s = flood * 1.9 * us;
    // The library's work is done during setup; a start still walks through the list.
    model.record_list_s = 0.95 * us;
    model.record_target_s = 0.95 * us;
    model.replay_list_s = 0.3 * us;
    model.replay_target_s = 0.15 * us;
    return model;
}

CostModel blue_gene_p_multisend() {
    CostModel model = blue_gene_p_network();
    model.name = "bluegene_p_multisend";
    model.sources.emplace_back(
        "Kumar et al. 2008, The Deep Computing Messaging Framework, ICS 2008, 94-103: DCMF eager one-way 1.6 us to a "
        "neighbor; split here into the network's 0.5 us and equal overheads of sender and receiver");
    model.sources.emplace_back(
        "Kumar et al. 2010, Optimization of applications with non-blocking neighborhood collectives via multisends on "
        "the Blue Gene/P supercomputer, IPDPS 2010, and Hines, Kumar & Schuermann 2011, Front. Comput. Neurosci. 5:49, "
        "Methods: a multicast starts once and then writes a descriptor for each target (estimated at 0.2 us); a "
        "replay hands over a list of descriptors that is there already");
    model.send_overhead_s = 0.55 * us;
    model.further_send_s = 0.2 * us;
    model.receive_overhead_s = 0.55 * us;
    model.record_list_s = 0.55 * us;
    model.record_target_s = 0.2 * us;
    // Only the list's head and tail are handed to the DMA engine, so the cost does not depend on the list's length.
    model.replay_list_s = 0.3 * us;
    model.replay_target_s = 0;
    return model;
}

/// 48 cores per node with one rank each, and one HDR adapter of 200 Gbit/s per node.
CostModel infiniband_hdr() {
    CostModel model;
    model.name = "infiniband_hdr";
    model.sources = {
        "NVIDIA ConnectX-6 and Quantum switch data sheets: 200 Gbit/s, below 0.6 us in an adapter and 130 ns in a "
        "switch, 215 million messages/s an adapter",
        "Panda, Subramoni, Chu & Bayatpour 2021, The MVAPICH project, J. Comput. Sci. 52:101208: about 1 us one-way "
        "for MPI messages of up to 16 bytes between neighbors",
        "Thakur, Rabenseifner & Gropp 2005, Int. J. High Perform. Comput. Appl. 19:49-66: the algorithms of "
        "collectives",
    };
    // One-way time of 1 us between MPI programs at one switch, plus two more switches between most pairs.
    model.latency_s = 0.8 * us;
    model.send_overhead_s = 0.2 * us;
    model.further_send_s = 0.2 * us;
    model.receive_overhead_s = 0.25 * us;
    // 48 ranks share an adapter that handles 215 million messages and 25 GB per second.
    model.gap_s = 48 / 215e6;
    model.per_byte_s = 48 / 25e9;
    model.record_list_s = 0.2 * us;
    model.record_target_s = 0.1 * us;
    model.replay_list_s = 50 * ns;
    model.replay_target_s = 0.15 * us;

    const double round = model.latency_s + model.send_overhead_s + model.receive_overhead_s;
    model[CollectiveKind::barrier] = {CollectiveAlgorithm::tree, 0, round, 0};
    model[CollectiveKind::allreduce] = {CollectiveAlgorithm::tree, 0, round, model.per_byte_s};
    model[CollectiveKind::broadcast] = {CollectiveAlgorithm::tree, 0, round, model.per_byte_s};
    model[CollectiveKind::allgather] = {CollectiveAlgorithm::recursive_doubling, 0, round, model.per_byte_s};
    model[CollectiveKind::alltoall] = {CollectiveAlgorithm::bruck, 0, round, model.per_byte_s};
    model[CollectiveKind::reduce_scatter] = {CollectiveAlgorithm::recursive_doubling, 0, round, model.per_byte_s};
    return model;
}

}  // namespace

std::span<const CostModel> known_machines() {
    static const std::vector<CostModel> machines = {blue_gene_p(), blue_gene_p_multisend(), infiniband_hdr()};
    return machines;
}

const CostModel& known_machine(std::string_view name) {
    std::string names;
    for (const CostModel& machine : known_machines()) {
        if (machine.name == name) return machine;
        names += (names.empty() ? "" : ", ") + machine.name;
    }
    throw ExchangeError(fmt::format("unknown machine \"{}\"; expected one of {}", name, names));
}

}  // namespace ranvier::exchange
