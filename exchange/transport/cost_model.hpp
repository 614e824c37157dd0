#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ranvier::exchange {

/// The algorithm of a collective, which determines how its time grows. With P ranks and a payload of n bytes:
///
/// | algorithm          | rounds       | bytes that pass a rank | usual for                                   |
/// |--------------------|--------------|------------------------|---------------------------------------------|
/// | network            | 1            | n                      | a network that does it in hardware          |
/// | tree               | ceil(log2 P) | n * rounds             | broadcast, reduction of a few values        |
/// | recursive_doubling | ceil(log2 P) | n * (P-1)/P            | allgather, reduce-scatter (halving)         |
/// | bruck              | ceil(log2 P) | n * rounds/2           | alltoall of short pieces                    |
/// | ring               | P-1          | n * (P-1)/P            | allgather, alltoall (pairwise) of long ones |
enum class CollectiveAlgorithm { network, tree, recursive_doubling, bruck, ring };

/// The time of one collective, from the last rank's call until it is complete on all ranks: fixed + rounds * per_round
/// + bytes * per_byte, with rounds and bytes given by the algorithm; 0 for a single rank.
struct CollectiveCost {
    CollectiveAlgorithm algorithm = CollectiveAlgorithm::network;
    double fixed_s = 0;      ///< independent of the size [s]
    double per_round_s = 0;  ///< per round [s]
    double per_byte_s = 0;   ///< per byte that passes a rank [s]

    double seconds(int ranks, std::size_t payload) const;

    friend bool operator==(const CollectiveCost&, const CollectiveCost&) = default;
};

/// The kinds of collectives. Their payloads: barrier: 0; allreduce, broadcast, reduce_scatter: the whole vector;
/// allgather: everything that a rank receives; alltoall: everything that a rank sends or receives, whichever is more,
/// on the rank where this is largest.
enum class CollectiveKind { barrier, allreduce, allgather, alltoall, broadcast, reduce_scatter };
inline constexpr std::size_t collective_kinds = 6;

/// The cost of operations between the ranks of a machine, in the terms of LogGP (Alexandrov, Ionescu, Schauser &
/// Scheiman 1997, J. Parallel Distrib. Comput. 44:71-79): latency L, overhead o, gap g, gap per byte G; P is the
/// machine's size.
///
/// 1. A sending rank is busy for o_s. The message then leaves, but no earlier than g + m G after the rank's previous
///    message of m bytes has left. A message of n bytes arrives L + n G after it has left.
/// 2. A receiving rank is busy for o_r when it takes the message.
/// 3. If a rank sends the same message to several ranks in succession, the first send costs o_s and each further one
///    `further_send_s`, which is less than o_s only on a machine that can multicast.
/// 4. A synchronous send completes L after its message has been matched.
/// 5. A persistent send to a list costs `record_list_s` plus `record_target_s` for each target when it is set up,
///    and `replay_list_s` plus `replay_target_s` for each target when it is started.
/// 6. Links between ranks are not shared: there is no congestion, and all distances are equal.
struct CostModel {
    std::string name;
    std::vector<std::string> sources;  ///< where the constants come from

    double core_speed = 1;          ///< of a core, in units of the core on which a recorded run was measured
    double latency_s = 0;           ///< L [s]
    double send_overhead_s = 0;     ///< o_s [s]; also to begin a nonblocking collective
    double further_send_s = 0;      ///< to send the same message to a further rank [s]
    double receive_overhead_s = 0;  ///< o_r [s]
    double gap_s = 0;               ///< g, between two messages from a rank [s]
    double per_byte_s = 0;          ///< G [s]
    double record_list_s = 0;       ///< to set up a list of persistent sends [s]
    double record_target_s = 0;     ///< plus this for each target [s]
    double replay_list_s = 0;       ///< to start such a list [s]
    double replay_target_s = 0;     ///< plus this for each target [s]

    std::array<CollectiveCost, collective_kinds> collectives;  ///< by CollectiveKind

    const CollectiveCost& operator[](CollectiveKind kind) const { return collectives[static_cast<std::size_t>(kind)]; }
    CollectiveCost& operator[](CollectiveKind kind) { return collectives[static_cast<std::size_t>(kind)]; }

    friend bool operator==(const CostModel&, const CostModel&) = default;
};

std::string_view name_of(CollectiveKind kind);
std::string_view name_of(CollectiveAlgorithm algorithm);

/// Machines whose constants are known; known_machines.cpp gives the sources.
std::span<const CostModel> known_machines();

/// The known machine of this name. Throws ExchangeError, listing the names, if there is none.
const CostModel& known_machine(std::string_view name);

/// The model as JSON, with keys named like the members; `collectives` is keyed by kind.
std::string to_json(const CostModel& model);

/// Reads a model written by to_json. A missing member is 0. Throws ExchangeError, naming `origin` and the member, for
/// invalid JSON, an unknown member or kind, or a value that has the wrong type, is negative or is not finite.
CostModel cost_model_from_json(std::string_view text, std::string_view origin);

/// Reads a model from a JSON file. Throws ExchangeError.
CostModel read_cost_model(const std::filesystem::path& file);

}  // namespace ranvier::exchange
