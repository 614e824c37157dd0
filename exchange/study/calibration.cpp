#include "exchange/study/calibration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "exchange/error.hpp"
#include "exchange/study/least_squares.hpp"
#include "exchange/study/measure_messages.hpp"
#include "exchange/transport/typed.hpp"

namespace ranvier::exchange {

namespace {

constexpr int batches = 10;
constexpr int repetitions = 10;

/// A collective's time for one group size and payload.
struct Timing {
    int ranks;
    std::size_t payload;
    double time;
};

/// One collective whose payload is `bytes`, or a little more where pieces must be equal.
class Call {
  public:
    Call(Transport& transport, CollectiveKind kind, std::size_t bytes) : transport_(transport), kind_(kind) {
        const auto ranks = static_cast<std::size_t>(transport.size());
        const std::size_t piece = (bytes + ranks - 1) / ranks;
        switch (kind) {
            case CollectiveKind::barrier:
                break;
            case CollectiveKind::allreduce:
                values_.resize(bytes / sizeof(std::int64_t));
                payload_ = values_.size() * sizeof(std::int64_t);
                break;
            case CollectiveKind::reduce_scatter:
                numbers_.resize(ranks);
                payload_ = ranks * sizeof(std::int32_t);
                break;
            case CollectiveKind::broadcast:
                all_.resize(bytes);
                payload_ = bytes;
                break;
            case CollectiveKind::allgather:
                mine_.resize(piece);
                all_.resize(piece * ranks);
                payload_ = all_.size();
                break;
            case CollectiveKind::alltoall:
                mine_.resize(piece * ranks);
                all_.resize(piece * ranks);
                payload_ = all_.size();
                break;
        }
    }

    std::size_t payload() const { return payload_; }

    /// Whether the next call may begin before this one has ended, so measuring its time needs a barrier after it.
    bool may_overtake() const { return kind_ == CollectiveKind::broadcast; }

    Task<void> operator()() {
        switch (kind_) {
            case CollectiveKind::barrier:
                return transport_.barrier();
            case CollectiveKind::allreduce:
                return transport_.allreduce(std::span<std::int64_t>(values_), Reduce::max);
            case CollectiveKind::allgather:
                return transport_.allgather(mine_, all_);
            case CollectiveKind::alltoall:
                return transport_.alltoall(mine_, all_);
            case CollectiveKind::broadcast:
                return transport_.broadcast(all_, 0);
            case CollectiveKind::reduce_scatter:
                break;
        }
        return reduce_scatter();
    }

  private:
    Task<void> reduce_scatter() { co_await transport_.wait(transport_.ireduce_scatter(numbers_, sum_)); }

    Transport& transport_;
    const CollectiveKind kind_;
    std::size_t payload_ = 0;
    std::vector<std::byte> mine_, all_;
    std::vector<std::int64_t> values_;
    std::vector<std::int32_t> numbers_;
    std::int32_t sum_ = 0;
};

/// The time per call on the slowest rank; the minimum over several batches [s].
Task<double> time_of(Transport& transport, Call& call) {
    double least = std::numeric_limits<double>::infinity();
    for (int batch = 0; batch < batches; ++batch) {
        co_await transport.barrier();
        const double began = transport.clock();
        for (int i = 0; i < repetitions; ++i) {
            co_await call();
            if (call.may_overtake()) co_await transport.barrier();
        }
        const double time = (transport.clock() - began) / repetitions;
        least = std::min(least, co_await reduce_over_ranks(transport, time, Reduce::max));
    }
    co_return least;
}

/// Group sizes to measure: 2, 4, 8 ... ranks, and all ranks.
std::vector<int> group_sizes(int ranks) {
    std::vector<int> sizes;
    for (int size = 2; size < ranks; size *= 2) sizes.push_back(size);
    sizes.push_back(ranks);
    return sizes;
}

std::vector<std::size_t> payloads(CollectiveKind kind) {
    switch (kind) {
        case CollectiveKind::barrier:
            return {0};
        case CollectiveKind::reduce_scatter:
            return {1};  // the payload is always one number per rank
        default:
            return {64, 1024, 16384};
    }
}

/// The algorithms that a collective may use, the usual one first.
std::vector<CollectiveAlgorithm> algorithms_of(CollectiveKind kind) {
    using enum CollectiveAlgorithm;
    switch (kind) {
        case CollectiveKind::barrier:
        case CollectiveKind::allreduce:
        case CollectiveKind::broadcast:
            return {tree, recursive_doubling, network, ring};
        case CollectiveKind::allgather:
        case CollectiveKind::reduce_scatter:
            return {recursive_doubling, ring, network};
        case CollectiveKind::alltoall:
            return {bruck, ring, network};
    }
    return {};
}

/// Fits each algorithm to the timings and returns the best. Fits the cost per byte too if `per_byte_s` is negative.
CollectiveCost cost_of(std::span<const CollectiveAlgorithm> algorithms, std::span<const Timing> timings,
                       double per_byte_s) {
    CollectiveCost best;
    double least = std::numeric_limits<double>::infinity();
    for (const CollectiveAlgorithm algorithm : algorithms) {
        std::vector<Sample> samples;
        for (const Timing& each : timings) {
            const double rounds = CollectiveCost{algorithm, 0, 1, 0}.seconds(each.ranks, 0);
            const double bytes = CollectiveCost{algorithm, 0, 0, 1}.seconds(each.ranks, each.payload);
            if (per_byte_s < 0) {
                samples.push_back({rounds, bytes, each.time});
            } else if (each.time > per_byte_s * bytes) {
                samples.push_back({rounds, 0, each.time - per_byte_s * bytes});
            }
        }
        const Fit found = fit(samples);
        // Keeps the usual algorithm unless another one fits clearly better, because timings are noisy.
        if (least < std::numeric_limits<double>::infinity() && found.error > 0.8 * least - 1e-12) continue;
        least = found.error;
        best = {algorithm, 0, found.a, per_byte_s < 0 ? found.b : per_byte_s};
    }
    return best;
}

Task<void> measure_collectives(Transport& transport, CostModel& model) {
    const std::vector<int> sizes = group_sizes(transport.size());
    std::vector<std::vector<Timing>> timings(collective_kinds);
    for (const int size : sizes) {
        const auto group = co_await transport.split(transport.rank() >= size, transport.rank());
        if (transport.rank() < size) {
            for (std::size_t kind = 0; kind < collective_kinds; ++kind) {
                for (const std::size_t bytes : payloads(static_cast<CollectiveKind>(kind))) {
                    Call call(*group, static_cast<CollectiveKind>(kind), bytes);
                    double time = co_await time_of(*group, call);
                    if (call.may_overtake()) time -= timings[0].back().time;  // the barrier's time
                    if (kind == static_cast<std::size_t>(CollectiveKind::reduce_scatter)) {
                        time -= model.send_overhead_s;  // it was begun as a nonblocking operation
                    }
                    if (time > 0) timings[kind].push_back({size, call.payload(), time});
                }
            }
        }
        co_await transport.barrier();
    }
    static_assert(static_cast<int>(CollectiveKind::barrier) == 0 &&
                  CollectiveKind::allgather < CollectiveKind::reduce_scatter);  // the later kinds use the earlier ones
    for (std::size_t kind = 0; kind < collective_kinds; ++kind) {
        std::vector<CollectiveAlgorithm> algorithms = algorithms_of(static_cast<CollectiveKind>(kind));
        if (sizes.size() < 3) algorithms.resize(1);
        // With one number per rank, bytes and rounds grow together. The cost per byte is taken from allgather.
        const bool is_scatter = kind == static_cast<std::size_t>(CollectiveKind::reduce_scatter);
        const double per_byte_s = is_scatter ? model[CollectiveKind::allgather].per_byte_s : -1;
        model.collectives[kind] = cost_of(algorithms, timings[kind], per_byte_s);
    }
}

}  // namespace

Task<CostModel> calibrate(Transport& transport) {
    if (transport.size() < 2) {
        throw ExchangeError("calibration needs at least 2 ranks: mpiexec -n 2 ranvier exchange calibrate");
    }
    CostModel model;
    model.name = "calibrated";
    model.sources = {fmt::format("measured by ranvier exchange calibrate on {} ranks", transport.size())};
    co_await transport.barrier();
    co_await measure_messages(transport, model);
    co_await transport.barrier();
    co_await measure_collectives(transport, model);
    // Broadcasts rank 0's model to all ranks.
    const std::string json = co_await broadcast_string(transport, to_json(model), 0);
    co_return cost_model_from_json(json, "calibration");
}

}  // namespace ranvier::exchange
