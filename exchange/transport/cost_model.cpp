#include "exchange/transport/cost_model.hpp"

#include <bit>

namespace ranvier::exchange {

namespace {

int rounds_of_doubling(int ranks) {
    return std::bit_width(static_cast<unsigned>(ranks - 1));
}

int rounds(CollectiveAlgorithm algorithm, int ranks) {
    switch (algorithm) {
        case CollectiveAlgorithm::network:
            return 1;
        case CollectiveAlgorithm::tree:
        case CollectiveAlgorithm::recursive_doubling:
        case CollectiveAlgorithm::bruck:
            return rounds_of_doubling(ranks);
        case CollectiveAlgorithm::ring:
            return ranks - 1;
    }
    return 0;
}

/// The number of bytes that pass through a rank for each byte of the payload.
double traffic(CollectiveAlgorithm algorithm, int ranks) {
    switch (algorithm) {
        case CollectiveAlgorithm::network:
            return 1;
        case CollectiveAlgorithm::tree:
            return rounds_of_doubling(ranks);
        case CollectiveAlgorithm::bruck:
            return rounds_of_doubling(ranks) / 2.0;
        case CollectiveAlgorithm::recursive_doubling:
        case CollectiveAlgorithm::ring:
            return static_cast<double>(ranks - 1) / ranks;
    }
    return 0;
}

}  // namespace

double CollectiveCost::seconds(int ranks, std::size_t payload) const {
    if (ranks < 2) return 0;
    return fixed_s + per_round_s * rounds(algorithm, ranks) +
           per_byte_s * traffic(algorithm, ranks) * static_cast<double>(payload);
}

std::string_view name_of(CollectiveKind kind) {
    static constexpr std::string_view names[] = {"barrier",  "allreduce", "allgather",
                                                 "alltoall", "broadcast", "reduce_scatter"};
    return names[static_cast<std::size_t>(kind)];
}

std::string_view name_of(CollectiveAlgorithm algorithm) {
    static constexpr std::string_view names[] = {"network", "tree", "recursive_doubling", "bruck", "ring"};
    return names[static_cast<std::size_t>(algorithm)];
}

}  // namespace ranvier::exchange
