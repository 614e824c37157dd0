#include "exchange/transport/simulated_collectives.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <utility>

#include "exchange/transport/simulated_group.hpp"
#include "exchange/transport/simulated_transport.hpp"

namespace ranvier::exchange {

namespace {

void copy(std::span<const std::byte> from, std::span<std::byte> to) {
    if (from.size() != to.size()) {
        throw Deadlock(
            fmt::format("one rank sends a piece of {} bytes where another expects {}", from.size(), to.size()));
    }
    std::copy(from.begin(), from.end(), to.begin());
}

template <typename T>
void reduce(std::span<Collective> ranks) {
    const auto values = [](const Collective& rank) {
        return std::span(reinterpret_cast<T*>(rank.receive.data()), rank.receive.size() / sizeof(T));
    };
    const auto first = values(ranks[0]);
    std::vector<T> total(first.begin(), first.end());
    for (const Collective& rank : ranks.subspan(1)) {
        const auto next = values(rank);
        for (std::size_t i = 0; i < total.size(); ++i) {
            switch (static_cast<Reduce>(rank.option)) {
                case Reduce::sum:
                    total[i] += next[i];
                    break;
                case Reduce::min:
                    total[i] = std::min(total[i], next[i]);
                    break;
                case Reduce::max:
                    total[i] = std::max(total[i], next[i]);
                    break;
            }
        }
    }
    for (const Collective& rank : ranks) std::copy(total.begin(), total.end(), values(rank).begin());
}

void reduce_and_scatter(std::span<Collective> ranks) {
    std::vector<std::int32_t> total(ranks.size());
    for (const Collective& rank : ranks) {
        const auto* numbers = reinterpret_cast<const std::int32_t*>(rank.send.data());
        for (std::size_t r = 0; r < ranks.size(); ++r) total[r] += numbers[r];
    }
    for (std::size_t r = 0; r < ranks.size(); ++r) std::memcpy(ranks[r].receive.data(), &total[r], sizeof total[r]);
}

/// The sizes of a buffer's pieces for or from each rank: given by counts, or equal.
class Pieces {
  public:
    Pieces(std::size_t all, std::span<const std::size_t> counts, std::size_t ranks)
        : counts_(counts), equal_(all / ranks) {}
    std::size_t operator[](std::size_t rank) const { return counts_.empty() ? equal_ : counts_[rank]; }

  private:
    std::span<const std::size_t> counts_;
    std::size_t equal_;
};

void gather_into(Collective& to, std::span<const Collective> ranks) {
    const Pieces pieces(to.receive.size(), to.receive_counts, ranks.size());
    std::size_t begin = 0;
    for (std::size_t r = 0; r < ranks.size(); ++r) {
        copy(ranks[r].send, to.receive.subspan(begin, pieces[r]));
        begin += pieces[r];
    }
}

void gather(std::span<Collective> ranks) {
    const Collective& first = ranks[0];
    gather_into(ranks[0], ranks);
    for (Collective& to : ranks.subspan(1)) {
        if (std::ranges::equal(to.receive_counts, first.receive_counts)) {
            copy(first.receive, to.receive);
        } else {
            gather_into(to, ranks);
        }
    }
}

void exchange_all(std::span<Collective> ranks) {
    constexpr std::size_t at_once = 32;  // receivers: their buffers stay in the cache during the loop over senders
    const std::size_t n = ranks.size();
    std::vector<std::size_t> sent(n), filled(n);  // bytes of each rank's buffers used so far
    std::vector<Pieces> out, in;
    for (const Collective& rank : ranks) {
        out.emplace_back(rank.send.size(), rank.send_counts, n);
        in.emplace_back(rank.receive.size(), rank.receive_counts, n);
    }
    for (std::size_t begin = 0; begin < n; begin += at_once) {
        for (std::size_t from = 0; from < n; ++from) {
            for (std::size_t to = begin; to < std::min(begin + at_once, n); ++to) {
                const std::size_t leaves = out[from][to], comes = in[to][from];
                copy(ranks[from].send.subspan(sent[from], leaves), ranks[to].receive.subspan(filled[to], comes));
                sent[from] += leaves;
                filled[to] += comes;
            }
        }
    }
}

/// Makes a group for each color. `members` are the ranks' numbers in the machine.
void split(std::span<Collective> ranks, std::span<const int> members) {
    std::map<int, std::vector<std::pair<int, int>>> by_color;  // (key, rank)
    for (std::size_t r = 0; r < ranks.size(); ++r) {
        by_color[ranks[r].part->color].emplace_back(ranks[r].part->key, static_cast<int>(r));
    }
    for (auto& [color, keys] : by_color) {
        std::sort(keys.begin(), keys.end());
        std::vector<int> chosen;
        for (const auto& [key, rank] : keys) chosen.push_back(members[static_cast<std::size_t>(rank)]);
        const auto group = std::make_shared<SimulatedGroup>(std::move(chosen));
        for (std::size_t i = 0; i < keys.size(); ++i) {
            Part& part = *ranks[static_cast<std::size_t>(keys[i].second)].part;
            part.group = group;
            part.rank = static_cast<int>(i);
        }
    }
}

/// Moves the data once every rank has called.
void perform(std::span<Collective> ranks, std::span<const int> members) {
    switch (ranks[0].kind) {
        case Collective::none:
        case Collective::barrier:
            break;
        case Collective::allreduce_double:
            reduce<double>(ranks);
            break;
        case Collective::allreduce_int:
            reduce<std::int64_t>(ranks);
            break;
        case Collective::allgather:
        case Collective::allgatherv:
            gather(ranks);
            break;
        case Collective::alltoall:
        case Collective::alltoallv:
            exchange_all(ranks);
            break;
        case Collective::broadcast:
            for (Collective& to : ranks) {
                if (&to != &ranks[to.option]) copy(ranks[to.option].receive, to.receive);
            }
            break;
        case Collective::reduce_scatter:
            reduce_and_scatter(ranks);
            break;
        case Collective::split:
            split(ranks, members);
            break;
    }
}

std::size_t payload(std::span<const Collective> ranks) {
    const Collective& first = ranks[0];
    switch (first.kind) {
        case Collective::none:
        case Collective::barrier:
            return 0;
        case Collective::allreduce_double:
        case Collective::allreduce_int:
        case Collective::allgather:
        case Collective::allgatherv:
        case Collective::broadcast:
            return first.receive.size();
        case Collective::reduce_scatter:
            return first.send.size();
        case Collective::split:
            return ranks.size() * 2 * sizeof(int);
        case Collective::alltoall:
        case Collective::alltoallv:
            break;
    }
    std::size_t most = 0;
    for (const Collective& rank : ranks) most = std::max({most, rank.send.size(), rank.receive.size()});
    return most;
}

void check_fits(int rank, const Collective& mine, int other_rank, const Collective& other) {
    if (mine.kind != other.kind || mine.option != other.option) {
        throw Deadlock(fmt::format("rank {} calls {} while rank {} waits in {}", rank, name_of(mine.kind), other_rank,
                                   name_of(other.kind)));
    }
    const bool reduces = mine.kind == Collective::allreduce_double || mine.kind == Collective::allreduce_int;
    if (reduces && mine.receive.size() != other.receive.size()) {
        throw Deadlock(fmt::format("rank {} and rank {} reduce different numbers of values", other_rank, rank));
    }
}

}  // namespace

const char* name_of(Collective::Kind kind) {
    static constexpr const char* names[] = {"nothing",   "barrier",        "allreduce", "allreduce",
                                            "allgather", "allgatherv",     "alltoall",  "alltoallv",
                                            "broadcast", "reduce_scatter", "split"};
    return names[kind];
}

std::optional<FinishedCollective> CollectiveQueue::join(int rank, const Collective& collective, Request request,
                                                        double clock) {
    const std::size_t ranks = next_.size();
    const std::size_t index = next_[rank]++ - done_;
    if (index == pending_.size()) {
        pending_.push_back({std::vector<Collective>(ranks), std::vector<Request>(ranks), rank});
    }
    Operation& operation = pending_[index];
    if (operation.arrivals > 0) check_fits(rank, collective, operation.first, operation.brought[operation.first]);
    operation.brought[rank] = collective;
    operation.requests[rank] = request;
    operation.last_call = std::max(operation.last_call, clock);
    if (static_cast<std::size_t>(++operation.arrivals) < ranks) return std::nullopt;
    perform(operation.brought, members_);
    FinishedCollective finished{collective.kind, std::move(operation.requests), payload(operation.brought),
                                operation.last_call};
    // Only the first operation can be complete, because no rank calls the second before the first.
    pending_.pop_front();
    ++done_;
    return finished;
}

}  // namespace ranvier::exchange
