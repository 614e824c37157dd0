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
/// + bytes * per_byte, with rounds and bytes given by the algorithm. One rank alone: 0.
struct CollectiveCost {
    CollectiveAlgorithm algorithm = CollectiveAlgorithm::network;
    double fixed_s = 0;      ///< whatever the size [s]
    double per_round_s = 0;  ///< each round [s]
    double per_byte_s = 0;   ///< each byte that passes a rank [s]

    double seconds(int ranks, std::size_t payload) const;

    friend bool operator==(const CollectiveCost&, const CollectiveCost&) = default;
};

/// The payload of each: barrier 0; allreduce, broadcast: the vector; allgather: all that a rank gets; alltoall: all
/// that a rank sends or gets, whichever is more, of the rank that has most; reduce_scatter: the whole vector.
enum class CollectiveKind { barrier, allreduce, allgather, alltoall, broadcast, reduce_scatter };
inline constexpr std::size_t collective_kinds = 6;

/// The cost of operations between the ranks of a machine, in the terms of LogGP (Alexandrov, Ionescu, Schauser &
/// Scheiman 1997, J. Parallel Distrib. Comput. 44:71-79): latency L, overhead o, gap g, gap per byte G; P is the
/// machine's size.
///
/// 1. A rank that sends is busy for o_s. The message then leaves, after the rank's earlier ones: g + n G after the one
///    before, if that had n bytes. It arrives L + n G after it has left, if it has n bytes.
/// 2. A rank that receives is busy for o_r when it takes the message.
/// 3. The same message to several ranks, one send after the other, costs the first o_s and each further one
///    `further_send_s` (on a machine that can multicast; else the same).
/// 4. A synchronous send is over L after it was matched.
/// 5. A persistent send to a list costs `record_list_s` and `record_target_s` for each target when it is set up,
///    `replay_list_s` and `replay_target_s` when it is started.
/// 6. Links between ranks are not shared: no congestion, all distances alike.
struct CostModel {
    std::string name;
    std::vector<std::string> sources;  ///< where the constants come from

    double latency_s = 0;           ///< L [s]
    double send_overhead_s = 0;     ///< o_s [s], also of beginning a nonblocking collective
    double further_send_s = 0;      ///< of the same message to a further rank [s]
    double receive_overhead_s = 0;  ///< o_r [s]
    double gap_s = 0;               ///< g, between two messages of a rank [s]
    double per_byte_s = 0;          ///< G [s]
    double record_list_s = 0;       ///< to set up a list of persistent sends [s]
    double record_target_s = 0;     ///< and for each target [s]
    double replay_list_s = 0;       ///< to start such a list [s]
    double replay_target_s = 0;     ///< and for each target [s]

    std::array<CollectiveCost, collective_kinds> collectives;  ///< by CollectiveKind

    const CollectiveCost& operator[](CollectiveKind kind) const { return collectives[static_cast<std::size_t>(kind)]; }
    CollectiveCost& operator[](CollectiveKind kind) { return collectives[static_cast<std::size_t>(kind)]; }

    friend bool operator==(const CostModel&, const CostModel&) = default;
};

std::string_view name_of(CollectiveKind kind);
std::string_view name_of(CollectiveAlgorithm algorithm);

/// Machines whose constants are known; known_machines.cpp gives the sources.
std::span<const CostModel> known_machines();

/// One of these. Throws ExchangeError, listing the names, for an unknown name.
const CostModel& known_machine(std::string_view name);

/// As JSON, with the names of the members; `collectives` by kind.
std::string to_json(const CostModel& model);

/// Reads what to_json wrote. A missing member is 0. Throws ExchangeError, naming `origin` and the member, for invalid
/// JSON, an unknown member or kind, or a value that has the wrong type, is negative or is not finite.
CostModel cost_model_from_json(std::string_view text, std::string_view origin);

/// Reads it from a file. Throws ExchangeError.
CostModel read_cost_model(const std::filesystem::path& file);

}  // namespace ranvier::exchange
