#include "exchange/transport/mpi_reductions.hpp"

#include <algorithm>
#include <numeric>

namespace ranvier::exchange {

namespace {

std::int64_t reduced(Reduce reduce, std::int64_t a, std::int64_t b) {
    switch (reduce) {
        case Reduce::sum:
            return a + b;
        case Reduce::min:
            return std::min(a, b);
        case Reduce::max:
            return std::max(a, b);
    }
    return a;
}

}  // namespace

void reduce_in_order(std::span<const std::int64_t> all, Reduce reduce, std::span<std::int64_t> result) {
    std::copy_n(all.begin(), result.size(), result.begin());
    for (std::size_t i = result.size(); i < all.size(); ++i) {
        std::int64_t& value = result[i % result.size()];
        value = reduced(reduce, value, all[i]);
    }
}

void DirectReductions::begin_barrier(const DirectCollectives& direct, std::int32_t slot) {
    begin_gathered(Kind::barrier, direct, 0, slot, {}, Reduce::sum);
}

void DirectReductions::begin_allreduce(const DirectCollectives& direct, int ranks, std::int32_t slot,
                                       std::span<std::int64_t> values, Reduce reduce) {
    begin_gathered(Kind::reduce, direct, ranks, slot, values, reduce);
}

void DirectReductions::begin_gathered(Kind kind, const DirectCollectives& direct, int ranks, std::int32_t slot,
                                      std::span<std::int64_t> values, Reduce reduce) {
    Reduction& reduction = make_room(slot);
    reduction.vectors.resize(values.size() * static_cast<std::size_t>(ranks));
    reduction.result = values;
    reduction.reduce = reduce;
    reduction.sum = nullptr;
    direct.begin_allgather(kind, reduction.round, std::as_bytes(values),
                           std::as_writable_bytes(std::span(reduction.vectors)));
}

void DirectReductions::begin_reduce_scatter(const DirectCollectives& direct, std::int32_t slot,
                                            std::span<const std::int32_t> numbers, std::int32_t& mine) {
    Reduction& reduction = make_room(slot);
    reduction.numbers.resize(numbers.size());
    reduction.sum = &mine;
    direct.begin_alltoall(Kind::reduce_scatter, reduction.round, std::as_bytes(numbers),
                          std::as_writable_bytes(std::span(reduction.numbers)));
}

bool DirectReductions::test(std::int32_t slot) {
    auto& reduction = const_cast<Reduction&>(*find(slot));
    if (!reduction.round.test()) return false;
    if (reduction.sum) {
        *reduction.sum = std::accumulate(reduction.numbers.begin(), reduction.numbers.end(), std::int32_t{0});
    } else {
        reduce_in_order(reduction.vectors, reduction.reduce, reduction.result);
    }
    reduction.slot = nobody;
    return true;
}

const DirectReductions::Reduction* DirectReductions::find(std::int32_t slot) const {
    const auto found = std::ranges::find(reductions_, slot, &Reduction::slot);
    return found == reductions_.end() ? nullptr : &*found;
}

DirectReductions::Reduction& DirectReductions::make_room(std::int32_t slot) {
    auto room = std::ranges::find(reductions_, nobody, &Reduction::slot);
    if (room == reductions_.end()) room = reductions_.insert(room, Reduction{});
    room->slot = slot;
    return *room;
}

}  // namespace ranvier::exchange
