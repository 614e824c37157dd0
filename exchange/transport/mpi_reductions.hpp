#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "exchange/transport/mpi_direct.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::exchange {

/// Reduces the vectors of all ranks, which are concatenated in `all`, element by element in the order of ranks, so
/// every rank gets the same bits.
void reduce_in_order(std::span<const std::int64_t> all, Reduce reduce, std::span<std::int64_t> result);

/// Nonblocking reductions over a few ranks by plain messages: each rank receives the values of all others and reduces
/// them. A barrier is a reduction of no values.
class DirectReductions {
  public:
    /// Starts an operation, identified by `slot` until a test finds it complete.
    void begin_barrier(const DirectCollectives& direct, std::int32_t slot);
    void begin_allreduce(const DirectCollectives& direct, int ranks, std::int32_t slot, std::span<std::int64_t> values,
                         Reduce reduce);
    void begin_reduce_scatter(const DirectCollectives& direct, std::int32_t slot, std::span<const std::int32_t> numbers,
                              std::int32_t& mine);

    bool holds(std::int32_t slot) const { return find(slot) != nullptr; }

    /// True once the operation of a slot is complete: the result is then in place and the slot is free.
    bool test(std::int32_t slot);

  private:
    using Kind = DirectCollectives::Kind;
    static constexpr std::int32_t nobody = -1;

    struct Reduction {
        std::int32_t slot = nobody;
        DirectCollectives::Round round;
        std::vector<std::int64_t> vectors;  // for an allreduce: the values of all ranks
        std::span<std::int64_t> result;
        Reduce reduce = Reduce::sum;
        std::vector<std::int32_t> numbers;  // for a reduce_scatter: each rank's value for this rank
        std::int32_t* sum = nullptr;
    };

    void begin_gathered(Kind kind, const DirectCollectives& direct, int ranks, std::int32_t slot,
                        std::span<std::int64_t> values, Reduce reduce);
    const Reduction* find(std::int32_t slot) const;
    Reduction& make_room(std::int32_t slot);

    std::vector<Reduction> reductions_;  // few: a boundary has one or two pending
};

}  // namespace ranvier::exchange
